import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fetchTour } from '#shared/contract/help.ts'
import {
  markAsRead,
  markManyAsRead,
  type NotificationRow,
  type StoredNotification,
  searchNotifications,
  viewNotification,
} from '#shared/contract/notifications.ts'
import type { livePanelHub } from '#shared/hubs/live-panel.ts'
import { createNotificationCentre } from '../../services/notices/notification-centre.ts'
import { fakeHub } from '../../testing/fake-hub.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { refused } from '../../testing/fake-services.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { NotificationDialog } from './NotificationDialog.tsx'
import { NotificationsDialog } from './NotificationsDialog.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const pass = (ms = 20) => act(() => vi.advanceTimersByTimeAsync(ms))
const press = async (name: string | RegExp) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await pass()
}
const TIME = '2026-11-21T10:00:00.000Z'
const row = (id: number, subject = `Notice ${id}`, isRead = false): NotificationRow => ({
  id,
  subject,
  isRead,
  entryTime: TIME,
  type: 0,
  source: '',
  sourceID: null,
})

function server() {
  const at = fakeLive()
  const panel = fakeHub<typeof livePanelHub>()
  const services = { ...at.services, hub: () => panel as never }
  const requests = (path: string) => at.made.filter((one) => one.path === path).map(({ request }) => request)
  const opened = () =>
    services.dialogs.store.getState().flatMap((one) => (one.opened ? [[one.name, one.params]] : []))
  return { ...at, services, panel, requests, opened }
}

async function openList(rows: readonly NotificationRow[]) {
  const at = server()
  at.answer(searchNotifications, () => ({ total: 60, unread: 2, notifications: rows }))
  at.answer(markManyAsRead, () => ({ done: true }))
  const view = renderSignedIn(at.services, at.around(<NotificationsDialog opened onClose={() => {}} />))
  await pass()
  const searches = () => at.requests(searchNotifications.path)
  return { ...at, ...view, searches }
}

describe('the list', () => {
  test('W004 W097 W136 what was told is listed, and what is selected is marked as read: one at least', async () => {
    const at = await openList([row(1), row(2), row(3, 'Notice 3', true)])
    const items = within(screen.getByRole('list', { name: 'Notifications' })).getAllByRole('listitem')
    expect(items.map((item) => item.textContent)).toEqual([
      expect.stringContaining('Notice 1Unread'),
      expect.stringContaining('Notice 2Unread'),
      expect.not.stringContaining('Unread'),
    ])
    await press('Mark as read')
    expect(at.messages()).toEqual(['Please select minimum 1 notification'])
    expect(at.requests(markManyAsRead.path)).toEqual([])

    at.own.centre.arrived(row(3, 'Notice 3', true))
    expect(at.own.centre.store.getState().items).toEqual([])
    at.own.centre.arrived(row(2))
    expect(at.own.centre.store.getState().items).toHaveLength(1)
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select: Notice 2' }))
    expect(screen.getByText('1 selected')).toBeDefined()
    at.answer(searchNotifications, () => ({ total: 60, unread: 1, notifications: [row(1)] }))
    await press('Mark as read')
    expect(at.requests(markManyAsRead.path)).toEqual([{ ids: [2] }])
    expect(at.own.centre.store.getState().items).toEqual([])
    expect(screen.getByText('1 unread')).toBeDefined()

    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    await press('Mark as read')
    expect(at.requests(markManyAsRead.path).at(-1)).toEqual({ ids: [1] })
  })

  test('W097 W136 all that are selected are marked as read, and those beside them are not', async () => {
    const at = await openList([row(1), row(2), row(3)])
    for (const name of ['Notice 1', 'Notice 3'])
      fireEvent.click(screen.getByRole('checkbox', { name: `Select: ${name}` }))
    expect(screen.getByText('2 selected')).toBeDefined()
    await press('Mark as read')
    expect(at.requests(markManyAsRead.path)).toEqual([{ ids: [1, 3] }])
  })

  test('W004 W137 the search box asks from 2 characters, 300 ms after the last', async () => {
    const at = await openList([row(1)])
    const type = (value: string) =>
      fireEvent.change(screen.getByRole('searchbox', { name: 'Search notifications' }), { target: { value } })
    type('r')
    await pass(1000)
    expect(at.searches()).toHaveLength(1)
    type('ro')
    await pass(300)
    expect(at.searches().slice(1)).toMatchObject([{ searchTerm: 'ro', page: 1 }])
    type('rot')
    await pass(299)
    type('rota')
    await pass(299)
    expect(at.searches()).toHaveLength(2)
    await pass(1)
    expect(at.searches().slice(2)).toMatchObject([{ searchTerm: 'rota', page: 1 }])
    type('r')
    await pass(300)
    expect(at.searches().at(-1)).toMatchObject({ searchTerm: '' })
  })

  test('W004 W249 a page has 25 rows; 10, 25, 50, 100, 200 and 500 can be chosen', async () => {
    const at = await openList([row(1)])
    const sizes = screen.getByRole('combobox', { name: 'Rows' })
    expect(
      within(sizes)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['10', '25', '50', '100', '200', '500'])
    expect(at.searches()).toMatchObject([{ page: 1, pageSize: 25, show: 'All' }])
    expect(screen.getByText('1–25 of 60')).toBeDefined()
    await press('Next page')
    expect(screen.getByText('26–50 of 60')).toBeDefined()
    fireEvent.change(sizes, { target: { value: '500' } })
    await pass()
    expect(at.searches().at(-1)).toMatchObject({ page: 1, pageSize: 500 })
    await press('Unread')
    expect(at.searches().at(-1)).toMatchObject({ page: 1, show: 'Unread' })
  })

  test('W004 one that comes meanwhile joins at once; a row opens it; failure and emptiness are told', async () => {
    const at = await openList([])
    expect(screen.getByText('You have no notifications.')).toBeDefined()
    at.answer(searchNotifications, () => ({ total: 1, unread: 1, notifications: [row(9)] }))
    act(() => at.panel.fire('newNotification', row(9)))
    await pass()
    await press(/Notice 9/)
    expect(at.opened()).toEqual([['notification', { id: 9 }]])
    at.answer(searchNotifications, () => {
      throw refused(500, 'No.')
    })
    await press('Unread')
    expect(screen.getByRole('alert').textContent).toContain('The notifications could not be fetched.No.')
  })

  test('W230 the system’s notifications are turned on here, with the words for a refusal', async () => {
    const at = await openList([])
    const set = vi.spyOn(at.services.notifications, 'set').mockResolvedValue()
    fireEvent.click(screen.getByRole('switch', { name: 'Notify me while Fieldwork is in the background' }))
    expect(set.mock.calls).toEqual([[true, 'Notification permission denied.']])
  })
})

async function openOne(change: Partial<StoredNotification>) {
  const at = server()
  const stored = { ...row(5), body: '<p>Hello</p>', ...change }
  at.answer(viewNotification, () => stored)
  at.answer(markAsRead, () => ({ done: true }))
  const closed = vi.fn()
  const view = renderSignedIn(
    at.services,
    at.around(<NotificationDialog opened onClose={closed} params={{ id: 5 }} />),
  )
  await pass()
  return { ...at, ...view, closed }
}

describe('one notification', () => {
  test('W042 W060 OK is always there, and beside it what the subject names', async () => {
    for (const [subject, button, opens] of [
      ['Task: 41 was given to you', 'Show task', ['tasks', { taskID: 41 }]],
      ['Ticket: 1209 has an answer', 'Show ticket', ['tickets', { ticketID: 1209 }]],
      ['Ticket issue: 1221 goes on', 'Show ticket', ['tickets', { ticketID: 1221 }]],
      [
        'Tour: 3 is new',
        'Start Tour',
        ['tour', { steps: [{ element: 'x', title: 'Here', text: '', placement: 'AUTO' }], tourID: 3 }],
      ],
    ] as const) {
      const at = await openOne({ subject })
      expect(screen.getByRole('heading').textContent).not.toMatch(/\d/)
      at.answer(fetchTour, ({ tourID }) => {
        expect(tourID).toBe(3)
        return { payload: '{"steps":[{"element":"x","title":"Here"}]}' }
      })
      expect(screen.getByRole('button', { name: 'OK' })).toBeDefined()
      await press(button)
      expect(at.opened()).toEqual([opens])
      expect(at.closed).toHaveBeenCalledOnce()
      at.unmount()
    }
    const meeting = await openOne({ subject: 'Meeting: 91 begins' })
    await press('Show Meeting')
    expect(meeting.live.meetings.store.getState()?.payload).toEqual({ ID: 91, screenShare: false })
    meeting.unmount()

    const plain = await openOne({})
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['', 'OK'])
    await press('OK')
    expect(plain.closed).toHaveBeenCalledOnce()
  })

  test('W042 W223 W224 W225 W226 W227 W228 a subject without its id says which it lacks, and stays', async () => {
    for (const [source, subject, button, message] of [
      ['TASK', 'A task is yours', 'Show task', 'Unable to extract Task ID'],
      ['TASK', 'Task: 0 is yours', 'Show task', 'Error extracting task ID'],
      ['TICKET_ISSUE', 'An issue', 'Show ticket', 'Unable to extract ticket issue ID'],
      ['TICKET', 'A ticket', 'Show ticket', 'Unable to extract ticket ID'],
      ['TOUR', 'A tour', 'Start Tour', 'Unable to extract tour ID'],
      ['MEETING', 'A meeting', 'Show Meeting', 'Unable to extract Meeting ID'],
    ] as const) {
      const at = await openOne({ source, subject })
      await press(button)
      expect(at.messages()).toEqual([message])
      expect(at.opened()).toEqual([])
      expect(at.closed).not.toHaveBeenCalled()
      at.unmount()
    }
  })

  test('W057 W097 W177 to open it is to read it: asread goes with the record, and the centre lets go of it', async () => {
    const at = server()
    at.answer(viewNotification, () => ({ ...row(5), body: '<p>Hello</p>' }))
    at.answer(markAsRead, () => ({ done: true }))
    const view = renderSignedIn(
      at.services,
      at.around(<NotificationDialog opened onClose={() => {}} params={{ id: 5 }} />),
    )
    view.own.centre.arrived(row(5))
    await pass()
    expect(at.requests(markAsRead.path)).toEqual([
      { id: 5, type: 0, subject: 'Notice 5', body: '<p>Hello</p>', source: '', sourceID: null },
    ])
    expect(view.own.centre.store.getState().items).toEqual([])
    const text = document.querySelector('[data-html]')?.shadowRoot?.querySelector('#text')
    expect(text?.textContent).toBe('Hello')
  })

  test('W059 a milestone shows its name and date; one that is read already is not marked again', async () => {
    const body = '{"milestoneName":"500 interviews","milestoneAchievedDate":"2026-11-18T10:00:00.000Z"}'
    const at = await openOne({ type: 4, isRead: true, body })
    const milestone = screen.getByRole('region', { name: 'Milestone achieved' })
    expect(milestone.textContent).toBe('500 interviewsAchieved on 18 November 2026')
    expect(at.requests(markAsRead.path)).toEqual([])
  })

  test('W004 W042 a tour that cannot be read, and a notification that is gone, say so', async () => {
    const at = await openOne({ subject: 'Tour: 3' })
    at.answer(fetchTour, () => ({ payload: '{' }))
    await press('Start Tour')
    expect(at.messages()).toEqual(['This tour cannot be shown: its stops could not be read.'])
    expect(at.opened()).toEqual([])
    at.unmount()
    const gone = server()
    gone.answer(viewNotification, () => {
      throw refused(400, 'Gone.')
    })
    renderSignedIn(
      gone.services,
      gone.around(<NotificationDialog opened onClose={() => {}} params={{ id: 5 }} />),
    )
    await pass()
    expect(screen.getByRole('alert').textContent).toContain('This notification could not be fetched.Gone.')
  })
})

test('W004 the centre takes what comes live, once, newest first, and counts it', () => {
  const at = server()
  const counted: number[] = []
  const centre = createNotificationCentre({
    ...at.services,
    counters: { set: (_name: string, count: number) => void counted.push(count) } as never,
  })
  centre.arrived(row(1))
  centre.arrived({ ...row(2), type: 4, entryTime: '2026-11-21T11:00:00.000Z' })
  centre.arrived(row(1))
  centre.arrived(row(3, 'Read', true))
  expect(centre.store.getState().items.map(({ id, cssClass }) => `${id} ${cssClass}`)).toEqual([
    'stored:2 success',
    'stored:1 info',
  ])
  centre.wereRead([2, 8])
  expect(counted).toEqual([1, 2, 2, 1])
})
