import { describe, expect, test } from 'vitest'
import { DASHBOARD_CARDS, dashboardFrame, dashboardOrder, maySeeCard } from './dashboard.ts'
import { PERMISSIONS, type PermissionName, permissionsOf } from './permissions.ts'

const holding = (...names: PermissionName[]) => permissionsOf(names.map((name) => PERMISSIONS[name]))
const CHAT = 'GENERAL_CAN_USE_TEAM_CHAT'
const TEAM = ['ISUPERVISOR_CAN_SEE_MODULE', 'ISUPERVISOR_CAN_SEE_LIVE_PANEL'] as const

describe('the frame of the dashboard', () => {
  test.each<[string, readonly PermissionName[], readonly string[], readonly string[]]>([
    [
      'INTERVIEWER',
      ['CAN_INTERVIEW', CHAT, 'ITRACKER_CAN_SEE_MY_EXPERIENCE'],
      ['unread', 'recent', 'tickets'],
      ['level', 'device'],
    ],
    [
      'SUPERVISOR',
      [...TEAM, CHAT, 'SUPPORT_HELP_CENTER'],
      ['team', 'tickets', 'unread', 'recent'],
      ['device'],
    ],
    [
      'MANAGER',
      ['IMANAGER_CAN_SEE_MODULE', ...TEAM, CHAT],
      ['team', 'unread', 'recent', 'tickets'],
      ['device'],
    ],
    ['AGENCY', ['IAGENCY_CAN_SEE_MODULE', CHAT], ['tickets', 'unread', 'recent'], ['device']],
    ['ADMIN', ['ADMIN_CAN_SEE_MODULE', ...TEAM, CHAT], ['tickets', 'unread', 'recent', 'team'], ['device']],
    // Support and administrators have one order.
    ['ADMIN', ['SUPPORT_HELP_CENTER', CHAT], ['tickets', 'unread', 'recent'], ['device']],
    ['PLANNER', ['IRESOURCE_CAN_SEE_MODULE', CHAT], ['unread', 'recent', 'tickets'], ['device']],
    ['OTHER', ['HR_CAN_SEE_MODULE', CHAT], ['unread', 'recent', 'tickets'], ['device']],
    ['OTHER', [], ['tickets'], ['device']],
  ])('of %s who hold %j', (order, held, main, side) => {
    expect(dashboardFrame(holding(...held))).toEqual({ order, main, side })
  })

  test('who holds several has that of who runs most', () => {
    const ladder: PermissionName[] = [
      'ADMIN_CAN_SEE_MODULE',
      'IMANAGER_CAN_SEE_MODULE',
      'ISUPERVISOR_CAN_SEE_LIVE_PANEL',
      'IAGENCY_CAN_SEE_MODULE',
      'IRESOURCE_CAN_SEE_MODULE',
      'SUPPORT_HELP_CENTER',
      'CAN_INTERVIEW',
    ]
    const orders = ladder.map((_, place) => dashboardOrder(holding(...ladder.slice(place))))
    expect(orders).toEqual(['ADMIN', 'MANAGER', 'SUPERVISOR', 'AGENCY', 'PLANNER', 'ADMIN', 'INTERVIEWER'])
  })

  test('a card that is not to be seen is in no frame, and one that is stands there once', () => {
    const asked: PermissionName[] = [
      ...TEAM,
      CHAT,
      'ITRACKER_CAN_SEE_MY_EXPERIENCE',
      'ADMIN_CAN_SEE_MODULE',
      'IAGENCY_CAN_SEE_MODULE',
    ]
    for (let held = 0; held < 2 ** asked.length; held++) {
      const permissions = holding(...asked.filter((_, place) => (held >> place) & 1))
      const { main, side } = dashboardFrame(permissions)
      const all = [...main, ...side]
      expect(new Set(all).size).toBe(all.length)
      for (const card of all) expect(maySeeCard(permissions, card)).toBe(true)
      if (permissions.can('ADMIN_CAN_SEE_MODULE'))
        expect([...all].sort()).toEqual(
          DASHBOARD_CARDS.filter((card) => maySeeCard(permissions, card)).sort(),
        )
    }
  })

  test('the team needs both the panel and its call', () => {
    expect(maySeeCard(holding('ISUPERVISOR_CAN_SEE_LIVE_PANEL'), 'team')).toBe(false)
    expect(maySeeCard(holding('ISUPERVISOR_CAN_SEE_MODULE'), 'team')).toBe(false)
    expect(maySeeCard(holding(...TEAM), 'team')).toBe(true)
  })
})
