import * as absence from './absence.ts'
import * as accountAccess from './account-access.ts'
import * as activity from './activity.ts'
import * as activityReport from './activity-report.ts'
import * as adaptors from './adaptors.ts'
import * as addressLookup from './address-lookup.ts'
import * as adminSettings from './admin-settings.ts'
import * as adminUsers from './admin-users.ts'
import * as advisory from './advisory.ts'
import * as agencies from './agencies.ts'
import * as agencyRates from './agency-rates.ts'
import * as alerts from './alerts.ts'
import * as allocation from './allocation.ts'
import * as apiKeys from './api-keys.ts'
import * as appHistory from './app-history.ts'
import * as applicants from './applicants.ts'
import * as areas from './areas.ts'
import * as attendance from './attendance.ts'
import * as audit from './audit.ts'
import * as auth from './auth.ts'
import * as backgroundServices from './background-services.ts'
import * as booking from './booking.ts'
import * as bookingWindows from './booking-windows.ts'
import * as briefs from './briefs.ts'
import * as broadcast from './broadcast.ts'
import * as calendar from './calendar.ts'
import * as calls from './calls.ts'
import * as campaigns from './campaigns.ts'
import * as catiReport from './cati-report.ts'
import * as chat from './chat.ts'
import * as chatAssistant from './chat-assistant.ts'
import * as chatFiles from './chat-files.ts'
import * as chatMessages from './chat-messages.ts'
import * as chatSearch from './chat-search.ts'
import * as chatSharedThings from './chat-shared-things.ts'
import * as chatStatus from './chat-status.ts'
import * as chatThreads from './chat-threads.ts'
import * as chatTopics from './chat-topics.ts'
import * as checklist from './checklist.ts'
import * as coaching from './coaching.ts'
import * as company from './company.ts'
import * as contractTypes from './contract-types.ts'
import * as counters from './counters.ts'
import * as credentials from './credentials.ts'
import * as dangerousEmail from './dangerous-email.ts'
import * as dashboard from './dashboard.ts'
import * as dataImports from './data-imports.ts'
import * as demoClock from './demo-clock.ts'
import * as development from './development.ts'
import * as deviceHealth from './device-health.ts'
import * as documents from './documents.ts'
import * as earnings from './earnings.ts'
import * as emailLog from './email-log.ts'
import * as emailVerification from './email-verification.ts'
import * as environment from './environment.ts'
import * as errorLog from './error-log.ts'
import * as expenseRates from './expense-rates.ts'
import * as experimentals from './experimentals.ts'
import * as exports from './exports.ts'
import * as faq from './faq.ts'
import * as fileNotes from './file-notes.ts'
import * as gamification from './gamification.ts'
import * as help from './help.ts'
import * as helpCenter from './help-center.ts'
import * as holidayBalance from './holiday-balance.ts'
import type { Call } from './http-call.ts'
import * as hypervisor from './hypervisor.ts'
import * as idle from './idle.ts'
import * as incident from './incident.ts'
import * as interactions from './interactions.ts'
import * as invitation from './invitation.ts'
import * as leavers from './leavers.ts'
import * as licence from './licence.ts'
import * as lineHoliday from './line-holiday.ts'
import * as liveAlerts from './live-alerts.ts'
import * as livePanel from './live-panel.ts'
import * as livePerson from './live-person.ts'
import * as meetings from './meetings.ts'
import * as myDay from './my-day.ts'
import * as newMeeting from './new-meeting.ts'
import * as notes from './notes.ts'
import * as notificationCentre from './notification-centre.ts'
import * as notifications from './notifications.ts'
import * as oauth from './oauth.ts'
import * as onboarding from './onboarding.ts'
import * as oneToOnes from './one-to-ones.ts'
import * as pendingRecruitment from './pending-recruitment.ts'
import * as people from './people.ts'
import * as peopleImport from './people-import.ts'
import * as peopleKeeping from './people-keeping.ts'
import * as performance from './performance.ts'
import * as permissions from './permissions.ts'
import * as personSkills from './person-skills.ts'
import * as pips from './pips.ts'
import * as plannedUsers from './planned-users.ts'
import * as planner from './planner.ts'
import * as powerReport from './power-report.ts'
import * as privacy from './privacy.ts'
import * as profile from './profile.ts'
import * as publicLinks from './public-links.ts'
import * as publicPages from './public-pages.ts'
import * as push from './push.ts'
import * as qc from './qc.ts'
import * as recorded from './recorded.ts'
import * as remoteDesktop from './remote-desktop.ts'
import * as reports from './reports.ts'
import * as requestTalk from './request-talk.ts'
import * as resourceHome from './resource-home.ts'
import * as resourceLeavers from './resource-leavers.ts'
import * as retention from './retention.ts'
import * as returnToWork from './return-to-work.ts'
import * as roles from './roles.ts'
import * as scratchPad from './scratch-pad.ts'
import * as session from './session.ts'
import * as sessionSupport from './session-support.ts'
import * as settings from './settings.ts'
import * as setup from './setup.ts'
import * as shell from './shell.ts'
import * as shiftPatterns from './shift-patterns.ts'
import * as shiftRequests from './shift-requests.ts'
import * as shifts from './shifts.ts'
import * as signIn from './sign-in.ts'
import * as signInLater from './sign-in-later.ts'
import * as skills from './skills.ts'
import * as sso from './sso.ts'
import * as summary from './summary.ts'
import * as supervisorHr from './supervisor-hr.ts'
import * as support from './support.ts'
import * as systemFlags from './system-flags.ts'
import * as tasks from './tasks.ts'
import * as teamUsers from './team-users.ts'
import * as teamWork from './team-work.ts'
import * as tenant from './tenant.ts'
import * as tickets from './tickets.ts'
import * as tools from './tools.ts'
import * as training from './training.ts'
import * as uiLabels from './ui-labels.ts'
import * as vault from './vault.ts'
import * as views from './views.ts'
import * as wellBeing from './well-being.ts'
import * as widgets from './widgets.ts'

/** Every declared call by area and name: what the server must serve and the OpenAPI page lists. */
export const callsByArea = {
  accountAccess,
  activity,
  adaptors,
  adminUsers,
  adminSettings,
  advisory,
  agencies,
  alerts,
  allocation,
  apiKeys,
  appHistory,
  agencyRates,
  areas,
  company,
  contractTypes,
  expenseRates,
  experimentals,
  audit,
  auth,
  backgroundServices,
  booking,
  bookingWindows,
  broadcast,
  calendar,
  calls,
  chat,
  chatAssistant,
  chatFiles,
  chatMessages,
  chatSearch,
  chatSharedThings,
  chatStatus,
  chatThreads,
  chatTopics,
  checklist,
  counters,
  credentials,
  dangerousEmail,
  dashboard,
  development,
  deviceHealth,
  documents,
  emailLog,
  emailVerification,
  environment,
  errorLog,
  faq,
  exports,
  fileNotes,
  gamification,
  help,
  helpCenter,
  holidayBalance,
  idle,
  hypervisor,
  incident,
  interactions,
  invitation,
  leavers,
  licence,
  lineHoliday,
  liveAlerts,
  livePanel,
  livePerson,
  meetings: { ...meetings, ...newMeeting },
  notes,
  notificationCentre,
  notifications,
  oauth,
  onboarding,
  addressLookup,
  applicants,
  pendingRecruitment,
  people,
  peopleImport,
  peopleKeeping,
  activityReport,
  performance,
  permissions,
  personSkills,
  plannedUsers,
  pips,
  oneToOnes,
  supervisorHr,
  planner,
  powerReport,
  privacy,
  profile,
  publicLinks,
  publicPages,
  push,
  remoteDesktop,
  reports,
  requestTalk,
  resourceHome,
  resourceLeavers,
  retention,
  returnToWork,
  roles,
  scratchPad,
  session: { ...session, ...sessionSupport },
  settings,
  setup,
  shell,
  // Named, since no page of ours calls it: phones do.
  signIn: { ...signIn, ...signInLater, registerMobileDevice: signInLater.registerMobileDevice },
  myDay,
  absence,
  briefs,
  recorded,
  attendance,
  campaigns,
  catiReport,
  earnings,
  coaching,
  qc,
  dataImports,
  demoClock,
  shiftPatterns,
  shiftRequests,
  shifts,
  skills,
  sso,
  summary,
  support,
  systemFlags,
  tasks,
  teamUsers: { ...teamUsers, ...teamWork },
  tenant,
  tickets,
  tools,
  training,
  uiLabels,
  vault,
  views,
  wellBeing,
  widgets,
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'path' in value && 'method' in value
}

/** The same, flat: `{ area, name, call }` for each. */
export const allCalls: readonly { area: string; name: string; call: Call }[] = Object.entries(
  callsByArea,
).flatMap(([area, calls]) =>
  Object.entries(calls).flatMap(([name, value]) => (isCall(value) ? [{ area, name, call: value }] : [])),
)
