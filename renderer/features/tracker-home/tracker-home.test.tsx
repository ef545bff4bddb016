import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { type MasterActivity, updateActivity } from '#shared/contract/activity.ts'
import { attendanceSessions, newCorrection } from '#shared/contract/attendance.ts'
import { openBrief } from '#shared/contract/briefs.ts'
import {
  cancelWaitingSwitch,
  endShift,
  type MyDay,
  myDay,
  sawOverride,
  startShift,
  undoSwitch,
  whoLooked,
} from '#shared/contract/my-day.ts'
import { NO_OUTCOMES } from '#shared/domain/interviews.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { ApiError } from '../../services/http/api-client.ts'
import type { Passport } from '../../services/machine/passport.ts'
import { type ShellTools, ShellToolsProvider } from '../../services/shell-tools.tsx'
import { fakeLive } from '../../testing/fake-live.tsx'
import { refused } from '../../testing/fake-services.ts'
import { manualTimers } from '../../testing/manual-timers.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { systemTimers } from '../../ui/timers.ts'
import { TrackerHomeScreen } from './TrackerHomeScreen.tsx'

const NOW = Date.UTC(2026, 4, 4, 12)
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()

const tally: MyDay['own'] = {
  outcomes: { ...NO_OUTCOMES, COMPLETE: 4, REFUSAL: 8 },
  ...{ interviewingSeconds: 7200, availableSeconds: 7200, talkSeconds: 3600, completeSeconds: 1800 },
  ...{ appointmentsDue: 0, appointmentsKept: 0, expectedCompletes: 3 },
}
const CHOICES: MyDay['choices'] = [
  { activity: 'AVAILABLE', needsProject: true, categories: ['Outbound', 'Inbound'] },
  { activity: 'BREAK', needsProject: false, categories: ['Tea', 'Lunch'] },
  { activity: 'PERSONAL', needsProject: false, categories: [] },
  { activity: 'PROJECT BRIEF', needsProject: true, categories: [] },
  { activity: 'TRAINING', needsProject: false, categories: [] },
  { activity: 'FEEDBACK SESSION', needsProject: false, categories: [] },
  { activity: 'MEETING', needsProject: false, categories: [] },
  { activity: 'HELP LINE', needsProject: false, categories: [] },
  { activity: 'RECEPTION', needsProject: false, categories: [] },
  { activity: 'SYSTEM ISSUES', needsProject: false, categories: [] },
  { activity: 'INACTIVE', needsProject: false, categories: [] },
]
const AS_MADE = { isTimeCorrected: false, isCorrected: false }
const day = (more: Partial<MyDay> = {}): MyDay => ({
  date: '2026-05-04',
  shift: { start: at(-180), end: at(200), location: 'HOME', project: 'Rail', breakMinutes: 30 },
  next: null,
  adherence: { state: 'IN', kind: null, excuse: null, since: null },
  ...{ exceptions: [], breaks: { allowance: 1800, taken: 0 }, breakBefore: null, start: null },
  sessions: [
    {
      id: 1,
      activity: 'AVAILABLE',
      project: 'Rail',
      category: 'Outbound',
      start: at(-60),
      end: at(-12),
      seconds: 2880,
      by: null,
      ...AS_MADE,
    },
    {
      id: 2,
      activity: 'MEETING',
      project: null,
      category: 'Team',
      start: at(-12),
      end: null,
      seconds: 720,
      by: null,
      ...AS_MADE,
    },
  ],
  choices: CHOICES,
  projects: [
    { id: 8, name: 'Bus', kind: 'CATI' },
    { id: 7, name: 'Rail', kind: 'CATI' },
    { id: 9, name: 'Answers', kind: 'CODING' },
  ],
  ...{
    override: null,
    waiting: null,
    dialler: null,
    undo: null,
    lock: null,
    own: tally,
    lastHour: 1.5,
    project: tally,
    target: 9,
    targets: [],
    asOf: at(0),
  },
  ...{ planned: [], tickets: [], appointments: [], joins: [], brief: null, tasksDue: 0, grade: null },
  ...more,
})
const master = (more: Partial<MasterActivity> = {}): MasterActivity => ({
  ...{
    currentActivity: 'MEETING',
    project: null,
    category: 'Team',
    scheduledProject: null,
    startedShift: true,
  },
  ...{ onActivityActions: [], idleFlagSeconds: 300, isOverride: false, remainingShifts: 2 },
  ...{ requireLocationServices: false, enforceProjectGeofence: false, locationRefreshRate: 300 },
  ...{ wellBeingPromptRate: 7200, wellBeingTimeoutSeconds: 60 },
  ...more,
})

async function show(
  answer: () => MyDay = () => day(),
  present = master(),
  timers = systemTimers,
  more: readonly PermissionName[] = [],
  passport: Passport = { check: async () => [] },
) {
  const home = fakeLive({ now: () => NOW, timers })
  home.services.session.signIn(testToken(['ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD', ...more]))
  const sent: unknown[] = []
  home.answer(myDay, answer)
  home.answer(updateActivity, (request) => {
    const { switchID: _, ...wanted } = request as { switchID: string }
    sent.push(wanted)
    return master({ currentActivity: (request as { activity: 'BREAK' }).activity })
  })
  await home.live.activity.change(present)
  renderSignedIn(
    home.services,
    <ShellToolsProvider value={{ passport } as ShellTools}>
      {home.around(<TrackerHomeScreen />)}
    </ShellToolsProvider>,
  )
  await screen.findByRole('region', { name: 'Now' })
  return { ...home, sent, user: userEvent.setup() }
}
const now = () => screen.getByRole('region', { name: 'Now' })
const choice = (name: RegExp) =>
  within(screen.getByRole('region', { name: 'Switch to' })).getByRole('button', { name })

test('D072 what one does, since when and for how long, the shift and what is left of it', async () => {
  await show()
  expect(within(now()).getByText('Meeting')).toBeDefined()
  // Its icon has the colours of the company's style settings.
  await waitFor(() => expect(now().querySelector('svg')).not.toBeNull())
  expect(now().style.getPropertyValue('--activity')).toMatch(/^var\(--fw-activity-meeting,/)
  expect(now().style.getPropertyValue('--activity-bg')).toMatch(/^var\(--fw-activity-meeting-bg,/)
  expect(within(now()).getByText('Team · since 12:48')).toBeDefined()
  expect(within(now()).getByText('12:00')).toBeDefined()
  expect(within(now()).getByText('Shift 10:00–16:20 · 3 h 20 min left · Home')).toBeDefined()
})

test.each<[Parameters<typeof day>[0], string]>([
  [
    { next: { start: at(1440), end: at(1680), location: 'OFFICE', project: null, breakMinutes: 15 } },
    'You have no shift today. Your next one: Tuesday 5 May, 13:00–17:00.',
  ],
  [{}, 'You have no shift today. No shift is planned.'],
  [
    {
      planned: [{ kind: 'WORK', start: at(-240), end: at(-60), isFixed: false, project: 'Rail' }],
      next: { start: at(1440), end: at(1680), location: 'OFFICE', project: null, breakMinutes: 15 },
    },
    'Your shift is over. Your next one: Tuesday 5 May, 13:00–17:00.',
  ],
  [
    { planned: [{ kind: 'WORK', start: at(-240), end: at(-60), isFixed: false, project: 'Rail' }] },
    'Your shift is over. No shift is planned.',
  ],
])('D072 without a shift today, or with one that is over %#', async (more, words) => {
  await show(() => day({ shift: null, ...more }))
  expect(within(now()).getByText(words)).toBeDefined()
})

test('D074 a click or a key is enough where nothing more is needed', async () => {
  const { user, sent } = await show()
  await user.click(choice(/^Break/))
  expect(sent).toEqual([{ activity: 'BREAK' }])
  const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0']
  const asked = CHOICES.slice(0, 10).map(({ activity }) => activity)
  sent.length = 0
  for (const key of keys) await user.keyboard(`{Alt>}[Digit${key}]{/Alt}`)
  // Those that need a project or a ticket ask first; what goes on already stays.
  const direct = asked.filter(
    (one) => !['AVAILABLE', 'PROJECT BRIEF', 'SYSTEM ISSUES', 'MEETING'].includes(one),
  )
  expect(sent).toEqual(direct.map((activity) => ({ activity })))
})

test('D074 who is planned goes to AVAILABLE at once; else one small form asks, with the last used chosen', async () => {
  const planned = await show(() => day(), master({ scheduledProject: 'Rail' }))
  await planned.user.click(choice(/^Available/))
  expect(planned.sent).toEqual([{ activity: 'AVAILABLE' }])
})

test('D073 the form takes the project that was used last, Enter confirms and Escape leaves it', async () => {
  const { user, sent } = await show()
  await user.click(choice(/^Available/))
  const form = screen.getByRole('form', { name: 'Switch to Available' })
  expect(within(form).getByRole('combobox', { name: 'Project' })).toHaveProperty('value', 'Rail')
  expect(document.activeElement).toBe(within(form).getByRole('combobox', { name: 'Project' }))
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('form')).toBeNull()
  await user.click(choice(/^Available/))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Project' }), 'Bus')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Inbound')
  await user.click(screen.getByRole('button', { name: 'Switch' }))
  expect(sent).toEqual([{ activity: 'AVAILABLE', project: 'Bus', category: 'Inbound' }])
})

test('coding is offered on projects of its kind alone, at the switch as at the start', async () => {
  const choices: MyDay['choices'] = [{ activity: 'CODING', needsProject: true, categories: [] }, ...CHOICES]
  const { user, sent } = await show(() => day({ choices }))
  await user.click(choice(/^Coding/))
  const options = () => within(screen.getByRole('combobox', { name: 'Project' })).getAllByRole('option')
  expect(options().map(({ textContent }) => textContent)).toEqual(['Answers'])
  await user.click(screen.getByRole('button', { name: 'Switch' }))
  expect(sent).toEqual([{ activity: 'CODING', project: 'Answers' }])
  cleanup()
  const home = await show(() => day({ choices, start: 'SHIFT', sessions: [] }))
  const begun: unknown[] = []
  home.answer(startShift, (request) => {
    begun.push(request)
    return master()
  })
  await home.user.selectOptions(screen.getByLabelText('Begin with'), 'CODING')
  expect(options().map(({ textContent }) => textContent)).toEqual(['Answers'])
  await home.user.click(screen.getByRole('button', { name: 'Start shift' }))
  expect(begun).toEqual([{ location: 'HOME', activity: 'CODING', project: 'Answers' }])
})

test('a category is chosen of those that need nothing more, too, with the last used chosen', async () => {
  const lunch = { ...day().sessions[0], id: 3, activity: 'BREAK', project: null, category: 'Lunch' } as const
  const { user, sent } = await show(() => day({ sessions: [lunch as never, ...day().sessions.slice(1)] }))
  expect(screen.queryByRole('button', { name: 'With a category: Personal' })).toBeNull()
  // A project is asked for there anyway, and the category with it.
  expect(screen.queryByRole('button', { name: 'With a category: Available' })).toBeNull()
  const ask = () => user.click(screen.getByRole('button', { name: 'With a category: Break' }))
  await ask()
  const category = () => screen.getByRole('combobox', { name: 'Category' })
  expect(category()).toHaveProperty('value', 'Lunch')
  expect(screen.queryByRole('combobox', { name: 'Project' })).toBeNull()
  await user.selectOptions(category(), 'Tea')
  await user.click(screen.getByRole('button', { name: 'Switch' }))
  expect(sent).toEqual([{ activity: 'BREAK', category: 'Tea' }])
  cleanup()
  const planned = await show(() => day(), master({ scheduledProject: 'Bus' }))
  await planned.user.click(screen.getByRole('button', { name: 'With a category: Available' }))
  await planned.user.selectOptions(category(), 'Inbound')
  await planned.user.click(within(screen.getByRole('form')).getByRole('button', { name: 'Switch' }))
  expect(planned.sent).toEqual([{ activity: 'AVAILABLE', project: 'Rail', category: 'Inbound' }])
})

test('to stop working is asked first', async () => {
  const { user, answer } = await show()
  const ended: unknown[] = []
  answer(endShift, () => {
    ended.push('ended')
    return { workedSeconds: 0, breakSeconds: 0, paidHours: 0, adherence: null, completes: 0 }
  })
  await user.click(choice(/^End shift/))
  expect(ended).toEqual([])
  await user.click(within(screen.getByRole('form')).getByRole('button', { name: 'End shift' }))
  expect(ended).toEqual(['ended'])
})

test('D077 SYSTEM ISSUES asks which ticket stops the person; without one it leads to raising it', async () => {
  let tickets: MyDay['tickets'] = []
  const timers = manualTimers()
  const { user, services, sent } = await show(() => day({ tickets }), master(), timers)
  await user.click(choice(/^System issues/))
  expect(screen.getByText(/^You have no open ticket/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Raise a ticket' }))
  expect(services.dialogs.store.getState()).toMatchObject([{ name: 'raise-ticket', opened: true }])
  expect(sent).toEqual([])
  // Once it is raised it can be chosen.
  const ticket = { message: 'No tone', at: at(-1) }
  tickets = [
    { id: 12, ticketType: 'Dialler', ...ticket },
    { id: 11, ticketType: 'Headset', ...ticket },
  ]
  await act(async () => timers.pass(3000))
  const select = await screen.findByLabelText('Which ticket stops you?')
  await user.selectOptions(select, 'Ticket 11, Headset')
  await user.click(within(screen.getByRole('form')).getByRole('button', { name: 'Switch' }))
  expect(sent).toEqual([{ activity: 'SYSTEM ISSUES', ticketID: 11 }])
})

test('D079 without a connection a switch is kept with its time, shown, and sent in order once there is one', async () => {
  const home = await show()
  let isReached = false
  const sent: unknown[] = []
  home.answer(updateActivity, (request) => {
    if (!isReached) throw new ApiError('unreachable', 'No connection')
    sent.push(request)
    return master({ currentActivity: (request as { activity: 'BREAK' }).activity })
  })
  await home.user.click(choice(/^Break/))
  expect(await within(now()).findByText('Break')).toBeDefined()
  expect(screen.getByText(/^Kept with their times/).textContent).toContain('Break 13:00')
  await home.user.click(choice(/^Training/))
  expect(await within(now()).findByText('Training')).toBeDefined()
  expect(sent).toEqual([])
  isReached = true
  await act(async () => home.live.lateSwitches.send())
  expect(sent).toMatchObject([
    { activity: 'BREAK', at: at(0), clock: at(0) },
    { activity: 'TRAINING', at: at(0), clock: at(0) },
  ])
  expect(screen.queryByText(/^Kept with their times/)).toBeNull()
  // Nothing is sent again.
  await act(async () => home.live.lateSwitches.send())
  expect(sent).toHaveLength(2)
})

test('D093 a brief that has to be read stands there until it was opened', async () => {
  let brief: MyDay['brief'] = { projectID: 7, project: 'Rail', isRequired: true }
  const home = await show(() => day({ brief }))
  home.answer(openBrief, () => {
    brief = null
    return { projectID: 7, project: 'Rail', version: 1, text: 'Ask for the buyer.', changedAt: at(-60) }
  })
  expect(screen.getByText('Read it before you begin on this project.')).toBeDefined()
  await home.user.click(screen.getByRole('button', { name: 'Read the brief' }))
  expect(await screen.findByText('Ask for the buyer.')).toBeDefined()
  await home.user.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('region', { name: 'For you now' })).toBeNull()
})

test('a meeting or a session of training is offered from 1 minute before it to its end; one click joins, by which the server switches', async () => {
  const joins: MyDay['joins'] = [
    { kind: 'MEETING', id: 5, subject: 'Team talk', start: at(1), end: at(31) },
    { kind: 'TRAINING', id: 6, subject: 'Probing', start: at(1.02), end: at(60) },
    { kind: 'MEETING', id: 7, subject: 'Over', start: at(-30), end: at(0) },
  ]
  const home = await show(() => day({ joins, sessions: day().sessions.slice(0, 1) }))
  expect(screen.getAllByRole('button', { name: /^Join/ }).map((one) => one.textContent)).toEqual([
    'Join Team talk',
  ])
  await home.user.click(screen.getByRole('button', { name: 'Join Team talk' }))
  expect(home.sent).toEqual([])
  expect(home.live.meetings.currentID()).toBe(5)
})

test('a session of training is gone over to; it has no room to join, and nothing is offered before the shift', async () => {
  const joins: MyDay['joins'] = [{ kind: 'TRAINING', id: 6, subject: 'Probing', start: at(0), end: at(60) }]
  let start: MyDay['start'] = null
  const home = await show(() => day({ joins, start }))
  await home.user.click(screen.getByRole('button', { name: 'Join Probing' }))
  expect(home.sent).toEqual([{ activity: 'TRAINING' }])
  expect(home.live.meetings.currentID()).toBeNull()
  start = 'SHIFT'
  await act(async () => home.hub.fire('CHANGE_MASTER_ACTIVITY', master({ currentActivity: 'INACTIVE' })))
  await screen.findByRole('button', { name: 'Start shift' })
  expect(screen.queryByRole('button', { name: 'Join Probing' })).toBeNull()
})

test('open tickets, tasks that are due and a computer below Grade C stand there, each with the way to it', async () => {
  const ticket = { id: 5, ticketType: 'Dialler', message: '', at: at(-5) }
  const list = () => screen.queryByRole('list', { name: 'What else waits' })
  const home = await show(
    () => day({ tickets: [ticket, { ...ticket, id: 6 }], tasksDue: 1, grade: 'FAIR' }),
    master(),
    systemTimers,
    ['MY_PROFILE_CAN_SEE_HARDWARE_TESTING'],
  )
  const opened = vi.spyOn(home.services.dialogs, 'open')
  expect(
    within(list() as HTMLElement)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['2 open ticketsShow', '1 task is dueShow', 'Your computer: Grade DFix this'])
  await home.user.click(screen.getByRole('button', { name: 'Show: 2 open tickets' }))
  await home.user.click(screen.getByRole('button', { name: 'Show: 1 task is due' }))
  await home.user.click(screen.getByRole('button', { name: 'Fix this: Your computer: Grade D' }))
  expect(opened.mock.calls.map(([name]) => name)).toEqual(['tickets', 'tasks', 'hardware'])
  expect(screen.getByTestId('place').dataset.search).toBe('?task-tab=due')
  opened.mockRestore()
  cleanup()
  // Who can't test it reads its grade.
  await show(() => day({ grade: 'POOR', tasksDue: 2 }))
  expect(list()?.textContent).toBe('2 tasks are dueShowYour computer: FAIL')
  cleanup()
  await show()
  expect(list()).toBeNull()
})

test('the next appointments are called by one click, where the person may', async () => {
  const appointments = [
    { id: 1, at: at(-5), project: 'Rail', mayCall: true },
    { id: 2, at: at(30), project: 'Bus', mayCall: false },
    { id: 3, at: at(24 * 60), project: 'Rail', mayCall: false },
  ]
  const { user, sent } = await show(() => day({ appointments }))
  const list = within(screen.getByRole('region', { name: 'For you now' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '12:55Rail overdueCall now',
    '13:30Bus',
    'Tue 13:00Rail',
  ])
  await user.click(list.getByRole('button', { name: 'Call now: Rail, 12:55' }))
  expect(sent).toEqual([{ activity: 'AVAILABLE', project: 'Rail', category: 'Appointments' }])
})

/** A server that answers each switch once the test says so. */
function held(home: Awaited<ReturnType<typeof show>>) {
  const asked: { readonly activity: string; answer(refusal?: string): void }[] = []
  home.answer(updateActivity, (request) => {
    const { activity } = request as { activity: 'BREAK' }
    return new Promise((resolve, reject) => {
      asked.push({
        activity,
        answer: (refusal) =>
          refusal === undefined
            ? resolve(master({ currentActivity: activity }))
            : reject(refused(403, refusal)),
      })
    }) as never
  })
  return asked
}
const pressed = () =>
  screen
    .getAllByRole('button', { pressed: true })
    .map((button) => button.textContent?.replace(/Alt.*/, '').trim())

test('a click is shown before the server has answered, as what goes on since then, and stays until the day says so', async () => {
  let sessions = day().sessions
  const home = await show(() => day({ sessions, undo: { sessionID: 2, until: at(0.4) } }))
  const asked = held(home)
  await home.user.click(choice(/^Break/))
  expect(within(now()).getByText('Break')).toBeDefined()
  expect(within(now()).getByText('since 13:00')).toBeDefined()
  expect(within(now()).getByRole('timer').textContent).toBe('0:00')
  expect(pressed()).toEqual(['Break'])
  // That would take back the one before.
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  // The answer alone isn't the day: nothing goes back to Meeting meanwhile.
  const seen: (string | null)[] = []
  const look = () => seen.push(now().querySelector('strong')?.textContent ?? null)
  const observer = new MutationObserver(look)
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  sessions = [...sessions.slice(0, 1), { ...(sessions[1] as MyDay['sessions'][number]), end: at(0) }]
  sessions.push({ ...(sessions[1] as MyDay['sessions'][number]), id: 3, activity: 'BREAK', end: null })
  await act(async () => asked[0]?.answer())
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeDefined()
  expect(within(now()).getByText('Break')).toBeDefined()
  observer.disconnect()
  expect(new Set(seen)).toEqual(new Set(['Break']))
  expect(screen.queryByText('Changed on another device')).toBeNull()
})

test('several clicks go to the server in order, one after the other; what is refused is taken back in its words', async () => {
  const home = await show()
  const asked = held(home)
  await home.user.click(choice(/^Break/))
  await home.user.click(choice(/^Training/))
  await home.user.click(choice(/^Reception/))
  expect(within(now()).getByText('Reception')).toBeDefined()
  expect(asked.map(({ activity }) => activity)).toEqual(['BREAK'])
  await act(async () => asked[0]?.answer())
  await waitFor(() => expect(asked.map(({ activity }) => activity)).toEqual(['BREAK', 'TRAINING']))
  await act(async () => asked[1]?.answer('Your shift is over.'))
  expect(await screen.findByText('Your shift is over.')).toBeDefined()
  // The later one is still what was chosen last.
  expect(within(now()).getByText('Reception')).toBeDefined()
  await waitFor(() =>
    expect(asked.map(({ activity }) => activity)).toEqual(['BREAK', 'TRAINING', 'RECEPTION']),
  )
  await act(async () => asked[2]?.answer('You have no permission to choose RECEPTION.'))
  expect(await screen.findByText('You have no permission to choose RECEPTION.')).toBeDefined()
  expect(within(now()).getByText('Meeting')).toBeDefined()
  expect(pressed()).toEqual(['Meeting'])
})

test('a refusal is said, too, to somebody who has left the page', async () => {
  const home = await show()
  const asked = held(home)
  await home.user.click(choice(/^Reception/))
  cleanup()
  await act(async () => asked[0]?.answer('You have no permission to choose RECEPTION.'))
  expect(home.messages()).toEqual([
    'Your switch to Reception at 13:00 was not taken: You have no permission to choose RECEPTION.',
  ])
})

test('D076 on a call a click says at once that it waits for the end of the call', async () => {
  const dialler = { status: 'ON_CALL', since: at(-3), project: 'Rail' } as const
  const home = await show(() => day({ dialler }))
  held(home)
  await home.user.click(choice(/^Break/))
  expect(screen.getByText('Will switch to Break after this call')).toBeDefined()
  expect(within(now()).getByText('Meeting')).toBeDefined()
})

test('D078 the last switch is offered to be taken back', async () => {
  const home = await show(() => day({ undo: { sessionID: 2, until: at(0.4) } }))
  const undone: unknown[] = []
  home.answer(undoSwitch, (request) => {
    undone.push(request)
    return master({ currentActivity: 'AVAILABLE' })
  })
  await home.user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(undone).toEqual([{ sessionID: 2 }])
})

test('D080 a switch in another window shows here, which says so', async () => {
  let sessions = day().sessions
  const { hub } = await show(() => day({ sessions }))
  sessions = [{ ...(sessions[1] as MyDay['sessions'][number]), id: 3, activity: 'BREAK', category: null }]
  expect(screen.queryByText('Changed on another device')).toBeNull()
  // The same again is no change.
  await act(async () => hub.fire('CHANGE_MASTER_ACTIVITY', master()))
  expect(screen.queryByText('Changed on another device')).toBeNull()
  await act(async () => hub.fire('CHANGE_MASTER_ACTIVITY', master({ currentActivity: 'BREAK' })))
  expect(screen.getByText('Changed on another device')).toBeDefined()
  expect(await within(now()).findByText('Break')).toBeDefined()
})

test('D080 a call that is joined here, and left, is no change on another device', async () => {
  const { hub, live } = await show(() => day(), master({ currentActivity: 'AVAILABLE', category: null }))
  const goes = (currentActivity: MasterActivity['currentActivity']) =>
    act(async () => hub.fire('CHANGE_MASTER_ACTIVITY', master({ currentActivity })))
  live.meetings.join({ ID: 9, screenShare: false }, 'CALL')
  await goes('MEETING')
  live.meetings.leave()
  await goes('AVAILABLE')
  expect(screen.queryByText('Changed on another device')).toBeNull()
  // One that is joined elsewhere is.
  await goes('MEETING')
  expect(screen.getByText('Changed on another device')).toBeDefined()
})

test('D090 while the shift is locked all but BREAK, PERSONAL and the end is off, with who locked it', async () => {
  const { user, sent } = await show(() =>
    day({ lock: { by: 'Priya Nair', at: at(-5), reason: 'Stay on Rail' } }),
  )
  expect(screen.getByText('Shift locked by Priya Nair at 12:55: Stay on Rail')).toBeDefined()
  for (const button of screen.getAllByRole('button').filter((one) => one.hasAttribute('aria-pressed')))
    expect([button.textContent, button.getAttribute('aria-disabled')]).toEqual([
      button.textContent,
      String(!/^(Break|Personal|End shift)/.test(button.textContent ?? '')),
    ])
  await user.click(choice(/^Training/))
  expect(sent).toEqual([])
})

test('what is refused is said, and nothing else changes', async () => {
  const home = await show()
  home.answer(updateActivity, () => {
    throw refused(403, 'You have no permission to choose RECEPTION.')
  })
  await home.user.click(choice(/^Reception/))
  expect(await screen.findByText('You have no permission to choose RECEPTION.')).toBeDefined()
  expect(within(now()).getByText('Meeting')).toBeDefined()
})

const PLAN: MyDay['planned'] = [
  { kind: 'WORK', start: at(-180), end: at(-30), isFixed: false, project: 'Rail' },
  { kind: 'BREAK', start: at(-30), end: at(0), isFixed: true, project: null },
  { kind: 'WORK', start: at(0), end: at(200), isFixed: false, project: 'Bus' },
]
const LATE: MyDay['exceptions'][number] = {
  ...{ id: '1', kind: 'WRONG_ACTIVITY', seconds: 720, excuse: 'SUPERVISOR', excusedSeconds: 600 },
  ...{ start: at(-12), end: at(0), excusedBy: 'Sam', reason: 'Called in', isNoticed: false },
}

test('D091 the day bar shows what is planned over what was done with exceptions, and the same rows as a table', async () => {
  const { user } = await show(() => day({ planned: PLAN, exceptions: [LATE] }))
  const bar = screen.getByRole('region', { name: 'My day' })
  const titles = [...bar.querySelectorAll('[title]')].map((one) => one.getAttribute('title'))
  expect(titles).toEqual([
    'Planned: Work, 10:00–12:30',
    'Planned: Break, 12:30–13:00',
    'Planned: Work, 13:00–16:20',
    'Available, 12:00–12:48, 48 min',
    'Meeting, 12:48–now, 12 min',
  ])
  await user.click(screen.getByRole('button', { name: 'Show as table' }))
  const rows = within(bar)
    .getAllByRole('row')
    .map((row) => [...row.children].map((one) => one.textContent))
  expect(rows.slice(1)).toEqual([
    ['Planned', '10:00', '12:30', '2 h 30 min', 'Work', 'Rail', '–', ''],
    ['Done', '12:00', '12:48', '48 min', 'Available, Outbound', 'Rail', 'You', ''],
    ['Planned', '12:30', '13:00', '30 min', 'Break, at this time', '–', '–', ''],
    ['Done', '12:48', 'now', '12 min', 'Meeting, Team', '–', 'You', 'Other activity than planned'],
    ['Planned', '13:00', '16:20', '3 h 20 min', 'Work', 'Bus', '–', ''],
  ])
})

test('D091 an exception stands at what was done in its time, and not at what it only touches', async () => {
  const long = { ...LATE, id: '2', kind: 'LONG_BREAK', start: at(-60), end: at(-12) } as const
  const start = { ...LATE, id: '3', kind: 'LATE_START', start: at(-90), end: at(-55) } as const
  const { user } = await show(() => day({ planned: [], exceptions: [long, start, LATE] }))
  await user.click(screen.getByRole('button', { name: 'Show as table' }))
  const bar = screen.getByRole('region', { name: 'My day' })
  const last = within(bar)
    .getAllByRole('row')
    .map((row) => row.lastElementChild?.textContent)
  expect(last.slice(1)).toEqual(['Long break, Late start', 'Other activity than planned'])
})

test('D091 D092 a session opens with who set it and its excuse, and one that has ended is asked to be put right', async () => {
  const may = ['ITRACKER_CAN_ADD_RETRO_ACTIVITY_TIME'] as const
  const home = await show(() => day({ exceptions: [LATE] }), master(), systemTimers, may)
  home.answer(attendanceSessions, () => ({
    sessions: [
      {
        ...{ id: 1, activity: 'AVAILABLE', project: 'Rail', projectID: 7, isCorrected: false },
        ...{ start: at(-60), end: at(-12) },
      },
    ],
    projects: [{ id: 7, name: 'Rail' }],
  }))
  const asked: unknown[] = []
  home.answer(newCorrection, (request) => {
    asked.push(request)
    return { id: 1 }
  })
  await home.user.click(screen.getByRole('button', { name: /^Meeting, 12:48/ }))
  const meeting = within(screen.getByRole('region', { name: /^Meeting, 12:48/ }))
  expect(meeting.getByText('Team · Set by you')).toBeDefined()
  expect(meeting.getByText(/^Other activity than planned: 10 min excused/)).toBeDefined()
  // It goes on still.
  expect(meeting.queryByRole('button', { name: 'Correct' })).toBeNull()
  await home.user.click(screen.getByRole('button', { name: /^Available, 12:00–12:48/ }))
  await home.user.click(screen.getByRole('button', { name: 'Correct' }))
  const form = within(await screen.findByRole('form', { name: 'Correct' }))
  await home.user.selectOptions(form.getByLabelText('It was'), 'Training')
  await home.user.type(form.getByRole('textbox'), 'It was the course')
  await home.user.click(form.getAllByRole('button').at(-1) as HTMLElement)
  expect(asked).toMatchObject([
    { sessionID: 1, requested: { activity: 'TRAINING' }, reason: 'It was the course' },
  ])
})

test('the day as a table has the rows of the bar, with who set them', async () => {
  const sessions = day().sessions.map((session, place) =>
    place === 1 ? { ...session, by: 'Priya Nair' } : session,
  )
  const { user } = await show(() => day({ sessions }))
  await user.click(screen.getByRole('button', { name: 'Show as table' }))
  const rows = screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))
  expect(rows.slice(1)).toEqual([
    ['Done', '12:00', '12:48', '48 min', 'Available, Outbound', 'Rail', 'You', ''],
    ['Done', '12:48', 'now', '12 min', 'Meeting, Team', '–', 'Priya Nair', ''],
  ])
})

test('D088 who set one’s activity is read out with the reason until it is known, and how long it is held', async () => {
  let isSeen = false
  const override = () => ({
    ...{ sessionID: 2, byID: 9, by: 'Priya Nair', at: at(-12), reason: 'New script', until: at(15), isSeen },
  })
  const home = await show(() => day({ override: override() }))
  const said = screen.getByRole('alert').parentElement as HTMLElement
  expect(said.textContent).toContain('Priya Nair set you to Meeting at 12:48: New script')
  expect(said.textContent).toContain('13:15')
  const sent: unknown[] = []
  home.answer(sawOverride, (request) => {
    sent.push(request)
    isSeen = true
    return { done: true }
  })
  await home.user.click(within(said).getByRole('button', { name: 'OK' }))
  expect(sent).toEqual([{ sessionID: 2 }])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'OK' })).toBeNull())
})

test('D088 ‘This is wrong’ asks for the time since then as what they did before', async () => {
  const override = {
    ...{ sessionID: 2, byID: 9, by: 'Priya Nair', at: at(-12), reason: 'New script', until: null },
    isSeen: false,
  }
  const home = await show(() => day({ override }), master(), systemTimers, [
    'ITRACKER_CAN_ADD_RETRO_ACTIVITY_TIME',
  ])
  const [before] = day().sessions
  if (!before) throw new Error('no session')
  const { seconds: _, ...session } = before
  home.answer(attendanceSessions, () => ({
    sessions: [{ ...session, projectID: 7, isCorrected: false }],
    projects: [{ id: 7, name: 'Rail' }],
  }))
  const asked: unknown[] = []
  home.answer(newCorrection, (request) => {
    asked.push(request)
    return { id: 1 }
  })
  const seen: unknown[] = []
  home.answer(sawOverride, (request) => {
    seen.push(request)
    return { done: true }
  })
  expect(screen.getByRole('button', { name: 'Message Priya Nair' })).toBeDefined()
  await home.user.click(screen.getByRole('button', { name: 'This is wrong' }))
  await home.user.type(await screen.findByRole('textbox', { name: 'Why' }), 'I was on Rail')
  await home.user.click(screen.getByRole('button', { name: 'Ask for it' }))
  expect(asked).toEqual([
    {
      sessionID: null,
      requested: { activity: 'AVAILABLE', projectID: 7, start: at(-12), end: at(0) },
      reason: 'I was on Rail',
    },
  ])
  await waitFor(() => expect(seen).toEqual([{ sessionID: 2 }]))
  expect(home.messages()).toEqual(['Your supervisor was asked to put it right.'])
})

test('D076 what waits for the end of the call is said, and can be cancelled', async () => {
  let waiting: MyDay['waiting'] = { activity: 'BREAK', project: null, by: null }
  const home = await show(() => day({ waiting }))
  expect(screen.getByText('Will switch to Break after this call')).toBeDefined()
  home.answer(cancelWaitingSwitch, () => {
    waiting = { activity: 'TRAINING', project: null, by: 'Priya Nair' }
    return { done: true }
  })
  await home.user.click(screen.getByRole('button', { name: 'Cancel' }))
  // What a supervisor set isn't theirs to cancel.
  expect(await screen.findByText('Priya Nair sets you to Training after this call')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
})

test('D076 on a call the end of the shift is offered for after it', async () => {
  const dialler = { status: 'ON_CALL', since: at(-3), project: 'Rail' } as const
  const home = await show(() => day({ dialler }))
  await home.user.click(choice(/^End shift/))
  await home.user.click(await screen.findByRole('button', { name: 'End shift after this call' }))
  expect(home.sent).toEqual([{ activity: 'INACTIVE' }])
})

test('who ends their shift is told what they leave open: the ticket that stops them, and forms that they didn’t save', async () => {
  const stopped = { ...day().sessions[1], activity: 'SYSTEM ISSUES', category: 'Dialler' } as never
  const home = await show(() => day({ sessions: [stopped] }))
  const { userName = '' } = home.services.session.store.getState().user ?? {}
  const left = () => screen.queryByRole('list', { name: 'Still open' })?.textContent ?? null
  const ask = () => home.user.click(choice(/^End shift/))
  await ask()
  expect(left()).toBe('The ticket that stops you isn’t resolved.')
  await home.user.keyboard('{Escape}')
  home.services.storage.set('formDrafts', { [`${userName}/skill/1`]: {}, [userName]: {}, 'bob/skill/1': {} })
  await ask()
  expect(left()).toBe('The ticket that stops you isn’t resolved.2 forms aren’t saved yet.')
  home.services.storage.set('formDrafts', {})
  cleanup()
  const other = await show()
  await other.user.click(choice(/^End shift/))
  expect(left()).toBeNull()
})

test('D095 who looked is listed by name, page and time', async () => {
  const home = await show()
  home.answer(whoLooked, () => ({
    views: [{ by: 'Priya Nair', page: 'supervisor.live-panel', at: at(-3), listenedFrom: null }],
  }))
  await act(async () => home.live.workingDayNews.tell({ entity: 'RECORDED_READING', ids: [] }))
  const list = within(await screen.findByRole('region', { name: 'Who looked' }))
  expect((await list.findByRole('listitem')).textContent).toMatch(/Priya Nair.*Live panel.*12:57/)
})

test('the figures of the day are those of the report, against the target', async () => {
  await show()
  const today = screen.getByRole('region', { name: 'Today' })
  expect(within(today).getByText('4').textContent ?? within(today).getByText(/^4/)).toContain('4')
  expect(today.textContent).toContain('Completes4 of 9')
  expect(today.textContent).toContain('Strike rate33.3 %')
})

test('4 §4.2.1 a target of any measure stands beside its figure, or with what was reached where it has none', async () => {
  await show(() =>
    day({
      targets: [
        { measure: 'completesPerHour', period: 'DAY', value: 1.2, now: 2 },
        { measure: 'completes', period: 'DAY', value: 9, now: 4 },
        { measure: 'punctuality', period: 'WEEK', value: 95, now: 90.5 },
      ],
    }),
  )
  const said = screen.getByRole('region', { name: 'Today' }).textContent
  expect(said).toContain('Completes per hour2.00 Last hour 1.50 Project 2.00 target 1.20')
  expect(said).toContain('Completes4 of 9Completes per hour')
  expect(said).toContain('Punctuality90.5 % target 95 %')
})

test('today has completes per hour of the last hour, of the day and of the project, and the appointments made', async () => {
  const own = { ...tally, outcomes: { ...tally.outcomes, APPOINTMENT: 3 } }
  await show(() => day({ own }))
  const said = () => screen.getByRole('region', { name: 'Today' }).textContent
  expect(said()).toContain('Completes per hour2.00 Last hour 1.50 Project 2.00')
  expect(said()).toContain('Appointments3')
  cleanup()
  await show(() => day({ own, lastHour: null }))
  expect(said()).toContain('Last hour –')
})

test.each([
  [{ state: 'IN', kind: null, excuse: null, since: null }, 'On schedule'],
  [
    { state: 'OUT', kind: 'LONG_BREAK', excuse: null, since: at(-8) },
    'Out of schedule since 12:52: Long break',
  ],
  [{ state: 'EXCUSED', kind: null, excuse: 'SYSTEM_ISSUE', since: at(-8) }, 'Excused: system issue'],
] as const)('D072 the adherence state is read in words: %o', async (adherence, words) => {
  await show(() => day({ adherence }))
  expect(within(now()).getByText(words)).toBeDefined()
})

test('D072 outside a shift it says so, but not twice, and nothing of the schedule', async () => {
  const adherence = { state: 'NOT_DUE', kind: null, excuse: null, since: null } as const
  const later = { start: at(1), end: at(240), location: 'HOME', project: null, breakMinutes: 30 } as const
  for (const [more, isSaid] of [
    [{ shift: later }, true],
    [{ shift: later, sessions: [] }, true],
    [{ shift: { ...later, start: at(0) } }, false],
    [{ shift: null }, true],
    [{ shift: null, sessions: [] }, false],
  ] as const) {
    await show(() => day({ adherence, ...more } as Partial<MyDay>))
    expect(within(now()).queryByText('No shift now') !== null, JSON.stringify(more)).toBe(isSaid)
    expect(within(now()).queryByText(/schedule|Excused/)).toBeNull()
    cleanup()
  }
})

test('a shift of today that is over is none that there wasn’t', async () => {
  const next = {
    start: at(1440),
    end: at(1680),
    location: 'OFFICE',
    project: null,
    breakMinutes: 15,
  } as const
  const part = { kind: 'WORK', start: at(-400), end: at(-10), isFixed: false, project: null } as const
  await show(() => day({ shift: null, planned: [part], next }))
  expect(
    within(now()).getByText('Your shift is over. Your next one: Tuesday 5 May, 13:00–17:00.'),
  ).toBeDefined()
  cleanup()
  await show(() => day({ shift: null, planned: [part] }))
  expect(within(now()).getByText('Your shift is over. No shift is planned.')).toBeDefined()
})

test('D081 in place of the switch the shift is begun, with where one works', async () => {
  let state: MyDay['start'] = 'SHIFT'
  const home = await show(() => day({ start: state, sessions: [] }))
  const sent: unknown[] = []
  home.answer(startShift, (request) => {
    sent.push(request)
    state = null
    return master({ currentActivity: 'AVAILABLE' })
  })
  expect(screen.queryByRole('region', { name: 'Switch to' })).toBeNull()
  await home.user.selectOptions(screen.getByLabelText('Where you work'), 'OFFICE')
  await home.user.click(screen.getByRole('button', { name: 'Start shift' }))
  expect(await screen.findByRole('region', { name: 'Switch to' })).toBeDefined()
  expect(sent).toEqual([{ location: 'OFFICE', activity: 'AVAILABLE' }])
})

test('D081 without a shift it needs a reason; before its time nothing is offered', async () => {
  const home = await show(() => day({ start: 'WITHOUT', sessions: [], shift: null }))
  const sent: unknown[] = []
  home.answer(startShift, (request) => {
    sent.push(request)
    return master()
  })
  await home.user.selectOptions(screen.getByLabelText('Begin with'), 'MEETING')
  await home.user.click(screen.getByRole('button', { name: 'Start without a shift' }))
  expect(screen.getByText('Say it in 3 characters or more.')).toBeDefined()
  await home.user.type(
    screen.getByLabelText('You have no shift now. Tell your supervisor why you start.'),
    'Standing in',
  )
  await home.user.click(screen.getByRole('button', { name: 'Start without a shift' }))
  expect(sent).toEqual([{ location: 'OFFICE', activity: 'MEETING', reason: 'Standing in' }])
})

test.each([
  [true, ['MY_PROFILE_CAN_SEE_HARDWARE_TESTING']],
  [false, []],
] as const)(
  '4 §4.2.1 the start runs the passport check: what isn’t fit is named, nothing is begun until it is (may test: %s)',
  async (mayTest, permissions) => {
    let missing = ['Device (screen size)', 'VPN and proxy']
    let state: MyDay['start'] = 'SHIFT'
    const check = vi.fn(async () => missing)
    const home = await show(() => day({ start: state, sessions: [] }), master(), systemTimers, permissions, {
      check,
    })
    const sent: unknown[] = []
    home.answer(startShift, (request) => {
      sent.push(request)
      state = null
      return master({ currentActivity: 'AVAILABLE' })
    })
    const start = () => home.user.click(screen.getByRole('button', { name: 'Start shift' }))
    // Nothing is looked at before somebody starts.
    expect(check).not.toHaveBeenCalled()
    await start()
    const alert = await screen.findByText(
      'This machine is not fit for work: Device (screen size), VPN and proxy.',
    )
    expect(alert.closest('[role=alert]')).not.toBeNull()
    expect(sent).toEqual([])
    const opened = vi.spyOn(home.services.dialogs, 'open')
    const test = screen.queryByRole('button', { name: 'Hardware testing' })
    expect(test !== null).toBe(mayTest)
    if (test) await home.user.click(test)
    expect(opened.mock.calls).toEqual(mayTest ? [['hardware']] : [])
    opened.mockRestore()
    missing = ['Companion session']
    await start()
    expect(await screen.findByText('This machine is not fit for work: Companion session.')).toBeDefined()
    missing = []
    await start()
    expect(await screen.findByRole('region', { name: 'Switch to' })).toBeDefined()
    expect(screen.queryByText(/not fit for work/)).toBeNull()
    expect(sent).toHaveLength(1)
    expect(check).toHaveBeenCalledTimes(3)
  },
)

test('D081 before its time the shift can’t be begun', async () => {
  await show(() => day({ start: 'NOT_YET', sessions: [] }))
  expect(screen.getByText('You can start from 30 minutes before your shift.')).toBeDefined()
  expect(screen.queryByRole('button', { name: /Start/ })).toBeNull()
})

test.each([
  [1200, 'with 20 min of breaks'],
  [0, 'without a break'],
])(
  'the end of the shift is read with its figures: after breaks of %d seconds %s',
  async (breakSeconds, breaks) => {
    let isEnded = false
    const home = await show(() => (isEnded ? day({ start: 'SHIFT', sessions: [] }) : day()))
    home.answer(endShift, () => {
      isEnded = true
      return { workedSeconds: 12_000, breakSeconds, paidHours: 3.75, adherence: 0.98, completes: 5 }
    })
    await home.user.click(choice(/End shift/))
    await home.user.click(within(screen.getByRole('form')).getByRole('button', { name: 'End shift' }))
    const figures = await screen.findByRole('status', { name: 'Your shift is ended' })
    expect(figures.textContent).toBe(
      `Your shift is endedYou worked 3 h 20 min, ${breaks}: 3.75 h are paid.5 completes, 98 % on schedule.`,
    )
    const opened = vi.spyOn(home.services.dialogs, 'open')
    await home.user.click(screen.getByRole('button', { name: 'Summary of the day' }))
    expect(opened.mock.calls).toEqual([['session-summary', { showExit: false }]])
    opened.mockRestore()
  },
)

describe('the break', () => {
  const on = (startedAgo: number, more: Partial<MyDay> = {}) =>
    day({
      sessions: [
        {
          ...{ id: 1, activity: 'BREAK', project: null, category: 'Tea', end: null, seconds: 60, by: null },
          ...AS_MADE,
          start: at(-startedAgo),
        },
      ],
      breaks: { allowance: 1800, taken: 600 },
      ...more,
    })
  const line = () => within(screen.getByRole('region', { name: 'Your break' }))

  test.each([
    [5, '15 of 30 minutes left', 'back at 13:15', 50, '15', 'amber'],
    [19, '1 of 30 minutes left', 'back at 13:01', 3, '1', 'amber'],
    [20, 'Your paid break is over', 'back at 13:00', 100, '0', 'red'],
    [23, '3 min over your paid break', 'back at 12:57', 100, '+3', 'red'],
  ])(
    'D083 after %i minutes it shows the allowance that is left, in words and as a ring',
    async (ago, left, back, percent, middle, tone) => {
      await show(() => on(ago))
      const ring = line().getByRole('progressbar', { name: 'Your break' })
      expect(ring.querySelector('circle')).not.toBeNull()
      expect([ring.getAttribute('aria-valuenow'), ring.getAttribute('aria-valuetext')]).toEqual([
        String(percent),
        left,
      ])
      expect([ring.textContent, ring.dataset.tone]).toEqual([middle, tone])
      expect(line().getByText(left)).toBeDefined()
      expect(line().getByText(back)).toBeDefined()
    },
  )

  test('D083 what was taken before counts: where nothing is left the break is over from its beginning', async () => {
    await show(() => on(5, { breaks: { allowance: 1800, taken: 2400 } }))
    expect(line().getByText('5 min over your paid break')).toBeDefined()
    expect(line().getByText('back at 12:55')).toBeDefined()
  })

  test('D083 two minutes before its end and at it the person is reminded, with a sound', async () => {
    const timers = manualTimers()
    const home = await show(() => on(17), master(), timers)
    const told = () => home.services.notices.store.getState().map(({ message }) => message)
    const play = vi.spyOn(home.live.sounds, 'play')
    const behind = vi.spyOn(home.services.notifications, 'show')
    const pass = (ms: number) => act(async () => timers.pass(ms))
    await pass(59_999)
    expect(told()).toEqual([])
    await pass(1)
    expect(told()).toEqual(['Your break ends in 2 minutes.'])
    await pass(120_000)
    expect(told().at(-1)).toBe('Your break is over.')
    expect(play.mock.calls).toEqual([['alert'], ['alert']])
    // Whoever is in another window sees it, too.
    const shown = (text: string) => [{ title: 'Your break', text, tag: 'break', unlessInFront: true }]
    expect(behind.mock.calls).toEqual([shown('Your break ends in 2 minutes.'), shown('Your break is over.')])
    play.mockRestore()
    behind.mockRestore()
  })

  test('without a shift or on another activity there is none', async () => {
    await show(() => on(5, { breaks: null }))
    expect(screen.queryByRole('region', { name: 'Your break' })).toBeNull()
  })
})

test('D084 who is about to work six hours without a break is told until when to take it', async () => {
  await show(() => day({ breakBefore: at(25) }))
  expect(screen.getByText('Take your 20-minute break before 13:25')).toBeDefined()
})

test('what was out of order is marked on the day bar and listed with its excuse', async () => {
  const late: MyDay['exceptions'][number] = {
    ...{ id: '1', kind: 'LATE_START', seconds: 1500, excuse: 'SUPERVISOR', excusedSeconds: 600 },
    ...{ start: at(-180), end: at(-155), excusedBy: 'Sam', reason: 'The bus', isNoticed: false },
  }
  await show(() => day({ exceptions: [late] }))
  const list = within(screen.getByRole('list', { name: 'Out of order today' }))
  expect(list.getByRole('listitem').textContent).toBe('Late start 10:00–10:25, 25 min · 10 min excused')
})
