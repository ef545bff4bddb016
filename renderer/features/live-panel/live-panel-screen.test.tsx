import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { postBroadcast } from '#shared/contract/broadcast.ts'
import { lockShift } from '#shared/contract/help.ts'
import { type AlertSeen, liveAlerts, saveLiveAlerts, seeLiveAlert } from '#shared/contract/live-alerts.ts'
import type { LiveRow } from '#shared/contract/live-panel.ts'
import { livePerson } from '#shared/contract/live-person.ts'
import { sendRemoteCommand } from '#shared/contract/session-support.ts'
import { getViews } from '#shared/contract/views.ts'
import { type AlertRule, withSupplied } from '#shared/domain/live-alerts.ts'
import type { LivePerson } from '#shared/domain/live-panel.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { refused } from '../../testing/fake-services.ts'
import { manualTimers } from '../../testing/manual-timers.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { LivePanelScreen, LiveStatusScreen } from './index.ts'
import { at, NOW, person } from './testing/people.ts'

const statsOf = (people: readonly LivePerson[]) =>
  Object.fromEntries(people.map(({ id, stats, live }) => [String(id), { ...stats, live }]))
/** The viewer of the fake session has this id. */
const OWN = 7
const mine = (id: number, name: string, live: Partial<LiveRow> = {}) =>
  person(id, name, { managerID: OWN, ...live })

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
  const view = renderSignedIn(home.services, home.around(page), '/supervisor/live-panel')
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

test('D125 an alert marks the row in words, counts at the head, is read out and sounds once, at most once in 10 s', async () => {
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
  // D133: at once, with name, reason and time.
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
    await home.user.click(screen.getByRole('button', { name: 'Remote command' }))
    const form = within(screen.getByRole('form', { name: 'Remote command' }))
    await home.user.selectOptions(form.getByRole('combobox', { name: 'Remote command' }), 'LOGOUT')
    await home.user.type(form.getByRole('textbox', { name: 'Reason' }), 'Gone home')
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
  const form = within(screen.getByRole('form', { name: 'Lock shift' }))
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
  const form = within(screen.getByRole('form', { name: 'Broadcast to area' }))
  expect(form.getByText('Everybody of Leeds reads it on their screen until it ends.')).toBeDefined()
  const send = form.getByRole('button', { name: 'Broadcast' })
  await home.user.click(send)
  expect(form.getByText('Write what they are to read.')).toBeDefined()
  await home.user.type(form.getByRole('textbox', { name: 'Text' }), ' The lift is stuck ')
  await home.user.click(send)
  expect(await form.findByText('A broadcast runs for 30 days at most.')).toBeDefined()
  isRefused = false
  await home.user.click(send)
  const endDate = new Date(NOW + 3_600_000).toISOString()
  await waitFor(() => expect(sent).toEqual([{ message: 'The lift is stuck', endDate, areaIDs: [1] }]))
  // Who has no area has none to tell.
  await home.user.click(rowOf('Bob'))
  await screen.findByRole('complementary', { name: 'Bob' })
  expect(screen.queryByRole('button', { name: 'Broadcast to area' })).toBeNull()
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
