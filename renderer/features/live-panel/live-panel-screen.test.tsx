import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { forceActivity, forceChoices } from '#shared/contract/activity.ts'
import { sendPopupMessage } from '#shared/contract/alerts.ts'
import {
  attendanceSessions,
  correctSession,
  type DayExceptionRow,
  excuseException,
} from '#shared/contract/attendance.ts'
import { postBroadcast } from '#shared/contract/broadcast.ts'
import { chatStatuses } from '#shared/contract/chat-status.ts'
import { saveFileNote } from '#shared/contract/file-notes.ts'
import { lockShift } from '#shared/contract/help.ts'
import { type AlertSeen, liveAlerts, saveLiveAlerts, seeLiveAlert } from '#shared/contract/live-alerts.ts'
import type { LiveRow } from '#shared/contract/live-panel.ts'
import { livePerson, startFeedback } from '#shared/contract/live-person.ts'
import { startReview } from '#shared/contract/qc.ts'
import { sendRemoteCommand } from '#shared/contract/session-support.ts'
import { raiseTicketFor, supportSettings } from '#shared/contract/tickets.ts'
import { getViews } from '#shared/contract/views.ts'
import { NO_OUTCOMES } from '#shared/domain/interviews.ts'
import { type AlertRule, withSupplied } from '#shared/domain/live-alerts.ts'
import type { LivePerson } from '#shared/domain/live-panel.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { createUiLabels } from '../../services/page/ui-labels.ts'
import { UiLabelsProvider } from '../../services/page/ui-labels-context.tsx'
import { fakeLive } from '../../testing/fake-live.tsx'
import { refused } from '../../testing/fake-services.ts'
import { manualTimers } from '../../testing/manual-timers.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { COLUMNS } from './columns.ts'
import { LivePanelScreen, LiveStatusScreen } from './index.ts'
import { at, NOW, person } from './testing/people.ts'

const statsOf = (people: readonly LivePerson[]) =>
  Object.fromEntries(people.map(({ id, stats, live }) => [String(id), { ...stats, live }]))
/** The viewer of the fake session has this id. */
const OWN = 7
const mine = (id: number, name: string, live: Partial<LiveRow> = {}) =>
  person(id, name, { managerID: OWN, ...live })

/** As an installation has them: BREAK without the usual Screen, and with one of its own. */
const CHOICES = [
  { activity: 'AVAILABLE', needsProject: true, categories: ['Outbound'] },
  { activity: 'BREAK', needsProject: false, categories: ['Tea', 'Sea air'] },
  { activity: 'MEETING', needsProject: false, categories: [] },
] as const

const PROJECTS = [
  { id: 9, name: 'Canal' },
  { id: 7, name: 'Rail' },
  { id: 8, name: 'Rail freight' },
]

async function open(
  people: LivePerson[],
  permissions: PermissionName[] = [],
  seen: AlertSeen[] = [],
  page = <LivePanelScreen />,
) {
  const timers = manualTimers()
  let ms = 0
  const home = fakeLive({ now: () => NOW + ms, timers })
  home.services.session.signIn(testToken(['ISUPERVISOR_CAN_SEE_LIVE_PANEL', ...permissions]))
  let rules: AlertRule[] = withSupplied([])
  const sent: unknown[] = []
  home.answer(liveAlerts, () => ({ rules, alerts: [...seen] }))
  home.answer(saveLiveAlerts, (request) => {
    rules = withSupplied((request as { rules: AlertRule[] }).rules)
    return { rules }
  })
  home.answer(seeLiveAlert, (request) => {
    sent.push(request)
    const [id = '', rule = ''] = (request as { alertID: string }).alertID.split(':')
    seen.push({ userID: Number(id), rule, note: '', at: new Date(NOW + ms).toISOString() })
    return { done: true }
  })
  home.answer(forceChoices, () => ({ choices: CHOICES, projects: PROJECTS }))
  home.answer(getViews, () => ({ views: [] }))
  const watched = new Set<() => void>()
  const hub = home.hub as unknown as {
    state: string
    fire: (event: string, ...args: unknown[]) => void
    connect: (again: boolean) => void
  }
  let isAway = false
  Object.assign(home.hub, {
    subscribe: (listener: () => void) => {
      watched.add(listener)
      return () => watched.delete(listener)
    },
    invoke: async (method: string) => {
      if (!method.startsWith('watchLive')) return undefined
      hub.fire('LivePanelDataChange', statsOf(people))
      return { areaID: 1, asOf: at(0) }
    },
  })
  const view = renderSignedIn(
    home.services,
    <UiLabelsProvider value={createUiLabels(home.services)}>{home.around(page)}</UiLabelsProvider>,
    '/supervisor/live-panel',
  )
  const pass = async (more: number) => {
    for (let second = 0; second < more; second++) {
      ms += 1000
      await act(async () => timers.pass(1000))
    }
  }
  const change = (one: LivePerson) => act(async () => hub.fire('LivePanelDataChange', statsOf([one])))
  const setConnected = async (is: boolean) => {
    isAway = !is
    await act(async () => {
      hub.state = isAway ? 'reconnecting' : 'connected'
      for (const listener of watched) listener()
      if (is) hub.connect(true)
    })
  }
  await waitFor(() => expect(screen.queryAllByRole('row').length).toBeGreaterThan(1))
  // The rules have come, where the page has any.
  if (screen.queryByRole('button', { name: /Alerts$/ }))
    await waitFor(() => expect(home.made.some(({ path }) => path === liveAlerts.path)).toBe(true))
  for (let turn = 0; turn < 5; turn++) await act(async () => {})
  return { ...home, ...view, user: userEvent.setup(), pass, change, sent, setConnected }
}
const rowOf = (name: string) => {
  const row = screen.getAllByRole('row').find((one) => one.textContent?.includes(name))
  if (!row) throw new Error(`no row of ${name}`)
  return row
}
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => /^(?:.*\. )?(\w+),/.exec(row.getAttribute('aria-label') ?? '')?.[1])
const tile = (label: RegExp) => screen.getByRole('button', { name: label })

test('D125 D133 an alert marks the row in words, counts at the head, is read out and sounds once, at most once in 10 s', async () => {
  const home = await open([mine(1, 'Ann'), mine(2, 'Bob')])
  await home.pass(1)
  expect(tile(/^0\s*Alerts/)).toBeDefined()
  expect(home.played).toEqual([])
  await home.change(mine(1, 'Ann', { idleSince: at(-6) }))
  await home.pass(1)
  expect(tile(/^1\s*Alerts/)).toBeDefined()
  expect(rowOf('Ann').dataset.alert).toBe('true')
  expect(rowOf('Ann').textContent).toContain('Idle')
  expect(rowOf('Bob').dataset.alert).toBeUndefined()
  // At once, with name, reason and time.
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain(
    'Ann: Idle, since 12:54',
  )
  expect(home.played).toEqual(['alert'])
  await home.change(mine(2, 'Bob', { idleSince: at(-5) }))
  await home.pass(8)
  expect(tile(/^2\s*Alerts/)).toBeDefined()
  expect(home.played).toEqual(['alert'])
  await home.pass(5)
  expect(home.played).toEqual(['alert'])
  await home.change(
    mine(2, 'Bob', { idleSince: at(-5), adherence: { state: 'OUT', kind: null, since: at(-3) } }),
  )
  await home.pass(1)
  expect(home.played).toEqual(['alert', 'alert'])
})

test('D125 ‘Seen’ quiets it for the viewer, with a note, and others read who is on it', async () => {
  const onIt = [{ userID: 30, by: 'Priya Nair', note: 'calling her' }]
  const home = await open([mine(1, 'Ann', { idleSince: at(-6), onIt })])
  await home.pass(1)
  await home.user.click(tile(/^1\s*Alerts/))
  const list = within(screen.getByRole('region', { name: 'Alerts' }))
  const [item] = list.getAllByRole('listitem')
  expect(item?.textContent).toContain('Idle, since 12:54')
  expect(item?.textContent).toContain('Priya Nair is on it: calling her')
  await home.user.click(list.getByRole('button', { name: 'Seen: Ann' }))
  await home.user.type(list.getByRole('textbox', { name: 'Note for others' }), 'I ask{Enter}')
  expect(home.sent).toEqual([{ alertID: '1:IDLE', note: 'I ask' }])
  await waitFor(() => expect(tile(/^0\s*Alerts/)).toBeDefined())
  expect(rowOf('Ann').dataset.alert).toBeUndefined()
  // Idle again later is another alert.
  await home.pass(60)
  await home.change(mine(1, 'Ann', { idleSince: at(1) }))
  await home.pass(1)
  expect(tile(/^1\s*Alerts/)).toBeDefined()
})

test('D125 a rule of one’s own on any column; those that are supplied are switched off', async () => {
  const home = await open([mine(1, 'Ann', { idleSince: at(-6), completes: 0 }), mine(2, 'Bob')])
  await home.pass(1)
  await home.user.click(tile(/^1\s*Alerts/))
  await home.user.click(screen.getByRole('button', { name: 'Rules' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Alert rules' }))
  await home.user.click(dialog.getByRole('checkbox', { name: 'Idle' }))
  await waitFor(() => expect(tile(/^0\s*Alerts/)).toBeDefined())
  const form = within(dialog.getByRole('form', { name: 'Add a rule' }))
  await home.user.selectOptions(form.getByRole('combobox', { name: 'Column' }), 'today')
  await home.user.selectOptions(form.getByRole('combobox', { name: 'Comparison' }), 'MOST')
  await home.user.click(form.getByRole('button', { name: 'Add a rule' }))
  expect(await form.findByText('Give a value.')).toBeDefined()
  await home.user.type(form.getByRole('spinbutton', { name: 'Value' }), '0')
  await home.user.click(form.getByRole('button', { name: 'Add a rule' }))
  await waitFor(() => expect(dialog.getByRole('checkbox', { name: 'Today: at most 0' })).toBeDefined())
  await home.pass(1)
  expect(tile(/^1\s*Alerts/)).toBeDefined()
  expect(rowOf('Ann').textContent).toContain('Today: at most 0')
})

test('D124 the head’s counts by class equal the rows, and a click on one filters by it', async () => {
  const home = await open([
    mine(1, 'Ann'),
    mine(2, 'Bob', { currentActivity: 'BREAK' }),
    mine(3, 'Cat', { currentActivity: 'BREAK' }),
    mine(4, 'Dan', { currentActivity: 'SYSTEM ISSUES' }),
    mine(5, 'Eve', { isShown: false }),
    person(6, 'Far', { managerID: 99 }),
  ])
  await home.pass(1)
  for (const [label, count] of [
    ['Interviewing', 1],
    ['Break', 2],
    ['System issues', 1],
    ['Away', 0],
  ] as const)
    expect(tile(new RegExp(`^${count}\\s*${label}$`))).toBeDefined()
  expect(names()).toEqual(['Ann', 'Bob', 'Cat', 'Dan'])
  await home.user.click(tile(/^2\s*Break$/))
  await waitFor(() => expect(names()).toEqual(['Bob', 'Cat']))
  expect(tile(/^2\s*Break$/).getAttribute('aria-pressed')).toBe('true')
  await home.user.click(tile(/^2\s*Break$/))
  await waitFor(() => expect(names()).toHaveLength(4))
})

test('D127 while the connection is away rows are marked ‘As of {time}’ until the full state is there again', async () => {
  const home = await open([mine(1, 'Ann')])
  expect(screen.getByText('Live')).toBeDefined()
  await home.pass(60)
  await home.setConnected(false)
  expect(screen.getByText('As of 13:01')).toBeDefined()
  expect(rowOf('Ann').dataset.away).toBe('true')
  await home.pass(60)
  // It stays that of when the connection went, also where another attempt fails.
  await home.setConnected(false)
  await home.pass(1)
  expect(rowOf('Ann').getAttribute('aria-label')).toMatch(/As of 13:01$/)
  await home.setConnected(true)
  await waitFor(() => expect(screen.getByText('Live')).toBeDefined())
  expect(rowOf('Ann').dataset.away).toBeUndefined()
})

test('D129 the row shows what became of a remote command, EXPIRED with why', async () => {
  const answer = 'No window of Ann answered within 30 seconds.'
  const home = await open([mine(1, 'Ann', { command: { order: 'RENEW_TOKEN', state: 'SENT', answer: '' } })])
  expect(rowOf('Ann').textContent).toContain('Sent: Renew the session')
  for (const [state, words] of [
    ['WAITING', 'After the call'],
    ['DELIVERED', 'Delivered'],
    ['DONE', 'Done'],
    ['FAILED', 'Failed'],
  ] as const) {
    await home.change(mine(1, 'Ann', { command: { order: 'RENEW_TOKEN', state, answer: '' } }))
    expect(rowOf('Ann').textContent).toContain(`${words}: Renew the session`)
  }
  await home.change(mine(1, 'Ann', { command: { order: 'RENEW_TOKEN', state: 'EXPIRED', answer } }))
  expect(rowOf('Ann').textContent).toContain(`Expired: Renew the session. ${answer}`)
})

test('D130 what cuts a call off is asked about a second time, by the call', async () => {
  const onCall = person(1, 'Ann', { managerID: OWN, diallerSince: at(-3), diallerProject: 'Rail' })
  const home = await open(
    [{ ...onCall, stats: { ...onCall.stats, diallerStatus: 'ON_CALL' } }],
    ['ISUPERVISOR_CAN_SEE_MODULE', 'CAN_FORCE_MASTER_ACTIVITY'],
  )
  home.answer(livePerson, () => {
    throw refused(500, 'not now')
  })
  const sent: unknown[] = []
  home.answer(sendRemoteCommand, (request) => {
    sent.push(request)
    return { commandID: 1 }
  })
  const sending = async () => {
    await home.user.click(await screen.findByRole('button', { name: 'Remote command' }))
    const form = within(await screen.findByRole('form', { name: 'Remote command' }))
    await home.user.selectOptions(form.getByRole('combobox', { name: 'Remote command' }), 'LOGOUT')
    const reason = form.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' })
    // 3 characters at least, without the spaces around them, and 1,000 at most (spec 4 §5.2).
    await home.user.type(reason, ' ab ')
    await home.user.click(form.getByRole('button', { name: 'Send' }))
    expect(form.getByText('Give a reason of at least 3 characters.')).toBeDefined()
    expect(reason.maxLength).toBe(1000)
    await home.user.clear(reason)
    await home.user.type(reason, 'Gone home')
    expect(form.getByText('Ann is on a call on Rail since 12:57.')).toBeDefined()
    return form
  }
  await home.user.click(rowOf('Ann'))
  const first = await sending()
  await home.user.click(first.getByRole('button', { name: 'Send' }))
  const order = { userID: 1, remoteCommand: { command: 'LOGOUT' }, reason: 'Gone home' }
  await waitFor(() => expect(sent).toEqual([{ ...order, afterCall: true }]))
  const second = await sending()
  await home.user.click(second.getByRole('checkbox', { name: 'After this call' }))
  await home.user.click(second.getByRole('button', { name: 'Send' }))
  const [question] = home.services.prompts.store.getState()
  expect(question?.text).toBe('Ann is on a call on Rail since 12:57. It is cut off.')
  expect(sent).toHaveLength(1)
  await act(async () => home.services.prompts.answer(question?.id ?? 0, true))
  await waitFor(() => expect(sent[1]).toEqual({ ...order, afterCall: false, confirmedCall: at(-3) }))
})

test('D090 a shift is locked with a reason from the panel, and unlocked', async () => {
  const home = await open([mine(1, 'Ann')], ['CAN_FORCE_MASTER_ACTIVITY'])
  home.answer(livePerson, () => {
    throw refused(500, 'not now')
  })
  const sent: unknown[] = []
  home.answer(lockShift, (request) => {
    sent.push(request)
    return { done: true }
  })
  await home.user.click(rowOf('Ann'))
  await home.user.click(screen.getByRole('button', { name: 'Lock shift' }))
  const form = within(await screen.findByRole('form', { name: 'Lock shift' }))
  await home.user.click(form.getByRole('button', { name: 'Lock shift' }))
  expect(form.getByText('Give a reason of at least 3 characters.')).toBeDefined()
  await home.user.type(form.getByRole('textbox', { name: 'Reason' }), 'Stay on Rail')
  await home.user.click(form.getByRole('button', { name: 'Lock shift' }))
  await waitFor(() => expect(sent).toEqual([{ userID: 1, locked: true, reason: 'Stay on Rail' }]))
  await home.change(mine(1, 'Ann', { lockedBy: 'Priya Nair' }))
  expect(screen.getByText('Shift locked by Priya Nair.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Lock shift' })).toBeNull()
  await home.user.click(screen.getByRole('button', { name: 'Unlock shift' }))
  await waitFor(() => expect(sent[1]).toEqual({ userID: 1, locked: false }))
})

test('4 §4.4.1 the area of a row is told something from the panel, by who may broadcast', async () => {
  const home = await open([mine(1, 'Ann'), mine(2, 'Bob', { areaID: null })], ['CAN_BROADCAST_MESSAGE'])
  home.answer(livePerson, () => {
    throw refused(500, 'not now')
  })
  const sent: unknown[] = []
  let isRefused = true
  home.answer(postBroadcast, (request) => {
    if (isRefused) throw refused(400, 'A broadcast runs for 30 days at most.')
    sent.push(request)
    return { id: 1 }
  })
  await home.user.click(rowOf('Ann'))
  await home.user.click(screen.getByRole('button', { name: 'Broadcast to area' }))
  const form = within(await screen.findByRole('form', { name: 'Broadcast to area' }))
  expect(form.getByText('Everybody of Leeds reads it on their screen until it ends.')).toBeDefined()
  const send = form.getByRole('button', { name: 'Broadcast' })
  await home.user.click(send)
  expect(form.getByText('Write what they are to read.')).toBeDefined()
  await home.user.type(form.getByRole('textbox', { name: 'Text' }), ' The lift is stuck ')
  await home.user.click(send)
  expect(await form.findByText('A broadcast runs for 30 days at most.')).toBeDefined()
  // Escape asks before the text is lost, and closes neither the form nor the panel that it stands in.
  form.getByRole('textbox', { name: 'Text' }).focus()
  await home.user.keyboard('{Escape}')
  const { prompts } = home.services
  await waitFor(() => expect(prompts.store.getState()).toMatchObject([{ title: 'Discard your changes?' }]))
  const [prompt] = prompts.store.getState()
  if (prompt) await act(async () => prompts.answer(prompt.id, false))
  expect(screen.getByRole('complementary', { name: 'Ann' })).toBeDefined()
  isRefused = false
  await home.user.click(send)
  const endDate = new Date(NOW + 3_600_000).toISOString()
  await waitFor(() => expect(sent).toEqual([{ message: 'The lift is stuck', endDate, areaIDs: [1] }]))
  // Who has no area has none to tell.
  await home.user.click(rowOf('Bob'))
  await screen.findByRole('complementary', { name: 'Bob' })
  expect(screen.queryByRole('button', { name: 'Broadcast to area' })).toBeNull()
})

test('the next appointment stands under ‘Appointment’, a time of day; rules still count its minutes', async () => {
  await open([mine(1, 'Ann', { appointment: { time: at(11), isAtRisk: false } })])
  const headings = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(headings).toContain('Appointment')
  expect(rowOf('Ann').textContent).toContain('13:11')
  expect(COLUMNS.appointment?.label).toBe('Appointment (min)')
})

test('D133 the tree tells the counts, and each row as one sentence', async () => {
  const home = await open([
    mine(1, 'Ann'),
    mine(2, 'Bob', { currentActivity: 'BREAK', adherence: { state: 'OUT', kind: null, since: at(-1) } }),
  ])
  await home.pass(1)
  expect(
    screen.getByRole('region', { name: 'Interviewing 1, break 1, out of adherence 1, not in 0' }),
  ).toBeDefined()
  expect(rowOf('Ann').getAttribute('aria-label')).toBe(
    'Ann, available for 12 minutes on Northgate Travel, 3 of 8 completes, on schedule',
  )
  await home.change(mine(2, 'Bob', { currentActivity: 'SYSTEM ISSUES' }))
  await home.pass(1)
  expect(
    screen.getByRole('region', {
      name: 'Interviewing 1, system issues 1, out of adherence 0, not in 0',
    }),
  ).toBeDefined()
})

test('D116 Live status shows the line, without choosing, setting or sending', async () => {
  const home = await open(
    [person(1, 'Ann', { managerID: 99 }), person(2, 'Bob', { managerID: 1, isShown: false })],
    [
      'IMANAGER_CAN_SEE_LIVE_STATUS',
      'CAN_FORCE_MASTER_ACTIVITY',
      'CAN_SEND_MESSAGE',
      'CAN_VIEW_USER_PROFILE',
    ],
    [],
    <LiveStatusScreen />,
  )
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    ...['Person', 'Activity', 'In it for', 'Project', 'Shift', 'Adherence', 'Location', 'Tickets'],
  ])
  expect(names()).toEqual(['Ann'])
  expect(screen.queryByRole('checkbox')).toBeNull()
  await home.user.click(rowOf('Ann'))
  const beside = within(screen.getByRole('complementary', { name: 'Ann' }))
  expect(
    beside.getAllByRole('button').map((one) => one.textContent || one.getAttribute('aria-label')),
  ).toEqual([...['Close', 'Message', 'View profile']])
  await home.change(person(1, 'Ann', { currentActivity: 'BREAK' }))
  expect(rowOf('Ann').textContent).toContain('Break')
})

test('4 §4.3 in Live status the team of one manager below can be chosen', async () => {
  const under = (id: number, name: string, managerID: number, manager: string) => {
    const { stats, ...one } = person(id, name, { managerID })
    return { ...one, stats: { ...stats, manager } }
  }
  const home = await open(
    [under(1, 'Ann', 99, 'Max Moor'), under(2, 'Bob', 1, 'Ann'), under(3, 'Cid', 1, 'Ann')],
    ['IMANAGER_CAN_SEE_LIVE_STATUS'],
    [],
    <LiveStatusScreen />,
  )
  const team = screen.getByRole('combobox', { name: 'Team' })
  expect(
    within(team)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual([...['All of my line', 'Ann', 'Max Moor']])
  expect(names()).toEqual(['Ann', 'Bob', 'Cid'])
  await home.user.selectOptions(team, 'Ann')
  expect(names()).toEqual(['Bob', 'Cid'])
  await home.user.selectOptions(team, 'All of my line')
  expect(names()).toEqual(['Ann', 'Bob', 'Cid'])
})

test('4 §4.4.1 the menu key, Shift+F10 or a right click opens what may be done about a row, and the panel with its form', async () => {
  const home = await open(
    [mine(1, 'Ann'), mine(2, 'Bob', { lockedBy: 'Priya Nair' }), mine(OWN, 'Me')],
    ['CAN_FORCE_MASTER_ACTIVITY', 'QC_CAN_ADD', 'CAN_MAKE_CALL', 'SUPPORT_HELP_CENTER', 'CAN_SEND_POPUP'],
  )
  home.answer(livePerson, () => {
    throw refused(500, 'not now')
  })
  const items = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
  const first = within(rowOf('Ann')).getAllByRole('gridcell')[1]
  act(() => first?.focus())
  await home.user.keyboard('{Shift>}{F10}{/Shift}')
  await screen.findByRole('menu', { name: 'Actions for Ann' })
  expect(items()).toEqual([
    ...['Open', 'Call', 'Screenshare', 'Pop-up message', 'Set activity', 'Lock shift'],
    ...['Start feedback session', 'Day bar', 'New ticket for Ann', 'Remote command'],
  ])
  await home.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(document.activeElement).toBe(first)
  await home.user.keyboard('{ContextMenu}')
  await home.user.click(await screen.findByRole('menuitem', { name: 'Set activity' }))
  expect(await screen.findByRole('complementary', { name: 'Ann' })).toBeDefined()
  await home.user.pointer({ keys: '[MouseRight]', target: rowOf('Bob') })
  await screen.findByRole('menu', { name: 'Actions for Bob' })
  expect(items()).toContain('Unlock shift')
  expect(items()).not.toContain('Lock shift')
  await home.user.keyboard('{Escape}')
  // Nobody sets, messages or calls themselves.
  await home.user.pointer({ keys: '[MouseRight]', target: rowOf('Me') })
  await screen.findByRole('menu', { name: 'Actions for Me' })
  expect(items()).toEqual(['Open', 'Day bar'])
})

test('4 §4.4.1 several get one activity; what is refused is listed, and only that is tried again; above 10 the number is typed', async () => {
  const all = Array.from({ length: 11 }, (_, at) => mine(at + 1, `P${at + 1}x`))
  const home = await open(all, ['CAN_FORCE_MASTER_ACTIVITY'])
  const sent: number[] = []
  const isOut = new Set([2, 3])
  home.answer(forceActivity, (request) => {
    const { userID, reason, activity } = request as { userID: number; reason: string; activity: string }
    expect({ reason, activity }).toEqual({ reason: 'Fire drill', activity: 'MEETING' })
    sent.push(userID)
    if (isOut.has(userID)) throw refused(400, `P${userID}x has no running shift.`)
    return { done: true }
  })
  const choose = (name: string) => home.user.click(screen.getByRole('checkbox', { name: `Select ${name}` }))
  const bar = (n: string) => within(screen.getByRole('region', { name: n }))
  for (let at = 1; at <= 10; at++) await choose(`P${at}x`)
  await home.user.click(bar('10 people chosen').getByRole('button', { name: 'Set activity' }))
  const form = () => within(screen.getByRole('form', { name: 'Set activity' }))
  await screen.findByRole('form', { name: 'Set activity' })
  expect(form().queryByRole('textbox', { name: /^Type / })).toBeNull()
  await choose('P11x')
  await form().findByRole('option', { name: 'Meeting' })
  await home.user.selectOptions(form().getByRole('combobox', { name: 'Activity' }), 'MEETING')
  await home.user.type(form().getByRole('textbox', { name: 'Reason' }), 'Fire drill')
  const go = form().getByRole('button', { name: 'Set for 11 people' })
  await home.user.click(go)
  expect(form().getByText('This is for 11. Type 11 to go on.')).toBeDefined()
  await home.user.type(form().getByRole('textbox', { name: 'Type 11 to go on' }), '10')
  await home.user.click(go)
  expect(sent).toEqual([])
  await home.user.type(form().getByRole('textbox', { name: 'Type 11 to go on' }), '{Backspace}1')
  await home.user.click(go)
  expect(await form().findByText('9 of 11 done.')).toBeDefined()
  expect(
    form()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([...['P2x: P2x has no running shift.', 'P3x: P3x has no running shift.']])
  expect(sent).toHaveLength(11)
  isOut.delete(3)
  await home.user.click(form().getByRole('button', { name: 'Try again for 2' }))
  expect(await form().findByText('10 of 11 done.')).toBeDefined()
  expect(sent.slice(11)).toEqual([2, 3])
  isOut.clear()
  await home.user.click(form().getByRole('button', { name: 'Try again for 1' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: /chosen$/ })).toBeNull())
  expect(sent.slice(13)).toEqual([2])
})

test('4 §4.4.1 a command to more than one is LOGOUT by number alone, and waits for the end of calls', async () => {
  const onCall = { diallerSince: at(-3), diallerProject: 'Rail' }
  const ann = mine(1, 'Ann', onCall)
  const home = await open(
    [{ ...ann, stats: { ...ann.stats, diallerStatus: 'ON_CALL' } }, mine(2, 'Bob')],
    ['CAN_FORCE_MASTER_ACTIVITY', 'ISUPERVISOR_CAN_SEE_MODULE'],
  )
  const sent: unknown[] = []
  home.answer(sendRemoteCommand, (request) => {
    sent.push(request)
    return { commandID: 1 }
  })
  await home.user.click(screen.getByRole('checkbox', { name: 'Select all that show' }))
  const bar = within(screen.getByRole('region', { name: '2 people chosen' }))
  await home.user.click(bar.getByRole('button', { name: 'Remote command' }))
  const form = within(await screen.findByRole('form', { name: 'Remote command' }))
  expect(form.queryByRole('textbox', { name: 'Type 2 to go on' })).toBeNull()
  await home.user.selectOptions(form.getByRole('combobox', { name: 'Remote command' }), 'LOGOUT')
  await home.user.type(form.getByRole('textbox', { name: 'Reason' }), 'Evacuation')
  expect(form.getByRole('checkbox', { name: 'After this call' }).hasAttribute('disabled')).toBe(true)
  const send = form.getByRole('button', { name: 'Send to 2 people' })
  await home.user.click(send)
  expect(form.getByText('This is for 2. Type 2 to go on.')).toBeDefined()
  expect(sent).toEqual([])
  await home.user.type(form.getByRole('textbox', { name: 'Type 2 to go on' }), '2')
  await home.user.click(send)
  const order = { remoteCommand: { command: 'LOGOUT' }, reason: 'Evacuation', afterCall: true }
  await waitFor(() =>
    expect(sent).toEqual([
      { userID: 1, ...order },
      { userID: 2, ...order },
    ]),
  )
  // A changed filter ends a selection.
  await home.user.click(screen.getByRole('checkbox', { name: 'Select Bob' }))
  await home.user.click(screen.getByRole('button', { name: 'Breaks' }))
  await home.user.click(screen.getByRole('button', { name: 'Floor' }))
  expect(screen.queryByRole('region', { name: /chosen$/ })).toBeNull()
})

test('4 §4.4.1 a feedback session is begun and rings; a ticket is raised for somebody; a message pops up', async () => {
  const home = await open(
    [mine(1, 'Ann')],
    ['QC_CAN_ADD', 'CAN_MAKE_CALL', 'SUPPORT_HELP_CENTER', 'CAN_SEND_POPUP'],
  )
  home.answer(livePerson, () => {
    throw refused(500, 'not now')
  })
  home.answer(chatStatuses, () => [])
  home.answer(supportSettings, () => ({
    ...{ status: [], effort: [], priority: [] },
    ticketTypes: ['Dialler', 'Phones'].map((value) => ({ value, label: value, questions: [] })),
  }))
  const sent: unknown[] = []
  let reason: string | null = 'Ann has no running shift.'
  home.answer(startFeedback, (request) => {
    if (reason !== null) throw refused(400, reason)
    sent.push(request)
    return { meetingID: 44 }
  })
  home.answer(raiseTicketFor, (request) => {
    sent.push(request)
    return { id: 71 }
  })
  home.answer(sendPopupMessage, (request) => {
    sent.push(request)
    return { done: true }
  })
  const invoked: unknown[] = []
  const before = home.hub.invoke as unknown as (...args: unknown[]) => Promise<unknown>
  Object.assign(home.hub, {
    invoke: async (...args: unknown[]) => {
      invoked.push(args)
      return before(...args)
    },
  })
  await home.user.click(rowOf('Ann'))
  const panel = within(await screen.findByRole('complementary', { name: 'Ann' }))
  await home.user.click(panel.getByRole('button', { name: 'Start feedback session' }))
  const feedback = within(await panel.findByRole('form', { name: 'Start feedback session' }))
  await home.user.selectOptions(feedback.getByRole('combobox', { name: 'About' }), 'Coaching')
  await home.user.click(feedback.getByRole('button', { name: 'Start and call' }))
  expect(await feedback.findByText('Ann has no running shift.')).toBeDefined()
  reason = null
  await home.user.click(feedback.getByRole('button', { name: 'Start and call' }))
  await waitFor(() => expect(invoked).toContainEqual(['makeCall', 1, 44, 'General call', false]))
  expect(sent).toEqual([{ userID: 1, category: 'Coaching' }])

  await home.user.click(panel.getByRole('button', { name: 'New ticket for Ann' }))
  const ticket = within(await panel.findByRole('form', { name: 'New ticket for Ann' }))
  await ticket.findByRole('option', { name: 'Phones' })
  await home.user.click(ticket.getByRole('button', { name: 'Raise ticket' }))
  expect(ticket.getByText('Please describe the problem.')).toBeDefined()
  await home.user.selectOptions(ticket.getByRole('combobox', { name: 'Type' }), 'Phones')
  await home.user.selectOptions(ticket.getByRole('combobox', { name: 'Priority' }), 'HIGH')
  await home.user.type(ticket.getByRole('textbox', { name: 'What is wrong' }), ' No sound ')
  await home.user.click(ticket.getByRole('button', { name: 'Raise ticket' }))
  await waitFor(() =>
    expect(sent[1]).toEqual({ userID: 1, ticketType: 'Phones', message: 'No sound', priority: 'HIGH' }),
  )
  await waitFor(() => expect(panel.queryByRole('form')).toBeNull())

  await home.user.click(panel.getByRole('button', { name: 'Pop-up message' }))
  const popup = within(await panel.findByRole('form', { name: 'Pop-up message' }))
  const words = popup.getByRole('textbox', { name: 'Text' })
  expect(words.getAttribute('maxlength')).toBe('500')
  await home.user.type(words, 'Call me')
  await home.user.click(popup.getByRole('button', { name: 'Show message' }))
  await waitFor(() => expect(sent[2]).toEqual({ userIDs: [1], message: 'Call me' }))
})

test('4 §4.4.1 without its permission an action isn’t there', async () => {
  const home = await open([mine(1, 'Ann')], ['QC_CAN_ADD'])
  home.answer(livePerson, () => {
    throw refused(500, 'not now')
  })
  await home.user.click(rowOf('Ann'))
  const panel = within(await screen.findByRole('complementary', { name: 'Ann' }))
  expect(
    panel.getAllByRole('button').map((one) => one.textContent || one.getAttribute('aria-label')),
  ).toEqual(['Close', 'Day bar', 'Remote command', 'Try again'])
  await home.user.click(screen.getByRole('checkbox', { name: 'Select Ann' }))
  const bar = within(screen.getByRole('region', { name: '1 person chosen' }))
  expect(bar.getAllByRole('button').map((one) => one.textContent || one.getAttribute('aria-label'))).toEqual([
    'Remote command',
    'Clear selection',
  ])
})

const TALLY = {
  ...{ outcomes: NO_OUTCOMES, interviewingSeconds: 7200, availableSeconds: 7200, talkSeconds: 3600 },
  ...{ completeSeconds: 1800, appointmentsDue: 0, appointmentsKept: 0, expectedCompletes: 3 },
}

test('4 §2.4 what was set of a rate stands beside it in the row', async () => {
  await open([
    person(1, 'Ann', {
      managerID: OWN,
      lastHour: { completes: 1, rate: 0.9, projectRate: 1.1 },
      rateTargets: { completesPerHour: 1.2, refusalRate: null },
    }),
    person(2, 'Bob', { managerID: OWN, lastHour: { completes: 1, rate: 0.9, projectRate: null } }),
  ])
  expect(rowOf('Ann').textContent).toContain('0.9project 1.1, target 1.20')
  expect(rowOf('Bob').textContent).not.toContain('target')
})

/** A day of Ann's without anything in it. */
const emptyDay = () => ({
  ...{
    date: '2026-05-04',
    name: 'Ann',
    planned: [],
    own: { ...TALLY, outcomes: { ...NO_OUTCOMES, COMPLETE: 3, REFUSAL: 3 } },
    project: TALLY,
    target: 8,
    targets: [],
    lastHour: 1.5,
  },
  ...{ breaks: null, adherence: { state: 'IN', kind: null, excuse: null, since: null }, override: null },
  ...{ shift: null, projects: [], reviews: [], coachingActions: [], commands: [], notes: null, moods: [] },
  ...{ sessions: [], exceptions: [], tickets: [], machine: [] },
})

test('4 §4.4.1 beside the rows an exception is excused, a session corrected, a ticket opened; the machine’s last hour is there', async () => {
  const home = await open(
    [person(1, 'Ann', { managerID: OWN, wifi: 'VERY_GOOD', vpnSince: at(-65) })],
    ['ISUPERVISOR_CAN_SEE_RESOURCE', 'SUPPORT_HELP_CENTER'],
  )
  expect(rowOf('Ann').textContent).toContain('wifi very good · VPN 1 h 5 min')
  const exception = (
    id: string,
    kind: DayExceptionRow['kind'],
    from: number,
    excused = 0,
  ): DayExceptionRow => ({
    ...{ id, kind, start: at(from), end: at(from + 25), seconds: 1500, excuse: 'NONE' },
    ...{ excusedSeconds: excused, excusedBy: excused === 0 ? '' : 'Sam', reason: '', isNoticed: false },
  })
  const session = {
    ...{ id: 5, activity: 'BREAK', project: null, category: 'Tea', start: at(-60), end: at(-30) },
    ...{ seconds: 1800, by: null, isTimeCorrected: false, isCorrected: false },
  }
  home.answer(livePerson, () => ({
    ...emptyDay(),
    sessions: [session, { ...session, id: 6, activity: 'AVAILABLE', start: at(-30), end: null }],
    exceptions: [
      exception('a', 'LATE_START', -90),
      exception('b', 'AWAY', -60, 600),
      exception('c', 'LONG_BREAK', -40, 1500),
    ],
    tickets: [
      { id: 71, ticketType: 'Dialler', at: at(-20) },
      { id: 70, ticketType: 'Phones', at: at(-24 * 60) },
    ],
    machine: [
      { kind: 'WIFI', value: 'VERY_GOOD', at: at(-2) },
      { kind: 'VPN', value: 'Connected, London', at: at(-40) },
      { kind: 'DEVICE_GRADE', value: 'Grade B', at: at(-55) },
    ],
  }))
  const sent: unknown[] = []
  let reason: string | null = 'This day is locked for pay.'
  home.answer(excuseException, (request) => {
    if (reason !== null) throw refused(409, reason)
    sent.push(request)
    return { done: true }
  })
  home.answer(attendanceSessions, () => ({
    sessions: [{ ...session, projectID: null, isCorrected: false }],
    projects: [],
  }))
  home.answer(correctSession, (request) => {
    sent.push(request)
    return { done: true }
  })
  await home.user.click(rowOf('Ann'))
  const panel = within(await screen.findByRole('complementary', { name: 'Ann' }))
  // What is excused whole has nothing to excuse; what goes on nothing to correct.
  const named = (start: RegExp) =>
    panel.getAllByRole('button', { name: start }).map((one) => one.getAttribute('aria-label'))
  await panel.findByRole('button', { name: 'Excuse late start 11:30' })
  // The day bar and the figures are those of their own page, the bar without 'you' and what stands below anyway.
  const bar = within(await panel.findByRole('region', { name: 'Day bar' }))
  await home.user.click(bar.getByRole('button', { name: /^Break, 12:00–12:30/ }))
  expect(bar.queryByText(/you/i)).toBeNull()
  expect(bar.queryByRole('list', { name: /order/i })).toBeNull()
  expect(bar.queryByRole('button', { name: 'Correct' })).toBeNull()
  const figure = (label: string) => panel.getByText(label).closest('div')?.textContent
  expect(figure('Completes')).toBe('Completes3 of 8')
  expect(figure('Refusal rate')).toBe('Refusal rate50 % Project –')
  expect(figure('Completes per hour')).toBe('Completes per hour1.50 Last hour 1.50 Project 0.00')
  expect(named(/^Excuse ./)).toEqual(['Excuse late start 11:30', 'Excuse away 12:00'])
  expect(named(/^Correct ./)).toEqual(['Correct Break 12:00'])
  expect(panel.getByText(/away from 12:00, 25 min\. 10 min excused by Sam/)).toBeDefined()
  // What was raised on another day says which.
  const raised = (name: string) => panel.getByRole('button', { name }).closest('li')?.textContent
  expect([raised('71: Dialler'), raised('70: Phones')]).toEqual([
    '71: Dialler, 12:40',
    '70: Phones, 3 May, 13:00',
  ])
  for (const line of ['12:58 Wifi: very good', '12:20 VPN: Connected, London', '12:05 Device: Grade B'])
    expect(panel.getByText(line)).toBeDefined()

  await home.user.click(panel.getByRole('button', { name: 'Excuse away 12:00' }))
  const form = within(await panel.findByRole('form', { name: 'Excuse' }))
  const what = form.getByRole<HTMLSelectElement>('combobox', { name: 'What' })
  expect([...what.options].map(({ textContent }) => textContent)).toEqual([
    'late start, 11:30',
    'away, 12:00',
  ])
  expect(what.value).toBe('b')
  const minutes = form.getByRole('textbox', { name: 'Minutes, from its beginning' })
  const excuse = form.getByRole('button', { name: 'Excuse' })
  await home.user.clear(minutes)
  await home.user.type(minutes, '26')
  await home.user.click(excuse)
  expect(await form.findByText('Give 0 to 25 minutes.')).toBeDefined()
  await home.user.clear(minutes)
  await home.user.type(minutes, '10')
  await home.user.selectOptions(form.getByRole('combobox', { name: 'Reason' }), 'Other')
  await home.user.click(excuse)
  expect(await form.findByText('Give a reason of at least 3 characters.')).toBeDefined()
  await home.user.selectOptions(form.getByRole('combobox', { name: 'Reason' }), 'Travel disruption')
  await home.user.type(form.getByRole('textbox', { name: 'Details' }), 'No trains')
  await home.user.click(excuse)
  expect(await form.findByText('This day is locked for pay.')).toBeDefined()
  reason = null
  await home.user.click(excuse)
  await waitFor(() => expect(panel.queryByRole('form')).toBeNull())
  expect(sent).toEqual([{ exceptionID: 'b', minutes: 10, reason: 'Travel disruption: No trains' }])

  await home.user.click(panel.getByRole('button', { name: 'Correct Break 12:00' }))
  const correction = within(await panel.findByRole('form', { name: 'Correct' }))
  await home.user.type(correction.getByRole('textbox', { name: /why/i }), 'Was on the phone')
  await home.user.click(correction.getByRole('button', { name: 'Correct' }))
  await waitFor(() => expect(sent[1]).toMatchObject({ userID: 1, sessionID: 5, reason: 'Was on the phone' }))

  await home.user.click(panel.getByRole('button', { name: '70: Phones' }))
  expect(home.services.dialogs.store.getState().at(-1)).toMatchObject({
    ...{ name: 'tickets', params: { ticketID: 70, queue: [71, 70] }, opened: true },
  })
})

test('4 §4.4.1 ‘Listen’ begins the review of who interviews and opens it; its refusal is told', async () => {
  const home = await open(
    [mine(1, 'Ann'), mine(2, 'Bob', { currentActivity: 'BREAK' })],
    ['ISUPERVISOR_CAN_ACTION_LIVE_QC', 'ISUPERVISOR_CAN_SEE_QUALITY'],
  )
  const sent: unknown[] = []
  home.answer(startReview, (request) => {
    sent.push(request)
    return { id: 44 }
  })
  const menuOf = async (name: string) => {
    await home.user.pointer({ keys: '[MouseRight]', target: rowOf(name) })
    return within(await screen.findByRole('menu'))
  }
  expect((await menuOf('Bob')).queryByRole('menuitem', { name: 'Listen' })).toBeNull()
  await home.user.keyboard('{Escape}')
  await home.user.click((await menuOf('Ann')).getByRole('menuitem', { name: 'Listen' }))
  await waitFor(() => expect(home.place() + home.search()).toBe('/supervisor/quality?review=44'))
  expect(sent).toEqual([{ userID: 1 }])
})

test('4 §4.4.1 for several every live project is found by what is typed, also one that nobody on the panel works on', async () => {
  const home = await open([mine(1, 'Ann'), mine(2, 'Bob')], ['CAN_FORCE_MASTER_ACTIVITY'])
  const sent: unknown[] = []
  home.answer(forceActivity, (request) => {
    sent.push(request)
    return { done: true }
  })
  for (const name of ['Ann', 'Bob'])
    await home.user.click(screen.getByRole('checkbox', { name: `Select ${name}` }))
  const bar = within(screen.getByRole('region', { name: '2 people chosen' }))
  await home.user.click(bar.getByRole('button', { name: 'Set activity' }))
  const form = within(await screen.findByRole('form', { name: 'Set activity' }))
  await form.findByRole('option', { name: 'Available' })
  const field = await form.findByRole('combobox', { name: 'Project' })
  await home.user.type(form.getByRole('textbox', { name: 'Reason' }), 'Quota')
  // Nothing is set on a project that nobody chose.
  await home.user.click(form.getByRole('button', { name: 'Set for 2 people' }))
  expect(await form.findByText('Choose a project.')).toBeDefined()
  expect(sent).toEqual([])
  const offered = async () => {
    const list = await screen.findByRole('listbox', { name: 'Project' })
    return within(list)
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
  }
  await home.user.click(field)
  expect(await offered()).toEqual(['Canal', 'Rail', 'Rail freight'])
  await home.user.type(field, 'rail')
  await waitFor(async () => expect(await offered()).toEqual(['Rail', 'Rail freight']))
  await home.user.click(screen.getByRole('option', { name: 'Rail freight' }))
  await home.user.click(form.getByRole('button', { name: 'Set for 2 people' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  const what = { activity: 'AVAILABLE', project: 'Rail freight', reason: 'Quota', holdMinutes: null }
  expect(sent).toEqual([
    { userID: 1, ...what },
    { userID: 2, ...what },
  ])
})

test('4 §4.4.1 what is set has the categories of the settings; one that has gone is refused, and what there is now is offered', async () => {
  const home = await open([mine(1, 'Ann')], ['CAN_FORCE_MASTER_ACTIVITY'])
  let choices: readonly object[] = CHOICES
  home.answer(forceChoices, () => ({ choices, projects: [] }))
  home.answer(livePerson, () => ({ ...emptyDay(), projects: [{ id: 7, name: 'Rail' }] }))
  const sent: unknown[] = []
  home.answer(forceActivity, (request) => {
    if (sent.push(request) === 1) throw refused(400, 'Break has no category ‘Sea air’ now.')
    return { done: true }
  })
  await home.user.click(rowOf('Ann'))
  const panel = within(await screen.findByRole('complementary', { name: 'Ann' }))
  await panel.findByRole('heading', { name: 'Sessions' })
  await home.user.click(panel.getByRole('button', { name: 'Set activity' }))
  const form = within(await panel.findByRole('form', { name: 'Set activity' }))
  const offered = (name: string) =>
    [...form.getByRole<HTMLSelectElement>('combobox', { name }).options].map(({ textContent }) => textContent)
  await form.findByRole('option', { name: 'Break' })
  expect(offered('Activity')).toEqual(['Available', 'Break', 'Meeting'])
  await home.user.selectOptions(form.getByRole('combobox', { name: 'Activity' }), 'BREAK')
  expect(offered('Category')).toEqual(['None', 'Tea', 'Sea air'])
  await home.user.selectOptions(form.getByRole('combobox', { name: 'Category' }), 'Sea air')
  await home.user.type(form.getByRole('textbox', { name: 'Reason' }), 'abc')
  choices = [{ activity: 'BREAK', needsProject: false, categories: ['Tea', 'Walk'] }]
  await home.user.click(form.getByRole('button', { name: 'Set activity' }))
  expect(await form.findByText('Break has no category ‘Sea air’ now.')).toBeDefined()
  await form.findByRole('option', { name: 'Walk' })
  expect(offered('Category')).toEqual(['None', 'Tea', 'Walk'])
  await home.user.selectOptions(form.getByRole('combobox', { name: 'Category' }), 'Walk')
  await home.user.click(form.getByRole('button', { name: 'Set activity' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  const what = { userID: 1, activity: 'BREAK', reason: 'abc', holdMinutes: null }
  expect(sent).toEqual([
    { ...what, category: 'Sea air' },
    { ...what, category: 'Walk' },
  ])
})

test('4 §4.4.1 who is set to a project is offered the one that they are planned on first', async () => {
  const live = { project: 'Bus', scheduledProject: 'Tram' }
  const home = await open(
    [mine(1, 'Ann', live), mine(2, 'Bob', { project: 'Bus' })],
    ['CAN_FORCE_MASTER_ACTIVITY'],
  )
  home.answer(forceChoices, () => ({ choices: CHOICES, projects: [] }))
  const projects = ['Air', 'Bus', 'Tram'].map((name, id) => ({ id, name }))
  home.answer(livePerson, () => ({ ...emptyDay(), projects }))
  for (const [name, project] of [
    ['Ann', 'Tram'],
    ['Bob', 'Bus'],
  ] as const) {
    await home.user.click(rowOf(name))
    const panel = within(await screen.findByRole('complementary', { name }))
    await panel.findByRole('heading', { name: 'Sessions' })
    await home.user.click(panel.getByRole('button', { name: 'Set activity' }))
    const form = within(await panel.findByRole('form', { name: 'Set activity' }))
    expect((await form.findByRole<HTMLInputElement>('combobox', { name: 'Project' })).value).toBe(project)
  }
})

test('4 §4.4.1 beside the rows notes and shared moods stand, change by themselves, and a note is written', async () => {
  const home = await open([mine(1, 'Ann')])
  const note = { id: 5, at: at(-90), by: 'Priya', kind: 'CONCERN', text: 'Late twice', reply: '' }
  let day: object = { ...emptyDay(), notes: [note] }
  home.answer(livePerson, () => day)
  const sent: unknown[] = []
  home.answer(saveFileNote, (request) => {
    sent.push(request)
    return { id: 6 }
  })
  await home.user.click(rowOf('Ann'))
  const panel = within(await screen.findByRole('complementary', { name: 'Ann' }))
  expect(await panel.findByText('Late twice')).toBeDefined()
  expect(panel.getByText(/Concern/).closest('li')?.textContent).toBe('Concern, 4 May, PriyaLate twice')
  // Where nothing was shared nothing says so.
  expect(panel.queryByText(/Mood/)).toBeNull()
  const mood = { at: at(-5), moodValue: 2, comments: 'A hard call' }
  day = { ...day, moods: [mood], notes: [{ ...note, reply: 'The bus' }] }
  const hub = home.hub as unknown as { fire: (event: string, ...args: unknown[]) => void }
  await act(async () => hub.fire('livePersonChange', 1))
  expect(await panel.findByText('12:55 Low: A hard call')).toBeDefined()
  expect(panel.getByRole('heading', { name: 'Mood, shared with you' })).toBeDefined()
  expect(panel.getByText('Ann replied: The bus')).toBeDefined()

  await home.user.click(panel.getByRole('button', { name: 'Add note' }))
  const form = within(await panel.findByRole('form', { name: 'Add note' }))
  const text = form.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' })
  await home.user.type(text, ' ab ')
  await home.user.click(form.getByRole('button', { name: 'Save note' }))
  expect(form.getByText('Write at least 3 characters.')).toBeDefined()
  expect(text.maxLength).toBe(2000)
  await home.user.clear(text)
  await home.user.type(text, 'Calm today')
  await home.user.selectOptions(form.getByRole('combobox', { name: 'Kind' }), 'NEUTRAL')
  await home.user.click(form.getByRole('button', { name: 'Save note' }))
  await waitFor(() => expect(sent).toEqual([{ userID: 1, kind: 'NEUTRAL', text: 'Calm today' }]))
  await waitFor(() => expect(panel.queryByRole('form')).toBeNull())
  // Whoever may read no notes has none, and can't write one.
  day = { ...day, notes: null }
  await act(async () => hub.fire('livePersonChange', 1))
  await waitFor(() => expect(panel.queryByRole('button', { name: 'Add note' })).toBeNull())
  expect(panel.queryByRole('heading', { name: 'Notes' })).toBeNull()
})
