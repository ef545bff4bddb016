import { describe, expect, test } from 'vitest'
import { faultsOfPermissionNumbers } from './permission-numbers.ts'
import { PERMISSIONS, type PermissionName, parsePermissionNumbers, permissionsOf } from './permissions.ts'

const holding = (...names: PermissionName[]) => permissionsOf(names.map((name) => PERMISSIONS[name]))

test('S229 a permission is held when its number is in the list; all-of and any-of checks exist', () => {
  const permissions = permissionsOf(parsePermissionNumbers('1, 13,9999,x,,-4'))
  expect(permissions.numbers).toEqual([1, 13, 9999])
  expect(permissionsOf([500, 7, 13, 7]).numbers).toEqual([7, 13, 500])
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

test('S232 every permission has a number of its own in the range of the documents', () => {
  const numbers = Object.values(PERMISSIONS)
  expect(new Set(numbers).size).toBe(numbers.length)
  for (const number of numbers)
    expect((number >= 1 && number <= 371) || [400, 401, 500, 501].includes(number)).toBe(true)
})

test('S232 a deployment’s own numbers are 1 to 371, 400, 401, 500 and 501, and no others', () => {
  const isOutside = (number: number) =>
    faultsOfPermissionNumbers({ CAN_USE_VPN: number }).some((fault) =>
      fault.includes('which is not 1 to 371'),
    )
  expect([1, 371, 400, 401, 500, 501].filter(isOutside)).toEqual([])
  const outside = [0, -1, 1.5, 372, 399, 402, 499, 502, 1000]
  expect(outside.filter(isOutside)).toEqual(outside)
})

test('S232 a deployment’s own numbers take the place of the table', () => {
  const own = { ...PERMISSIONS, CAN_USE_VPN: 400 }
  expect(permissionsOf([400], own).can('CAN_USE_VPN')).toBe(true)
  expect(permissionsOf([PERMISSIONS.CAN_USE_VPN], own).can('CAN_USE_VPN')).toBe(false)
})

/**
 * The permissions of one line of the catalogue, with their numbers. Tokens and deployments carry the numbers,
 * so these never change.
 */
type Named = Readonly<Record<string, readonly [PermissionName, number]>>

function expectNamed(named: Named): void {
  const values = Object.values(named)
  expect(new Set(values.map(([name]) => name)).size).toBe(values.length)
  for (const [name, number] of values) {
    expect([name, PERMISSIONS[name]]).toEqual([name, number])
    expect(permissionsOf([number]).can(name)).toBe(true)
    expect(permissionsOf([number + 1]).can(name)).toBe(false)
  }
}

describe('the catalogue (spec 1 §6)', () => {
  test('S235 tracker', () =>
    expectNamed({
      module: ['ITRACKER_CAN_SEE_MODULE', 1],
      'activity dashboard': ['ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD', 2],
      schedule: ['ITRACKER_CAN_SEE_MY_SCHEDULE', 3],
      'request holiday': ['ITRACKER_CAN_REQUEST_HOLIDAY', 4],
      'cancel holiday': ['ITRACKER_CAN_CANCEL_HOLIDAY', 5],
      'request overtime': ['ITRACKER_CAN_REQUEST_OVERTIME', 6],
      'cancel overtime': ['ITRACKER_CAN_CANCEL_OVERTIME', 7],
      earnings: ['ITRACKER_CAN_SEE_MY_EARNINGS', 8],
      'QC score': ['ITRACKER_CAN_SEE_MY_QC_SCORE', 9],
      attendance: ['ITRACKER_CAN_SEE_MY_ATTENDANCE', 10],
      development: ['ITRACKER_CAN_SEE_MY_DEVELOPMENT', 11],
      experience: ['ITRACKER_CAN_SEE_MY_EXPERIENCE', 12],
      'CATI report': ['ITRACKER_CAN_SEE_CATI_REPORT', 13],
      'power report': ['ITRACKER_CAN_SEE_POWER_REPORT', 14],
      coaching: ['ITRACKER_CAN_SEE_COACHING', 15],
      PIPs: ['ITRACKER_CAN_SEE_PIPS', 16],
      'file notes': ['ITRACKER_CAN_SEE_FILE_NOTES', 17],
      training: ['ITRACKER_CAN_SEE_TRAINING', 18],
      'retro activity time': ['ITRACKER_CAN_ADD_RETRO_ACTIVITY_TIME', 19],
      'meeting buttons': ['ITRACKER_CAN_USE_MEETING_BUTTONS', 20],
    }))

  test('S236 resource', () =>
    expectNamed({
      module: ['IRESOURCE_CAN_SEE_MODULE', 31],
      'power resourcing': ['IRESOURCE_CAN_SEE_POWER_RESOURCING', 32],
      'core hours': ['IRESOURCE_CAN_EDIT_CORE_HOURS', 33],
      'overtime approval': ['IRESOURCE_CAN_APPROVE_OVERTIME', 34],
      schedule: ['IRESOURCE_CAN_SEE_SCHEDULE', 35],
      assignment: ['IRESOURCE_CAN_ASSIGN', 36],
      'sync with survey tool': ['IRESOURCE_CAN_SYNC_SURVEY_TOOL', 37],
      leavers: ['IRESOURCE_CAN_SEE_LEAVERS', 38],
      areas: ['IRESOURCE_CAN_MANAGE_AREAS', 39],
      KPIs: ['IRESOURCE_CAN_SET_UP_KPIS', 40],
      campaigns: ['IRESOURCE_CAN_SEE_CAMPAIGNS', 41],
      allocation: ['IRESOURCE_CAN_SEE_ALLOCATION', 42],
      hypervisor: ['IRESOURCE_CAN_SEE_HYPERVISOR', 43],
      bookings: ['IRESOURCE_CAN_SEE_BOOKINGS', 44],
      marketplace: ['IRESOURCE_CAN_SEE_MARKETPLACE', 45],
      advisory: ['IRESOURCE_CAN_SEE_PROJECT_ADVISORY', 46],
      reports: ['IRESOURCE_CAN_SEE_REPORTS', 47],
      performance: ['IRESOURCE_CAN_SEE_PERFORMANCE', 48],
      'shift split': ['IRESOURCE_CAN_SPLIT_SHIFT', 49],
      'shift process': ['IRESOURCE_CAN_PROCESS_SHIFT', 50],
      'booking windows': ['IRESOURCE_CAN_SEE_BOOKING_WINDOWS', 51],
      planner: ['IRESOURCE_CAN_SEE_PLANNER', 52],
      allocator: ['IRESOURCE_CAN_USE_ALLOCATOR', 53],
      metrics: ['IRESOURCE_CAN_SEE_METRICS', 54],
      measurements: ['IRESOURCE_CAN_SEE_MEASUREMENTS', 55],
    }))

  test('S237 supervisor', () =>
    expectNamed({
      module: ['ISUPERVISOR_CAN_SEE_MODULE', 61],
      'live panel': ['ISUPERVISOR_CAN_SEE_LIVE_PANEL', 62],
      performance: ['ISUPERVISOR_CAN_SEE_PERFORMANCE', 63],
      quality: ['ISUPERVISOR_CAN_SEE_QUALITY', 64],
      resource: ['ISUPERVISOR_CAN_SEE_RESOURCE', 65],
      training: ['ISUPERVISOR_CAN_SEE_TRAINING', 66],
      interviewers: ['ISUPERVISOR_CAN_SEE_INTERVIEWERS', 67],
      reports: ['ISUPERVISOR_CAN_SEE_REPORTS', 68],
      gamification: ['ISUPERVISOR_CAN_SEE_GAMIFICATION', 69],
      HR: ['ISUPERVISOR_CAN_SEE_HR', 70],
      leavers: ['ISUPERVISOR_CAN_SEE_LEAVERS', 71],
      'live QC actions': ['ISUPERVISOR_CAN_ACTION_LIVE_QC', 72],
      'QC form creation': ['ISUPERVISOR_CAN_CREATE_QC_FORM', 73],
      projects: ['ISUPERVISOR_CAN_SEE_PROJECTS', 74],
    }))

  test('S238 manager', () =>
    expectNamed({
      module: ['IMANAGER_CAN_SEE_MODULE', 81],
      training: ['IMANAGER_CAN_SEE_TRAINING', 82],
      'live status': ['IMANAGER_CAN_SEE_LIVE_STATUS', 83],
      'holiday balance': ['IMANAGER_CAN_SEE_HOLIDAY_BALANCE', 84],
      interactions: ['IMANAGER_CAN_SEE_INTERACTIONS', 85],
    }))

  test('S239 recruitment', () =>
    expectNamed({
      module: ['IRECRUITMENT_CAN_SEE_MODULE', 91],
      'process new person': ['IRECRUITMENT_CAN_PROCESS_NEW_PERSON', 92],
      'compatibility test': ['IRECRUITMENT_CAN_TAKE_COMPATIBILITY_TEST', 93],
      'onboarding tab': ['IRECRUITMENT_CAN_SEE_ONBOARDING_TAB', 94],
      settings: ['IRECRUITMENT_CAN_EDIT_SETTINGS', 95],
    }))

  test('S240 training', () =>
    expectNamed({
      module: ['ITRAINING_CAN_SEE_MODULE', 101],
      log: ['ITRAINING_CAN_SEE_LOG', 102],
      'create session': ['ITRAINING_CAN_CREATE_SESSION', 103],
      'add type': ['ITRAINING_CAN_ADD_TYPE', 104],
      'delete material or pack': ['ITRAINING_CAN_DELETE_MATERIAL_OR_PACK', 105],
    }))

  test('S241 HR', () =>
    expectNamed({
      module: ['HR_CAN_SEE_MODULE', 111],
      '121 meeting': ['HR_CAN_HOLD_121_MEETING', 112],
      'unauthorised absence': ['HR_CAN_SEE_UNAUTHORISED_ABSENCE', 113],
      'pending checks': ['HR_CAN_SEE_PENDING_CHECKS', 114],
      'holiday management': ['HR_CAN_MANAGE_HOLIDAY', 115],
      PIP: ['HR_CAN_MANAGE_PIP', 116],
      payroll: ['HR_CAN_SEE_PAYROLL', 117],
      'pay stats': ['HR_CAN_SEE_PAY_STATS', 118],
      'return to work': ['HR_CAN_SEE_RETURN_TO_WORK', 119],
      'employment history': ['HR_CAN_SEE_EMPLOYMENT_HISTORY', 120],
      'holiday events': ['HR_CAN_MANAGE_HOLIDAY_EVENTS', 121],
    }))

  test('S242 finance', () =>
    expectNamed({
      module: ['IFINANCE_CAN_SEE_MODULE', 131],
      'expenses view': ['IFINANCE_CAN_VIEW_EXPENSES', 132],
      'expenses manage': ['IFINANCE_CAN_MANAGE_EXPENSES', 133],
      'expenses finance': ['IFINANCE_CAN_FINANCE_EXPENSES', 134],
      'fiscal report': ['IFINANCE_CAN_SEE_FISCAL_REPORT', 135],
    }))

  test('S243 admin', () =>
    expectNamed({
      module: ['ADMIN_CAN_SEE_MODULE', 141],
      'reset password': ['ADMIN_CAN_RESET_PASSWORD', 142],
      users: ['ADMIN_CAN_SEE_USERS', 143],
      settings: ['ADMIN_CAN_EDIT_SETTINGS', 144],
      'background services': ['ADMIN_CAN_SEE_BACKGROUND_SERVICES', 145],
      'epics and stories': ['ADMIN_CAN_MANAGE_EPICS_AND_STORIES', 146],
      adaptors: ['ADMIN_CAN_MANAGE_ADAPTORS', 147],
      'expense rates': ['ADMIN_CAN_MANAGE_EXPENSE_RATES', 148],
      'contract types': ['ADMIN_CAN_MANAGE_CONTRACT_TYPES', 149],
      skills: ['ADMIN_CAN_MANAGE_SKILLS', 150],
      configuration: ['ADMIN_CAN_SEE_CONFIGURATION', 151],
      'error log': ['ADMIN_CAN_SEE_ERROR_LOG', 152],
      'email log': ['ADMIN_CAN_SEE_EMAIL_LOG', 153],
      'audit log': ['ADMIN_CAN_SEE_AUDIT_LOG', 154],
      areas: ['ADMIN_CAN_MANAGE_AREAS', 155],
      'reinstate users': ['ADMIN_CAN_REINSTATE_USERS', 156],
      'pending recruitment': ['ADMIN_CAN_SEE_PENDING_RECRUITMENT', 157],
      'dangerous email': ['ADMIN_CAN_SEND_DANGEROUS_EMAIL', 158],
      'report builder': ['ADMIN_CAN_BUILD_REPORTS', 159],
      'tenant view': ['ADMIN_CAN_VIEW_TENANT', 160],
      'tenant update': ['ADMIN_CAN_UPDATE_TENANT', 161],
      agencies: ['ADMIN_CAN_MANAGE_AGENCIES', 162],
      'agency rates': ['ADMIN_CAN_MANAGE_AGENCY_RATES', 163],
    }))

  test('S244 support', () =>
    expectNamed({
      module: ['SUPPORT_CAN_SEE_MODULE', 171],
      'help centre': ['SUPPORT_HELP_CENTER', 172],
      'account lock': ['SUPPORT_CAN_LOCK_ACCOUNT', 173],
      'account unlock': ['SUPPORT_CAN_UNLOCK_ACCOUNT', 174],
      'account delete': ['SUPPORT_CAN_DELETE_ACCOUNT', 175],
      'reset password': ['SUPPORT_CAN_RESET_PASSWORD', 176],
      'companion app enable': ['SUPPORT_CAN_ENABLE_COMPANION_APP', 177],
      'companion app disable': ['SUPPORT_CAN_DISABLE_COMPANION_APP', 178],
      'device id clear': ['SUPPORT_CAN_CLEAR_DEVICE_ID', 179],
      'device id exclude': ['SUPPORT_CAN_EXCLUDE_DEVICE_ID', 180],
      'user settings': ['SUPPORT_CAN_EDIT_USER_SETTINGS', 181],
      'add agents': ['SUPPORT_CAN_ADD_AGENTS', 182],
      'system flags': ['SUPPORT_CAN_SEE_SYSTEM_FLAGS', 183],
      'export of survey-tool details': ['SUPPORT_CAN_EXPORT_SURVEY_TOOL_DETAILS', 184],
    }))

  test('S245 research', () =>
    expectNamed({
      module: ['IRESEARCH_CAN_VIEW_MODULE', 191],
      'finance dashboard': ['IRESEARCH_CAN_SEE_FINANCE_DASHBOARD', 192],
      epics: ['IRESEARCH_CAN_SEE_EPICS', 193],
      'projects data': ['IRESEARCH_CAN_SEE_PROJECTS_DATA', 194],
      'project hours': ['IRESEARCH_CAN_SEE_PROJECT_HOURS', 195],
      'email verification': ['IRESEARCH_CAN_VERIFY_EMAIL', 196],
      'address lookup': ['IRESEARCH_CAN_LOOK_UP_ADDRESS', 197],
      'postcode lookup': ['IRESEARCH_CAN_LOOK_UP_POSTCODE', 198],
      services: ['IRESEARCH_CAN_SEE_SERVICES', 199],
      'power report': ['IRESEARCH_CAN_SEE_POWER_REPORT', 200],
    }))

  test('S246 job orders', () =>
    expectNamed({
      module: ['IJOBORDER_CAN_SEE_MODULE', 206],
      view: ['IJOBORDER_CAN_SEE_JOBORDERS', 207],
      add: ['IJOBORDER_CAN_ADD_JOBORDERS', 208],
      edit: ['IJOBORDER_CAN_EDIT_JOBORDERS', 209],
    }))

  test('S247 projects', () =>
    expectNamed({
      'view all': ['PROJECTS_CAN_VIEW_ALL', 211],
      'edit all': ['PROJECTS_CAN_EDIT_ALL', 212],
      add: ['PROJECTS_CAN_ADD', 213],
      'add external user': ['PROJECTS_CAN_ADD_EXTERNAL_USER', 214],
      'project switcher': ['PROJECTS_CAN_USE_SWITCHER', 215],
      'switch to appointment': ['PROJECTS_CAN_SWITCH_TO_APPOINTMENT', 216],
      'switch to boosted': ['PROJECTS_CAN_SWITCH_TO_BOOSTED', 217],
      'switch to any eligible': ['PROJECTS_CAN_SWITCH_TO_ANY_ELIGIBLE', 218],
      boost: ['PROJECTS_CAN_BOOST', 219],
      segments: ['PROJECTS_CAN_USE_SEGMENTS', 220],
      'sample view': ['PROJECTS_CAN_VIEW_SAMPLE', 221],
      'data transfer': ['PROJECTS_CAN_TRANSFER_DATA', 222],
      'share widgets': ['PROJECTS_CAN_SHARE_WIDGETS', 223],
      spa: ['PROJECTS_CAN_USE_SPA', 224],
      datasets: ['PROJECTS_CAN_USE_DATASETS', 225],
      shareables: ['PROJECTS_CAN_USE_SHAREABLES', 226],
    }))

  test('S248 chat and connect', () =>
    expectNamed({
      'team chat': ['GENERAL_CAN_USE_TEAM_CHAT', 231],
      'attachments add': ['CHAT_CAN_ADD_ATTACHMENT', 232],
      'attachments revoke': ['CHAT_CAN_REVOKE_ATTACHMENT', 233],
      'any status': ['CHAT_CAN_SET_ANY_STATUS', 234],
      'tag any user': ['CHAT_CAN_TAG_ANY_USER', 235],
      'tag any area': ['CHAT_CAN_TAG_ANY_AREA', 236],
      topics: ['CHAT_CAN_USE_TOPICS', 237],
      'AI rewording': ['CHAT_AI_REWORDING', 238],
      'area chatrooms': ['CHAT_CAN_USE_AREA_CHATROOMS', 239],
      'GIF picker': ['CAN_USE_GIF_PICKER', 240],
      'manage chatroom members': ['CHAT_CAN_MANAGE_CHATROOM_MEMBERS', 241],
      'blogs write': ['BLOGS_CAN_WRITE', 242],
      'blogs remove': ['BLOGS_CAN_REMOVE', 243],
      'blogs view': ['BLOGS_CAN_VIEW', 244],
      'blogs see all': ['BLOGS_CAN_SEE_ALL', 245],
      feedback: ['CAN_GIVE_FEEDBACK', 246],
      messages: ['CAN_SEND_MESSAGE', 247],
      email: ['CAN_SEND_EMAIL', 248],
      SMS: ['CAN_SEND_SMS', 249],
      popup: ['CAN_SEND_POPUP', 250],
      WhatsApp: ['CAN_USE_WHATSAPP', 251],
      calls: ['CAN_MAKE_CALL', 252],
      broadcast: ['CAN_BROADCAST_MESSAGE', 253],
    }))

  test('S249 auth', () =>
    expectNamed({
      passwordless: ['AUTH_CAN_USE_PASSWORDLESS', 261],
      'magic password': ['AUTH_CAN_USE_MAGIC_PASSWORD', 262],
      '2FA': ['AUTH_USE_2FA', 263],
      'always 2FA': ['AUTH_ALWAYS_2FA', 264],
      'multi-token': ['AUTH_CAN_USE_MULTI_TOKEN', 265],
      'third-party OAuth': ['CAN_ISSUE_THIRD_PARTY_APP_OAUTH_ACCESS', 266],
    }))

  test('S250 other', () =>
    expectNamed({
      'remote work': ['CAN_WORK_REMOTELY', 271],
      'outside-UK work': ['CAN_WORK_OUTSIDE_UK', 272],
      'web app': ['CAN_USE_WEB_APP', 273],
      'mobile app': ['CAN_USE_MOBILE_APP', 274],
      interview: ['CAN_INTERVIEW', 275],
      'master activity force': ['CAN_FORCE_MASTER_ACTIVITY', 276],
      'master activity update': ['CAN_UPDATE_MASTER_ACTIVITY', 277],
      'VPN use': ['CAN_USE_VPN', 278],
      'VPN delete': ['CAN_DELETE_VPN', 279],
      'companion mode': ['COMPANION_MODE_REQUIRED', 280],
      'scratch pad': ['CAN_USE_SCRATCH_PAD', 281],
      'sticky notes': ['CAN_USE_STICKY_NOTES', 282],
      documents: ['CAN_USE_DOCUMENTS', 283],
      polls: ['CAN_USE_POLLS', 284],
      'to-do': ['CAN_USE_TODO', 285],
      quests: ['CAN_USE_QUESTS', 286],
      FAQ: ['CAN_USE_FAQ', 287],
      vault: ['CAN_USE_VAULT', 288],
      'private packs': ['CAN_USE_PRIVATE_PACKS', 289],
      'QC add': ['QC_CAN_ADD', 290],
      'QC delete': ['QC_CAN_DELETE', 291],
      'mood capture': ['CAN_USE_MOOD_CAPTURE', 292],
      'Salah time': ['CAN_BOOK_SALAH_TIME', 293],
      'retro-book events': ['CAN_RETRO_BOOK_EVENTS', 294],
      'asset tracking': ['CAN_USE_ASSET_TRACKING', 295],
      'flow diagrams': ['CAN_USE_FLOW_DIAGRAMS', 296],
      'user groups': ['CAN_MANAGE_USER_GROUPS', 297],
      assistant: ['CAN_USE_ASSISTANT', 298],
      'AI report analyser': ['CAN_USE_AI_REPORT_ANALYSER', 299],
      'call AI analysis': ['CAN_USE_CALL_AI_ANALYSIS', 300],
      'speed test': ['CAN_USE_SPEED_TEST', 301],
      'profile edit': ['CAN_EDIT_PROFILE', 302],
      'view profile': ['CAN_VIEW_USER_PROFILE', 303],
      'update picture': ['CAN_UPDATE_PROFILE_PICTURE', 304],
      'search all users': ['CAN_SEARCH_ALL_USERS', 305],
      'change user area': ['CAN_CHANGE_USER_AREA', 306],
      'task deletion': ['CALENDAR_CAN_DELETE_TASK', 308],
      'task plan configuration': ['CALENDAR_CAN_CONFIGURE_TASK_PLAN', 309],
      'sensing module': ['SENSE_CAN_SEE_MODULE', 310],
      'room module': ['ROOM_CAN_SEE_MODULE', 311],
      'task module': ['TASK_CAN_SEE_MODULE', 312],
      'game master': ['GAMIFICATION_IS_GAME_MASTER', 313],
      'quest master': ['GAMIFICATION_IS_QUEST_MASTER', 314],
    }))
})

/** Permissions that requirements name, with their numbers in tokens. */
const NAMED_BY_ROWS: readonly (readonly [rows: string, name: PermissionName, number: number])[] = [
  ['C061 C166', 'CHAT_CAN_USE_TOPICS', 237],
  ['C156', 'CHAT_CAN_ADD_ATTACHMENT', 232],
  ['C165', 'GENERAL_CAN_USE_TEAM_CHAT', 231],
  ['C167', 'CALENDAR_CAN_USE_TASK_SCHEDULER', 307],
  ['C168', 'CAN_BROADCAST_MESSAGE', 253],
  ['C169', 'CHAT_CAN_REVOKE_ATTACHMENT', 233],
  ['C170', 'CAN_USE_GIF_PICKER', 240],
  ['C171', 'CHAT_AI_REWORDING', 238],
  ['C173', 'CAN_SEND_MESSAGE_TO_CUSTOMER', 254],
  ['C174', 'IRESEARCH_CAN_VIEW_MODULE', 191],
  ['C174', 'CAN_USE_PROJECT_MANAGEMENT', 201],
  ['C175', 'IJOBORDER_CAN_SEE_JOBORDERS', 207],
  ['C175', 'IJOBORDER_CAN_EDIT_JOBORDERS', 209],
  ['C176', 'IAGENCY_CAN_SEE_MODULE', 186],
  ['C176 W153', 'SUPPORT_HELP_CENTER', 172],
  ['S095', 'CAN_UPDATE_PROFILE_PICTURE', 304],
  ['S096', 'EXTERNAL_POPOUT_MEETING', 256],
  ['S234', 'IRESOURCE_CAN_SEE_MODULE', 31],
  ['S234', 'HR_CAN_SEE_MODULE', 111],
  ['S234 C176 W148', 'ISUPERVISOR_CAN_SEE_MODULE', 61],
  ['S234 W152', 'ISUPERVISOR_CAN_ACTION_LIVE_QC', 72],
  ['W149', 'CAN_REOPEN_TICKET', 315],
  ['W150', 'DIAGNOSTICS_CAN_SEE_APP_USAGE', 316],
  ['W151', 'ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD', 2],
  ['W156', 'MY_PROFILE_CAN_SEE_HARDWARE_TESTING', 317],
  ['W157', 'MY_PROFILE_CAN_SEE_MY_CHECKLIST', 318],
  ['W164', 'CAN_VIEW_USER_PROFILE', 303],
  ['W165', 'CAN_MAKE_CALL', 252],
  ['W166', 'CAN_SEND_MESSAGE', 247],
]

test.each(NAMED_BY_ROWS)(
  'S229 %s whose token has the number of %s holds it, and nobody else',
  (_rows, name, number) => {
    expect(permissionsOf([number]).can(name)).toBe(true)
    const others = Array.from({ length: 600 }, (_, other) => other).filter((other) => other !== number)
    expect(permissionsOf(others).can(name)).toBe(false)
  },
)
