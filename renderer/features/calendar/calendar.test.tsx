import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { sayLate } from '#shared/contract/absence.ts'
import {
  approvedBookings,
  approvedBookingsFile,
  type BookingRequest,
  decideBooking,
  newBooking,
  type OwnHoliday,
  ownHoliday,
  pendingBookings,
  previewHoliday,
  withdrawBooking,
} from '#shared/contract/booking.ts'
import { bookSlot, type OpenSlot, openSlots } from '#shared/contract/booking-windows.ts'
import {
  addEvent,
  type CalendarEvent,
  changeEvent,
  closeFeed,
  deleteEvent,
  feedState,
  importEvents,
  loadEvents,
  previewImport,
  resetFeed,
  restoreEvent,
  undoImport,
} from '#shared/contract/calendar.ts'
import { applyForCampaign, myApplications, withdrawApplication } from '#shared/contract/campaigns.ts'
import { myExperimentals } from '#shared/contract/experimentals.ts'
import { bookingTalk, shiftRequestTalk } from '#shared/contract/request-talk.ts'
import {
  answerShiftRequest,
  myShiftRequests,
  newShiftRequest,
  type ShiftRequest,
  shiftColleagues,
  shiftPickUps,
} from '#shared/contract/shift-requests.ts'
import { answerShift } from '#shared/contract/shifts.ts'
import type { ExperimentalKey } from '#shared/domain/experimentals.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { createQueryClient } from '../../services/http/query-client.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { refused } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { testToken } from '../../testing/session-token.ts'
import { ApprovedRequestsDialog, MyCalendarScreen, PendingRequestsDialog } from './index.ts'

const META = {
  kind: 'event',
  recordID: 1,
  isAllDay: false,
  mayChange: true,
  version: 1,
  zone: 'Europe/London',
  rule: null,
  isException: false,
  reminder: null,
  hasOwnReminder: false,
} as const

const event = (subject: string, changes: Partial<CalendarEvent> = {}): CalendarEvent => ({
  id: `event:${subject}`,
  eventType: 'PERSONAL',
  eventState: 'APPROVED',
  eventStart: '2026-11-21T14:00:00.000Z',
  eventEnd: '2026-11-21T15:00:00.000Z',
  subject,
  hover: 'Left knee',
  userID: 7,
  userName: 'Jamie',
  meta: META,
  ...changes,
})

const HOLIDAY: OwnHoliday = {
  yearFrom: '2026-04-01',
  ...{ entitlement: 210, carried: 7.5, adjustments: 0, taken: 100, booked: 37.5, pending: 15 },
  ...{ remaining: 80, free: 65, holidays: [] },
}
const PREVIEW = {
  ...{ hours: 15, balance: { before: 65, after: 50 }, teamOff: { off: 2, of: 11 } },
  shifts: [
    { id: 1, start: '2026-12-07T09:00:00.000Z', end: '2026-12-07T17:00:00.000Z', left: null },
    {
      id: 2,
      ...{ start: '2026-12-06T20:00:00.000Z', end: '2026-12-07T04:00:00.000Z' },
      left: { start: '2026-12-06T20:00:00.000Z', end: '2026-12-07T00:00:00.000Z' },
    },
  ],
}

const SCHEDULE = ['ITRACKER_CAN_SEE_MY_SCHEDULE', 'ITRACKER_CAN_REQUEST_HOLIDAY', 'CAN_MAKE_CALL'] as const

function open(
  events: readonly CalendarEvent[],
  node = <MyCalendarScreen opener={null} />,
  permissions: readonly PermissionName[] = SCHEDULE,
  prepare: (answer: ReturnType<typeof fakeLive>['answer']) => void = () => {},
  path = '/',
) {
  vi.stubGlobal('innerWidth', 390)
  vi.stubGlobal('innerHeight', 844)
  let all = events
  const at = fakeLive()
  at.services.session.signIn(testToken(permissions))
  at.answer(loadEvents, () => ({ events: [...all], days: [], weeks: [] }))
  at.answer(ownHoliday, () => HOLIDAY)
  at.answer(myShiftRequests, () => ({ asked: [], toMe: [] }))
  at.answer(previewHoliday, () => PREVIEW)
  prepare(at.answer)
  renderWith(
    at.services,
    <MemoryRouter initialEntries={[path]}>
      <QueryClientProvider client={createQueryClient()}>{at.around(node)}</QueryClientProvider>
    </MemoryRouter>,
  )
  const sent = (call: { readonly path: string }) =>
    at.made.filter(({ path }) => path === call.path).map(({ request }) => request)
  const line = (name: RegExp) => screen.findByRole('button', { name })
  return { ...at, sent, line, user: userEvent.setup(), set: (next: readonly CalendarEvent[]) => (all = next) }
}

test('W003 on a phone the events are a list of each day, by London’s clock', async () => {
  const { line } = open([
    event('Physio', { eventStart: '2026-11-21T09:00:00.000Z', eventEnd: '2026-11-21T09:30:00.000Z' }),
    event('Away', {
      eventStart: '2026-11-22T00:00:00.000Z',
      eventEnd: '2026-11-24T00:00:00.000Z',
      meta: { ...META, isAllDay: true },
    }),
  ])
  expect((await line(/Physio/)).textContent).toBe('09:00 – 09:30PhysioPersonal · Approved')
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Sat 21 Nov – Fri 4 Dec',
    'Saturday, 21 November 2026 · Today',
    'Sunday, 22 November 2026',
    'Monday, 23 November 2026',
  ])
  expect(screen.getAllByRole('button', { name: /^All day\s*Away/ })).toHaveLength(2)
})

test('W003 the calendar is seen by month, week, day or as a list; a week has its number for who tries that', async () => {
  const titles: (string | null)[] = []
  for (const keys of [[], ['calendar.weekNumbers']] as const) {
    const { user } = open([], undefined, undefined, (answer) =>
      answer(myExperimentals, () => ({ keys: [...keys] })),
    )
    const view = await screen.findByRole('combobox', { name: 'View' })
    expect([...view.querySelectorAll('option')].map(({ value }) => value)).toEqual([
      'month',
      'week',
      'day',
      'agenda',
    ])
    await user.selectOptions(view, 'day')
    titles.push(screen.getByRole('heading', { level: 3 }).textContent)
    cleanup()
  }
  expect(titles).toEqual(['Saturday, 21 November 2026', 'Saturday, 21 November 2026Week 47'])
})

test('A128 a window that is open follows at once what is switched on and off for it', async () => {
  let keys: ExperimentalKey[] = ['calendar.weekNumbers']
  const { user, hub } = open([], undefined, undefined, (answer) =>
    answer(myExperimentals, () => ({ keys: [...keys] })),
  )
  await user.selectOptions(await screen.findByRole('combobox', { name: 'View' }), 'day')
  const title = () => screen.getByRole('heading', { level: 3 }).textContent
  expect(title()).toBe('Saturday, 21 November 2026Week 47')
  keys = []
  hub.fire('experimentalsChanged')
  await waitFor(() => expect(title()).toBe('Saturday, 21 November 2026'))
})

test('W043 W100 cancelled and declined events are marked to be faded and struck through', async () => {
  const { line, user } = open([
    event('Kept'),
    event('Off', { eventState: 'CANCELLED' }),
    event('No', { eventState: 'DECLINED' }),
  ])
  const struck = async (name: RegExp) => (await line(name)).hasAttribute('data-struck')
  expect([await struck(/Kept/), await struck(/Off/), await struck(/No/)]).toEqual([false, true, true])
  for (const [name, isStruck] of [
    ['Kept', false],
    ['Off', true],
    ['No', true],
  ] as const) {
    await user.click(await line(new RegExp(name)))
    const card = await screen.findByRole('dialog', { name })
    expect(card.querySelector('dl')?.hasAttribute('data-struck'), name).toBe(isStruck)
    await user.click(within(card).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull())
  }
})

test('W043 an event opens as a card with what is known of it, and a meeting is joined there', async () => {
  const meeting = event('Briefing', {
    eventType: 'MEETING',
    eventState: 'LIVE',
    meta: { ...META, kind: 'meeting', recordID: 9, mayChange: false },
  })
  const { line, live, user } = open([event('Physio', { meta: { ...META, rule: 'FREQ=WEEKLY' } }), meeting])
  await user.click(await line(/Physio/))
  const card = within(await screen.findByRole('dialog', { name: 'Physio' }))
  for (const words of ['Personal', 'Approved', 'Sat 21 Nov, 14:00 – 15:00', 'Every week', 'Left knee'])
    expect(card.getByText(words)).toBeDefined()
  expect(card.getByRole('link', { name: 'Download' }).getAttribute('download')).toBe('Physio.ics')
  await user.click(card.getByRole('button', { name: 'Close' }))
  await user.click(await line(/Briefing/))
  const join = vi.spyOn(live.meetings, 'join')
  await user.click(await screen.findByRole('button', { name: 'Join' }))
  expect(join).toHaveBeenCalledWith({ ID: 9, screenShare: false })
})

test('W043 the card of an event that repeats says until when', async () => {
  for (const [rule, words] of [
    ['FREQ=WEEKLY;COUNT=3', 'Every week, 3 times'],
    ['FREQ=WEEKLY', 'Every week'],
  ] as const) {
    const { line, user } = open([event('Physio', { meta: { ...META, rule } })])
    await user.click(await line(/Physio/))
    expect(within(await screen.findByRole('dialog', { name: 'Physio' })).getByText(words)).toBeDefined()
    cleanup()
  }
})

test('W043 an event is downloaded under its subject, without what a file name can’t have, and cut', async () => {
  for (const [subject, name] of [
    ['a/b: "c" <é>', 'ab c é'],
    ['x'.repeat(61), 'x'.repeat(60)],
    ['???', 'event'],
  ] as const) {
    const { line, user } = open([event(subject)])
    await user.click(await line(new RegExp(subject.replaceAll('?', '\\?'))))
    const card = within(await screen.findByRole('dialog', { name: subject }))
    expect(card.getByRole('link', { name: 'Download' }).getAttribute('download')).toBe(`${name}.ics`)
    cleanup()
  }
})

test('W003 W043 a task opens from its card', async () => {
  const task = event('Rota', { eventType: 'TASK', meta: { ...META, kind: 'task', recordID: 41 } })
  const { line, services, user } = open([task])
  await user.click(await line(/Rota/))
  await user.click(await screen.findByRole('button', { name: 'Open task' }))
  expect(services.dialogs.store.getState()).toMatchObject([{ name: 'tasks', params: { taskID: 41 } }])
})

test('W003 keys move, stretch and delete an event; each is said and undone', async () => {
  const { answer, line, sent, user } = open([event('Physio')])
  answer(changeEvent, ({ id }) => ({ id, version: 2, endedRule: null }))
  answer(deleteEvent, () => ({ endedRule: null }))
  answer(restoreEvent, () => ({ done: true as const }))
  const physio = await line(/Physio/)
  fireEvent.keyDown(physio, { key: 'ArrowDown', altKey: true })
  expect(await screen.findByText('Physio is now Sat 21 Nov, 14:15 – 15:15.')).toBeDefined()
  expect(
    screen.getAllByRole('status').some(({ textContent }) => textContent?.includes('Physio is now')),
  ).toBe(true)
  fireEvent.keyDown(physio, { key: 'ArrowDown', altKey: true, shiftKey: true })
  await screen.findByText('Physio is now Sat 21 Nov, 14:00 – 15:15.')
  fireEvent.keyDown(physio, { key: 'ArrowRight', altKey: true })
  await screen.findByText('Physio is now Sun 22 Nov, 14:00 – 15:00.')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('Undone.')
  const set = (startLocal: string, endLocal: string) => ({ startLocal, endLocal })
  expect(sent(changeEvent)).toMatchObject([
    { id: 'event:Physio', scope: 'ALL', version: 1, set: set('2026-11-21T14:15', '2026-11-21T15:15') },
    { set: set('2026-11-21T14:00', '2026-11-21T15:15') },
    { set: set('2026-11-22T14:00', '2026-11-22T15:00') },
    { set: set('2026-11-21T14:00', '2026-11-21T15:00') },
  ])
  fireEvent.keyDown(physio, { key: 'Delete' })
  await screen.findByText('Physio was deleted.')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('Undone.')
  expect(sent(restoreEvent)).toEqual([{ id: 'event:Physio', scope: 'ALL' }])
})

test('W003 when the start moves, the end goes along; what is at that time is said while it is chosen', async () => {
  const { answer, line, sent, user } = open([event('Physio')])
  await line(/Physio/)
  await user.click(screen.getByRole('button', { name: 'New event' }))
  await user.type(await screen.findByLabelText('Subject'), 'Call')
  fireEvent.change(screen.getByLabelText('Starts at'), { target: { value: '13:30' } })
  expect(screen.getByLabelText<HTMLInputElement>('Ends at').value).toBe('14:30')
  expect(await screen.findByText('Overlaps Physio.')).toBeDefined()
  fireEvent.change(screen.getByLabelText('Ends at'), { target: { value: '14:00' } })
  await waitFor(() => expect(screen.queryByText('Overlaps Physio.')).toBeNull())
  await user.selectOptions(screen.getByLabelText('Repeats'), 'Every day')
  await user.selectOptions(screen.getByLabelText('Until'), 'So many times')
  fireEvent.change(screen.getByLabelText('Times'), { target: { value: '4' } })
  await user.selectOptions(screen.getByLabelText('Reminder'), '1 hour before')
  answer(addEvent, () => ({ id: 'event:5', version: 1 }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Call: Sat 21 Nov, 13:30 – 14:00.')
  expect(sent(addEvent).at(-1)).toMatchObject({
    startLocal: '2026-11-21T13:30',
    endLocal: '2026-11-21T14:00',
    rule: 'FREQ=DAILY;COUNT=4',
    reminder: 60,
  })
})

test('W003 a move says what it collides with, several keys go one after the other, and Ctrl+Z takes back each', async () => {
  const { answer, line, sent } = open([
    event('Physio'),
    event('Call', { eventStart: '2026-11-21T15:00:00.000Z', eventEnd: '2026-11-21T15:30:00.000Z' }),
    event('Off', {
      eventState: 'CANCELLED',
      eventStart: '2026-11-21T15:00:00.000Z',
      eventEnd: '2026-11-21T15:30:00.000Z',
    }),
  ])
  let version = 1
  answer(changeEvent, ({ id }) => {
    version += 1
    return { id, version, endedRule: null }
  })
  const physio = await line(/Physio/)
  fireEvent.keyDown(physio, { key: 'ArrowDown', altKey: true })
  await screen.findByText('Physio is now Sat 21 Nov, 14:15 – 15:15. Overlaps Call.')
  fireEvent.keyDown(physio, { key: 'ArrowLeft', altKey: true })
  await screen.findByText(/Physio is now Fri 20 Nov, 14:(00|15) – 15:(00|15)\.$/)
  // The second goes on from the version that the first has made.
  expect(sent(changeEvent)).toMatchObject([{ version: 1 }, { version: 2 }])
  fireEvent.keyDown(physio, { key: 'z', ctrlKey: true })
  await screen.findByText('Undone.')
  fireEvent.keyDown(physio, { key: 'z', ctrlKey: true })
  await waitFor(() => expect(sent(changeEvent)).toHaveLength(4))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
  expect(sent(changeEvent).at(-1)).toMatchObject({ set: { startLocal: '2026-11-21T14:00' } })
})

test('keys that come faster than what is shown each count', async () => {
  const { answer, line, sent } = open([event('Physio')])
  let version = 1
  answer(changeEvent, ({ id }) => {
    version += 1
    return { id, version, endedRule: null }
  })
  const physio = await line(/Physio/)
  act(() => {
    for (let press = 0; press < 3; press += 1) fireEvent.keyDown(physio, { key: 'ArrowDown', altKey: true })
  })
  await screen.findByText('Physio is now Sat 21 Nov, 14:45 – 15:45.')
  expect(sent(changeEvent)).toMatchObject([
    { set: { startLocal: '2026-11-21T14:15' } },
    { set: { startLocal: '2026-11-21T14:30' } },
    { set: { startLocal: '2026-11-21T14:45' } },
  ])
})

test('W003 of 10,000 events on one day the list shows a hundred, and more where they are asked for', async () => {
  const events = Array.from({ length: 10_000 }, (_, place) => event(`E${place}`))
  const { user } = open(events)
  await screen.findByRole('button', { name: /^14:00 – 15:00\s*E99\b/ })
  expect(screen.getAllByRole('listitem')).toHaveLength(100)
  await user.click(screen.getByRole('button', { name: 'Show 100 more of 9900' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(200)
})

test('W003 what isn’t the person’s to move says so, and without Alt nothing moves', async () => {
  const meeting = event('Briefing', { meta: { ...META, kind: 'meeting', mayChange: false } })
  const { line, sent } = open([meeting])
  const briefing = await line(/Briefing/)
  fireEvent.keyDown(briefing, { key: 'ArrowDown' })
  expect(screen.queryByText(/cannot be moved/)).toBeNull()
  fireEvent.keyDown(briefing, { key: 'ArrowDown', altKey: true })
  expect(await screen.findByText('Briefing cannot be moved here.')).toBeDefined()
  expect(sent(changeEvent)).toEqual([])
})

test('W003 of a series it is asked which are meant', async () => {
  const { answer, line, sent, user } = open([event('Physio', { meta: { ...META, rule: 'FREQ=WEEKLY' } })])
  answer(changeEvent, ({ id }) => ({ id, version: 2, endedRule: null }))
  fireEvent.keyDown(await line(/Physio/), { key: 'ArrowUp', altKey: true })
  await user.click(await screen.findByRole('button', { name: 'This and following' }))
  await screen.findByText('Physio is now Sat 21 Nov, 13:45 – 14:45.')
  expect(sent(changeEvent)).toMatchObject([{ scope: 'FOLLOWING' }])
})

test('W003 an event is made by a form that keeps what was typed when it is refused', async () => {
  const { answer, sent, user } = open([])
  await screen.findByText('Nothing is planned in these days.')
  await user.click(screen.getByRole('button', { name: 'New event' }))
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  await screen.findByText('Please give the event a subject.')
  await user.type(screen.getByLabelText('Subject'), 'Dentist')
  // Of today: with the next half hour.
  expect(screen.getByLabelText<HTMLInputElement>('Starts at').value).toBe('12:00')
  fireEvent.change(screen.getByLabelText('Starts at'), { target: { value: '09:00' } })
  fireEvent.change(screen.getByLabelText('Ends at'), { target: { value: '08:59' } })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('An event must not end before it starts.')
  fireEvent.change(screen.getByLabelText('Ends at'), { target: { value: '10:30' } })
  answer(addEvent, () => {
    throw refused(500, 'No room left.')
  })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findAllByText('No room left.')).length).toBeGreaterThan(0)
  expect(screen.getByLabelText<HTMLInputElement>('Subject').value).toBe('Dentist')
  answer(addEvent, () => ({ id: 'event:5', version: 1 }))
  await user.selectOptions(screen.getByLabelText('Repeats'), 'Every week')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Dentist: Sat 21 Nov, 09:00 – 10:30.')
  expect(sent(addEvent).at(-1)).toEqual({
    subject: 'Dentist',
    note: '',
    startLocal: '2026-11-21T09:00',
    endLocal: '2026-11-21T10:30',
    isAllDay: false,
    zone: 'Europe/London',
    rule: 'FREQ=WEEKLY',
  })
})

const request = (changes: Partial<BookingRequest> = {}): BookingRequest => ({
  id: 4,
  type: 'HOLIDAY',
  userID: 8,
  userName: 'Priya',
  start: '2026-12-07T00:00:00.000Z',
  end: '2026-12-09T00:00:00.000Z',
  hours: 15,
  dayPart: 'DAY',
  reason: 'Wedding',
  state: 'PENDING',
  askedAt: '2026-11-20T09:00:00.000Z',
  decidedBy: null,
  decidedAt: null,
  decisionNote: '',
  overlaps: [],
  yearHours: null,
  balance: null,
  coverage: null,
  teamOff: null,
  shifts: [],
  checks: [],
  workingDays: ['2026-12-07', '2026-12-08'],
  mayDecide: true,
  ...changes,
})

test('W003 a holiday is asked for, and an approved one asked back', async () => {
  const holiday = event('Holiday', {
    eventType: 'HOLIDAY',
    meta: { ...META, kind: 'request', recordID: 3, mayChange: false },
  })
  const { answer, line, sent, user } = open([holiday])
  answer(newBooking, () => request())
  answer(withdrawBooking, () => request({ state: 'REQUESTED_CANCELATION' }))
  await line(/Holiday.*Approved/)
  await user.click(screen.getByRole('button', { name: 'More of the calendar' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Request' }))
  const form = within(await screen.findByRole('dialog', { name: 'Request' }))
  expect(form.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(
    'Holiday,Medical appointment,Personal,Whole days,Mornings,Afternoons'.split(','),
  )
  fireEvent.change(form.getByLabelText('First day'), { target: { value: '2026-12-07' } })
  fireEvent.change(form.getByLabelText('Last day'), { target: { value: '2026-12-08' } })
  await user.click(form.getByRole('button', { name: 'Send request' }))
  await form.findByText('Please say why, in 3 characters or more.')
  await user.type(form.getByLabelText('Reason'), 'Wedding')
  await user.click(form.getByRole('button', { name: 'Send request' }))
  await screen.findByText('Your request was sent.')
  expect(sent(newBooking)).toEqual([
    {
      type: 'HOLIDAY',
      startLocal: '2026-12-07T00:00',
      endLocal: '2026-12-09T00:00',
      dayPart: 'DAY',
      reason: 'Wedding',
    },
  ])
  await user.click(await line(/Holiday.*Approved/))
  await user.click(await screen.findByRole('button', { name: 'Ask to cancel' }))
  await screen.findByText('Somebody will decide on your cancellation.')
})

test('Escape in a request, an event or a shift’s form that was begun asks before what was typed is lost', async () => {
  const at = open([])
  const asked = () => at.services.prompts.store.getState().map(({ title }) => title)
  const answerIt = (yes: boolean) =>
    act(async () => at.services.prompts.answer(at.services.prompts.store.getState()[0]?.id ?? 0, yes))
  for (const [item, name, field] of [
    ['Request', 'Request', 'Reason'],
    [null, 'New event', 'Subject'],
  ] as const) {
    const show = async () => {
      if (item === null) return at.user.click(await screen.findByRole('button', { name: 'New event' }))
      await at.user.click(await screen.findByRole('button', { name: 'More of the calendar' }))
      await at.user.click(await screen.findByRole('menuitem', { name: item }))
    }
    const isOpen = () => screen.queryByRole('dialog', { name }) !== null
    await show()
    await screen.findByRole('dialog', { name })
    await at.user.keyboard('{Escape}')
    await waitFor(() => expect(isOpen()).toBe(false))
    expect(asked()).toEqual([])
    await show()
    const form = within(await screen.findByRole('dialog', { name }))
    await at.user.type(form.getByLabelText(field), 'Wedding')
    await at.user.keyboard('{Escape}')
    expect(asked()).toEqual(['Discard your changes?'])
    await answerIt(false)
    expect((form.getByLabelText(field) as HTMLInputElement).value).toBe('Wedding')
    await at.user.click(form.getByRole('button', { name: 'Cancel' }))
    await answerIt(true)
    await waitFor(() => expect(isOpen()).toBe(false))
  }
})

test('a holiday’s last day goes along with a first day that is set after it', async () => {
  const { user } = open([])
  await user.click(await screen.findByRole('button', { name: 'More of the calendar' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Request' }))
  const form = within(await screen.findByRole('dialog', { name: 'Request' }))
  const set = (label: string, value: string) =>
    fireEvent.change(form.getByLabelText(label), { target: { value } })
  const last = () => (form.getByLabelText('Last day') as HTMLInputElement).value
  set('First day', '2026-12-15')
  expect(last()).toBe('2026-12-15')
  set('Last day', '2026-12-20')
  set('First day', '2026-12-16')
  expect(last()).toBe('2026-12-20')
})

test('what is decided on a request stands in place of ‘Your request was sent’, as soon as it is', async () => {
  const asked = (eventState: CalendarEvent['eventState'], more: Partial<CalendarEvent> = {}) =>
    event('Holiday', {
      ...{ eventType: 'HOLIDAY', eventState },
      ...{ eventStart: '2026-12-07T00:00:00.000Z', eventEnd: '2026-12-09T00:00:00.000Z' },
      meta: { ...META, kind: 'request', recordID: 4, mayChange: false },
      ...more,
    })
  // Another request of theirs is decided already.
  const other = {
    ...asked('DECLINED'),
    id: 'request:3',
    meta: { ...META, kind: 'request', recordID: 3 } as const,
  }
  const at = open([])
  at.answer(newBooking, () => request())
  const send = async () => {
    await at.user.click(await screen.findByRole('button', { name: 'More of the calendar' }))
    await at.user.click(await screen.findByRole('menuitem', { name: 'Request' }))
    const form = within(await screen.findByRole('dialog', { name: 'Request' }))
    await at.user.type(form.getByLabelText('Reason'), 'Wedding')
    await at.user.click(form.getByRole('button', { name: 'Send request' }))
  }
  await send()
  await screen.findByText('Your request was sent.')
  const become = (...events: CalendarEvent[]) => {
    at.set(events)
    at.hub.fire('calendarChanged')
  }
  become(other, asked('PENDING'))
  await waitFor(() => expect(at.sent(loadEvents).length).toBeGreaterThan(3))
  expect(screen.getByText('Your request was sent.')).toBeDefined()
  become(other, asked('DECLINED'))
  await screen.findByText('Your request was declined.')
  expect(screen.queryByText('Your request was sent.')).toBeNull()
  become(other, asked('APPROVED'))
  await screen.findByText('Your request was approved.')
  become(other, asked('APPROVED', { eventEnd: '2026-12-08T00:00:00.000Z' }))
  await screen.findByText('Your request was approved in part.')
})

test('what is decided on a request about a shift stands in place of its ‘was sent’, with by whom', async () => {
  let mine: ShiftRequest[] = []
  const at = open([SHIFT], undefined, undefined, (prepare) => {
    prepare(myShiftRequests, () => ({ asked: mine, toMe: [] }))
    prepare(newShiftRequest, () => shiftRequest({ type: 'DROP', to: null, state: 'PENDING' }))
  })
  await at.user.click(await at.line(/Shift: Rail/))
  await at.user.click(await screen.findByRole('button', { name: 'Change this shift…' }))
  const form = within(await screen.findByRole('dialog', { name: 'Change this shift' }))
  await at.user.type(form.getByLabelText('Reason'), 'School run')
  await at.user.click(form.getByRole('button', { name: 'Send request' }))
  const sent = 'Your request was sent. The shift is yours until somebody decides.'
  await screen.findByText(sent)
  const become = (state: ShiftRequest['state'], decidedBy: string | null = null) => {
    const decided = shiftRequest({ id: 4, state: 'DECLINED', decidedBy: 'Eve' })
    mine = [decided, shiftRequest({ type: 'DROP', to: null, state, decidedBy })]
    at.hub.fire('calendarChanged')
  }
  become('PENDING')
  await screen.findByText('Waiting for a decision')
  expect(screen.getByText(sent)).toBeDefined()
  become('APPROVED', 'Pam')
  await screen.findByText('Your request was approved by Pam.')
  expect(screen.queryByText(sent)).toBeNull()
  become('EXPIRED')
  await screen.findByText('Nobody decided on your request in time.')
})

const SHIFT = event('Shift: Rail', {
  ...{ eventType: 'SHIFT', eventState: 'APPROVED' },
  ...{ eventStart: '2026-11-23T09:00:00.000Z', eventEnd: '2026-11-23T17:00:00.000Z' },
  meta: { ...META, kind: 'shift', recordID: 31, mayChange: false },
})
const shiftRequest = (more: Partial<ShiftRequest> = {}): ShiftRequest => ({
  ...{ id: 5, type: 'GIVE', state: 'OFFERED', shiftID: 31, reason: 'School run' },
  shift: { start: '2026-11-23T09:00:00.000Z', end: '2026-11-23T17:00:00.000Z' },
  by: { userID: 9, name: 'Ben' },
  to: { userID: 8, name: 'Cat' },
  ...{ other: null, wanted: null, splitAt: null, decidedBy: null, decisionNote: '', proposed: null },
  ...{ askedAt: '2026-11-21T08:00:00.000Z', expiresAt: '2026-11-23T07:00:00.000Z' },
  ...{ mayAnswer: false, mayWithdraw: true },
  ...more,
})

test('on a shift of one’s own a colleague who is free is asked to swap', async () => {
  const other = { id: 77, start: '2026-11-24T12:00:00.000Z', end: '2026-11-24T18:00:00.000Z' }
  const { answer, line, sent, user } = open([SHIFT])
  answer(shiftColleagues, () => ({
    people: [
      { userID: 8, name: 'Cat', weekHours: 12.5, warnings: [], shifts: [other] },
      { userID: 9, name: 'Dan', weekHours: 20, warnings: [], shifts: [] },
    ],
  }))
  answer(newShiftRequest, () => shiftRequest({ type: 'SWAP' }))
  await user.click(await line(/Shift: Rail/))
  await user.click(await screen.findByRole('button', { name: 'Change this shift…' }))
  const form = within(await screen.findByRole('dialog', { name: 'Change this shift' }))
  const names = (label: string) =>
    [...form.getByLabelText(label).querySelectorAll('option')].map(({ textContent }) => textContent)
  expect(names('What')).toEqual(
    "I can't make it,Give it to a colleague,Swap with a colleague,Other times,Split it in two".split(','),
  )
  await user.selectOptions(form.getByLabelText('What'), 'GIVE')
  await waitFor(() =>
    expect(names('Colleague')).toEqual(['Choose…', 'Cat (12.5 h that week)', 'Dan (20 h that week)']),
  )
  await user.selectOptions(form.getByLabelText('What'), 'SWAP')
  expect(names('Colleague')).toEqual(['Choose…', 'Cat (12.5 h that week)'])
  await user.selectOptions(form.getByLabelText('Colleague'), '8')
  await user.selectOptions(
    form.getByLabelText('Their shift that you would take'),
    'Tue 24 Nov, 12:00 – 18:00',
  )
  await user.click(form.getByRole('button', { name: 'Send request' }))
  await form.findByText('Please say why, in 3 characters or more.')
  await user.type(form.getByLabelText('Reason'), 'School run')
  answer(newShiftRequest, () => {
    throw refused(409, 'Something is asked about this shift already.')
  })
  await user.click(form.getByRole('button', { name: 'Send request' }))
  await form.findByText('Something is asked about this shift already.')
  answer(newShiftRequest, () => shiftRequest({ type: 'SWAP' }))
  await user.click(form.getByRole('button', { name: 'Send request' }))
  await screen.findByText('Your request was sent. The shift is yours until somebody decides.')
  expect(sent(newShiftRequest).at(-1)).toEqual({
    ...{ type: 'SWAP', shiftID: 31, toUserID: 8, otherShiftID: 77, reason: 'School run' },
  })
})

test('4 §4.2.2 ‘I’m running late’ stands on a shift of today that isn’t over, and tells when one comes', async () => {
  const night = event('Shift: Night', {
    ...SHIFT,
    ...{ id: 'shift:32', subject: 'Shift: Night' },
    ...{ eventStart: '2026-11-21T22:00:00.000Z', eventEnd: '2026-11-22T06:00:00.000Z' },
    meta: { ...SHIFT.meta, recordID: 32 },
  })
  const { answer, sent, user } = open([
    SHIFT,
    night,
    { ...night, id: 'x', subject: 'Shift: Begun', eventState: 'LIVE' },
  ])
  for (const other of [/Shift: Rail/, /Shift: Begun/]) {
    await user.click((await screen.findAllByRole('button', { name: other }))[0] as HTMLElement)
    await screen.findByRole('dialog')
    expect(screen.queryByRole('button', { name: "I'm running late" })).toBeNull()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await user.click((await screen.findAllByRole('button', { name: /Shift: Night/ }))[0] as HTMLElement)
  await user.click(await screen.findByRole('button', { name: "I'm running late" }))
  const form = within(await screen.findByRole('dialog', { name: "I'm running late" }))
  expect((form.getByLabelText('I come at') as HTMLInputElement).value).toBe('22:15')
  // After midnight is the next day’s; an empty field is asked for, and what is refused stays.
  fireEvent.change(form.getByLabelText('I come at'), { target: { value: '' } })
  await user.click(form.getByRole('button', { name: 'Tell my supervisor' }))
  await form.findByText('Say when you come.')
  fireEvent.change(form.getByLabelText('I come at'), { target: { value: '00:30' } })
  await user.type(form.getByLabelText('What happened'), 'No bus')
  answer(sayLate, () => {
    throw refused(400, 'You have begun this shift.')
  })
  await user.click(form.getByRole('button', { name: 'Tell my supervisor' }))
  await form.findByText('You have begun this shift.')
  answer(sayLate, () => ({ isWithNotice: true }))
  await user.click(form.getByRole('button', { name: 'Tell my supervisor' }))
  await screen.findByText('Your supervisor knows that you come at 00:30; you said so before your shift.')
  expect(sent(sayLate).at(-1)).toEqual({
    shiftID: 32,
    expectedAt: '2026-11-22T00:30:00.000Z',
    note: 'No bus',
  })
})

test('4 §4.2.2 one’s own requests open with their conversation: a holiday’s on its card, a shift’s beside it, and one that somebody is asked', async () => {
  const holiday = event('Holiday', {
    ...{ eventType: 'HOLIDAY', eventState: 'DECLINED' },
    meta: { ...META, kind: 'request', recordID: 12 },
  })
  const { answer, line, sent, user } = open([holiday], undefined, [...SCHEDULE, 'GENERAL_CAN_USE_TEAM_CHAT'])
  for (const call of [bookingTalk, shiftRequestTalk])
    answer(call, () => {
      throw refused(403, 'access denied')
    })
  await user.click(await line(/Holiday.*Declined/))
  await user.click(await screen.findByRole('button', { name: 'Conversation: Holiday' }))
  await screen.findByText('The conversation could not be opened.')
  expect(sent(bookingTalk)).toEqual([{ id: 12 }])
  cleanup()
  const asked = open([], undefined, [...SCHEDULE, 'GENERAL_CAN_USE_TEAM_CHAT'], (to) => {
    to(myShiftRequests, () => ({
      asked: [shiftRequest()],
      toMe: [
        shiftRequest({ id: 6, mayAnswer: true }),
        shiftRequest({ id: 7, type: 'DROP', mayAnswer: true }),
      ],
    }))
    to(shiftRequestTalk, () => {
      throw refused(403, 'access denied')
    })
  })
  const talks = () => screen.findAllByRole('button', { name: /^Conversation:/ })
  // Who was asked to cover a dropped shift isn’t in what its owner and the planners say.
  expect(await talks()).toHaveLength(2)
  for (const place of [0, 1]) {
    await asked.user.click((await talks())[place] as HTMLElement)
    await screen.findByText('The conversation could not be opened.')
    await asked.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  expect(asked.sent(shiftRequestTalk)).toEqual([{ id: 6 }, { id: 5 }])
})

test('other times and a split go by London’s clock', async () => {
  const { answer, line, sent, user } = open([SHIFT])
  answer(newShiftRequest, () => shiftRequest())
  for (const [type, label, value] of [
    ['CHANGE', 'Ends', '2026-11-23T18:30'],
    ['SPLIT', 'The second part begins', '2026-11-23T12:15'],
  ] as const) {
    await user.click(await line(/Shift: Rail/))
    await user.click(await screen.findByRole('button', { name: 'Change this shift…' }))
    const form = within(await screen.findByRole('dialog', { name: 'Change this shift' }))
    await user.selectOptions(form.getByLabelText('What'), type)
    fireEvent.change(form.getByLabelText(label), { target: { value } })
    await user.type(form.getByLabelText('Reason'), 'School run')
    await user.click(form.getByRole('button', { name: 'Send request' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  expect(sent(newShiftRequest)).toMatchObject([
    { newStart: '2026-11-23T09:00:00.000Z', newEnd: '2026-11-23T18:30:00.000Z' },
    { splitAt: '2026-11-23T12:15:00.000Z' },
  ])
})

test('what waits for one’s word stands above the calendar, and what one asked is withdrawn there', async () => {
  const toMe = [
    shiftRequest({ mayAnswer: true, mayWithdraw: false }),
    shiftRequest({ id: 6, type: 'DROP', to: null, state: 'PENDING', mayAnswer: true, mayWithdraw: false }),
  ]
  const asked = [
    shiftRequest({ id: 7, state: 'ACCEPTED' }),
    shiftRequest({ id: 8, type: 'DROP', to: null, state: 'DECLINED', mayWithdraw: false }),
  ]
  const { answer, sent, user } = open([], undefined, undefined, (prepare) =>
    prepare(myShiftRequests, () => ({ asked, toMe })),
  )
  answer(answerShiftRequest, () => shiftRequest({ state: 'ACCEPTED' }))
  const asks = within(await screen.findByRole('region', { name: 'Requests about shifts' }))
  expect(asks.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Ben would give you the shift Mon 23 Nov, 09:00 – 17:00.School runAcceptRefuse',
    'Can you take the shift Mon 23 Nov, 09:00 – 17:00?School runAcceptRefuse',
    'You would give Mon 23 Nov, 09:00 – 17:00 to Cat.Accepted by the colleagueWithdraw',
  ])
  const press = async (name: string, place: number) => {
    const button = asks.getAllByRole('button', { name })[place]
    if (button) await user.click(button)
  }
  await press('Accept', 0)
  await press('Refuse', 1)
  await press('Withdraw', 0)
  await waitFor(() =>
    expect(sent(answerShiftRequest)).toEqual([
      { id: 5, state: 'ACCEPTED' },
      { id: 6, state: 'REFUSED' },
      { id: 7, state: 'CANCELLED' },
    ]),
  )
})

test('4 §4.5.9 times that are proposed instead of what one asked for wait for one’s yes or no, until something else is planned', async () => {
  const times = { start: '2026-11-23T12:00:00.000Z', end: '2026-11-23T20:00:00.000Z' }
  const declined = {
    ...{ type: 'CHANGE' as const, state: 'DECLINED' as const, to: null, mayWithdraw: false },
    ...{ decidedBy: 'Pam', decisionNote: '23 Nov, 12:00–20:00 is proposed instead. Too few then' },
  }
  const asked = [
    shiftRequest({ ...declined, id: 7, shiftID: 31, proposed: { ...times, answer: null, shiftVersion: 4 } }),
    shiftRequest({ ...declined, id: 8, shiftID: 32, proposed: { ...times, answer: null, shiftVersion: 9 } }),
    shiftRequest({ ...declined, id: 9, proposed: { ...times, answer: 'AGREED', shiftVersion: null } }),
    shiftRequest({ ...declined, id: 10 }),
  ]
  const { answer, sent, user } = open([], undefined, undefined, (prepare) =>
    prepare(myShiftRequests, () => ({ asked, toMe: [] })),
  )
  answer(answerShift, () => ({ done: true as const }))
  const asks = within(await screen.findByRole('region', { name: 'Requests about shifts' }))
  const line =
    'Pam proposes Mon 23 Nov, 12:00 – 20:00 for your shift Mon 23 Nov, 09:00 – 17:00.23 Nov, 12:00–20:00 is proposed instead. Too few thenAgreeKeep my shift as it was'
  expect(asks.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([line, line])
  const [agree] = asks.getAllByRole('button', { name: 'Agree' })
  const keep = asks.getAllByRole('button', { name: 'Keep my shift as it was' })[1]
  if (agree) await user.click(agree)
  if (keep) await user.click(keep)
  await waitFor(() =>
    expect(sent(answerShift)).toEqual([
      { id: 31, version: 4, isAgreed: true },
      { id: 32, version: 9, isAgreed: false },
    ]),
  )
})

test('D101 the form says what a holiday takes before it is asked for, each time its days change', async () => {
  const { answer, user, sent } = open([])
  await user.click(await screen.findByRole('button', { name: 'More of the calendar' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Request' }))
  const form = within(await screen.findByRole('dialog', { name: 'Request' }))
  await form.findByText('Takes 15 hours of your holiday.')
  expect(form.getByText('Free before 65 hours, after it 50 hours.')).toBeDefined()
  expect(form.getByText('Also off: 2 of your team')).toBeDefined()
  expect(form.getByText('These 2 shifts change:')).toBeDefined()
  expect(form.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Mon 7 Dec, 09:00 – 17:00 goes',
    'Sun 6 Dec, 20:00 – Mon 7 Dec, 04:00 becomes Sun 6 Dec, 20:00 – Mon 7 Dec, 00:00',
  ])
  answer(previewHoliday, () => ({ ...PREVIEW, hours: 1, balance: { before: 0.5, after: -0.5 }, shifts: [] }))
  await user.selectOptions(form.getByLabelText('Part of the day'), 'MORNING')
  await form.findByText('Takes 1 hour of your holiday.')
  expect(form.getByText('Free before 0.5 hours, after it -0.5 hours.').dataset.over).toBe('true')
  expect(sent(previewHoliday).at(-1)).toMatchObject({ startLocal: '2026-11-21T00:00', dayPart: 'MORNING' })
  answer(previewHoliday, () => {
    throw refused(400, 'There is no working day in this time.')
  })
  await user.selectOptions(form.getByLabelText('Part of the day'), 'AFTERNOON')
  await form.findByText('There is no working day in this time.')
})

test('D100 days are shaded by their kind, and the week says its planned and contracted hours', async () => {
  const KINDS = { 21: 'NO_SHIFT', 18: 'OFFICE_CLOSED', 17: 'HOLIDAY', 19: 'WORKING' } as const
  const days = Object.entries(KINDS).map(([day, kind]) => ({ date: `2026-11-${day}`, kind }))
  const weeks = [
    { from: '2026-11-16', plannedHours: 30.256, contractedHours: 37.5 },
    { from: '2026-11-23', plannedHours: 0, contractedHours: null },
  ]
  const { user } = open([], undefined, undefined, (answer) => {
    answer(loadEvents, () => ({ events: [], days, weeks }))
  })
  const view = await screen.findByRole('combobox', { name: 'View' })
  await user.selectOptions(view, 'week')
  await screen.findByText('Planned this week: 30.26 of 37.5 hours')
  expect(await screen.findByRole('button', { name: 'Tue 17 November 2026, holiday' })).toBeDefined()
  for (const name of [
    'Wed 18 November 2026, closed',
    'Sat 21 November 2026, no shift',
    'Thu 19 November 2026',
  ])
    expect(screen.getByRole('button', { name })).toBeDefined()
  const kinds = [...document.querySelectorAll<HTMLElement>('[data-columns] [data-kind]')].map(
    ({ dataset }) => `${dataset.kind} ${dataset.closed}`,
  )
  expect(kinds.slice(1, 6)).toEqual([
    ...['HOLIDAY true', 'OFFICE_CLOSED true', 'WORKING undefined', 'WORKING undefined', 'NO_SHIFT true'],
  ])
  // Why one is shaded stands at its head; of a day without a shift that says nothing.
  expect([...document.querySelectorAll('em[data-kind]')].map(({ textContent }) => textContent)).toEqual([
    ...['holiday', 'closed'],
  ])
  await user.click(screen.getByRole('button', { name: 'Later days' }))
  await screen.findByText('Planned this week: 0 hours')
  await user.selectOptions(view, 'month')
  expect(screen.queryByText(/Planned this week/)).toBeNull()
})

test('what is free of the year’s holiday stands at the head and opens what it is made of', async () => {
  const { user } = open([], undefined, undefined, (answer) => {
    answer(ownHoliday, () => ({
      ...HOLIDAY,
      holidays: [
        {
          id: 4,
          ...{ start: '2026-12-07T00:00:00.000Z', end: '2026-12-09T00:00:00.000Z' },
          ...{ hours: 7.5, dayPart: 'MORNING' as const, state: 'PENDING' as const },
        },
      ],
    }))
  })
  await user.click(await screen.findByRole('button', { name: 'Holiday: 65 hours free' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Your holiday' }))
  const sums = [...document.querySelectorAll('[role="dialog"] dl > div')].map(
    ({ textContent }) => textContent,
  )
  expect(sums).toEqual([
    ...['Entitlement210 hours', 'Carried over7.5 hours', 'Adjustments0 hours', 'Taken-100 hours'],
    ...['Booked-37.5 hours', 'Remaining80 hours', 'Waiting for a decision-15 hours', 'Free65 hours'],
  ])
  expect(dialog.getByRole('listitem').textContent).toBe('Mon 7 Dec – Tue 8 Dec, morningsPending7.5 hours')
})

test('a holiday beyond what is left is approved with a reason, once the decider has read what it does', async () => {
  const at = open(
    [],
    <PendingRequestsDialog opened onClose={() => {}} />,
    ['IRESOURCE_CAN_SEE_BOOKINGS'],
    (answer) =>
      answer(pendingBookings, () => [
        request({
          ...{ balance: { before: 10, after: -5 }, coverage: { before: 0.921, after: 0.874 } },
          ...{ teamOff: { off: 3, of: 12 }, shifts: PREVIEW.shifts },
        }),
      ]),
  )
  at.answer(decideBooking, () => request({ state: 'APPROVED' }))
  expect((await screen.findByText('Free before 10 hours, after it -5 hours.')).dataset.over).toBe('true')
  expect(screen.getByText('Team off then: 3 of 12')).toBeDefined()
  expect(screen.getByText('Coverage then: 92 % before, 87 % after')).toBeDefined()
  expect(screen.getByText('Asked Fri 20 Nov, 09:00, 27 hours ago')).toBeDefined()
  expect(screen.getByText('Mon 7 Dec, 09:00 – 17:00 goes')).toBeDefined()
  await at.user.type(screen.getByLabelText('Why it is given all the same'), 'Unpaid')
  await at.user.click(screen.getByRole('button', { name: 'Approve: Holiday of Priya' }))
  await screen.findByText('Priya: Approved.')
  expect(at.sent(decideBooking)).toMatchObject([{ id: 4, state: 'APPROVED', override: 'Unpaid' }])
})

test('D152 requests of one age are shown alone, as Resource home counts them; the others are a click away', async () => {
  const { user } = open(
    [],
    <PendingRequestsDialog opened onClose={() => {}} params={{ age: 'days' }} />,
    ['IRESOURCE_CAN_SEE_BOOKINGS'],
    (answer) =>
      answer(pendingBookings, () => [
        request({ id: 1, userName: 'Older', askedAt: '2026-11-18T12:00:00.000Z' }),
        request({ id: 2, userName: 'Days', askedAt: '2026-11-18T12:00:00.001Z' }),
        request({ id: 3, userName: 'Also days', askedAt: '2026-11-20T12:00:00.000Z' }),
        request({ id: 4, userName: 'Today', askedAt: '2026-11-20T12:00:00.001Z' }),
      ]),
  )
  const names = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent.split(' · ')[0])
  await screen.findByText('Days · Holiday')
  expect(names()).toEqual(['Days', 'Also days'])
  expect(screen.getByText('Only those asked 1 to 3 days ago.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Show all that wait' }))
  expect(names()).toEqual(['Older', 'Days', 'Also days', 'Today'])
})

test('pending requests are decided, and come and go by themselves', async () => {
  let pending = [request(), request({ id: 5, userName: 'Me', mayDecide: false, hours: 1 })]
  const at = open(
    [],
    <PendingRequestsDialog opened onClose={() => {}} />,
    ['IRESOURCE_CAN_SEE_BOOKINGS'],
    (answer) => answer(pendingBookings, () => pending),
  )
  at.answer(decideBooking, ({ state }) => {
    if (state === 'DECLINED') throw refused(400, 'Say why.')
    pending = pending.slice(1)
    return request({ state: 'APPROVED' })
  })
  expect(await screen.findByText('Mon 7 Dec – Tue 8 Dec · 15 hours')).toBeDefined()
  expect(screen.getByText('Somebody else has to decide on this.')).toBeDefined()
  await at.user.click(screen.getByRole('button', { name: 'Decline: Holiday of Priya' }))
  await screen.findByText('Say why.')
  await at.user.click(screen.getByRole('button', { name: 'Approve: Holiday of Priya' }))
  await screen.findByText('Priya: Approved.')
  expect(at.sent(decideBooking).at(-1)).toEqual({ id: 4, state: 'APPROVED', from: 'PENDING', note: '' })
  pending = []
  at.hub.fire('updatePendingRequestsCount', 0)
  expect(await screen.findByText('No requests wait.')).toBeDefined()
})

test('a holiday is approved in part, with whose holidays it overlaps shown and sent along', async () => {
  const overlaps = [
    { id: 9, userName: 'Cat', start: '2026-12-08T00:00:00.000Z', end: '2026-12-10T00:00:00.000Z' },
  ]
  const yearHours = { approved: 30, pending: 15 }
  const at = open(
    [],
    <PendingRequestsDialog opened onClose={() => {}} />,
    ['IRESOURCE_CAN_SEE_BOOKINGS'],
    (answer) => answer(pendingBookings, () => [request({ overlaps, yearHours })]),
  )
  at.answer(decideBooking, () => request({ state: 'APPROVED' }))
  await screen.findByText('Also off in this area: Cat (Tue 8 Dec – Wed 9 Dec)')
  expect(screen.getByText('Holiday this year: 30 hours approved, 15 waiting')).toBeDefined()
  await at.user.click(screen.getByRole('button', { name: 'Approve only some days' }))
  const approve = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Approve: Holiday of Priya' })
  await at.user.click(screen.getByRole('checkbox', { name: 'Tue 8 Dec' }))
  expect(approve().textContent).toBe('Approve 1 of 2 days')
  await at.user.click(screen.getByRole('checkbox', { name: 'Mon 7 Dec' }))
  expect(approve().disabled).toBe(true)
  await at.user.click(screen.getByRole('checkbox', { name: 'Mon 7 Dec' }))
  await at.user.type(screen.getByLabelText('Note for Priya'), 'Stocktaking')
  await at.user.click(approve())
  await screen.findByText('Priya: Approved.')
  expect(at.sent(decideBooking)).toEqual([
    { id: 4, state: 'APPROVED', from: 'PENDING', note: 'Stocktaking', days: ['2026-12-07'], seen: [9] },
  ])
})

test('4 §4.5.7 approved requests are of the next 4 weeks, or of a time that is chosen, and can be had as a file', async () => {
  URL.createObjectURL ??= () => ''
  const kept = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  const at = open(
    [],
    <ApprovedRequestsDialog opened onClose={() => {}} />,
    ['IRESOURCE_CAN_SEE_BOOKINGS'],
    (answer) =>
      answer(approvedBookings, (asked: { start: string }) =>
        asked.start.startsWith('2026-11-21') ? [] : [request({ state: 'DECLINED', decisionNote: 'Too few' })],
      ),
  )
  at.answer(
    approvedBookingsFile,
    () => ({ blob: new Blob(['x']), fileName: 'Approved requests.csv' }) as never,
  )
  await screen.findByText('Nothing was approved in this time.')
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-12-31' } })
  expect(await screen.findByText('The last day is before the first.')).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'CSV' }).disabled).toBe(true)
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-07-01' } })
  await screen.findByText('Priya · Holiday')
  const chosen = { start: '2026-06-30T23:00:00.000Z', end: '2026-12-19T00:00:00.000Z' }
  expect(at.sent(approvedBookings)).toEqual([{ ...chosen, start: '2026-11-21T00:00:00.000Z' }, chosen])
  await at.user.click(screen.getByRole('button', { name: 'CSV' }))
  await waitFor(() => expect(kept).toHaveBeenCalledTimes(1))
  expect(at.sent(approvedBookingsFile)).toEqual([{ ...chosen, type: 'CSV' }])
  kept.mockRestore()
})

test('approved requests say who decided, and an approval is taken back with a note', async () => {
  const decided = { decidedBy: 'Ben', decidedAt: '2026-11-20T10:00:00.000Z', decisionNote: 'Enjoy' }
  const at = open(
    [],
    <ApprovedRequestsDialog opened onClose={() => {}} />,
    ['IRESOURCE_CAN_SEE_BOOKINGS'],
    (answer) => answer(approvedBookings, () => [request({ state: 'APPROVED', ...decided })]),
  )
  at.answer(decideBooking, () => request({ state: 'CANCELLED' }))
  await screen.findByText('Approved by Ben, Fri 20 Nov, 10:00 · Enjoy')
  await at.user.type(screen.getByLabelText('Note for Priya'), 'Too few')
  await at.user.click(screen.getByRole('button', { name: 'Withdraw approval: Holiday of Priya' }))
  await waitFor(() =>
    expect(at.sent(decideBooking)).toEqual([
      { id: 4, state: 'CANCELLED', from: 'APPROVED', note: 'Too few' },
    ]),
  )
})

/** Opens a dialog of the menu beside the views. */
async function fromMenu(at: ReturnType<typeof open>, item: string, title: string) {
  await at.user.click(await screen.findByRole('button', { name: 'More of the calendar' }))
  await at.user.click(await screen.findByRole('menuitem', { name: item }))
  return within(await screen.findByRole('dialog', { name: title }))
}

test('a file is taken in once it was shown what it makes, and taken back by Undo', async () => {
  const at = open([])
  const one = { uid: 'u1', startLocal: '2026-12-01T09:00', endLocal: '2026-12-01T10:00', isAllDay: false }
  at.answer(previewImport, ({ file }) =>
    file === 'nothing'
      ? { fresh: [], known: 2, unread: [] }
      : {
          fresh: [
            { ...one, subject: 'Dentist', rule: null },
            { ...one, uid: 'u2', subject: 'Choir', rule: 'FREQ=WEEKLY' },
          ],
          known: 1,
          unread: [
            { what: 'Old', why: 'BAD_ZONE' },
            { what: '', why: 'NO_TIME' },
          ],
        },
  )
  at.answer(importEvents, () => ({ importID: 4, made: 2, known: 1, unread: 2 }))
  at.answer(undoImport, () => ({ done: true }))
  const dialog = await fromMenu(at, 'Import a file', 'Import a file')
  const choose = async (content: string) => {
    const input = document.querySelector<HTMLInputElement>('input[type=file][accept*=calendar]')
    if (!input) throw new Error('no field for files')
    await at.user.upload(input, new File([content], 'mine.ics', { type: 'text/calendar' }))
  }
  await choose('x'.repeat(900_001))
  expect(await dialog.findByText('A file may have 900 KB at most.')).toBeDefined()
  expect(at.sent(previewImport)).toEqual([])
  await choose('nothing')
  expect(await dialog.findByText('0 new events, 2 that you have already')).toBeDefined()
  expect(dialog.getByRole('button', { name: 'Take in 0 events' }).hasAttribute('disabled')).toBe(true)
  await choose('x'.repeat(900_000))
  expect(
    await dialog.findByText('2 new events, 1 that you have already, 2 that can’t be taken in'),
  ).toBeDefined()
  const fresh = within(dialog.getByRole('list', { name: 'New events' })).getAllByRole('listitem')
  expect(fresh.map(({ textContent }) => textContent?.slice(0, 7))).toEqual(['Dentist', 'ChoirTu'])
  const unread = within(dialog.getByRole('list', { name: 'What can’t be taken in' })).getAllByRole('listitem')
  expect(unread.map(({ textContent }) => textContent?.trim())).toEqual([
    'Oldhas a time zone that nobody knows',
    'Without a namehas no time',
  ])
  await at.user.click(dialog.getByRole('button', { name: 'Take in 2 events' }))
  await screen.findByText('2 events were taken in.')
  expect(screen.queryByRole('dialog', { name: 'Import a file' })).toBeNull()
  await at.user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(at.sent(undoImport)).toEqual([{ importID: 4 }]))
})

test('a calendar has one secret address, shown when it is made, and none once it is closed', async () => {
  const at = open([])
  let since: string | null = null
  let made = 0
  at.answer(feedState, () => ({ since }))
  at.answer(resetFeed, () => {
    made += 1
    since = '2026-11-21T12:00:00.000Z'
    return { path: `/api/calendar/feed.ics?key=${made}` }
  })
  at.answer(closeFeed, () => {
    since = null
    return { done: true }
  })
  const dialog = await fromMenu(at, 'Calendar address', 'Calendar address')
  expect(await dialog.findByText('Your calendar has no address now.')).toBeDefined()
  expect(dialog.queryByRole('button', { name: 'Close the address' })).toBeNull()
  await at.user.click(dialog.getByRole('button', { name: 'Make an address' }))
  const address = async () =>
    (await dialog.findByRole<HTMLInputElement>('textbox', { name: 'Address' })).value
  expect(await address()).toMatch(/^http.*\/api\/calendar\/feed\.ics\?key=1$/)
  await at.user.click(await dialog.findByRole('button', { name: 'New address' }))
  await waitFor(async () => expect(await address()).toMatch(/key=2$/))
  await at.user.click(dialog.getByRole('button', { name: 'Close the address' }))
  expect(await dialog.findByText('Your calendar has no address now.')).toBeDefined()
  expect(dialog.queryByRole('textbox', { name: 'Address' })).toBeNull()
  at.answer(resetFeed, () => {
    throw refused(503, 'The server has no room left to store anything. Please contact support.')
  })
  await at.user.click(dialog.getByRole('button', { name: 'Make an address' }))
  expect(await dialog.findByText(/no room left/)).toBeDefined()
})

const openSlot = (more: Partial<OpenSlot> = {}): OpenSlot => ({
  ...{ source: 'WINDOW', slotID: 3, offerID: 1, name: 'Evenings', text: '', project: 'Rail', area: 'North' },
  ...{
    start: '2026-11-23T18:00:00.000Z',
    end: '2026-11-23T21:00:00.000Z',
    closesAt: '2026-11-22T18:00:00.000Z',
  },
  ...{ location: 'OFFICE', hours: 3, breakMinutes: 0, free: 1, isAtOnce: true, bonusPerHour: null },
  ...{ rateMultiplier: null, hoursLeft: 6, checks: [] },
  ...more,
})

test('D103 ‘Pick up’ says what each slot is, asks why where something warns, and waitlists where a campaign is full', async () => {
  const warned = openSlot({
    ...{ slotID: 4, isAtOnce: false, start: '2026-11-24T18:00:00.000Z', end: '2026-11-24T21:00:00.000Z' },
    checks: [{ rule: 'CONTRACT', blocks: false, text: '3 hours over contract.' }],
  })
  const full = openSlot({
    ...{ source: 'CAMPAIGN', slotID: 5, name: 'Wave 3', free: 0, isAtOnce: false, bonusPerHour: 2.5 },
    ...{ hoursLeft: null, location: 'HOME' },
  })
  const own = {
    ...{ id: 9, slotID: 5, title: 'Wave 3', start: full.start, end: full.end, shiftID: null },
    state: 'WAITLISTED' as const,
  }
  let applications: (typeof own)[] = []
  const { answer, hub, sent, set, user } = open([], undefined, undefined, (prepare) => {
    prepare(openSlots, () => ({ slots: [openSlot(), warned, full] }))
    prepare(myApplications, () => ({ applications }))
  })
  await user.click(await screen.findByRole('button', { name: 'More of the calendar' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Pick up' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Hours that you can pick up' }))
  await dialog.findByRole('button', { name: 'Take Mon 23 Nov, 18:00 – 21:00' })
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Mon 23 Nov, 18:00 – 21:00Evenings · Rail · North3 h · 1 place is free · you may book 6 h moreTake it',
    'Tue 24 Nov, 18:00 – 21:00Evenings · Rail · North3 h · 1 place is free · you may book 6 h more · a planner decides3 hours over contract.Ask for it',
    'Mon 23 Nov, 18:00 – 21:00Wave 3 · Rail · Home£2.50 an hour on top3 h · no place is free · a planner decidesJoin the waitlist',
  ])
  answer(bookSlot, () => {
    throw refused(409, 'This place has just been taken.')
  })
  await user.click(dialog.getByRole('button', { name: 'Take Mon 23 Nov, 18:00 – 21:00' }))
  await dialog.findByText('This place has just been taken.')
  answer(bookSlot, () => {
    set([event('Slot', { eventState: 'PENDING', meta: { ...META, kind: 'request', recordID: 8 } })])
    return { state: 'PENDING', shiftID: null, requestID: 8 }
  })
  await user.click(dialog.getByRole('button', { name: 'Ask for Tue 24 Nov, 18:00 – 21:00' }))
  await user.click(dialog.getByRole('button', { name: 'Ask for Tue 24 Nov, 18:00 – 21:00' }))
  await dialog.findByText('Say why, in 3 characters or more.')
  await user.type(dialog.getByLabelText('Why all the same'), 'Saving up')
  await user.click(dialog.getByRole('button', { name: 'Ask for Tue 24 Nov, 18:00 – 21:00' }))
  const waits = 'You asked for Tue 24 Nov, 18:00 – 21:00. It waits for a planner.'
  await dialog.findByText(waits)
  // Once it is decided that is what is said; an approved slot is its shift, and no request any more.
  const become = (...events: CalendarEvent[]) => {
    set(events)
    hub.fire('calendarChanged')
  }
  const wanted = event('Slot', { meta: { ...META, kind: 'request', recordID: 8, mayChange: false } })
  become({ ...wanted, eventState: 'DECLINED' })
  await dialog.findByText('Your request was declined.')
  expect(dialog.queryByText(waits)).toBeNull()
  become()
  await dialog.findByText('Your request was approved.')
  expect(sent(bookSlot)).toEqual([
    { slotID: 3, reason: '' },
    { slotID: 4, reason: 'Saving up' },
  ])
  answer(applyForCampaign, () => own)
  applications = [own]
  await user.click(dialog.getByRole('button', { name: 'Join the waitlist for Mon 23 Nov, 18:00 – 21:00' }))
  await dialog.findByText('You are on the waitlist for Mon 23 Nov, 18:00 – 21:00.')
  answer(withdrawApplication, () => ({ ...own, state: 'WITHDRAWN' }))
  await user.click(await dialog.findByRole('button', { name: 'Withdraw from Mon 23 Nov, 18:00 – 21:00' }))
  await dialog.findByText('You withdrew from Mon 23 Nov, 18:00 – 21:00.')
  expect(sent(withdrawApplication)).toEqual([{ id: 9 }])
})

test('4 §4.2.2 an address opens ‘Pick up’ with the slot that it names first, and once', async () => {
  const other = openSlot({ source: 'CAMPAIGN', slotID: 3, name: 'Wave 3' })
  const third = openSlot({ slotID: 4, name: 'Mornings' })
  const slots = (prepare: ReturnType<typeof fakeLive>['answer']) =>
    prepare(openSlots, () => ({ slots: [openSlot(), other, third] }))
  for (const [path, names] of [
    ['/tracker/my-calendar?pick-up=CAMPAIGN:3', ['Wave 3', 'Evenings', 'Mornings']],
    ['/tracker/my-calendar?pick-up=', ['Evenings', 'Wave 3', 'Mornings']],
  ] as const) {
    const { user } = open([], undefined, undefined, slots, path)
    const dialog = await screen.findByRole('dialog', { name: 'Hours that you can pick up' })
    const items = await within(dialog).findAllByRole('listitem')
    expect(items.map(({ textContent }) => /Wave 3|Evenings|Mornings/.exec(textContent ?? '')?.[0])).toEqual(
      names,
    )
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    cleanup()
  }
})

test('‘Pick up’ has the shifts that colleagues give up, with what warns; asking for one says why and waits for a planner', async () => {
  const shift = {
    ...{ shiftID: 12, start: '2026-11-23T18:00:00.000Z', end: '2026-11-23T21:00:00.000Z', hours: 3 },
    ...{ name: 'Ann', project: 'Rail', location: 'HOME' as const, isAsked: false },
    checks: [{ rule: 'CONTRACT' as const, blocks: false, text: '3 hours over contract.' }],
  }
  let shifts = [shift]
  const { answer, sent, user } = open([], undefined, undefined, (prepare) => {
    prepare(openSlots, () => ({ slots: [] }))
    prepare(myApplications, () => ({ applications: [] }))
    prepare(shiftPickUps, () => ({ shifts }))
  })
  await user.click(await screen.findByRole('button', { name: 'More of the calendar' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Pick up' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Hours that you can pick up' }))
  const ask = () => user.click(dialog.getByRole('button', { name: 'Ask for Mon 23 Nov, 18:00 – 21:00' }))
  expect((await dialog.findByRole('listitem')).textContent).toBe(
    'Mon 23 Nov, 18:00 – 21:00from Ann · Rail · Home3 h · a planner decides3 hours over contract.Ask for it',
  )
  expect(dialog.queryByText('There are no hours that you can take now.')).toBeNull()
  await ask()
  await ask()
  await dialog.findByText('Say why, in 3 characters or more.')
  await user.type(dialog.getByLabelText('Reason'), 'I have time')
  answer(newShiftRequest, () => {
    throw refused(404, 'There is no such shift.')
  })
  await ask()
  await dialog.findByText('There is no such shift.')
  expect(dialog.getByLabelText('Reason')).toHaveProperty('value', 'I have time')
  answer(newShiftRequest, () => ({}) as never)
  shifts = [{ ...shift, isAsked: true }]
  await ask()
  await dialog.findByText('You asked for Mon 23 Nov, 18:00 – 21:00. It waits for a planner.')
  await dialog.findByText('3 h · you asked for it; a planner decides')
  expect(sent(newShiftRequest).at(-1)).toEqual({ type: 'PICK_UP', shiftID: 12, reason: 'I have time' })
})
