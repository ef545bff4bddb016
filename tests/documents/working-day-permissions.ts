/**
 * The calls of the working day (spec 4 §5.5) by their literals, each with the permission that it needs: that of its page
 * (spec 4 §4) and of what it does (§5.4). `+` needs both, `/` one of them, `-` none: everybody who is signed in.
 */
const CALLS = `
views/get-all | -
views/save | -
views/delete | -
dashboard/get-layout | -
dashboard/save-layout | -
dashboard/reset-layout | -
dashboard/cards | -
activity/update/current-activity | CAN_UPDATE_MASTER_ACTIVITY
activity/undo-switch | CAN_UPDATE_MASTER_ACTIVITY
activity/shift/start | CAN_UPDATE_MASTER_ACTIVITY
activity/shift/end | CAN_UPDATE_MASTER_ACTIVITY
activity/idle | CAN_UPDATE_MASTER_ACTIVITY
activity/conclude/current-activity | -
GET passport-validation/activity-state | -
activity/force/current-activity | CAN_FORCE_MASTER_ACTIVITY
activity/force/release | CAN_FORCE_MASTER_ACTIVITY
help-centre/shift-lock | CAN_FORCE_MASTER_ACTIVITY
itracker/activity/my-day | ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD
itracker/activity/correction/new | ITRACKER_CAN_ADD_RETRO_ACTIVITY_TIME
itracker/activity/correction/cancel | ITRACKER_CAN_ADD_RETRO_ACTIVITY_TIME
itracker/activity/correction/decide | ISUPERVISOR_CAN_SEE_RESOURCE
itracker/recorded/mine | ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD
itracker/recorded/policy | ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD
itracker/recorded/who-looked | ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD
itracker/earnings | ITRACKER_CAN_SEE_MY_EARNINGS
itracker/earnings/query | ITRACKER_CAN_SEE_MY_EARNINGS
itracker/quality | ITRACKER_CAN_SEE_MY_QC_SCORE
itracker/attendance | ITRACKER_CAN_SEE_MY_ATTENDANCE
itracker/attendance/confirm | ITRACKER_CAN_SEE_MY_ATTENDANCE
itracker/attendance/query | ITRACKER_CAN_SEE_MY_ATTENDANCE
itracker/development | ITRACKER_CAN_SEE_MY_DEVELOPMENT
itracker/cati-report | ITRACKER_CAN_SEE_CATI_REPORT
qc/due | ISUPERVISOR_CAN_SEE_QUALITY
qc/reviews | ISUPERVISOR_CAN_SEE_QUALITY
qc/review/start | ISUPERVISOR_CAN_ACTION_LIVE_QC
qc/review/save | ISUPERVISOR_CAN_ACTION_LIVE_QC
qc/review/submit | ISUPERVISOR_CAN_ACTION_LIVE_QC
qc/review/acknowledge | ITRACKER_CAN_SEE_MY_QC_SCORE
qc/review/dispute | ITRACKER_CAN_SEE_MY_QC_SCORE
qc/review/resolve | ISUPERVISOR_CAN_ACTION_LIVE_QC
qc/review/void | QC_CAN_DELETE / ISUPERVISOR_CAN_ACTION_LIVE_QC
qc/review/listen-start | ISUPERVISOR_CAN_ACTION_LIVE_QC
qc/review/listen-end | ISUPERVISOR_CAN_ACTION_LIVE_QC
qc/forms | ISUPERVISOR_CAN_SEE_QUALITY
qc/forms/save | ISUPERVISOR_CAN_CREATE_QC_FORM
qc/forms/activate | ISUPERVISOR_CAN_CREATE_QC_FORM
qc/forms/retire | ISUPERVISOR_CAN_CREATE_QC_FORM
supervisor/live-panel/get-live-data | ISUPERVISOR_CAN_SEE_MODULE
supervisor/live-panel/person | ISUPERVISOR_CAN_SEE_LIVE_PANEL
supervisor/live-panel/alerts | ISUPERVISOR_CAN_SEE_LIVE_PANEL
supervisor/live-panel/alerts/save | ISUPERVISOR_CAN_SEE_LIVE_PANEL
supervisor/live-panel/alerts/seen | ISUPERVISOR_CAN_SEE_LIVE_PANEL
support/remote-command | ISUPERVISOR_CAN_SEE_MODULE / SUPPORT_CAN_EDIT_USER_SETTINGS / ADMIN_CAN_SEE_MODULE
supervisor/attendance/days | ISUPERVISOR_CAN_SEE_RESOURCE
supervisor/attendance/approve | ISUPERVISOR_CAN_SEE_RESOURCE
supervisor/attendance/excuse | ISUPERVISOR_CAN_SEE_RESOURCE
supervisor/attendance/correct-session | ISUPERVISOR_CAN_SEE_RESOURCE
supervisor/performance | ISUPERVISOR_CAN_SEE_PERFORMANCE
supervisor/coaching/list | ISUPERVISOR_CAN_SEE_QUALITY
supervisor/coaching/get | ISUPERVISOR_CAN_SEE_QUALITY
supervisor/coaching/save | QC_CAN_ADD
supervisor/coaching/hold | QC_CAN_ADD
supervisor/coaching/note | QC_CAN_ADD
supervisor/coaching/held | QC_CAN_ADD
supervisor/coaching/end | QC_CAN_ADD
supervisor/target/set | ISUPERVISOR_CAN_SEE_PERFORMANCE / IRESOURCE_CAN_SET_UP_KPIS
manager/training | IMANAGER_CAN_SEE_TRAINING
manager/live-status | IMANAGER_CAN_SEE_LIVE_STATUS
manager/holiday-balance | IMANAGER_CAN_SEE_HOLIDAY_BALANCE
manager/interactions | IMANAGER_CAN_SEE_INTERACTIONS
resource/planner/week | IRESOURCE_CAN_SEE_PLANNER
resource/shift/new | IRESOURCE_CAN_SEE_PLANNER + IRESOURCE_CAN_ASSIGN
resource/shift/update | IRESOURCE_CAN_SEE_PLANNER + IRESOURCE_CAN_ASSIGN
resource/shift/split | IRESOURCE_CAN_SEE_PLANNER + IRESOURCE_CAN_ASSIGN + IRESOURCE_CAN_SPLIT_SHIFT
resource/shift/delete | IRESOURCE_CAN_SEE_PLANNER + IRESOURCE_CAN_ASSIGN
resource/shift/publish | IRESOURCE_CAN_SEE_PLANNER + IRESOURCE_CAN_ASSIGN
resource/shift/check | IRESOURCE_CAN_SEE_PLANNER
resource/shift-request/new | ITRACKER_CAN_SEE_MY_SCHEDULE
resource/shift-request/answer | ITRACKER_CAN_SEE_MY_SCHEDULE
resource/shift-request/decide | IRESOURCE_CAN_PROCESS_SHIFT
resource/shift-request/find-cover | IRESOURCE_CAN_PROCESS_SHIFT
resource/shift-request/offer-cover | IRESOURCE_CAN_PROCESS_SHIFT
resource/pattern/list | IRESOURCE_CAN_SEE_SCHEDULE
resource/pattern/save | IRESOURCE_CAN_SEE_SCHEDULE + IRESOURCE_CAN_ASSIGN
resource/pattern/assign | IRESOURCE_CAN_SEE_SCHEDULE + IRESOURCE_CAN_ASSIGN
resource/pattern/retire | IRESOURCE_CAN_SEE_SCHEDULE + IRESOURCE_CAN_ASSIGN
resource/pattern/fill | IRESOURCE_CAN_SEE_PLANNER + IRESOURCE_CAN_ASSIGN
resource/window/list | IRESOURCE_CAN_SEE_BOOKING_WINDOWS
resource/window/save | IRESOURCE_CAN_SEE_BOOKING_WINDOWS
resource/window/open | IRESOURCE_CAN_SEE_BOOKING_WINDOWS
resource/window/close | IRESOURCE_CAN_SEE_BOOKING_WINDOWS
resource/window/extend | IRESOURCE_CAN_SEE_BOOKING_WINDOWS
resource/window/cancel | IRESOURCE_CAN_SEE_BOOKING_WINDOWS
resource/window/remind | IRESOURCE_CAN_SEE_BOOKING_WINDOWS
resource/window/book | ITRACKER_CAN_SEE_MY_SCHEDULE
resource/campaign/list | IRESOURCE_CAN_SEE_MARKETPLACE / IRESOURCE_CAN_SEE_CAMPAIGNS
resource/campaign/save | IRESOURCE_CAN_SEE_MARKETPLACE / IRESOURCE_CAN_SEE_CAMPAIGNS
resource/campaign/open | IRESOURCE_CAN_SEE_MARKETPLACE / IRESOURCE_CAN_SEE_CAMPAIGNS
resource/campaign/pause | IRESOURCE_CAN_SEE_MARKETPLACE / IRESOURCE_CAN_SEE_CAMPAIGNS
resource/campaign/close | IRESOURCE_CAN_SEE_MARKETPLACE / IRESOURCE_CAN_SEE_CAMPAIGNS
resource/campaign/cancel | IRESOURCE_CAN_SEE_MARKETPLACE / IRESOURCE_CAN_SEE_CAMPAIGNS
resource/campaign/decide | IRESOURCE_CAN_SEE_MARKETPLACE / IRESOURCE_CAN_SEE_CAMPAIGNS
resource/campaign/apply | ITRACKER_CAN_SEE_MY_SCHEDULE
resource/campaign/withdraw | ITRACKER_CAN_SEE_MY_SCHEDULE
resource/booking/new | ITRACKER_CAN_SEE_MY_SCHEDULE
resource/booking/withdraw | ITRACKER_CAN_SEE_MY_SCHEDULE
resource/booking/pending | IRESOURCE_CAN_SEE_BOOKINGS
resource/booking/approved | IRESOURCE_CAN_SEE_BOOKINGS
resource/booking/decide | IRESOURCE_CAN_SEE_BOOKINGS
resource/allocation/board | IRESOURCE_CAN_SEE_ALLOCATION / IRESOURCE_CAN_USE_ALLOCATOR
resource/allocation/save | IRESOURCE_CAN_SEE_ALLOCATION + IRESOURCE_CAN_ASSIGN
resource/allocation/propose | IRESOURCE_CAN_USE_ALLOCATOR
resource/allocation/publish | IRESOURCE_CAN_SEE_ALLOCATION + IRESOURCE_CAN_ASSIGN
resource/hypervisor/state | IRESOURCE_CAN_SEE_HYPERVISOR
resource/hypervisor/move | IRESOURCE_CAN_SEE_HYPERVISOR + IRESOURCE_CAN_ASSIGN
resource/hypervisor/boost | IRESOURCE_CAN_SEE_HYPERVISOR + PROJECTS_CAN_BOOST
resource/advisory | IRESOURCE_CAN_SEE_PROJECT_ADVISORY
resource/what-if | IRESOURCE_CAN_SEE_PROJECT_ADVISORY
resource/kpi/list | IRESOURCE_CAN_SET_UP_KPIS
resource/kpi/save | IRESOURCE_CAN_SET_UP_KPIS
resource/kpi/retire | IRESOURCE_CAN_SET_UP_KPIS
resource/kpi/preview | IRESOURCE_CAN_SET_UP_KPIS
resource/target/list | IRESOURCE_CAN_SET_UP_KPIS
resource/target/remove | IRESOURCE_CAN_SET_UP_KPIS
resource/leavers/list | IRESOURCE_CAN_SEE_LEAVERS
resource/leavers/offer | IRESOURCE_CAN_SEE_LEAVERS
resource/leavers/end-plan | IRESOURCE_CAN_SEE_LEAVERS
resource/areas/figures | IRESOURCE_CAN_MANAGE_AREAS / ADMIN_CAN_MANAGE_AREAS
report/run | ITRACKER_CAN_SEE_POWER_REPORT / ISUPERVISOR_CAN_SEE_REPORTS / IRESOURCE_CAN_SEE_REPORTS
report/save | ITRACKER_CAN_SEE_POWER_REPORT / ISUPERVISOR_CAN_SEE_REPORTS / IRESOURCE_CAN_SEE_REPORTS
report/share | ITRACKER_CAN_SEE_POWER_REPORT / ISUPERVISOR_CAN_SEE_REPORTS / IRESOURCE_CAN_SEE_REPORTS
report/schedule | ITRACKER_CAN_SEE_POWER_REPORT / ISUPERVISOR_CAN_SEE_REPORTS / IRESOURCE_CAN_SEE_REPORTS
import/interview-records | IRESOURCE_CAN_SYNC_SURVEY_TOOL
import/project-targets | PROJECTS_CAN_EDIT_ALL
import/quota-cells | PROJECTS_CAN_EDIT_ALL
import/sample-status | IRESOURCE_CAN_SYNC_SURVEY_TOOL
import/dialler-status | IRESOURCE_CAN_SYNC_SURVEY_TOOL
import/file/check | IRESOURCE_CAN_SYNC_SURVEY_TOOL
import/file/apply | IRESOURCE_CAN_SYNC_SURVEY_TOOL
import/file/history | IRESOURCE_CAN_SYNC_SURVEY_TOOL
import/file/undo | IRESOURCE_CAN_SYNC_SURVEY_TOOL
demo/simulator/state | ADMIN_CAN_EDIT_SETTINGS
demo/simulator/set | ADMIN_CAN_EDIT_SETTINGS
demo/simulator/scene | ADMIN_CAN_EDIT_SETTINGS
export/new | its page's`

export interface PermittedCall {
  /** `METHOD path`. */
  readonly call: string
  /** Whoever holds nothing of one of these sets is refused. */
  readonly needs: readonly (readonly string[])[]
}

export const WORKING_DAY_PERMISSIONS: readonly PermittedCall[] = CALLS.trim()
  .split('\n')
  .map((line) => {
    const [name = '', rule = ''] = line.split('|').map((part) => part.trim())
    const [method, path] = name.includes(' ') ? name.split(' ') : ['POST', name]
    const names = rule.split(/ [+/] /)
    return {
      call: `${method} /api/${path}`,
      needs: /^[A-Z]/.test(rule) ? (rule.includes(' / ') ? [names] : names.map((one) => [one])) : [],
    }
  })

/** What no area answers yet; it can only get shorter. */
export const NOT_THERE_YET: readonly string[] = [
  'POST /api/itracker/recorded/mine',
  'POST /api/itracker/recorded/policy',
  'POST /api/itracker/development',
  'POST /api/manager/training',
  'POST /api/manager/interactions',
  'POST /api/report/run',
  'POST /api/report/save',
  'POST /api/report/share',
  'POST /api/report/schedule',
]
