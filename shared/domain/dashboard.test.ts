import { describe, expect, test } from 'vitest'
import { arranged, cardsOf, DASHBOARD_CARDS, dashboardOrder, FIGURE_CARDS, maySeeCard } from './dashboard.ts'
import { PERMISSIONS, type PermissionName, permissionsOf } from './permissions.ts'

const holding = (...names: PermissionName[]) => permissionsOf(names.map((name) => PERMISSIONS[name]))
const CHAT = 'GENERAL_CAN_USE_TEAM_CHAT'
const EVERYBODYS = ['acknowledge', 'meetings', 'tickets', 'device']

describe('the cards of the dashboard', () => {
  test.each<[string, PermissionName]>([
    ['shift', 'ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD'],
    ['dayFigures', 'ITRACKER_CAN_SEE_CATI_REPORT'],
    ['appointment', 'CAN_INTERVIEW'],
    ['requests', 'ITRACKER_CAN_SEE_MY_SCHEDULE'],
    ['tasks', 'CALENDAR_CAN_USE_TASK_SCHEDULER'],
    ['level', 'ITRACKER_CAN_SEE_MY_EXPERIENCE'],
    ['team', 'ISUPERVISOR_CAN_SEE_LIVE_PANEL'],
    ['out', 'ISUPERVISOR_CAN_SEE_LIVE_PANEL'],
    ['ticketsToHandle', 'SUPPORT_HELP_CENTER'],
    ['quality', 'ISUPERVISOR_CAN_ACTION_LIVE_QC'],
    ['deciding', 'IRESOURCE_CAN_SEE_BOOKINGS'],
    ['coverage', 'IRESOURCE_CAN_SEE_HYPERVISOR'],
    ['atRisk', 'ISUPERVISOR_CAN_SEE_PROJECTS'],
    ['opportunities', 'ITRACKER_CAN_REQUEST_OVERTIME'],
    ['people', 'IMANAGER_CAN_SEE_MODULE'],
    ['agency', 'IAGENCY_CAN_SEE_MODULE'],
    ['hiring', 'IRECRUITMENT_CAN_SEE_MODULE'],
    ['absence', 'HR_CAN_SEE_UNAUTHORISED_ABSENCE'],
    ['training', 'ITRAINING_CAN_SEE_MODULE'],
    ['pay', 'HR_CAN_SEE_PAYROLL'],
    ['installation', 'ADMIN_CAN_SEE_MODULE'],
    ['demo', 'ADMIN_CAN_EDIT_SETTINGS'],
    ['unread', CHAT],
    ['recent', CHAT],
  ])('D067 %s is seen by who holds %s and by nobody else', (card, permission) => {
    expect(cardsOf(holding(permission))).toContain(card)
    const others = Object.keys(PERMISSIONS).filter((name): name is PermissionName => name !== permission)
    expect(cardsOf(holding(...others))).not.toContain(card)
  })

  test('D067 projects behind are seen by who sees the advisory or the projects’ data', () => {
    for (const name of ['IRESOURCE_CAN_SEE_PROJECT_ADVISORY', 'IRESEARCH_CAN_SEE_PROJECTS_DATA'] as const)
      expect(cardsOf(holding(name))).toContain('behind')
    expect(cardsOf(holding('IRESOURCE_CAN_SEE_BOOKINGS'))).not.toContain('behind')
  })

  test('D067 four cards are everybody’s, and nothing else is seen without a permission', () => {
    expect([...cardsOf(holding())].sort()).toEqual([...EVERYBODYS].sort())
  })

  test.each<[string, readonly PermissionName[], readonly string[]]>([
    [
      'INTERVIEWER',
      [
        'CAN_INTERVIEW',
        CHAT,
        'ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD',
        'ITRACKER_CAN_SEE_CATI_REPORT',
        'ITRACKER_CAN_SEE_MY_SCHEDULE',
        'ITRACKER_CAN_SEE_MY_EXPERIENCE',
      ],
      [
        ...['shift', 'dayFigures', 'appointment', 'acknowledge', 'requests', 'unread', 'recent'],
        ...['tickets', 'level'],
      ],
    ],
    [
      'SUPERVISOR',
      ['ISUPERVISOR_CAN_SEE_LIVE_PANEL', 'SUPPORT_HELP_CENTER', 'ISUPERVISOR_CAN_ACTION_LIVE_QC', CHAT],
      ['team', 'out', 'ticketsToHandle', 'quality', 'unread', 'recent', 'meetings'],
    ],
    [
      'MANAGER',
      ['IMANAGER_CAN_SEE_MODULE', 'ISUPERVISOR_CAN_SEE_LIVE_PANEL', 'IRESOURCE_CAN_SEE_BOOKINGS', CHAT],
      ['people', 'team', 'deciding', 'meetings'],
    ],
    ['AGENCY', ['IAGENCY_CAN_SEE_MODULE', CHAT], ['agency', 'tickets', 'unread', 'recent']],
    [
      'ADMIN',
      ['ADMIN_CAN_SEE_MODULE', 'ADMIN_CAN_EDIT_SETTINGS', 'SUPPORT_HELP_CENTER', CHAT],
      ['installation', 'ticketsToHandle', 'demo', 'unread'],
    ],
    // Support and administrators have one order.
    ['ADMIN', ['SUPPORT_HELP_CENTER', CHAT], ['ticketsToHandle', 'unread', 'recent']],
    [
      'PLANNER',
      [
        'IRESOURCE_CAN_SEE_MODULE',
        'IRESOURCE_CAN_SEE_BOOKINGS',
        'IRESOURCE_CAN_SEE_HYPERVISOR',
        'IRESOURCE_CAN_SEE_PROJECT_ADVISORY',
        'ISUPERVISOR_CAN_SEE_PROJECTS',
        CHAT,
      ],
      ['coverage', 'behind', 'deciding', 'atRisk', 'unread', 'recent'],
    ],
    [
      'OTHER',
      ['IRECRUITMENT_CAN_SEE_MODULE', 'CALENDAR_CAN_USE_TASK_SCHEDULER', CHAT],
      ['hiring', 'tasks', 'meetings', 'unread', 'recent'],
    ],
    ['OTHER', ['HR_CAN_SEE_UNAUTHORISED_ABSENCE', CHAT], ['absence', 'meetings', 'unread', 'recent']],
    ['OTHER', ['HR_CAN_SEE_PAYROLL', CHAT], ['pay', 'meetings', 'unread', 'recent']],
    ['OTHER', ['ITRAINING_CAN_SEE_MODULE', CHAT], ['training', 'meetings', 'unread', 'recent']],
  ])('D067 the order of %s who hold %j', (order, held, first) => {
    const permissions = holding(...held)
    expect(dashboardOrder(permissions)).toBe(order)
    expect(cardsOf(permissions).slice(0, first.length)).toEqual(first)
  })

  test('D067 a supervisor with a shift of their own has it first, another role as it stands', () => {
    const supervisor = holding('ISUPERVISOR_CAN_SEE_LIVE_PANEL', 'ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD')
    expect(cardsOf(supervisor, true)[0]).toBe('shift')
    expect(cardsOf(supervisor, false)[0]).toBe('team')
    const manager = holding('IMANAGER_CAN_SEE_MODULE', 'ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD')
    expect(cardsOf(manager, true)[0]).toBe('people')
  })

  test('who holds several has the order of who runs most; each card stands there once', () => {
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
    const everything = holding(...(Object.keys(PERMISSIONS) as PermissionName[]))
    expect([...cardsOf(everything, true)].sort()).toEqual([...DASHBOARD_CARDS].sort())
    expect(FIGURE_CARDS.every((card) => maySeeCard(everything, card))).toBe(true)
  })

  test('D069 cards stand as they were arranged; what is new follows the card before it, what is gone goes', () => {
    const kept = [
      { name: 'tickets', isHidden: false, isWide: true },
      { name: 'team', isHidden: false, isWide: false },
      { name: 'acknowledge', isHidden: true, isWide: false },
      { name: 'nothing', isHidden: false, isWide: false },
    ]
    const placed = arranged(['acknowledge', 'meetings', 'tickets', 'device'], kept)
    expect(placed.map(({ name }) => name)).toEqual(['tickets', 'device', 'acknowledge', 'meetings'])
    expect(placed[0]).toEqual({ name: 'tickets', isHidden: false, isWide: true })
    expect(placed[2]).toMatchObject({ isHidden: true })
    expect(arranged(['device', 'tickets'], [])).toEqual([
      { name: 'device', isHidden: false, isWide: false },
      { name: 'tickets', isHidden: false, isWide: false },
    ])
  })
})
