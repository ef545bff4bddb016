import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { searchTickets } from '#shared/contract/tickets.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { createUiLabels } from '../../services/page/ui-labels.ts'
import { UiLabelsProvider } from '../../services/page/ui-labels-context.tsx'
import { NO_COUNTS } from '../../services/person/counters.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { ChatProvider } from '../chat/index.ts'
import { DashboardScreen } from './DashboardScreen.tsx'

const TEAM = ['ISUPERVISOR_CAN_SEE_MODULE', 'ISUPERVISOR_CAN_SEE_LIVE_PANEL'] as const
const CHAT = 'GENERAL_CAN_USE_TEAM_CHAT'

function ticket(id: number) {
  return {
    id,
    message: `Headset ${id}`,
    ticketType: 'HARDWARE',
    userLoginID: 4,
    interviewerName: 'Ellie Thornton',
    assignID: 0,
    assign: '',
    raisedTime: '2026-11-21T09:00:00.000Z',
    status: 'UNASSIGNED',
    priority: 'LOW',
    lateness: null,
    resolved: false,
    requireFeedback: false,
  }
}

// The card's code is fetched; the first test would wait for it longer than its rows take.
beforeAll(async () => void (await import('../tickets/index.ts')))

async function open(permissions: readonly PermissionName[], tickets = 0, isRefused = false) {
  const server = fakeServices()
  server.services.session.signIn(testToken(permissions))
  server.answer(searchTickets, () => {
    if (isRefused) throw refused(403, 'Ask your supervisor.')
    return { tickets: Array.from({ length: tickets }, (_, place) => ticket(place + 1)), total: tickets }
  })
  // Awaited: what a component that waits for the chat leaves to be rendered is lost otherwise.
  const view = await act(async () =>
    renderSignedIn(
      server.services,
      <UiLabelsProvider value={createUiLabels(server.services)}>
        {/* The chat's own rows have their own tests. */}
        <ChatProvider store={new Promise(() => {})}>
          <DashboardScreen />
        </ChatProvider>
      </UiLabelsProvider>,
    ),
  )
  const cards = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  const card = (name: string) => within(screen.getByRole('region', { name }))
  return { ...server, ...view, cards, card, user: userEvent.setup() }
}

const CHATS = ['Unread conversations', 'Mentions and reactions']

test.each<[string, readonly PermissionName[], readonly string[]]>([
  [
    'an interviewer',
    ['CAN_INTERVIEW', CHAT, 'ITRACKER_CAN_SEE_MY_EXPERIENCE'],
    [...CHATS, 'My tickets', 'Level', 'This device'],
  ],
  ['a supervisor', [...TEAM, CHAT], ['Team now', 'Tickets to handle', ...CHATS, 'This device']],
  [
    'a manager',
    ['IMANAGER_CAN_SEE_MODULE', ...TEAM, CHAT],
    ['Team now', ...CHATS, 'Tickets to handle', 'This device'],
  ],
  ['an agency', ['IAGENCY_CAN_SEE_MODULE', CHAT], ['My tickets', ...CHATS, 'This device']],
  [
    'an administrator',
    ['ADMIN_CAN_SEE_MODULE', ...TEAM, CHAT],
    ['Tickets to handle', ...CHATS, 'Team now', 'This device'],
  ],
  ['a planner', ['IRESOURCE_CAN_SEE_MODULE', CHAT], [...CHATS, 'My tickets', 'This device']],
  ['HR', ['HR_CAN_SEE_MODULE', CHAT], [...CHATS, 'My tickets', 'This device']],
  ['somebody without the chat', [], ['My tickets', 'This device']],
])('%s has their own cards, in the order of what they do', async (_who, permissions, expected) => {
  expect((await open(permissions)).cards()).toEqual(expected)
})

test('five tickets are shown, the rest behind their number; a click opens one', async () => {
  const at = await open(['CAN_INTERVIEW'], 7)
  const tickets = at.card('My tickets')
  expect(await tickets.findAllByRole('listitem')).toHaveLength(5)
  expect(at.made.find(({ path }) => path === searchTickets.path)?.request).toMatchObject({ scope: 'MINE' })
  await at.user.click(tickets.getByRole('button', { name: /Headset 2/ }))
  const opened = () => at.services.dialogs.store.getState()
  expect(opened()).toMatchObject([{ name: 'tickets', opened: true, params: { ticketID: 2 } }])
  await at.user.click(tickets.getByRole('button', { name: 'All 7 tickets' }))
  expect(opened().at(-1)).toMatchObject({ name: 'tickets' })
})

test('five tickets need no way to more; none is a calm line; why they cannot be had is told in the card', async () => {
  const five = await open(['CAN_INTERVIEW'], 5)
  expect(await five.card('My tickets').findAllByRole('listitem')).toHaveLength(5)
  expect(screen.queryByRole('button', { name: /^All/ })).toBeNull()
  five.unmount()
  const none = await open(['CAN_INTERVIEW'])
  await none.card('My tickets').findByText('No open tickets. Enjoy the calm.')
  none.unmount()
  const failing = await open(['CAN_INTERVIEW'], 0, true)
  await failing.card('My tickets').findByText('Ask your supervisor.')
})

test('those who handle tickets see the ones that the badge counts', async () => {
  const at = await open(TEAM, 1)
  await at.card('Tickets to handle').findByRole('listitem')
  expect(at.made.find(({ path }) => path === searchTickets.path)?.request).toMatchObject({
    scope: 'TO_HANDLE',
  })
})

test('the counts of the shell stand beside the greeting and lead to what they count', async () => {
  const at = await open([CHAT])
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

test('the team is counted by area, live; an area that nobody knows is named so', async () => {
  const at = await open(TEAM)
  const team = at.card('Team now')
  expect(team.getByText('Nobody of your team is known yet.')).toBeDefined()
  const person = (areaName: string, isOnline: boolean, openTickets = 0) => ({
    wurkforceStatus: isOnline ? 'ONLINE' : 'OFFLINE',
    masterActivity: 'UNKNOWN',
    diallerStatus: 'UNKNOWN',
    areaName,
    manager: 'UNKNOWN',
    machineStatus: 'UNKNOWN',
    userName: 'ann',
    openTickets,
  })
  const tell = (stats: Record<string, ReturnType<typeof person>>) =>
    act(() => at.own.livePanel.store.setState({ stats }))
  tell({ 1: person('Leeds', true, 2), 2: person('Leeds', false), 3: person('UNKNOWN', false) })
  expect(team.getByText('1 of 3 online')).toBeDefined()
  expect(team.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Leeds1 / 2',
    'No area0 / 1',
  ])
  expect(team.getByText('1 person has an open ticket')).toBeDefined()
  tell({ 1: person('Leeds', true), 2: person('Cardiff', true) })
  expect(team.getByText('2 of 2 online')).toBeDefined()
  expect(team.getByText('Nobody has an open ticket')).toBeDefined()
  tell({ 1: person('Leeds', true, 1), 2: person('Cardiff', true, 3) })
  expect(team.getByText('2 people have an open ticket')).toBeDefined()
})

test('the level shows how far it is done and leads to its page', async () => {
  const at = await open(['CAN_INTERVIEW', 'ITRACKER_CAN_SEE_MY_EXPERIENCE'])
  expect(at.card('Level').getByText('Your level is not known yet.')).toBeDefined()
  act(() =>
    at.own.level.store.setState(
      {
        progress: 0.25,
        currentLevel: {
          name: 'Prober',
          level: 3,
          previousLevelXP: 750,
          nextLevelXP: 1500,
          currentXP: 940,
          userID: 7,
        },
      },
      true,
    ),
  )
  expect(at.card('Level').getByText('3 · Prober')).toBeDefined()
  expect(at.card('Level').getByText('560 XP to level 4')).toBeDefined()
  expect(at.card('Level').getByRole('progressbar').getAttribute('value')).toBe('0.25')
})
