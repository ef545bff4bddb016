import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { updateActivity } from '#shared/contract/activity.ts'
import {
  type DashboardFigures,
  dashboardCards,
  getDashboardLayout,
  resetDashboardLayout,
  saveDashboardLayout,
} from '#shared/contract/dashboard.ts'
import { type MyExperience, myExperience } from '#shared/contract/gamification.ts'
import { type MyDay, myDay } from '#shared/contract/my-day.ts'
import { arranged, cardsOf, type PlacedCard } from '#shared/domain/dashboard.ts'
import { levelOf } from '#shared/domain/gamification.ts'
import { NO_OUTCOMES } from '#shared/domain/interviews.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { createUiLabels } from '../../services/page/ui-labels.ts'
import { UiLabelsProvider } from '../../services/page/ui-labels-context.tsx'
import { NO_COUNTS } from '../../services/person/counters.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { refused } from '../../testing/fake-services.ts'
import { manualTimers } from '../../testing/manual-timers.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { ChatProvider } from '../chat/index.ts'
import { DashboardScreen } from './DashboardScreen.tsx'

const NOON = Date.UTC(2026, 10, 21, 12)
const MINUTE = 60_000
const iso = (at: number) => new Date(at).toISOString()
const TEAM = ['ISUPERVISOR_CAN_SEE_MODULE', 'ISUPERVISOR_CAN_SEE_LIVE_PANEL'] as const
const TRACKER = ['ITRACKER_CAN_SEE_MODULE', 'ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD'] as const

const NONE: DashboardFigures = { total: 0, figures: [], rows: [] }
const row = (id: string, title: string, more: Partial<DashboardFigures['rows'][number]> = {}) => ({
  ...{ id, title, kind: '', detail: '', at: null, until: null, count: null },
  ...more,
})
const shiftDay = (of: { readonly at: string; readonly asOf: string }): MyDay => {
  const tally = {
    ...{ outcomes: NO_OUTCOMES, interviewingSeconds: 0, availableSeconds: 0, talkSeconds: 0 },
    ...{ completeSeconds: 0, appointmentsDue: 0, appointmentsKept: 0, expectedCompletes: 0 },
  }
  const plain = { needsProject: false, categories: [] }
  return {
    ...{ date: '2026-05-04', shift: null, next: null, exceptions: [], breaks: { allowance: 0, taken: 0 } },
    adherence: { state: 'IN', kind: null, excuse: null, since: null },
    ...{
      breakBefore: null,
      lastHour: null,
      tasksDue: 0,
      grade: null,
      start: null,
      override: null,
      waiting: null,
      dialler: null,
      undo: null,
      lock: null,
    },
    sessions: [
      {
        ...{ id: 1, activity: 'AVAILABLE', project: 'Rail', category: null, start: of.at, end: null },
        ...{ seconds: 1200, by: null, isTimeCorrected: false, isCorrected: false },
      },
    ],
    choices: [
      { activity: 'AVAILABLE', needsProject: true, categories: [] },
      ...(['BREAK', 'PERSONAL', 'HELP LINE', 'INACTIVE'] as const).map((activity) => ({
        activity,
        ...plain,
      })),
    ],
    ...{ projects: [], own: tally, project: tally, target: null, targets: [], asOf: of.asOf },
    ...{ planned: [], tickets: [], appointments: [], joins: [], brief: null },
  }
}
const figures = (values: Readonly<Record<string, number>>) =>
  Object.entries(values).map(([name, value]) => ({ name, value }))

// The cards' code is fetched; the first test would wait for it longer than its rows take.
beforeAll(async () => void (await import('../dashboard-cards/index.ts')))

async function open(
  permissions: readonly PermissionName[],
  cards: Readonly<Record<string, DashboardFigures>> = {},
  isRefused = false,
  prepare: (answer: ReturnType<typeof fakeLive>['answer']) => void = () => {},
) {
  const timers = manualTimers()
  const server = fakeLive({ now: () => NOON, timers })
  server.services.session.signIn(testToken(permissions))
  const held = server.services.session.store.getState().permissions
  const state = { cards, kept: [] as readonly PlacedCard[] }
  const asked: string[][] = []
  const saved: (readonly PlacedCard[])[] = []
  server.answer(getDashboardLayout, () => ({
    cards: arranged(cardsOf(held), state.kept),
    isOwn: state.kept.length > 0,
  }))
  server.answer(dashboardCards, ({ names }: { names: readonly string[] }) => {
    if (isRefused) throw refused(403, 'Ask your supervisor.')
    asked.push([...names])
    return {
      cards: Object.fromEntries(names.map((name) => [name, state.cards[name] ?? NONE])),
      asOf: iso(NOON),
    }
  })
  server.answer(saveDashboardLayout, (request: { cards: readonly PlacedCard[] }) => {
    state.kept = request.cards
    saved.push(request.cards)
    return { done: true as const }
  })
  server.answer(resetDashboardLayout, () => {
    state.kept = []
    return { done: true as const }
  })
  prepare(server.answer)
  // Awaited: what a component that waits for the chat leaves to be rendered is lost otherwise.
  const view = await act(async () =>
    renderSignedIn(
      server.services,
      server.around(
        <UiLabelsProvider value={createUiLabels(server.services)}>
          {/* The chat's own rows have their own tests. */}
          <ChatProvider store={new Promise(() => {})}>
            <DashboardScreen />
          </ChatProvider>
        </UiLabelsProvider>,
      ),
    ),
  )
  await screen.findByRole('region', { name: 'This device' })
  const titles = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  const card = (name: string) => within(screen.getByRole('region', { name }))
  return { ...server, ...view, timers, state, asked, saved, titles, card, user: userEvent.setup() }
}

test('D067 somebody’s cards stand in the order of what they do', async () => {
  const at = await open(['CAN_INTERVIEW', 'GENERAL_CAN_USE_TEAM_CHAT', ...TRACKER])
  expect(at.titles()).toEqual([
    ...['My shift', 'My next appointment', 'To acknowledge', 'Unread conversations'],
    ...['Mentions and reactions', 'My tickets', 'Meetings', 'This device'],
  ])
})

test('D071 one call brings the figures of all cards', async () => {
  const at = await open([...TEAM, ...TRACKER, 'CAN_INTERVIEW'])
  expect(at.asked).toEqual([['shift', 'appointment', 'team', 'out', 'acknowledge', 'meetings', 'tickets']])
})

test('a card that has nothing says so in a line; one that can’t be had says why and tries again', async () => {
  const none = await open([...TEAM])
  expect(await none.card('Out of adherence').findByText('Everybody is on schedule.')).toBeDefined()
  expect(none.card('My tickets').getByText('No open tickets.')).toBeDefined()
  none.unmount()
  const failing = await open([...TEAM], {}, true)
  expect(await failing.card('Team now').findByText('Ask your supervisor.')).toBeDefined()
  // Others stand.
  expect(failing.card('This device').getByText(/device health/)).toBeDefined()
})

test('the figures of the day say what they are counted in, and their link has no number', async () => {
  const values = {
    completes: 4,
    target: 4,
    lastHour: 0,
    completesPerHour: 0.86,
    projectRate: 0.81,
    refusalRate: 0.5,
  }
  const figures = Object.entries({ ...values, fewData: 0 }).map(([name, value]) => ({ name, value }))
  const at = await open(['CAN_INTERVIEW', ...TRACKER, 'ITRACKER_CAN_SEE_CATI_REPORT'], {
    dayFigures: { total: 4, figures, rows: [] },
  })
  const card = at.card('My day in figures')
  const texts = (await card.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(texts).toEqual([
    ...['4 of 4Completes', '0.00Per hour, last hour', '0.86Per hour, today', '0.81Per hour, project'],
    '50 %Refusals',
  ])
  expect(card.getByRole('button', { name: 'My CATI report' })).toBeDefined()
})

test('who is out of adherence is written to from their row, by who may write', async () => {
  const out = { total: 1, figures: [], rows: [row('11', 'Ivy', { kind: 'LONG_BREAK', detail: 'BREAK' })] }
  const at = await open([...TEAM, 'CAN_SEND_MESSAGE'], { out })
  const opened: number[] = []
  at.own.conversations.bind(async (userID) => {
    opened.push(userID)
    return true
  })
  await at.user.click(await at.card('Out of adherence').findByRole('button', { name: 'Message Ivy' }))
  expect(opened).toEqual([11])
  expect(at.services.dialogs.store.getState().at(-1)).toMatchObject({ name: 'connect' })
  at.unmount()
  const without = await open([...TEAM], { out })
  expect(await without.card('Out of adherence').findByText('Ivy')).toBeDefined()
  expect(without.card('Out of adherence').queryByRole('button', { name: 'Message Ivy' })).toBeNull()
})

test('D068 a card’s link and its figures open the page with the same filter', async () => {
  const at = await open([...TEAM, 'CAN_SEARCH_ALL_USERS', 'ISUPERVISOR_CAN_ACTION_LIVE_QC'], {
    team: { total: 12, figures: figures({ interviewing: 7, otherWork: 3, onBreak: 2 }), rows: [] },
    tickets: { total: 7, figures: [], rows: [row('2', 'Headset', { kind: 'OPEN' })] },
    quality: { total: 1, figures: figures({ due: 1 }), rows: [row('1:2', 'Ellie', { count: 1 })] },
  })
  const team = at.card('Team now')
  await at.user.click(await team.findByRole('button', { name: '3 Other work' }))
  expect(at.place()).toBe('/supervisor/live-panel')
  expect(at.search()).toBe('?f=scope%7EANY_OF%7EALL&f=class%7EANY_OF%7EPRODUCTION%7ESUPPORTING')
  await at.user.click(team.getByRole('button', { name: 'Live panel all 12' }))
  expect(at.search()).toBe('?f=scope%7EANY_OF%7EALL')
  await at.user.click(at.card('My tickets').getByRole('button', { name: /Headset/ }))
  const opened = () => at.services.dialogs.store.getState()
  expect(opened()).toMatchObject([{ name: 'tickets', opened: true, params: { ticketID: 2 } }])
  await at.user.click(at.card('My tickets').getByRole('button', { name: 'All tickets all 7' }))
  expect(opened().at(-1)).toMatchObject({ name: 'tickets' })
  // Who may review without seeing the page of quality has no dead link to it.
  expect(at.card('Quality due').queryByRole('button', { name: /^Quality/ })).toBeNull()
})

test('D067 what waits for one’s word opens where it is said: the review itself, and the part of My development', async () => {
  const kinds = ['REVIEW', 'COACHING', 'NOTE', 'TRAINING', 'DAY'] as const
  const at = await open(
    [
      ...(['ITRACKER_CAN_SEE_MODULE', 'ITRACKER_CAN_SEE_MY_QC_SCORE'] as const),
      ...(['ITRACKER_CAN_SEE_MY_DEVELOPMENT', 'ITRACKER_CAN_SEE_MY_ATTENDANCE'] as const),
    ],
    {
      acknowledge: {
        total: 5,
        figures: figures({ coaching: 1 }),
        rows: kinds.map((kind, place) =>
          row(`${kind}:${40 + place}`, kind === 'DAY' ? '2026-11-20' : `The ${kind}`, { kind }),
        ),
      },
    },
  )
  const card = at.card('To acknowledge')
  const seen: (readonly [string | null, string | undefined])[] = []
  for (const name of [/^The REVIEW/, /^The COACHING/, /^The NOTE/, /^The TRAINING/, /20 Nov/, '1 Coaching']) {
    await at.user.click(await card.findByRole('button', { name }))
    seen.push([at.place(), at.search()])
  }
  expect(seen).toEqual([
    ['/tracker/my-quality', '?open=40'],
    ['/tracker/my-development', '?tab=coaching'],
    ['/tracker/my-development', '?tab=notes'],
    ['/tracker/my-development', '?tab=training'],
    ['/tracker/my-attendance', ''],
    ['/tracker/my-development', '?tab=coaching'],
  ])
})

test('D067 pay says how many days wait, leads to them, and lists the queries', async () => {
  const at = await open(
    ['HR_CAN_SEE_PAYROLL', 'ISUPERVISOR_CAN_SEE_MODULE', 'ISUPERVISOR_CAN_SEE_RESOURCE'],
    {
      pay: {
        total: null,
        figures: figures({ unapproved: 14, payQueries: 1 }),
        rows: [row('9', 'Ellie', { kind: 'IN_PROGRESS', detail: '2026-11-20' })],
      },
    },
  )
  const pay = at.card('Pay')
  expect((await pay.findByText('Ellie')).closest('li')?.textContent).toBe('EllieFri 20 NovIn progress')
  expect(pay.getByText('Pay queries').parentElement?.textContent).toBe('1Pay queries')
  await at.user.click(pay.getByRole('button', { name: '14 Days not approved' }))
  expect([at.place(), at.search()]).toEqual(['/supervisor/resource', '?tab=days'])
})

test('D070 team now changes when somebody switches, without a reload and not for every single one', async () => {
  const at = await open(TEAM, { team: { total: 2, figures: figures({ interviewing: 2 }), rows: [] } })
  const team = at.card('Team now')
  expect(await team.findByRole('button', { name: '2 Interviewing' })).toBeDefined()
  at.state.cards = { team: { total: 2, figures: figures({ interviewing: 1, onBreak: 1 }), rows: [] } }
  const tell = () => act(() => at.own.livePanel.store.setState({ stats: {} }))
  for (let n = 0; n < 5; n++) tell()
  expect(at.asked).toHaveLength(1)
  await act(async () => at.timers.pass(300))
  expect(at.asked.slice(1)).toEqual([['team', 'out']])
  expect(await team.findByRole('button', { name: '1 Break' })).toBeDefined()
  // More of it waits a moment.
  tell()
  await act(async () => at.timers.pass(300))
  expect(at.asked).toHaveLength(2)
  await act(async () => at.timers.pass(1200))
  expect(at.asked).toHaveLength(3)
})

const press = (at: Awaited<ReturnType<typeof open>>, name: string | RegExp) =>
  at.user.click(screen.getByRole('button', { name }))

test('D069 cards are hidden, widened and moved by buttons, kept, and reset', async () => {
  const at = await open([])
  const first = ['Meetings', 'To acknowledge', 'My tickets', 'This device']
  expect(at.titles()).toEqual(first)
  await press(at, 'Customise')
  await screen.findByRole('button', { name: 'Done' })
  await press(at, 'Hide Meetings')
  await press(at, 'Wide: My tickets')
  await press(at, 'Move My tickets earlier')
  await press(at, 'Done')
  expect(at.titles()).toEqual(['My tickets', 'To acknowledge', 'This device'])
  expect(at.saved.at(-1)).toEqual([
    { name: 'tickets', isHidden: false, isWide: true },
    { name: 'acknowledge', isHidden: false, isWide: false },
    { name: 'device', isHidden: false, isWide: false },
    { name: 'meetings', isHidden: true, isWide: false },
  ])
  await press(at, 'Customise')
  await press(at, 'Show Meetings')
  expect(at.titles()).toContain('Meetings')
  await press(at, 'Reset')
  await press(at, 'Done')
  await screen.findByRole('button', { name: 'Customise' })
  expect(at.titles()).toEqual(first)
  expect(at.state.kept).toEqual([])
})

test('D069 a card is taken up with Space, moved by arrows, put down or put back, and each step is said', async () => {
  const at = await open([])
  await press(at, 'Customise')
  const handle = await screen.findByRole('button', { name: 'Move Meetings' })
  act(() => handle.focus())
  const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  await at.user.keyboard(' ')
  expect(said()).toContain('Meetings taken up, place 1 of 4.')
  await at.user.keyboard('{ArrowRight}{ArrowDown}')
  expect(said()).toContain('Meetings, place 3 of 4.')
  expect(at.titles()[2]).toBe('Meetings')
  await at.user.keyboard('{Escape}')
  expect(said()).toContain('Meetings is back where it was.')
  expect(at.titles()[0]).toBe('Meetings')
  await at.user.keyboard(' {ArrowRight}{Enter}')
  expect(said()).toContain('Meetings put down at place 2.')
  // Arrows alone move nothing.
  await at.user.keyboard('{ArrowRight}')
  expect(at.titles().slice(0, 2)).toEqual(['To acknowledge', 'Meetings'])
  await act(async () => at.timers.pass(500))
  expect(at.saved.at(-1)?.map(({ name }) => name)).toEqual(['acknowledge', 'meetings', 'tickets', 'device'])
})

test('a dashboard without any card but chats says that nothing waits', async () => {
  const at = await open(['GENERAL_CAN_USE_TEAM_CHAT'])
  expect(screen.queryByText('Nothing waits for you.')).toBeNull()
  await press(at, 'Customise')
  await screen.findByRole('button', { name: 'Done' })
  for (const name of ['To acknowledge', 'Meetings', 'My tickets']) await press(at, `Hide ${name}`)
  await press(at, 'Done')
  expect(screen.getByText('Nothing waits for you.')).toBeDefined()
})

test('4 §4.2.2 my shift leads to ‘I’m running late’ until it is begun or over', async () => {
  const shift = (count: number, until: number) => ({
    ...{ total: null, figures: [] },
    rows: [row('shift:4', 'Rail', { kind: 'TODAY', at: iso(NOON), until: iso(until), count })],
  })
  const may = ['ITRACKER_CAN_SEE_MY_SCHEDULE', ...TRACKER] as const
  const at = await open(may, { shift: shift(0, NOON + 60 * MINUTE) })
  await at.user.click(await at.card('My shift').findByRole('button', { name: "I'm running late" }))
  expect(await screen.findByRole('dialog', { name: "I'm running late" })).toBeDefined()
  cleanup()
  for (const [held, one] of [
    [may, shift(1, NOON + 60 * MINUTE)],
    [may, shift(0, NOON)],
    [TRACKER, shift(0, NOON + 60 * MINUTE)],
  ] as const) {
    const other = await open(held, { shift: one })
    expect(await other.card('My shift').findByText(/^Rail/)).toBeDefined()
    expect(screen.queryByRole('button', { name: "I'm running late" })).toBeNull()
    cleanup()
  }
})

test('4 §4.1 my shift says what is left, and has the switch of Tracker’s home in small', async () => {
  const card = {
    ...{ total: null, figures: [] },
    rows: [
      row('shift:1', 'Rail', {
        ...{ kind: 'TODAY', detail: 'HOME', at: iso(NOON - 60 * MINUTE), until: iso(NOON + 125 * MINUTE) },
        count: 1,
      }),
      row('activity', 'Rail', { kind: 'AVAILABLE', at: iso(NOON - 20 * MINUTE) }),
    ],
  }
  const may = ['CAN_UPDATE_MASTER_ACTIVITY', ...TRACKER] as const
  const at = await open(may, { shift: card })
  const sent: unknown[] = []
  let day: MyDay = shiftDay({ at: iso(NOON - 20 * MINUTE), asOf: iso(NOON) })
  at.answer(myDay, () => day)
  at.answer(updateActivity, ({ activity, category }: { activity: string; category?: string }) => {
    sent.push({ activity, ...(category !== undefined && { category }) })
    throw refused(400, 'Not now.')
  })
  const shift = at.card('My shift')
  expect(await shift.findByText('11:00–14:05')).toBeDefined()
  expect(shift.getByText('Rail, Home')).toBeDefined()
  expect(shift.getByText('2 h 5 min left')).toBeDefined()
  expect(shift.getByText('Available for 20 min')).toBeDefined()
  // The three that are wanted most, and the rest on asking; no keys beside those of the page.
  const choices = within(await shift.findByRole('region', { name: 'Switch to' }))
  const names = () => choices.getAllByRole('button').map(({ textContent }) => textContent)
  expect(names()).toEqual(['Available', 'Break', 'Personal time', 'More activities'])
  await at.user.keyboard('{Alt>}2{/Alt}')
  expect(sent).toEqual([])
  await at.user.click(choices.getByRole('button', { name: 'Break' }))
  expect(await shift.findByText('Not now.')).toBeDefined()
  await at.user.click(choices.getByRole('button', { name: 'More activities' }))
  expect(names()).toEqual([
    'Available',
    'Break',
    'Personal time',
    'Help line',
    'End shift',
    'Fewer activities',
  ])
  await at.user.click(choices.getByRole('button', { name: 'Help line' }))
  expect(sent).toEqual([{ activity: 'BREAK' }, { activity: 'HELP LINE' }])
  cleanup()

  // Before it is begun ‘Start shift’ stands in its place; without the permission there is neither.
  day = { ...day, start: 'SHIFT', sessions: [] }
  const before = await open(may, { shift: { ...card, rows: card.rows.slice(0, 1) } }, false, (answer) =>
    answer(myDay, () => day),
  )
  expect(await before.card('My shift').findByRole('button', { name: 'Start shift' })).toBeDefined()
  cleanup()
  const other = await open(TRACKER, { shift: card })
  expect(await other.card('My shift').findByText('11:00–14:05')).toBeDefined()
  expect(other.made.some(({ path }) => path === myDay.path)).toBe(false)
})

test('4 §4.2.2 an opportunity opens Pick up with itself first, the link all of them', async () => {
  const at = await open([...TRACKER, 'ITRACKER_CAN_REQUEST_OVERTIME', 'ITRACKER_CAN_SEE_MY_SCHEDULE'], {
    opportunities: {
      ...{ total: 7, figures: [] },
      rows: [
        row('WINDOW:31', 'Rail', {
          detail: 'Christmas',
          count: 4,
          at: iso(NOON),
          until: iso(NOON + 60 * MINUTE),
        }),
      ],
    },
  })
  const card = at.card('Opportunities')
  await at.user.click(await card.findByRole('button', { name: /Rail/ }))
  expect([at.place(), at.search()]).toEqual(['/tracker/my-calendar', '?pick-up=WINDOW:31'])
  await at.user.click(card.getByRole('button', { name: /Pick up/ }))
  expect(at.search()).toBe('?pick-up=')
})

test('a meeting can be joined from ten minutes before it', async () => {
  const meeting = (id: string, at: number) =>
    row(id, `Talk ${id}`, { detail: 'Priya', at: iso(at), until: iso(at + 30 * MINUTE) })
  const at = await open([], {
    meetings: {
      total: 2,
      figures: [],
      rows: [meeting('1', NOON + 10 * MINUTE), meeting('2', NOON + 10 * MINUTE + 1)],
    },
  })
  const joins = await at.card('Meetings').findAllByRole('button', { name: 'Join Meeting' })
  expect(joins).toHaveLength(1)
})

test('the counts of the shell stand beside the greeting and lead to what they count', async () => {
  const at = await open(['GENERAL_CAN_USE_TEAM_CHAT'])
  act(() =>
    at.own.counters.store.setState({
      ...NO_COUNTS,
      unreadChat: 120,
      outstandingTickets: 2,
      unreadNotificationCount: 1,
    }),
  )
  const waiting = within(screen.getByRole('list', { name: 'What waits for you' }))
  expect(waiting.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '99+ Unread messages',
    '2 My tickets',
    '1 Notifications',
  ])
  await at.user.click(waiting.getByRole('button', { name: '2 My tickets' }))
  expect(at.services.dialogs.store.getState()).toMatchObject([{ name: 'tickets' }])
  await at.user.click(waiting.getByRole('button', { name: '1 Notifications' }))
  expect(at.own.centre.store.getState()).toMatchObject({ opened: true })
})

test('the level shows how far it is done and leads to its page', async () => {
  const quest = (id: number, state: MyExperience['quests'][number]['state'], value: number | null) => ({
    ...{
      id,
      state,
      value,
      name: `Quest ${id}`,
      icon: '★',
      message: '',
      measure: 'completes' as const,
      aim: 20,
    },
    ...{ minQcScore: null, rewardXP: 50, by: null, from: iso(NOON), to: iso(NOON), changedAt: iso(NOON) },
  })
  const quests = [quest(1, 'ACTIVE', 12), quest(2, 'OFFERED', null), quest(3, 'ACTIVE', null)]
  const experience = { level: levelOf(7, 940), earned: [], isNameShown: false, board: [], quests }
  const at = await open(['CAN_INTERVIEW', 'ITRACKER_CAN_SEE_MY_EXPERIENCE'], {}, false, (answer) =>
    answer(myExperience, () => experience),
  )
  const card = at.card('Level and quests')
  expect(card.getByText('Your level is not known yet.')).toBeDefined()
  act(() =>
    at.own.level.store.setState(
      {
        progress: 0.25,
        currentLevel: {
          ...{ name: 'Prober', level: 3, previousLevelXP: 750, nextLevelXP: 1500, currentXP: 940, userID: 7 },
        },
      },
      true,
    ),
  )
  expect(card.getByText('3 · Prober')).toBeDefined()
  expect(card.getByText('560 XP to level 4')).toBeDefined()
  expect(card.getByRole('progressbar').getAttribute('value')).toBe('0.25')
  const running = await card.findByRole('list', { name: 'Your quests' })
  expect(
    within(running)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['★ Quest 1now 12, aim 20', '★ Quest 3now –, aim 20'])
})
