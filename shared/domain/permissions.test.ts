import { describe, expect, test } from 'vitest'
import { PERMISSIONS, type PermissionName, parsePermissionNumbers, permissionsOf } from './permissions.ts'

const holding = (...names: PermissionName[]) => permissionsOf(names.map((name) => PERMISSIONS[name]))

test('S229 a permission is held when its number is in the list; all-of and any-of checks exist', () => {
  const permissions = permissionsOf(parsePermissionNumbers('1, 13,9999,x,,-4'))
  expect(permissions.numbers).toEqual([1, 13, 9999])
  expect(permissions.can('ITRACKER_CAN_SEE_MODULE')).toBe(true)
  expect(permissions.can('ITRACKER_CAN_SEE_POWER_REPORT')).toBe(false)
  const both = ['ITRACKER_CAN_SEE_MODULE', 'ITRACKER_CAN_SEE_CATI_REPORT'] as const
  expect(permissions.canAll(both)).toBe(true)
  expect(permissions.canAll([...both, 'CAN_USE_VPN'])).toBe(false)
  expect(permissions.canAny(['CAN_USE_VPN', ...both])).toBe(true)
  expect(permissions.canAny(['CAN_USE_VPN'])).toBe(false)
  expect([permissions.canAll([]), permissions.canAny([])]).toEqual([true, false])
})

test('S234 any one of four permissions makes the supervisor level, and nothing else does', () => {
  const four: PermissionName[] = [
    'ISUPERVISOR_CAN_SEE_MODULE',
    'IRESOURCE_CAN_SEE_MODULE',
    'HR_CAN_SEE_MODULE',
    'ISUPERVISOR_CAN_ACTION_LIVE_QC',
  ]
  for (const name of four) expect(holding(name).isSupervisorLevel).toBe(true)
  const others = (Object.keys(PERMISSIONS) as PermissionName[]).filter((name) => !four.includes(name))
  expect(holding(...others).isSupervisorLevel).toBe(false)
})

test('every permission has a number of its own in the range of the documents', () => {
  const numbers = Object.values(PERMISSIONS)
  expect(new Set(numbers).size).toBe(numbers.length)
  for (const number of numbers)
    expect((number >= 1 && number <= 371) || [400, 401, 500, 501].includes(number)).toBe(true)
})

test('a deployment’s own numbers take the place of the table', () => {
  const own = { ...PERMISSIONS, CAN_USE_VPN: 400 }
  expect(permissionsOf([400], own).can('CAN_USE_VPN')).toBe(true)
  expect(permissionsOf([PERMISSIONS.CAN_USE_VPN], own).can('CAN_USE_VPN')).toBe(false)
})

/** What the catalogue names in one line, with the permission for it. */
type Named = Readonly<Record<string, PermissionName>>

function expectNamed(named: Named): void {
  const values = Object.values(named)
  expect(new Set(values).size).toBe(values.length)
  for (const name of values) {
    expect(PERMISSIONS[name]).toBeTypeOf('number')
    expect(holding(name).can(name)).toBe(true)
  }
}

describe('the catalogue (spec 1 §6)', () => {
  test('S235 tracker', () =>
    expectNamed({
      module: 'ITRACKER_CAN_SEE_MODULE',
      'activity dashboard': 'ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD',
      schedule: 'ITRACKER_CAN_SEE_MY_SCHEDULE',
      'request holiday': 'ITRACKER_CAN_REQUEST_HOLIDAY',
      'cancel holiday': 'ITRACKER_CAN_CANCEL_HOLIDAY',
      'request overtime': 'ITRACKER_CAN_REQUEST_OVERTIME',
      'cancel overtime': 'ITRACKER_CAN_CANCEL_OVERTIME',
      earnings: 'ITRACKER_CAN_SEE_MY_EARNINGS',
      'QC score': 'ITRACKER_CAN_SEE_MY_QC_SCORE',
      attendance: 'ITRACKER_CAN_SEE_MY_ATTENDANCE',
      development: 'ITRACKER_CAN_SEE_MY_DEVELOPMENT',
      experience: 'ITRACKER_CAN_SEE_MY_EXPERIENCE',
      'CATI report': 'ITRACKER_CAN_SEE_CATI_REPORT',
      'power report': 'ITRACKER_CAN_SEE_POWER_REPORT',
      coaching: 'ITRACKER_CAN_SEE_COACHING',
      PIPs: 'ITRACKER_CAN_SEE_PIPS',
      'file notes': 'ITRACKER_CAN_SEE_FILE_NOTES',
      training: 'ITRACKER_CAN_SEE_TRAINING',
      'retro activity time': 'ITRACKER_CAN_ADD_RETRO_ACTIVITY_TIME',
      'meeting buttons': 'ITRACKER_CAN_USE_MEETING_BUTTONS',
    }))

  test('S236 resource', () =>
    expectNamed({
      module: 'IRESOURCE_CAN_SEE_MODULE',
      'power resourcing': 'IRESOURCE_CAN_SEE_POWER_RESOURCING',
      'core hours': 'IRESOURCE_CAN_EDIT_CORE_HOURS',
      'overtime approval': 'IRESOURCE_CAN_APPROVE_OVERTIME',
      schedule: 'IRESOURCE_CAN_SEE_SCHEDULE',
      assignment: 'IRESOURCE_CAN_ASSIGN',
      'sync with survey tool': 'IRESOURCE_CAN_SYNC_SURVEY_TOOL',
      leavers: 'IRESOURCE_CAN_SEE_LEAVERS',
      areas: 'IRESOURCE_CAN_MANAGE_AREAS',
      KPIs: 'IRESOURCE_CAN_SET_UP_KPIS',
      campaigns: 'IRESOURCE_CAN_SEE_CAMPAIGNS',
      allocation: 'IRESOURCE_CAN_SEE_ALLOCATION',
      hypervisor: 'IRESOURCE_CAN_SEE_HYPERVISOR',
      bookings: 'IRESOURCE_CAN_SEE_BOOKINGS',
      marketplace: 'IRESOURCE_CAN_SEE_MARKETPLACE',
      advisory: 'IRESOURCE_CAN_SEE_PROJECT_ADVISORY',
      reports: 'IRESOURCE_CAN_SEE_REPORTS',
      performance: 'IRESOURCE_CAN_SEE_PERFORMANCE',
      'shift split': 'IRESOURCE_CAN_SPLIT_SHIFT',
      'shift process': 'IRESOURCE_CAN_PROCESS_SHIFT',
      'booking windows': 'IRESOURCE_CAN_SEE_BOOKING_WINDOWS',
      planner: 'IRESOURCE_CAN_SEE_PLANNER',
      allocator: 'IRESOURCE_CAN_USE_ALLOCATOR',
      metrics: 'IRESOURCE_CAN_SEE_METRICS',
      measurements: 'IRESOURCE_CAN_SEE_MEASUREMENTS',
    }))

  test('S237 supervisor', () =>
    expectNamed({
      module: 'ISUPERVISOR_CAN_SEE_MODULE',
      'live panel': 'ISUPERVISOR_CAN_SEE_LIVE_PANEL',
      performance: 'ISUPERVISOR_CAN_SEE_PERFORMANCE',
      quality: 'ISUPERVISOR_CAN_SEE_QUALITY',
      resource: 'ISUPERVISOR_CAN_SEE_RESOURCE',
      training: 'ISUPERVISOR_CAN_SEE_TRAINING',
      interviewers: 'ISUPERVISOR_CAN_SEE_INTERVIEWERS',
      reports: 'ISUPERVISOR_CAN_SEE_REPORTS',
      gamification: 'ISUPERVISOR_CAN_SEE_GAMIFICATION',
      HR: 'ISUPERVISOR_CAN_SEE_HR',
      leavers: 'ISUPERVISOR_CAN_SEE_LEAVERS',
      'live QC actions': 'ISUPERVISOR_CAN_ACTION_LIVE_QC',
      'QC form creation': 'ISUPERVISOR_CAN_CREATE_QC_FORM',
      projects: 'ISUPERVISOR_CAN_SEE_PROJECTS',
    }))

  test('S238 manager', () =>
    expectNamed({
      module: 'IMANAGER_CAN_SEE_MODULE',
      training: 'IMANAGER_CAN_SEE_TRAINING',
      'live status': 'IMANAGER_CAN_SEE_LIVE_STATUS',
      'holiday balance': 'IMANAGER_CAN_SEE_HOLIDAY_BALANCE',
      interactions: 'IMANAGER_CAN_SEE_INTERACTIONS',
    }))

  test('S239 recruitment', () =>
    expectNamed({
      module: 'IRECRUITMENT_CAN_SEE_MODULE',
      'process new person': 'IRECRUITMENT_CAN_PROCESS_NEW_PERSON',
      'compatibility test': 'IRECRUITMENT_CAN_TAKE_COMPATIBILITY_TEST',
      'onboarding tab': 'IRECRUITMENT_CAN_SEE_ONBOARDING_TAB',
      settings: 'IRECRUITMENT_CAN_EDIT_SETTINGS',
    }))

  test('S240 training', () =>
    expectNamed({
      module: 'ITRAINING_CAN_SEE_MODULE',
      log: 'ITRAINING_CAN_SEE_LOG',
      'create session': 'ITRAINING_CAN_CREATE_SESSION',
      'add type': 'ITRAINING_CAN_ADD_TYPE',
      'delete material or pack': 'ITRAINING_CAN_DELETE_MATERIAL_OR_PACK',
    }))

  test('S241 HR', () =>
    expectNamed({
      module: 'HR_CAN_SEE_MODULE',
      '121 meeting': 'HR_CAN_HOLD_121_MEETING',
      'unauthorised absence': 'HR_CAN_SEE_UNAUTHORISED_ABSENCE',
      'pending checks': 'HR_CAN_SEE_PENDING_CHECKS',
      'holiday management': 'HR_CAN_MANAGE_HOLIDAY',
      PIP: 'HR_CAN_MANAGE_PIP',
      payroll: 'HR_CAN_SEE_PAYROLL',
      'pay stats': 'HR_CAN_SEE_PAY_STATS',
      'return to work': 'HR_CAN_SEE_RETURN_TO_WORK',
      'employment history': 'HR_CAN_SEE_EMPLOYMENT_HISTORY',
      'holiday events': 'HR_CAN_MANAGE_HOLIDAY_EVENTS',
    }))

  test('S242 finance', () =>
    expectNamed({
      module: 'IFINANCE_CAN_SEE_MODULE',
      'expenses view': 'IFINANCE_CAN_VIEW_EXPENSES',
      'expenses manage': 'IFINANCE_CAN_MANAGE_EXPENSES',
      'expenses finance': 'IFINANCE_CAN_FINANCE_EXPENSES',
      'fiscal report': 'IFINANCE_CAN_SEE_FISCAL_REPORT',
    }))

  test('S243 admin', () =>
    expectNamed({
      module: 'ADMIN_CAN_SEE_MODULE',
      'reset password': 'ADMIN_CAN_RESET_PASSWORD',
      users: 'ADMIN_CAN_SEE_USERS',
      settings: 'ADMIN_CAN_EDIT_SETTINGS',
      'background services': 'ADMIN_CAN_SEE_BACKGROUND_SERVICES',
      'epics and stories': 'ADMIN_CAN_MANAGE_EPICS_AND_STORIES',
      adaptors: 'ADMIN_CAN_MANAGE_ADAPTORS',
      'expense rates': 'ADMIN_CAN_MANAGE_EXPENSE_RATES',
      'contract types': 'ADMIN_CAN_MANAGE_CONTRACT_TYPES',
      skills: 'ADMIN_CAN_MANAGE_SKILLS',
      configuration: 'ADMIN_CAN_SEE_CONFIGURATION',
      'error log': 'ADMIN_CAN_SEE_ERROR_LOG',
      'email log': 'ADMIN_CAN_SEE_EMAIL_LOG',
      'audit log': 'ADMIN_CAN_SEE_AUDIT_LOG',
      areas: 'ADMIN_CAN_MANAGE_AREAS',
      'reinstate users': 'ADMIN_CAN_REINSTATE_USERS',
      'pending recruitment': 'ADMIN_CAN_SEE_PENDING_RECRUITMENT',
      'dangerous email': 'ADMIN_CAN_SEND_DANGEROUS_EMAIL',
      'report builder': 'ADMIN_CAN_BUILD_REPORTS',
      'tenant view': 'ADMIN_CAN_VIEW_TENANT',
      'tenant update': 'ADMIN_CAN_UPDATE_TENANT',
      agencies: 'ADMIN_CAN_MANAGE_AGENCIES',
      'agency rates': 'ADMIN_CAN_MANAGE_AGENCY_RATES',
    }))

  test('S244 support', () =>
    expectNamed({
      module: 'SUPPORT_CAN_SEE_MODULE',
      'help centre': 'SUPPORT_HELP_CENTER',
      'account lock': 'SUPPORT_CAN_LOCK_ACCOUNT',
      'account unlock': 'SUPPORT_CAN_UNLOCK_ACCOUNT',
      'account delete': 'SUPPORT_CAN_DELETE_ACCOUNT',
      'reset password': 'SUPPORT_CAN_RESET_PASSWORD',
      'companion app enable': 'SUPPORT_CAN_ENABLE_COMPANION_APP',
      'companion app disable': 'SUPPORT_CAN_DISABLE_COMPANION_APP',
      'device id clear': 'SUPPORT_CAN_CLEAR_DEVICE_ID',
      'device id exclude': 'SUPPORT_CAN_EXCLUDE_DEVICE_ID',
      'user settings': 'SUPPORT_CAN_EDIT_USER_SETTINGS',
      'add agents': 'SUPPORT_CAN_ADD_AGENTS',
      'system flags': 'SUPPORT_CAN_SEE_SYSTEM_FLAGS',
      'export of survey-tool details': 'SUPPORT_CAN_EXPORT_SURVEY_TOOL_DETAILS',
    }))

  test('S245 research', () =>
    expectNamed({
      module: 'IRESEARCH_CAN_VIEW_MODULE',
      'finance dashboard': 'IRESEARCH_CAN_SEE_FINANCE_DASHBOARD',
      epics: 'IRESEARCH_CAN_SEE_EPICS',
      'projects data': 'IRESEARCH_CAN_SEE_PROJECTS_DATA',
      'project hours': 'IRESEARCH_CAN_SEE_PROJECT_HOURS',
      'email verification': 'IRESEARCH_CAN_VERIFY_EMAIL',
      'address lookup': 'IRESEARCH_CAN_LOOK_UP_ADDRESS',
      'postcode lookup': 'IRESEARCH_CAN_LOOK_UP_POSTCODE',
      services: 'IRESEARCH_CAN_SEE_SERVICES',
      'power report': 'IRESEARCH_CAN_SEE_POWER_REPORT',
    }))

  test('S246 job orders', () =>
    expectNamed({
      module: 'IJOBORDER_CAN_SEE_MODULE',
      view: 'IJOBORDER_CAN_SEE_JOBORDERS',
      add: 'IJOBORDER_CAN_ADD_JOBORDERS',
      edit: 'IJOBORDER_CAN_EDIT_JOBORDERS',
    }))

  test('S247 projects', () =>
    expectNamed({
      'view all': 'PROJECTS_CAN_VIEW_ALL',
      'edit all': 'PROJECTS_CAN_EDIT_ALL',
      add: 'PROJECTS_CAN_ADD',
      'add external user': 'PROJECTS_CAN_ADD_EXTERNAL_USER',
      'project switcher': 'PROJECTS_CAN_USE_SWITCHER',
      'switch to appointment': 'PROJECTS_CAN_SWITCH_TO_APPOINTMENT',
      'switch to boosted': 'PROJECTS_CAN_SWITCH_TO_BOOSTED',
      'switch to any eligible': 'PROJECTS_CAN_SWITCH_TO_ANY_ELIGIBLE',
      boost: 'PROJECTS_CAN_BOOST',
      segments: 'PROJECTS_CAN_USE_SEGMENTS',
      'sample view': 'PROJECTS_CAN_VIEW_SAMPLE',
      'data transfer': 'PROJECTS_CAN_TRANSFER_DATA',
      'share widgets': 'PROJECTS_CAN_SHARE_WIDGETS',
      spa: 'PROJECTS_CAN_USE_SPA',
      datasets: 'PROJECTS_CAN_USE_DATASETS',
      shareables: 'PROJECTS_CAN_USE_SHAREABLES',
    }))

  test('S248 chat and connect', () =>
    expectNamed({
      'team chat': 'GENERAL_CAN_USE_TEAM_CHAT',
      'attachments add': 'CHAT_CAN_ADD_ATTACHMENT',
      'attachments revoke': 'CHAT_CAN_REVOKE_ATTACHMENT',
      'any status': 'CHAT_CAN_SET_ANY_STATUS',
      'tag any user': 'CHAT_CAN_TAG_ANY_USER',
      'tag any area': 'CHAT_CAN_TAG_ANY_AREA',
      topics: 'CHAT_CAN_USE_TOPICS',
      'AI rewording': 'CHAT_AI_REWORDING',
      'area chatrooms': 'CHAT_CAN_USE_AREA_CHATROOMS',
      'GIF picker': 'CAN_USE_GIF_PICKER',
      'manage chatroom members': 'CHAT_CAN_MANAGE_CHATROOM_MEMBERS',
      'blogs write': 'BLOGS_CAN_WRITE',
      'blogs remove': 'BLOGS_CAN_REMOVE',
      'blogs view': 'BLOGS_CAN_VIEW',
      'blogs see all': 'BLOGS_CAN_SEE_ALL',
      feedback: 'CAN_GIVE_FEEDBACK',
      messages: 'CAN_SEND_MESSAGE',
      email: 'CAN_SEND_EMAIL',
      SMS: 'CAN_SEND_SMS',
      popup: 'CAN_SEND_POPUP',
      WhatsApp: 'CAN_USE_WHATSAPP',
      calls: 'CAN_MAKE_CALL',
      broadcast: 'CAN_BROADCAST_MESSAGE',
    }))

  test('S249 auth', () =>
    expectNamed({
      passwordless: 'AUTH_CAN_USE_PASSWORDLESS',
      'magic password': 'AUTH_CAN_USE_MAGIC_PASSWORD',
      '2FA': 'AUTH_USE_2FA',
      'always 2FA': 'AUTH_ALWAYS_2FA',
      'multi-token': 'AUTH_CAN_USE_MULTI_TOKEN',
      'third-party OAuth': 'CAN_ISSUE_THIRD_PARTY_APP_OAUTH_ACCESS',
    }))

  test('S250 other', () =>
    expectNamed({
      'remote work': 'CAN_WORK_REMOTELY',
      'outside-UK work': 'CAN_WORK_OUTSIDE_UK',
      'web app': 'CAN_USE_WEB_APP',
      'mobile app': 'CAN_USE_MOBILE_APP',
      interview: 'CAN_INTERVIEW',
      'master activity force': 'CAN_FORCE_MASTER_ACTIVITY',
      'master activity update': 'CAN_UPDATE_MASTER_ACTIVITY',
      'VPN use': 'CAN_USE_VPN',
      'VPN delete': 'CAN_DELETE_VPN',
      'companion mode': 'COMPANION_MODE_REQUIRED',
      'scratch pad': 'CAN_USE_SCRATCH_PAD',
      'sticky notes': 'CAN_USE_STICKY_NOTES',
      documents: 'CAN_USE_DOCUMENTS',
      polls: 'CAN_USE_POLLS',
      'to-do': 'CAN_USE_TODO',
      quests: 'CAN_USE_QUESTS',
      FAQ: 'CAN_USE_FAQ',
      vault: 'CAN_USE_VAULT',
      'private packs': 'CAN_USE_PRIVATE_PACKS',
      'QC add': 'QC_CAN_ADD',
      'QC delete': 'QC_CAN_DELETE',
      'mood capture': 'CAN_USE_MOOD_CAPTURE',
      'Salah time': 'CAN_BOOK_SALAH_TIME',
      'retro-book events': 'CAN_RETRO_BOOK_EVENTS',
      'asset tracking': 'CAN_USE_ASSET_TRACKING',
      'flow diagrams': 'CAN_USE_FLOW_DIAGRAMS',
      'user groups': 'CAN_MANAGE_USER_GROUPS',
      assistant: 'CAN_USE_ASSISTANT',
      'AI report analyser': 'CAN_USE_AI_REPORT_ANALYSER',
      'call AI analysis': 'CAN_USE_CALL_AI_ANALYSIS',
      'speed test': 'CAN_USE_SPEED_TEST',
      'profile edit': 'CAN_EDIT_PROFILE',
      'view profile': 'CAN_VIEW_USER_PROFILE',
      'update picture': 'CAN_UPDATE_PROFILE_PICTURE',
      'search all users': 'CAN_SEARCH_ALL_USERS',
      'change user area': 'CAN_CHANGE_USER_AREA',
      'task deletion': 'CALENDAR_CAN_DELETE_TASK',
      'task plan configuration': 'CALENDAR_CAN_CONFIGURE_TASK_PLAN',
      'sensing module': 'SENSE_CAN_SEE_MODULE',
      'room module': 'ROOM_CAN_SEE_MODULE',
      'task module': 'TASK_CAN_SEE_MODULE',
      'game master': 'GAMIFICATION_IS_GAME_MASTER',
      'quest master': 'GAMIFICATION_IS_QUEST_MASTER',
    }))
})
