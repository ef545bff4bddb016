import type { Access, BadgeKey, NavigationDialog, NavigationIcon, NavigationItem } from './navigation.ts'
import type { PermissionName } from './permissions.ts'

/** What a line below may say besides name, label and icon. */
interface Extras extends Access {
  readonly badge?: BadgeKey
  readonly dialog?: NavigationDialog
}

/** A line of the menu. Its id follows from where it is. */
interface Line extends Extras {
  readonly name: string
  readonly label: string
  readonly icon: NavigationIcon
  readonly lines: readonly Line[]
}

/** A page; with `dialog`, an item that opens a dialog. */
function page(name: string, label: string, icon: NavigationIcon, extras: Extras = {}): Line {
  return { name, label, icon, ...extras, lines: [] }
}

/** A group or module. Without its own permissions none of its pages is reachable. */
function group(
  name: string,
  label: string,
  icon: NavigationIcon,
  access: Access,
  lines: readonly Line[],
): Line {
  return { name, label, icon, ...access, lines }
}

const all = (...names: PermissionName[]): Access => ({ all: names })
const any = (...names: PermissionName[]): Access => ({ any: names })

/** A supervisor page that restricted supervisors don't get (spec 1 §2.5). The documents don't list them. */
const unrestricted = (name: PermissionName): Access => ({
  all: [name],
  revoking: ['ISUPERVISOR_IS_RESTRICTED'],
})

const CONNECT = group('connect', 'Connect plus', 'connect', {}, [
  page('whatsapp', 'WhatsApp', 'whatsapp', { ...all('CAN_USE_WHATSAPP'), badge: 'whatsapp' }),
  page('chat', 'Chat', 'chat', { ...all('GENERAL_CAN_USE_TEAM_CHAT'), badge: 'chat' }),
  page('call', 'Call', 'call', all('CAN_MAKE_CALL')),
  page(
    'meeting',
    'Meeting',
    'meeting',
    any('CAN_CREATE_ONE_TO_ONE_MEETINGS', 'ITRACKER_CAN_USE_MEETING_BUTTONS'),
  ),
  page('blogs', 'Blogs', 'blogs', {
    ...any('BLOGS_CAN_VIEW', 'BLOGS_CAN_SEE_ALL', 'BLOGS_CAN_WRITE'),
    badge: 'newsfeed',
  }),
  page('community-board', 'Community board', 'community', {
    ...all('CAN_GIVE_FEEDBACK'),
    badge: 'suggestions',
  }),
])

const INTERVIEWER_MANAGER = group(
  'interviewer-manager',
  'Interviewer manager',
  'manager',
  all('IMANAGER_CAN_SEE_MODULE'),
  [
    page('training', 'Training', 'training', all('IMANAGER_CAN_SEE_TRAINING')),
    page('live-status', 'Live status', 'live', all('IMANAGER_CAN_SEE_LIVE_STATUS')),
    page('holiday-balance', 'Holiday balance', 'calendar', all('IMANAGER_CAN_SEE_HOLIDAY_BALANCE')),
    page('interactions', 'Interactions', 'community', all('IMANAGER_CAN_SEE_INTERACTIONS')),
  ],
)

const TRACKER = group('tracker', 'Tracker', 'tracker', all('ITRACKER_CAN_SEE_MODULE'), [
  page('home', 'Home', 'home', all('ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD')),
  page('my-calendar', 'My calendar', 'calendar', all('ITRACKER_CAN_SEE_MY_SCHEDULE')),
  page('my-earnings', 'My earnings', 'money', all('ITRACKER_CAN_SEE_MY_EARNINGS')),
  page('my-quality', 'My quality', 'quality', all('ITRACKER_CAN_SEE_MY_QC_SCORE')),
  page('my-attendance', 'My attendance', 'checks', all('ITRACKER_CAN_SEE_MY_ATTENDANCE')),
  page('my-development', 'My development', 'development', all('ITRACKER_CAN_SEE_MY_DEVELOPMENT')),
  page('my-experience', 'My experience', 'experience', all('ITRACKER_CAN_SEE_MY_EXPERIENCE')),
  page('my-cati-report', 'My CATI report', 'report', all('ITRACKER_CAN_SEE_CATI_REPORT')),
  page('power-report', 'Power report', 'report', all('ITRACKER_CAN_SEE_POWER_REPORT')),
])

const RESOURCE = group('resource', 'Resource', 'resource', all('IRESOURCE_CAN_SEE_MODULE'), [
  page('home', 'Home', 'home'),
  group('power-resourcing', 'Power resourcing', 'resource', all('IRESOURCE_CAN_SEE_POWER_RESOURCING'), [
    page(
      'allocation',
      'Allocation',
      'users',
      any('IRESOURCE_CAN_SEE_ALLOCATION', 'IRESOURCE_CAN_USE_ALLOCATOR'),
    ),
    page('hypervisor', 'Hypervisor', 'live', all('IRESOURCE_CAN_SEE_HYPERVISOR')),
  ]),
  page('booking-windows', 'Booking windows', 'calendar', all('IRESOURCE_CAN_SEE_BOOKING_WINDOWS')),
  page('planner', 'Planner', 'planner', all('IRESOURCE_CAN_SEE_PLANNER')),
  group('bookings', 'Bookings', 'checks', all('IRESOURCE_CAN_SEE_BOOKINGS'), [
    page('pending-requests', 'Pending requests', 'dialog', { dialog: 'pending-requests' }),
    page('approved-requests', 'Approved requests', 'dialog', { dialog: 'approved-requests' }),
  ]),
  page(
    'marketplace-campaigns',
    'Marketplace campaigns',
    'community',
    any('IRESOURCE_CAN_SEE_MARKETPLACE', 'IRESOURCE_CAN_SEE_CAMPAIGNS'),
  ),
  group('shifts', 'Shifts', 'shifts', {}, [
    page('shift-requests', 'Shift requests', 'checks', all('IRESOURCE_CAN_PROCESS_SHIFT')),
    page('shift-patterns', 'Shift patterns', 'shifts', all('IRESOURCE_CAN_SEE_SCHEDULE')),
  ]),
  page('activity-report', 'Activity report', 'report', all('IRESOURCE_CAN_SEE_REPORTS')),
  group('reports', 'Reports', 'report', {}, [
    page('project-advisory', 'Project advisory', 'project', all('IRESOURCE_CAN_SEE_PROJECT_ADVISORY')),
  ]),
  page('power-report', 'Power report', 'report', all('IRESOURCE_CAN_SEE_REPORTS')),
  page('leavers', 'Leavers', 'users', all('IRESOURCE_CAN_SEE_LEAVERS')),
  page('manage-areas', 'Manage areas', 'areas', all('IRESOURCE_CAN_MANAGE_AREAS')),
  group('performance', 'Performance', 'performance', {}, [
    page('dashboard', 'Dashboard', 'performance', all('IRESOURCE_CAN_SEE_PERFORMANCE')),
    page('set-up-kpis', 'Set up KPIs', 'settings', all('IRESOURCE_CAN_SET_UP_KPIS')),
  ]),
  page('users', 'Users', 'users', any('IRESOURCE_CAN_ASSIGN', 'IRESOURCE_CAN_EDIT_CORE_HOURS')),
])

const SUPERVISOR = group('supervisor', 'Supervisor', 'supervisor', all('ISUPERVISOR_CAN_SEE_MODULE'), [
  page('live-panel', 'Live panel', 'live', all('ISUPERVISOR_CAN_SEE_LIVE_PANEL')),
  page('performance', 'Performance', 'performance', unrestricted('ISUPERVISOR_CAN_SEE_PERFORMANCE')),
  page('quality', 'Quality', 'quality', all('ISUPERVISOR_CAN_SEE_QUALITY')),
  page('resource', 'Resource', 'resource', unrestricted('ISUPERVISOR_CAN_SEE_RESOURCE')),
  page('training', 'Training', 'training', all('ISUPERVISOR_CAN_SEE_TRAINING')),
  page('hr', 'HR', 'hr', unrestricted('ISUPERVISOR_CAN_SEE_HR')),
  page('users', 'Users', 'users', unrestricted('ISUPERVISOR_CAN_SEE_INTERVIEWERS')),
  page('reports', 'Reports', 'report', unrestricted('ISUPERVISOR_CAN_SEE_REPORTS')),
  page(
    'gamification-quests',
    'Gamification quests',
    'quest',
    unrestricted('ISUPERVISOR_CAN_SEE_GAMIFICATION'),
  ),
])

const RECRUITMENT = group(
  'recruitment',
  'Recruitment',
  'recruitment',
  any('IRECRUITMENT_CAN_SEE_MODULE', 'IRECRUITMENT_CAN_TAKE_COMPATIBILITY_TEST'),
  [
    page('home', 'Home', 'home', all('IRECRUITMENT_CAN_SEE_MODULE')),
    page(
      'compatibility-test',
      'Compatibility test',
      'checks',
      all('IRECRUITMENT_CAN_TAKE_COMPATIBILITY_TEST'),
    ),
    page('interviews', 'Interviews', 'interviews', all('IRECRUITMENT_CAN_PROCESS_NEW_PERSON')),
    page(
      'users',
      'Users',
      'users',
      any('IRECRUITMENT_CAN_PROCESS_NEW_PERSON', 'IRECRUITMENT_CAN_SEE_ONBOARDING_TAB'),
    ),
  ],
)

const TRAINING = group('training', 'Training', 'training', all('ITRAINING_CAN_SEE_MODULE'), [
  page('home', 'Home', 'home'),
  page('training-sessions', 'Training sessions', 'calendar', all('ITRAINING_CAN_CREATE_SESSION')),
  page('training-log', 'Training log', 'log', all('ITRAINING_CAN_SEE_LOG')),
  page('users', 'Users', 'users'),
])

const HR = group('hr', 'HR', 'hr', all('HR_CAN_SEE_MODULE'), [
  group('payroll', 'Payroll', 'money', all('HR_CAN_SEE_PAYROLL'), [
    page('pending-checks', 'Pending checks', 'checks', all('HR_CAN_SEE_PENDING_CHECKS')),
    page('pay-stats', 'Pay stats', 'report', all('HR_CAN_SEE_PAY_STATS')),
  ]),
  page('one-to-one-meeting', 'One-to-one meeting', 'meeting', all('HR_CAN_HOLD_121_MEETING')),
  page('unauthorised-absence', 'Unauthorised absence', 'calendar', all('HR_CAN_SEE_UNAUTHORISED_ABSENCE')),
  page('return-to-work', 'Return to work', 'dialog', {
    ...all('HR_CAN_SEE_RETURN_TO_WORK'),
    dialog: 'return-to-work',
  }),
  page(
    'holiday-balance',
    'Holiday balance',
    'calendar',
    any('HR_CAN_MANAGE_HOLIDAY', 'HR_CAN_MANAGE_HOLIDAY_EVENTS'),
  ),
  page('performance-improvement', 'Performance improvement', 'performance', all('HR_CAN_MANAGE_PIP')),
  page('users', 'Users', 'users'),
])

const AGENCY = group('agency', 'Agency', 'agency', all('IAGENCY_CAN_SEE_MODULE'), [
  page('home', 'Home', 'home'),
  page('support-tickets', 'Support tickets', 'support'),
  page('legacy-pay-stats', 'Legacy pay stats', 'report'),
  page('pay-stats', 'Pay stats', 'report'),
  page('calendar-events', 'Calendar events', 'calendar'),
  page('shift-patterns', 'Shift patterns', 'shifts'),
  page('interviews', 'Interviews', 'interviews'),
])

const ADMIN = group('admin', 'Admin', 'admin', all('ADMIN_CAN_SEE_MODULE'), [
  group('configuration', 'Configuration', 'configuration', all('ADMIN_CAN_SEE_CONFIGURATION'), [
    page('settings', 'Settings', 'settings', all('ADMIN_CAN_EDIT_SETTINGS')),
    page('background-services', 'Background services', 'services', all('ADMIN_CAN_SEE_BACKGROUND_SERVICES')),
    page(
      'connection-adaptors',
      'Connection adaptors',
      'services',
      any('ADMIN_CAN_MANAGE_ADAPTORS', 'ADMIN_CAN_MANAGE_CREDENTIALS'),
    ),
    page('agency-rates', 'Agency rates', 'money', all('ADMIN_CAN_MANAGE_AGENCY_RATES')),
    page('expenses-rates', 'Expenses rates', 'money', all('ADMIN_CAN_MANAGE_EXPENSE_RATES')),
    page('contract-types', 'Contract types', 'report', all('ADMIN_CAN_MANAGE_CONTRACT_TYPES')),
    page('agencies', 'Agencies', 'agency', all('ADMIN_CAN_MANAGE_AGENCIES')),
    page('skills', 'Skills', 'development', all('ADMIN_CAN_MANAGE_SKILLS')),
  ]),
  group('logs', 'Logs', 'log', {}, [
    page('error-log', 'Error log', 'log', all('ADMIN_CAN_SEE_ERROR_LOG')),
    page('email-log', 'Email log', 'email', all('ADMIN_CAN_SEE_EMAIL_LOG')),
  ]),
  page('reset-password', 'Reset password', 'password', {
    ...all('ADMIN_CAN_RESET_PASSWORD'),
    dialog: 'reset-password',
  }),
  page('onboarding-tasks', 'Onboarding tasks', 'checks', {
    ...any('ADMIN_CAN_SEE_PENDING_RECRUITMENT', 'IRECRUITMENT_CAN_SEE_ONBOARDING_TAB'),
    dialog: 'onboarding-tasks',
  }),
  page('manage-areas', 'Manage areas', 'areas', { ...all('ADMIN_CAN_MANAGE_AREAS'), dialog: 'manage-areas' }),
  page('dangerous-email-sender', 'Dangerous e-mail sender', 'email', {
    ...all('ADMIN_CAN_SEND_DANGEROUS_EMAIL'),
    dialog: 'dangerous-email',
  }),
  page('active-users', 'Active users', 'users', all('ADMIN_CAN_SEE_USERS')),
  page('reinstate-users', 'Reinstate users', 'users', all('ADMIN_CAN_REINSTATE_USERS')),
  page('pending-recruitment', 'Pending recruitment', 'recruitment', all('ADMIN_CAN_SEE_PENDING_RECRUITMENT')),
  page('audit-logs', 'Audit logs', 'log', all('ADMIN_CAN_SEE_AUDIT_LOG')),
  page('report-builder', 'Report builder', 'report', all('ADMIN_CAN_BUILD_REPORTS')),
  page('tenant', 'Tenant', 'agency', any('ADMIN_CAN_VIEW_TENANT', 'ADMIN_CAN_UPDATE_TENANT')),
  page('experimentals', 'Experimentals', 'settings', all('ADMIN_CAN_EDIT_SETTINGS')),
])

const SUPPORT = group('support', 'Support', 'support', all('SUPPORT_CAN_SEE_MODULE'), [
  page('home', 'Home', 'home'),
  page('help-center', 'Help center', 'help', all('SUPPORT_HELP_CENTER')),
  page('system-flags', 'System flags', 'services', all('SUPPORT_CAN_SEE_SYSTEM_FLAGS')),
])

const GAMIFICATION = group('gamification', 'Gamification', 'gamification', {}, [
  page('my-experience', 'My experience', 'experience', all('ITRACKER_CAN_SEE_MY_EXPERIENCE')),
  page('game-management', 'Game management', 'gamification', all('GAMIFICATION_IS_GAME_MASTER')),
  page('quests-management', 'Quests management', 'quest', all('GAMIFICATION_IS_QUEST_MASTER')),
])

const RESEARCH = group('research', 'Research', 'research', all('IRESEARCH_CAN_VIEW_MODULE'), [
  page('task-report', 'Task report', 'report', all('IRESEARCH_CAN_SEE_EPICS')),
  page('task-scheduler', 'Task scheduler', 'task', all('CALENDAR_CAN_USE_TASK_SCHEDULER')),
  page('projects-data', 'Projects data', 'project', all('IRESEARCH_CAN_SEE_PROJECTS_DATA')),
  page('project-management', 'Project management', 'project', all('CAN_USE_PROJECT_MANAGEMENT')),
  page('project-hours', 'Project hours', 'calendar', all('IRESEARCH_CAN_SEE_PROJECT_HOURS')),
  group('services', 'Services', 'services', all('IRESEARCH_CAN_SEE_SERVICES'), [
    page('e-mail-verification', 'E-mail verification', 'email', all('IRESEARCH_CAN_VERIFY_EMAIL')),
    page(
      'address-lookup',
      'Address lookup',
      'areas',
      any('IRESEARCH_CAN_LOOK_UP_ADDRESS', 'IRESEARCH_CAN_LOOK_UP_POSTCODE'),
    ),
  ]),
  page('survey-builder', 'Survey builder', 'survey', all('PROJECTS_CAN_EDIT_ALL')),
  page('power-report', 'Power report', 'report', all('IRESEARCH_CAN_SEE_POWER_REPORT')),
  page('users', 'Users', 'users', any('PROJECTS_CAN_ADD_EXTERNAL_USER', 'PROJECTS_CAN_VIEW_ALL')),
])

const FINANCE = group('finance', 'Finance', 'finance', all('IFINANCE_CAN_SEE_MODULE'), [
  group('reports', 'Reports', 'report', {}, [
    page('fiscal-report', 'Fiscal report', 'report', all('IFINANCE_CAN_SEE_FISCAL_REPORT')),
  ]),
  group('expenses', 'Expenses', 'money', {}, [
    page('my-expenses', 'My expenses', 'money', all('IFINANCE_CAN_VIEW_EXPENSES')),
    page('manage-expenses', 'Manage expenses', 'checks', all('IFINANCE_CAN_MANAGE_EXPENSES')),
    page('finance-expenses', 'Finance expenses', 'finance', all('IFINANCE_CAN_FINANCE_EXPENSES')),
  ]),
])

const JOB_ORDERS = group('job-orders', 'Job orders', 'job-orders', all('IJOBORDER_CAN_SEE_MODULE'), [
  page('home', 'Home', 'home', any('IJOBORDER_CAN_SEE_JOBORDERS', 'IJOBORDER_CAN_EDIT_JOBORDERS')),
])

const SENSE = group('sense', 'Sense', 'sense', all('SENSE_CAN_SEE_MODULE'), [
  page('home', 'Home', 'home'),
  page('settings', 'Settings', 'settings'),
])

const TASK = group('task', 'Task', 'task', all('TASK_CAN_SEE_MODULE'), [
  page('task-groups', 'Task groups', 'task'),
  page('project-management', 'Project management', 'project', all('CAN_USE_PROJECT_MANAGEMENT')),
  page('task-report', 'Task report', 'report'),
])

const ROOM = group('room', 'Room', 'room', all('ROOM_CAN_SEE_MODULE'), [
  page('case-management', 'Case management', 'case'),
])

function itemOf({ name, label, icon, lines, badge, dialog, ...access }: Line, parent = ''): NavigationItem {
  const id = parent === '' ? name : `${parent}.${name}`
  return {
    id,
    labelKey: `navigation.${id}`,
    defaultLabel: label,
    icon,
    ...(badge ? { badge } : {}),
    ...(dialog ? { dialog } : {}),
    tourID: `tour-${id.replaceAll('.', '-')}`,
    all: access.all ?? [],
    any: access.any ?? [],
    revoking: access.revoking ?? [],
    children: lines.map((line) => itemOf(line, id)),
  }
}

/**
 * The menu: every module and page (spec 1 §2.5). Permissions are those that spec 1 §6 names for a page; where
 * it names none, those of its module.
 */
export const NAVIGATION: readonly NavigationItem[] = [
  CONNECT,
  INTERVIEWER_MANAGER,
  TRACKER,
  RESOURCE,
  SUPERVISOR,
  RECRUITMENT,
  TRAINING,
  HR,
  AGENCY,
  ADMIN,
  SUPPORT,
  GAMIFICATION,
  RESEARCH,
  FINANCE,
  JOB_ORDERS,
  SENSE,
  TASK,
  ROOM,
].map((line) => itemOf(line))
