import { describe, expect, test } from 'vitest'
import {
  allows,
  badgeCount,
  collapsedIconCount,
  hasSideBar,
  homeBarOf,
  leavesOf,
  mayVisit,
  modulesOf,
  type NavigationItem,
  visibleItems,
} from './navigation.ts'
import { NAVIGATION } from './navigation-menu.ts'
import { routesOf } from './navigation-routes.ts'
import { PERMISSIONS, type PermissionName, permissionsOf } from './permissions.ts'
import { randomFrom } from './random.ts'

const holding = (...names: PermissionName[]) => permissionsOf(names.map((name) => PERMISSIONS[name]))
const EVERY_NAME = Object.keys(PERMISSIONS) as PermissionName[]

function moduleCalled(id: string): NavigationItem {
  const module = NAVIGATION.find((item) => item.id === id)
  if (!module) throw new Error(`no module ${id}`)
  return module
}

/** A module's tree in one line: 'home; bookings (pending requests*, approved requests*)', * for dialogs. */
function outline({ children }: NavigationItem): string {
  return children
    .map((child) => {
      const name = child.defaultLabel.toLowerCase() + (child.dialog ? '*' : '')
      return child.children.length === 0 ? name : `${name} (${outline(child)})`
    })
    .join(', ')
}

/** An item and everything below it, a line each: place, label, icon, permissions, extras. */
function linesOf(item: NavigationItem): string[] {
  const { id, defaultLabel, icon, all = [], any = [], revoking = [], badge, dialog } = item
  const needs = [all.join(' & '), any.join(' or '), ...revoking.map((name) => `not ${name}`)]
  const line = [id, defaultLabel, icon, ...needs, badge ?? '', dialog ? 'dialog' : '']
  return [line.filter((part) => part !== '').join(' | '), ...item.children.flatMap(linesOf)]
}

/** The whole menu as it should be, with ids, since addresses are made from them, and permissions. */
const MENU: readonly (readonly [rows: string, module: string, lines: readonly string[]])[] = [
  [
    'S048 S074',
    'connect',
    [
      'connect | Connect plus | connect',
      'connect.whatsapp | WhatsApp | whatsapp | CAN_USE_WHATSAPP | whatsapp',
      'connect.chat | Chat | chat | GENERAL_CAN_USE_TEAM_CHAT | chat',
      'connect.call | Call | call | CAN_MAKE_CALL',
      'connect.meeting | Meeting | meeting | CAN_CREATE_ONE_TO_ONE_MEETINGS or ITRACKER_CAN_USE_MEETING_BUTTONS',
      'connect.blogs | Blogs | blogs | BLOGS_CAN_VIEW or BLOGS_CAN_SEE_ALL or BLOGS_CAN_WRITE | newsfeed',
      'connect.community-board | Community board | community | CAN_GIVE_FEEDBACK | suggestions',
    ],
  ],
  [
    'S049',
    'interviewer-manager',
    [
      'interviewer-manager | Interviewer manager | manager | IMANAGER_CAN_SEE_MODULE',
      'interviewer-manager.training | Training | training | IMANAGER_CAN_SEE_TRAINING',
      'interviewer-manager.live-status | Live status | live | IMANAGER_CAN_SEE_LIVE_STATUS',
      'interviewer-manager.holiday-balance | Holiday balance | calendar | IMANAGER_CAN_SEE_HOLIDAY_BALANCE',
      'interviewer-manager.interactions | Interactions | community | IMANAGER_CAN_SEE_INTERACTIONS',
    ],
  ],
  [
    'S050',
    'tracker',
    [
      'tracker | Tracker | tracker | ITRACKER_CAN_SEE_MODULE',
      'tracker.home | Home | home | ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD',
      'tracker.my-calendar | My calendar | calendar | ITRACKER_CAN_SEE_MY_SCHEDULE',
      'tracker.my-earnings | My earnings | money | ITRACKER_CAN_SEE_MY_EARNINGS',
      'tracker.my-quality | My quality | quality | ITRACKER_CAN_SEE_MY_QC_SCORE',
      'tracker.my-attendance | My attendance | checks | ITRACKER_CAN_SEE_MY_ATTENDANCE',
      'tracker.my-development | My development | development | ITRACKER_CAN_SEE_MY_DEVELOPMENT',
      'tracker.my-experience | My experience | experience | ITRACKER_CAN_SEE_MY_EXPERIENCE',
      'tracker.my-cati-report | My CATI report | report | ITRACKER_CAN_SEE_CATI_REPORT',
      'tracker.power-report | Power report | report | ITRACKER_CAN_SEE_POWER_REPORT',
    ],
  ],
  [
    'S051 S052',
    'resource',
    [
      'resource | Resource | resource | IRESOURCE_CAN_SEE_MODULE',
      'resource.home | Home | home',
      'resource.power-resourcing | Power resourcing | resource | IRESOURCE_CAN_SEE_POWER_RESOURCING',
      'resource.power-resourcing.allocation | Allocation | users | IRESOURCE_CAN_SEE_ALLOCATION or IRESOURCE_CAN_USE_ALLOCATOR',
      'resource.power-resourcing.hypervisor | Hypervisor | live | IRESOURCE_CAN_SEE_HYPERVISOR',
      'resource.booking-windows | Booking windows | calendar | IRESOURCE_CAN_SEE_BOOKING_WINDOWS',
      'resource.planner | Planner | planner | IRESOURCE_CAN_SEE_PLANNER',
      'resource.bookings | Bookings | checks | IRESOURCE_CAN_SEE_BOOKINGS',
      'resource.bookings.pending-requests | Pending requests | dialog | dialog',
      'resource.bookings.approved-requests | Approved requests | dialog | dialog',
      'resource.marketplace-campaigns | Marketplace campaigns | community | IRESOURCE_CAN_SEE_MARKETPLACE or IRESOURCE_CAN_SEE_CAMPAIGNS',
      'resource.shifts | Shifts | shifts',
      'resource.shifts.shift-requests | Shift requests | checks | IRESOURCE_CAN_PROCESS_SHIFT',
      'resource.shifts.shift-patterns | Shift patterns | shifts | IRESOURCE_CAN_SEE_SCHEDULE',
      'resource.activity-report | Activity report | report | IRESOURCE_CAN_SEE_REPORTS',
      'resource.reports | Reports | report',
      'resource.reports.project-advisory | Project advisory | project | IRESOURCE_CAN_SEE_PROJECT_ADVISORY',
      'resource.power-report | Power report | report | IRESOURCE_CAN_SEE_REPORTS',
      'resource.leavers | Leavers | users | IRESOURCE_CAN_SEE_LEAVERS',
      'resource.manage-areas | Manage areas | areas | IRESOURCE_CAN_MANAGE_AREAS',
      'resource.performance | Performance | performance',
      'resource.performance.dashboard | Dashboard | performance | IRESOURCE_CAN_SEE_PERFORMANCE',
      'resource.performance.set-up-kpis | Set up KPIs | settings | IRESOURCE_CAN_SET_UP_KPIS',
      'resource.users | Users | users | IRESOURCE_CAN_ASSIGN or IRESOURCE_CAN_EDIT_CORE_HOURS',
    ],
  ],
  [
    'S053 S070',
    'supervisor',
    [
      'supervisor | Supervisor | supervisor | ISUPERVISOR_CAN_SEE_MODULE',
      'supervisor.live-panel | Live panel | live | ISUPERVISOR_CAN_SEE_LIVE_PANEL',
      'supervisor.performance | Performance | performance | ISUPERVISOR_CAN_SEE_PERFORMANCE | not ISUPERVISOR_IS_RESTRICTED',
      'supervisor.quality | Quality | quality | ISUPERVISOR_CAN_SEE_QUALITY',
      'supervisor.resource | Resource | resource | ISUPERVISOR_CAN_SEE_RESOURCE | not ISUPERVISOR_IS_RESTRICTED',
      'supervisor.training | Training | training | ISUPERVISOR_CAN_SEE_TRAINING',
      'supervisor.hr | HR | hr | ISUPERVISOR_CAN_SEE_HR | not ISUPERVISOR_IS_RESTRICTED',
      'supervisor.users | Users | users | ISUPERVISOR_CAN_SEE_INTERVIEWERS | not ISUPERVISOR_IS_RESTRICTED',
      'supervisor.reports | Reports | report | ISUPERVISOR_CAN_SEE_REPORTS | not ISUPERVISOR_IS_RESTRICTED',
      'supervisor.gamification-quests | Gamification quests | quest | ISUPERVISOR_CAN_SEE_GAMIFICATION | not ISUPERVISOR_IS_RESTRICTED',
    ],
  ],
  [
    'S054',
    'recruitment',
    [
      'recruitment | Recruitment | recruitment | IRECRUITMENT_CAN_SEE_MODULE or IRECRUITMENT_CAN_TAKE_COMPATIBILITY_TEST',
      'recruitment.home | Home | home | IRECRUITMENT_CAN_SEE_MODULE',
      'recruitment.compatibility-test | Compatibility test | checks | IRECRUITMENT_CAN_TAKE_COMPATIBILITY_TEST',
      'recruitment.interviews | Interviews | interviews | IRECRUITMENT_CAN_PROCESS_NEW_PERSON',
      'recruitment.users | Users | users | IRECRUITMENT_CAN_PROCESS_NEW_PERSON or IRECRUITMENT_CAN_SEE_ONBOARDING_TAB',
    ],
  ],
  [
    'S055',
    'training',
    [
      'training | Training | training | ITRAINING_CAN_SEE_MODULE',
      'training.home | Home | home',
      'training.training-sessions | Training sessions | calendar | ITRAINING_CAN_CREATE_SESSION',
      'training.training-log | Training log | log | ITRAINING_CAN_SEE_LOG',
      'training.users | Users | users',
    ],
  ],
  [
    'S056',
    'hr',
    [
      'hr | HR | hr | HR_CAN_SEE_MODULE',
      'hr.payroll | Payroll | money | HR_CAN_SEE_PAYROLL',
      'hr.payroll.pending-checks | Pending checks | checks | HR_CAN_SEE_PENDING_CHECKS',
      'hr.payroll.pay-stats | Pay stats | report | HR_CAN_SEE_PAY_STATS',
      'hr.one-to-one-meeting | One-to-one meeting | meeting | HR_CAN_HOLD_121_MEETING',
      'hr.unauthorised-absence | Unauthorised absence | calendar | HR_CAN_SEE_UNAUTHORISED_ABSENCE',
      'hr.return-to-work | Return to work | dialog | HR_CAN_SEE_RETURN_TO_WORK | dialog',
      'hr.holiday-balance | Holiday balance | calendar | HR_CAN_MANAGE_HOLIDAY or HR_CAN_MANAGE_HOLIDAY_EVENTS',
      'hr.performance-improvement | Performance improvement | performance | HR_CAN_MANAGE_PIP',
      'hr.users | Users | users',
    ],
  ],
  [
    'S057',
    'agency',
    [
      'agency | Agency | agency | IAGENCY_CAN_SEE_MODULE',
      'agency.home | Home | home',
      'agency.support-tickets | Support tickets | support',
      'agency.legacy-pay-stats | Legacy pay stats | report',
      'agency.pay-stats | Pay stats | report',
      'agency.calendar-events | Calendar events | calendar',
      'agency.shift-patterns | Shift patterns | shifts',
      'agency.interviews | Interviews | interviews',
    ],
  ],
  [
    'S058 S059',
    'admin',
    [
      'admin | Admin | admin | ADMIN_CAN_SEE_MODULE',
      'admin.configuration | Configuration | configuration | ADMIN_CAN_SEE_CONFIGURATION',
      'admin.configuration.settings | Settings | settings | ADMIN_CAN_EDIT_SETTINGS',
      'admin.configuration.background-services | Background services | services | ADMIN_CAN_SEE_BACKGROUND_SERVICES',
      'admin.configuration.connection-adaptors | Connection adaptors | services | ADMIN_CAN_MANAGE_ADAPTORS or ADMIN_CAN_MANAGE_CREDENTIALS',
      'admin.configuration.agency-rates | Agency rates | money | ADMIN_CAN_MANAGE_AGENCY_RATES',
      'admin.configuration.expenses-rates | Expenses rates | money | ADMIN_CAN_MANAGE_EXPENSE_RATES',
      'admin.configuration.contract-types | Contract types | report | ADMIN_CAN_MANAGE_CONTRACT_TYPES',
      'admin.configuration.agencies | Agencies | agency | ADMIN_CAN_MANAGE_AGENCIES',
      'admin.configuration.skills | Skills | development | ADMIN_CAN_MANAGE_SKILLS',
      'admin.logs | Logs | log',
      'admin.logs.error-log | Error log | log | ADMIN_CAN_SEE_ERROR_LOG',
      'admin.logs.email-log | Email log | email | ADMIN_CAN_SEE_EMAIL_LOG',
      'admin.reset-password | Reset password | password | ADMIN_CAN_RESET_PASSWORD | dialog',
      'admin.onboarding-tasks | Onboarding tasks | checks | ADMIN_CAN_SEE_PENDING_RECRUITMENT or IRECRUITMENT_CAN_SEE_ONBOARDING_TAB | dialog',
      'admin.manage-areas | Manage areas | areas | ADMIN_CAN_MANAGE_AREAS | dialog',
      'admin.dangerous-email-sender | Dangerous e-mail sender | email | ADMIN_CAN_SEND_DANGEROUS_EMAIL | dialog',
      'admin.active-users | Active users | users | ADMIN_CAN_SEE_USERS',
      'admin.reinstate-users | Reinstate users | users | ADMIN_CAN_REINSTATE_USERS',
      'admin.pending-recruitment | Pending recruitment | recruitment | ADMIN_CAN_SEE_PENDING_RECRUITMENT',
      'admin.audit-logs | Audit logs | log | ADMIN_CAN_SEE_AUDIT_LOG',
      'admin.report-builder | Report builder | report | ADMIN_CAN_BUILD_REPORTS',
      'admin.tenant | Tenant | agency | ADMIN_CAN_VIEW_TENANT or ADMIN_CAN_UPDATE_TENANT',
      'admin.experimentals | Experimentals | settings | ADMIN_CAN_EDIT_SETTINGS',
    ],
  ],
  [
    'S060',
    'support',
    [
      'support | Support | support | SUPPORT_CAN_SEE_MODULE',
      'support.home | Home | home',
      'support.help-center | Help center | help | SUPPORT_HELP_CENTER',
      'support.system-flags | System flags | services | SUPPORT_CAN_SEE_SYSTEM_FLAGS',
    ],
  ],
  [
    'S061',
    'gamification',
    [
      'gamification | Gamification | gamification',
      'gamification.my-experience | My experience | experience | ITRACKER_CAN_SEE_MY_EXPERIENCE',
      'gamification.game-management | Game management | gamification | GAMIFICATION_IS_GAME_MASTER',
      'gamification.quests-management | Quests management | quest | GAMIFICATION_IS_QUEST_MASTER',
    ],
  ],
  [
    'S062',
    'research',
    [
      'research | Research | research | IRESEARCH_CAN_VIEW_MODULE',
      'research.task-report | Task report | report | IRESEARCH_CAN_SEE_EPICS',
      'research.task-scheduler | Task scheduler | task | CALENDAR_CAN_USE_TASK_SCHEDULER',
      'research.projects-data | Projects data | project | IRESEARCH_CAN_SEE_PROJECTS_DATA',
      'research.project-management | Project management | project | CAN_USE_PROJECT_MANAGEMENT',
      'research.project-hours | Project hours | calendar | IRESEARCH_CAN_SEE_PROJECT_HOURS',
      'research.services | Services | services | IRESEARCH_CAN_SEE_SERVICES',
      'research.services.e-mail-verification | E-mail verification | email | IRESEARCH_CAN_VERIFY_EMAIL',
      'research.services.address-lookup | Address lookup | areas | IRESEARCH_CAN_LOOK_UP_ADDRESS or IRESEARCH_CAN_LOOK_UP_POSTCODE',
      'research.survey-builder | Survey builder | survey | PROJECTS_CAN_EDIT_ALL',
      'research.power-report | Power report | report | IRESEARCH_CAN_SEE_POWER_REPORT',
      'research.users | Users | users | PROJECTS_CAN_ADD_EXTERNAL_USER or PROJECTS_CAN_VIEW_ALL',
    ],
  ],
  [
    'S063',
    'finance',
    [
      'finance | Finance | finance | IFINANCE_CAN_SEE_MODULE',
      'finance.reports | Reports | report',
      'finance.reports.fiscal-report | Fiscal report | report | IFINANCE_CAN_SEE_FISCAL_REPORT',
      'finance.expenses | Expenses | money',
      'finance.expenses.my-expenses | My expenses | money | IFINANCE_CAN_VIEW_EXPENSES',
      'finance.expenses.manage-expenses | Manage expenses | checks | IFINANCE_CAN_MANAGE_EXPENSES',
      'finance.expenses.finance-expenses | Finance expenses | finance | IFINANCE_CAN_FINANCE_EXPENSES',
    ],
  ],
  [
    'S064',
    'job-orders',
    [
      'job-orders | Job orders | job-orders | IJOBORDER_CAN_SEE_MODULE',
      'job-orders.home | Home | home | IJOBORDER_CAN_SEE_JOBORDERS or IJOBORDER_CAN_EDIT_JOBORDERS',
    ],
  ],
  [
    'S065',
    'sense',
    [
      'sense | Sense | sense | SENSE_CAN_SEE_MODULE',
      'sense.home | Home | home',
      'sense.settings | Settings | settings',
    ],
  ],
  [
    'S066',
    'task',
    [
      'task | Task | task | TASK_CAN_SEE_MODULE',
      'task.task-groups | Task groups | task',
      'task.project-management | Project management | project | CAN_USE_PROJECT_MANAGEMENT',
      'task.task-report | Task report | report',
    ],
  ],
  [
    'S067',
    'room',
    ['room | Room | room | ROOM_CAN_SEE_MODULE', 'room.case-management | Case management | case'],
  ],
]

describe('the menu (spec 1 §2.5)', () => {
  test.each(MENU)('%s every line of %s has its place, words, icon and access', (_rows, module, lines) => {
    expect(linesOf(moduleCalled(module))).toEqual(lines)
  })

  test('S048 S049 S050 S053 S054 S055 S057 the pages of the modules from connect plus to agency', () => {
    expect(outline(moduleCalled('connect'))).toBe('whatsapp, chat, call, meeting, blogs, community board')
    expect(outline(moduleCalled('interviewer-manager'))).toBe(
      'training, live status, holiday balance, interactions',
    )
    expect(outline(moduleCalled('tracker'))).toBe(
      'home, my calendar, my earnings, my quality, my attendance, my development, my experience, ' +
        'my cati report, power report',
    )
    expect(outline(moduleCalled('supervisor'))).toBe(
      'live panel, performance, quality, resource, training, hr, users, reports, gamification quests',
    )
    expect(outline(moduleCalled('recruitment'))).toBe('home, compatibility test, interviews, users')
    expect(outline(moduleCalled('training'))).toBe('home, training sessions, training log, users')
    expect(outline(moduleCalled('agency'))).toBe(
      'home, support tickets, legacy pay stats, pay stats, calendar events, shift patterns, interviews',
    )
  })

  test('S060 S061 S064 S065 S066 S067 the pages of the modules from support to room', () => {
    const later = ['support', 'gamification', 'job-orders', 'sense', 'task', 'room']
    expect(later.map((id) => outline(moduleCalled(id)))).toEqual([
      'home, help center, system flags',
      'my experience, game management, quests management',
      'home',
      'home, settings',
      'task groups, project management, task report',
      'case management',
    ])
  })

  test('S051 S052 resource has its pages and groups, and its booking requests are dialogs', () => {
    expect(outline(moduleCalled('resource'))).toBe(
      'home, power resourcing (allocation, hypervisor), booking windows, planner, ' +
        'bookings (pending requests*, approved requests*), marketplace campaigns, ' +
        'shifts (shift requests, shift patterns), activity report, reports (project advisory), power report, ' +
        'leavers, manage areas, performance (dashboard, set up kpis), users',
    )
  })

  test('S056 HR has its pages, and return to work is a dialog', () => {
    expect(outline(moduleCalled('hr'))).toBe(
      'payroll (pending checks, pay stats), one-to-one meeting, unauthorised absence, return to work*, ' +
        'holiday balance, performance improvement, users',
    )
  })

  test('S058 S059 admin has its pages, and four of its items are dialogs', () => {
    expect(outline(moduleCalled('admin'))).toBe(
      'configuration (settings, background services, connection adaptors, agency rates, expenses rates, ' +
        'contract types, agencies, skills), logs (error log, email log), reset password*, onboarding tasks*, ' +
        'manage areas*, dangerous e-mail sender*, active users, reinstate users, pending recruitment, ' +
        'audit logs, report builder, tenant, experimentals',
    )
  })

  test('S062 research has its pages', () => {
    expect(outline(moduleCalled('research'))).toBe(
      'task report, task scheduler, projects data, project management, project hours, ' +
        'services (e-mail verification, address lookup), survey builder, power report, users',
    )
  })

  test('S063 finance has its pages', () => {
    expect(outline(moduleCalled('finance'))).toBe(
      'reports (fiscal report), expenses (my expenses, manage expenses, finance expenses)',
    )
  })

  test('S001 the modules cover every field of work, each under its own id', () => {
    expect(NAVIGATION.map(({ id }) => id)).toEqual([
      'connect',
      'interviewer-manager',
      'tracker',
      'resource',
      'supervisor',
      'recruitment',
      'training',
      'hr',
      'agency',
      'admin',
      'support',
      'gamification',
      'research',
      'finance',
      'job-orders',
      'sense',
      'task',
      'room',
    ])
    expect(NAVIGATION.map(({ defaultLabel }) => defaultLabel)).toEqual([
      'Connect plus',
      'Interviewer manager',
      'Tracker',
      'Resource',
      'Supervisor',
      'Recruitment',
      'Training',
      'HR',
      'Agency',
      'Admin',
      'Support',
      'Gamification',
      'Research',
      'Finance',
      'Job orders',
      'Sense',
      'Task',
      'Room',
    ])
    expect(['connect', 'tracker', 'sense', 'task', 'room'].map((id) => outline(moduleCalled(id)))).toEqual([
      'whatsapp, chat, call, meeting, blogs, community board',
      'home, my calendar, my earnings, my quality, my attendance, my development, my experience, ' +
        'my cati report, power report',
      'home, settings',
      'task groups, project management, task report',
      'case management',
    ])
  })

  test('S068 an item carries label, icon, route, children, three kinds of permissions, badge, dialog and tour', () => {
    const routes = routesOf(NAVIGATION, (item) => item.defaultLabel)
    const seen = new Set<string>()
    const check = (item: NavigationItem) => {
      expect(item.id).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/)
      expect(seen.has(item.id)).toBe(false)
      seen.add(item.id)
      expect(item.labelKey).toBe(`navigation.${item.id}`)
      expect(item.defaultLabel).not.toBe('')
      expect(item.icon).not.toBe('')
      expect(item.tourID).toBe(['tour', ...item.id.split('.')].join('-'))
      for (const names of [item.all, item.any, item.revoking]) expect(names).toBeInstanceOf(Array)
      const isPage = item.children.length === 0 && !item.dialog
      expect(routes.some((route) => route.item.id === item.id)).toBe(isPage)
      item.children.forEach(check)
    }
    NAVIGATION.forEach(check)
    expect(leavesOf(NAVIGATION).flatMap(({ item }) => item.badge ?? [])).toEqual([
      'whatsapp',
      'chat',
      'newsfeed',
      'suggestions',
    ])
    const dialogs = leavesOf(NAVIGATION).filter(({ item }) => 'dialog' in item)
    expect(dialogs.map(({ item }) => item.dialog)).toEqual([
      'pending-requests',
      'approved-requests',
      'return-to-work',
      'reset-password',
      'onboarding-tasks',
      'manage-areas',
      'dangerous-email',
    ])
  })
})

describe('who sees what (spec 1 §6)', () => {
  test('S027 S233 all required or any of the any-of, and none that revokes', () => {
    const access = {
      all: ['CAN_USE_VPN', 'CAN_USE_FAQ'],
      any: ['CAN_USE_TODO', 'CAN_USE_POLLS'],
      revoking: ['CAN_INTERVIEW'],
    } as const
    expect(allows(holding('CAN_USE_VPN', 'CAN_USE_FAQ'), access)).toBe(true)
    expect(allows(holding('CAN_USE_VPN'), access)).toBe(false)
    expect(allows(holding('CAN_USE_POLLS'), access)).toBe(true)
    expect(allows(holding('CAN_USE_POLLS', 'CAN_INTERVIEW'), access)).toBe(false)
    expect(allows(holding('CAN_USE_VPN', 'CAN_USE_FAQ', 'CAN_INTERVIEW'), access)).toBe(false)
    expect(allows(holding(), { any: ['CAN_USE_POLLS'] })).toBe(false)
    expect(allows(holding(), { all: ['CAN_USE_VPN'] })).toBe(false)
    expect(allows(holding('CAN_USE_VPN'), { all: ['CAN_USE_VPN'] })).toBe(true)
    expect(allows(holding(), {})).toBe(true)
  })

  test('S233 a group shows when a child does, and only with that', () => {
    const may = holding(
      'IRESOURCE_CAN_SEE_MODULE',
      'IRESOURCE_CAN_SEE_POWER_RESOURCING',
      'IRESOURCE_CAN_SEE_HYPERVISOR',
    )
    expect(
      outline({ ...moduleCalled('resource'), children: visibleItems(may, NAVIGATION)[0]?.children ?? [] }),
    ).toBe('home, power resourcing (hypervisor)')
    expect(visibleItems(holding(), NAVIGATION)).toEqual([])
  })

  test('S070 a restricted supervisor has most supervisor pages revoked, also with the permission for them', () => {
    const supervisor = EVERY_NAME.filter((name) => name.startsWith('ISUPERVISOR_CAN_'))
    const pages = (...more: PermissionName[]) =>
      outline({
        ...moduleCalled('supervisor'),
        children:
          visibleItems(holding(...supervisor, ...more), [moduleCalled('supervisor')])[0]?.children ?? [],
      })
    expect(pages()).toBe(outline(moduleCalled('supervisor')))
    expect(pages('ISUPERVISOR_IS_RESTRICTED')).toBe('live panel, quality, training')
  })

  test('S027 S233 whatever somebody holds, what they see is what the guard lets through', () => {
    const random = randomFrom(20_261_121)
    const leaves = leavesOf(NAVIGATION)
    for (let round = 0; round < 400; round++) {
      const share = random()
      const permissions = holding(...EVERY_NAME.filter(() => random() < share))
      const shown = leavesOf(visibleItems(permissions, modulesOf(homeBarOf(permissions), NAVIGATION)))
      for (const { item } of shown) {
        const leaf = leaves.find((one) => one.item.id === item.id)
        expect(leaf && mayVisit(permissions, leaf)).toBe(true)
      }
      const everywhere = leavesOf(visibleItems(permissions, NAVIGATION)).map(({ item }) => item.id)
      const allowed = leaves.filter((leaf) => mayVisit(permissions, leaf)).map(({ item }) => item.id)
      expect(everywhere).toEqual(allowed)
    }
  })
})

describe('the bar by permission (spec 1 §2.7)', () => {
  const barOf = (...names: PermissionName[]) => {
    const bar = homeBarOf(holding(...names))
    return [bar, modulesOf(bar, NAVIGATION).map(({ id }) => id)]
  }

  test('S087 the sensing module alone for who holds it, the standard bar for other admins', () => {
    expect(barOf('SENSE_CAN_SEE_MODULE', 'ADMIN_CAN_SEE_MODULE')).toEqual(['sense', ['sense']])
    expect(barOf('ADMIN_CAN_SEE_MODULE', 'IAGENCY_CAN_SEE_MODULE')[0]).toBe('standard')
  })

  test('S088 agency people get the agency bar unless they supervise', () => {
    expect(barOf('IAGENCY_CAN_SEE_MODULE')).toEqual(['agency', ['connect', 'agency']])
    expect(barOf('IAGENCY_CAN_SEE_MODULE', 'ISUPERVISOR_CAN_SEE_MODULE')[0]).toBe('standard')
  })

  test('S089 compatibility-test users get the recruitment bar, everybody else the standard one', () => {
    expect(barOf('IRECRUITMENT_CAN_TAKE_COMPATIBILITY_TEST')).toEqual([
      'recruitment',
      ['connect', 'recruitment'],
    ])
    expect(barOf()).toEqual(['standard', NAVIGATION.map(({ id }) => id)])
    expect(barOf('ITRACKER_CAN_SEE_MODULE')[0]).toBe('standard')
  })

  test('S077 only recruits who may do no more than the compatibility test have no side bar', () => {
    expect(hasSideBar(holding('IRECRUITMENT_CAN_TAKE_COMPATIBILITY_TEST'))).toBe(false)
    expect(hasSideBar(holding('IRECRUITMENT_CAN_TAKE_COMPATIBILITY_TEST', 'ADMIN_CAN_SEE_MODULE'))).toBe(true)
    expect(
      hasSideBar(holding('IRECRUITMENT_CAN_TAKE_COMPATIBILITY_TEST', 'IRECRUITMENT_CAN_SEE_MODULE')),
    ).toBe(true)
    expect(hasSideBar(holding())).toBe(true)
  })
})

test('S071 the collapsed side bar holds (height − 200) / 100 icons', () => {
  expect([768, 1080, 799, 800, 200, 120].map(collapsedIconCount)).toEqual([5, 8, 5, 6, 0, 0])
})

test('S074 a parent shows what its children count', () => {
  const counts = { chat: 3, newsfeed: 0, suggestions: 2, whatsapp: 1 }
  expect(badgeCount(moduleCalled('connect'), counts)).toBe(6)
  expect(badgeCount(moduleCalled('tracker'), counts)).toBe(0)
})
