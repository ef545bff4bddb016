/**
 * The calls of the documents by their own literals: method and path, what is sent, what is answered
 * (spec 1 §7, 2 §7, 3 §7). `?` marks where the documents don't say. Nothing here is derived from the
 * product: a name that is misspelt in the contract differs from this.
 */
interface DocumentedCall {
  /** The requirements that it belongs to. */
  readonly ids: string
  /** `METHOD path`, the path with its leading slash. */
  readonly call: string
  readonly sends: readonly string[] | '?'
  /** Fields of the answer, of a list's items, or `text`. */
  readonly answers: readonly string[] | 'text' | '?'
}

function table(prefix: string, lines: string): DocumentedCall[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [ids = '', name = '', sends = '?', answers = '?'] = line.split('|').map((part) => part.trim())
      const [method, path] = name.includes(' ') ? name.split(' ') : ['POST', name]
      const fields = (text: string) => (text === '-' ? [] : text.split(' '))
      return {
        ids,
        call: `${method} ${prefix}${path}`,
        sends: sends === '?' ? '?' : fields(sends),
        answers: answers === '?' || answers === 'text' ? answers : fields(answers),
      }
    })
}

const SIGN_IN = table(
  '/api/auth/',
  `
S256 | confirm-username | userName | nextStage clientKey
S257 | confirm-password | userName password deviceID | nextStage clientKey
S258 | login | userName password clientKey magicKey deviceID | token
S259 | companion-token | deviceID | token
S260 | request-hub-token | - | text
S261 | logout
S262 | renew-token | ? | text
S263 | GET privacy-policy-name | - | text
A102 | GET sso/providers | - | providers
A102 | GET sso/start
S263 | GET privacy-notice-name | - | text`,
)

const SHELL = table(
  '/',
  `
S264 | api/mobile/push-notification/register-fcm | fcm
S265 | api/recruitment/onboarding/tasks/get-all | ? | id task responsible actionNeeded requiredApproval applyTo username createdAt
S266 | api/recruitment/onboarding/tasks/get-staff-type
S143 | api/recruitment/onboarding/tasks/new | task responsible taskAction selectedStaffType requiredApproval
S267 | api/recruitment/onboarding/tasks/delete | taskID
S105 W207 | api/services/view-vpn | - | userName password
S105 W207 | GET api/services/view-vpn | - | userName password
S106 | api/services/view-confirmit | - | diallerUsername diallerPassword diallerURL confirmitUsername confirmitPassword forceReload
S268 | api/services/view-dialler-only | - | diallerUsername diallerPassword diallerURL
S144 | api/services/view-cati-dimensions | - | username password
S144 | api/services/view-cati-staging-dimensions | - | username password
S269 | api/services/get-user-avatars | pendingImages | userID avatar
S271 | GET api/services/request-external-wurkforce-accounts
S273 | GET api/igamification/my-level | userID | name level nextLevelXP previousLevelXP currentXP userID
S274 | GET api/passport-validation/task/current | - | text
S275 S276 | GET api/passport-validation/settings/theme-light
S275 S276 | POST api/passport-validation/settings/theme-light
- | GET api/passport-validation/settings/theme-dark
- | POST api/passport-validation/settings/theme-dark
S276 | GET api/passport-validation/settings/screen-thresholds
S276 | GET api/passport-validation/settings/ui-labels
S276 | GET api/passport-validation/settings/project-targets
S277 C125 | GET api/settings/get-audio-setting | - | setting isWhatsappEnabled isEmailEnabled
S278 | GET api/iresearch/task-scheduler/get-task-config | - | templates prefixes
S131 | GET api/ijoborder/joborder-management/get-config | - | statuses types
S279 | GET api/device-health/settings/device-connectivity-thresholds
S112 | GET api/broadcast/forme | - | message endDate
S112 | GET api/broadcast/defcon-alerts | - | startTime
S119 | GET api/passport-validation/activity-state | - | activityLastResponseTime
S280 | api/activity/conclude/current-activity | activity
S281 | api/communication/notification/log-event | actionName description
S126 | GET api/license | - | expiryDate
S125 W218 | GET update.json | - | build
S145 | api/public/wurkshare/widget/redemtion/preview | token | appName data`,
)

const CHATROOM = table(
  '/api/my-team-chatroom/',
  `
C180 | my-chat-threads | searchTerm source sourceID | id type source sourceID label displayLabel displayGroupLabel lastMessage lastMessageTime senderName senderID unread unreadTopics isFocus isGroup isAdmin isArchive lastPinnedTime parentID status priority partnerID partnerName
C181 | my-contacts | - | userID userName isOnline
C182 | members | source sourceID name | userID userName
C183 | search-tag-assets | searchTerm | id label
C184 | search-mention-list | selectedIDs searchTerm source sourceID
C185 | load-group-chat-messages | name source sourceID useAnchor anchorBefore anchorMessageID | messages latestMessageID oldestMessageID
C186 | load-thread-chat-messages | threadID useAnchor anchorBefore anchorMessageID | messages latestMessageID oldestMessageID
C187 | get-message-statuses | type messageIDs | id overallStatus
C188 | add-chat-topic | source sourceID threadID type name
C189 | load-topic-chats | threadID
C190 | load-suggested-discussions | threadID
C191 | load-topic-chat | id
C192 | download-attachment | id sourceID source
C193 | fetch-full-image | id sourceID source | text
C194 | get-attachment-details | id sourceID source prepareStream | fileName filePath preview
C195 | edit-message | id sourceID source message
C196 | delete-message | id sourceID source message
C197 | react | id sourceID source reaction
C198 | pin-message | messageID id type
C198 | unpin-message | messageID id type
C199 | broadcast-message | messageID id type
C199 | remove-broadcast-message | messageID id type
C200 | preview-message | id sourceID source | text
C201 | get-message-stats | id sourceID source
C202 | recent-activities | - | message messageID entryTime
C203 | pin-thread | id type
C203 | unpin-thread | id type
C204 | my-pinned-messages | type id
C204 | broadcast-messages | type id
C204 | latest-broadcast-message | type id
C205 | search-messages | messageSearchTerm
C206 | search-chat-messages | id source messageSearchTerm
C207 | focus-on-thread | source sourceID
C208 | mark-all-as-read | records
C209 | start-conversation | users message | threadID
C210 | join-room | source sourceID name | roomID
C211 | archive-thread | source sourceID
C212 | archive-thread-messages | source sourceID`,
)

const COMMUNICATION = table(
  '/api/communication/chat/',
  `
C213 | send-message-to-chatroom | message chatroom replyTo
C214 | send-message-to-thread | message threadID replyTo
C215 | send-attachment-to-chatroom | message chatroom replyTo file
C215 | send-attachment-to-thread | message threadID replyTo file
C216 | get-ai-rewording | message | data
C217 | get-suggested-replies | message | suggestions
C218 | update-chat-status | status
C219 | load-attachment-from-chatroom | id | attachment
C219 | load-attachment-from-thread | id | attachment
C220 | delete-attachment-from-chatroom | id chatroomName
C220 | delete-attachment-from-thread | id msgThreadID`,
)

const BESIDE_CHAT = table(
  '/api/',
  `
C221 | iresearch/task-scheduler/search-mention-list | selectedIDs searchTerm source sourceID
C222 | iresearch/task-scheduler/ai/message-task | message | eventStart subject description priority requiredHours dueDate
C223 | settings/save-audio-setting | setting
S277 C125 | settings/get-audio-setting | - | setting isWhatsappEnabled isEmailEnabled
C126 W211 | hr/meeting/new | start end subject agenda ids immediate | meetingID`,
)

const WORK = table(
  '/api/',
  `
W169 | logout/summary/get-grid-setting | - | gridTemplateColumns gridTemplateRows gridArea enable
W170 | logout/summary/save-grid-setting | gridArea gridTemplateColumns gridTemplateRows
W171 | logout/summary/reset-grid-setting
W172 | communication/notification/incident-form/get-live-projects
W173 | communication/notification/incident-form/new | selectedProject callID respondentName phoneNumber details
W174 | GET communication/notification/get-all-user-help-messages | - | id date time ticketType message resolved assign
W175 | communication/notification/search
W176 | communication/notification/mark-asread-multiple-notifications | ids
W177 | communication/notification/asread | id type subject body source sourceID
W178 | communication/notification/help/escalate | ticketID team reason
W179 | GET help-centre/ticket-escalation-types
W180 | users/search | selectedIDs searchTerm
W181 | support/faq/fetch-tour | tourID | payload
W182 | help-centre/system-issues-report | ticketID | recordID activity eventStart eventEnd totalSeconds
W183 | supervisor/live-panel/ticket-issue-data | ticketID
W184 | communication/notification/get-user-help-message-data | ticketID | id message date interviewerName userLoginID userName resolved requireFeedback resolvedComment transcript
W185 | agency/irecruitment/get-user-help-message-data | ticketID
W186 | help/tickets/view-setting | id | ticketID spec status effort priority type dueby
W187 | help/tickets/timeline | id | eventTime payload
W188 | help/tickets/support/settings | - | status effort priority ticketTypes
W189 | help/tickets/update | ticketID spec status effort priority type dueby
W190 | help-centre/get-chat-thread | id | sourceID
W191 | supervisor/live-panel/get-live-data
W192 | help-centre/can-use-system-issue | ticketID | canStartSystemIssue
W193 | communication/notification/help/is-issue-resolved | issueID
W194 | communication/notification/help/assign-ticket-to-me | id
W195 | communication/notification/help/unassign-ticket | id
W196 | help-centre/system-issue/revoke | reason recordID ticketID
W197 | communication/notification/resolve-help-request | id subject body sendEmail internalComment interviewerNameID userLoginID
W198 | communication/notification/help/self-resolve-ticket | id resolveMessage
W199 | agency/irecruitment/recruit/close-ticket | id resolveMessage
W200 | communication/notification/help/reopen-ticket | id
W201 | communication/notification/help/submit-feedback | ticketID rating comment
W202 W075 | iresearch/task-scheduler/load/tasks | userIDs start end | eventStart eventEnd dueDate completionTime epicName requiredHours taskName status priority
W203 | iresearch/task-scheduler/search-projects
W204 | iresearch/task-scheduler/add-task | userID projectID subject description eventStart eventEnd dueDate priority storyPoint requiredHours sprint milestone status relationshipJSON template files | taskID
W206 W085 | services/view-all | - | id serviceName userName lastUpdatedTime
W208 | services/view-my-rdp | - | id displayName address username
W209 | services/decrypt-rdp | id displayName address username
- | services/remove-rdp | id displayName address username
- | services/update-rdp | id displayName address username password
- | services/new-rdp | displayName address username password
W210 | agentStats/profile | userID | wurkforceStatus masterActivity diallerStatus areaName manager machineStatus userName
W212 | vault/view-vault | source sourceID
W213 | itracker/tasks/tasks/get-user-state | filterTasksIds | completedTasks incompleteTasks
W214 | itracker/tasks/validate | taskID | actionNeeded
W215 | itracker/tasks/complete | taskID userID trainingID
W215 | itracker/tasks/incomplete | taskID userID trainingID
W216 | itracker/tasks/complete-with-attachment | file taskID userID
D102 | resource/booking/new
D164 | resource/booking/pending
D164 | resource/booking/approved
D165 | resource/booking/decide
D102 | resource/booking/withdraw
D171 | resource/shift-request/new
D171 | resource/shift-request/answer
D171 | resource/shift-request/decide
 | resource/shift-request/find-cover
 | resource/shift-request/offer-cover
W205 | services/mobile-registration-code | - | text
W217 | well-being/submit-mood | moodValue comments userID`,
)

/** Calls of documents 4 and 5 for pages of records (spec 4 §5.5, 5 §8). */
const RECORDS = table(
  '/api/',
  `
A128 | experimentals/mine | - | keys
D007 | views/get-all | page | views
D007 | views/save | page view | id
D007 | views/delete | id | done
D017 | export/new | page filters sort columns mode type searchTerm | ?
A024 | admin/users/list | page pageSize sort filters searchTerm | rows total asOf
A028 | admin/users/get | id
A034 | admin/users/new
A035 | admin/users/update
A041 | admin/users/suspend
- | admin/users/lift-suspension
- | admin/users/invite
A042 | admin/users/import/upload
A043 | admin/users/import/dry-run
A047 | admin/users/import/start
- | admin/users/import/progress
- | admin/users/import/stop
A046 | admin/users/import/report
A048 | admin/users/import/undo
A038 | public/invitation/open
A038 | public/invitation/accept
A062 | support/account/lock
A062 | support/account/unlock
A061 | support/account/reset-password
- | support/account/reset-two-factor
A063 | support/account/sessions
A063 | support/account/end-session
- | support/account/settings
A063 | support/end-sessions
A064 | support/companion/enable
- | support/companion/disable
- | support/device/clear
A065 | support/device/exclude
A065 | support/device/allow
A065 | support/device/excluded
A050 | admin/users/deactivate-preview | id
A053 | admin/users/deactivate
A057 | admin/users/cancel-leaving | id
A059 | admin/users/reinstate
- | admin/skills/list | page pageSize sort filters searchTerm | rows total asOf
- | admin/skills/save
- | admin/skills/deactivate
- | admin/skills/merge
A079 | admin/agencies/save
- | admin/agencies/deactivate | id version
- | admin/agencies/merge | id version into
- | admin/agencies/list | page pageSize sort filters searchTerm | rows total asOf
- | admin/contract-types/deactivate
- | admin/contract-types/merge | id version into
- | admin/roles/list | page pageSize sort filters searchTerm | rows total asOf
- | admin/roles/save
A075 | admin/roles/delete
A071 | admin/roles/restore-built-in
A069 | admin/roles/impact
- | admin/roles/assign
A072 | admin/permissions/who-can
- | admin/permissions/catalogue | - | name number holders
A073 | admin/permissions/of-person | userID
A074 | admin/permissions/grant | userID permissions reason endsAt
- | admin/permissions/revoke
A067 | admin/permissions/refuse | userID permissions reason endsAt
A121 | admin/audit/search | page pageSize sort filters searchTerm | rows total asOf
A119 | admin/audit/verify
A121 | admin/audit/export
- | broadcast/list
- | support/flags/list | page pageSize sort filters searchTerm | rows total asOf
- | support/flags/raise
- | support/flags/acknowledge
- | support/flags/clear
A137 | support/faq/list | page pageSize sort filters searchTerm | rows total asOf
A137 | support/faq/save
A137 | support/faq/publish
A137 | support/tours/save
- | admin/areas/list | - | areas
A029 | admin/users/pending | page pageSize sort filters searchTerm | rows total asOf
A031 | admin/users/pending/approve-document
A031 | admin/users/pending/reject-document
- | admin/contract-types/list | page pageSize sort filters searchTerm | rows total asOf
A080 A081 | admin/contract-types/save
A080 | admin/contract-types/delete
- | admin/configuration/agency-rates/list | page pageSize sort filters searchTerm | rows total asOf
A111 A112 | admin/configuration/agency-rates/save
A110 | admin/configuration/credentials/list
A110 | admin/configuration/credentials/save
A110 | admin/configuration/credentials/remove
A110 | admin/configuration/credentials/import
A112 | admin/configuration/agency-rates/remove
- | admin/configuration/expense-rates/list | page pageSize sort filters searchTerm | rows total asOf
A113 | admin/configuration/expense-rates/save
A076 | admin/areas/save
A076 | admin/areas/move
A077 | admin/areas/merge
A077 | admin/areas/deactivate
A032 A078 | resource/shift/new | shifts | shifts
- | resource/shift/check | shifts | shifts
- | resource/planner/week | from to filters | people shifts events needed
- | resource/shift/update | shifts | shifts
- | resource/pattern/list
- | resource/pattern/save
- | resource/pattern/assign
- | resource/pattern/retire
- | resource/pattern/fill
- | resource/window/list | page pageSize sort filters searchTerm | rows total asOf
- | resource/window/save
- | resource/window/open
- | resource/window/close
- | resource/window/extend
- | resource/window/cancel
- | resource/window/remind
D157 D158 | resource/window/book
- | resource/activity-report/sessions/list | page pageSize sort filters searchTerm | rows total asOf
- | resource/leavers/list | page pageSize sort filters searchTerm | rows total asOf
- | resource/leavers/offer
- | resource/leavers/end-plan
- | resource/campaign/list | page pageSize sort filters searchTerm | rows total asOf
- | resource/campaign/save
- | resource/campaign/open
- | resource/campaign/pause
- | resource/campaign/close
- | resource/campaign/cancel
- | resource/campaign/decide
D169 | resource/campaign/apply
D170 | resource/campaign/withdraw
- | resource/shift/split | id version at | shifts
- | resource/shift/delete | shifts | shifts
- | resource/shift/publish | from to people | shifts
- | resource/allocation/board | day projects
D153 | resource/allocation/save | allocations
D154 | resource/allocation/propose | range | proposal
D155 | resource/allocation/publish | range
D178 | resource/areas/figures
D175 | resource/advisory | filters | rows
D176 | resource/what-if | projectID hours rate end | forecast
- | resource/hypervisor/state
D156 | resource/hypervisor/move | userID projectID afterCall switchNow
- | resource/hypervisor/boost | projectID until`,
)

/** How the installation is kept (spec 5 §8). */
const OPERATING = table(
  '/api/admin/',
  `
A083 | configuration/settings/all | - | settings
A084 | configuration/settings/save | changes | changed
A083 | configuration/settings/history | key | entries
A087 | configuration/settings/export
A087 | configuration/settings/import
A128 | experimentals/list | - | experimentals roles areas people
A128 | experimentals/save
A126 | tenant/get | - | company texts
A126 | tenant/update
A127 | tenant/legal/save-draft
A127 | tenant/legal/publish
A127 | tenant/legal/acceptances | - | rows
A090 | configuration/background-services/list
A091 | configuration/background-services/run
A091 | configuration/background-services/pause
- | configuration/background-services/resume
A094 | configuration/adaptors/list
- | configuration/adaptors/save
A095 | configuration/adaptors/test
A094 | configuration/adaptors/set-secret
- | configuration/adaptors/remove
- | configuration/adaptors/log
A099 | configuration/webhooks/deliveries
A099 | configuration/webhooks/redeliver
A101 | configuration/api-keys/new
A101 | configuration/api-keys/revoke
A116 | logs/email | page pageSize sort filters searchTerm | rows total asOf
A129 | dangerous-email/preview
A129 | dangerous-email/test
A129 | dangerous-email/send
A130 | dangerous-email/approve
A131 | dangerous-email/stop
A116 | logs/email/resend
- | logs/email/cancel
A090 | configuration/background-services/runs
A114 | logs/errors | page pageSize sort filters searchTerm | rows total asOf
A114 | logs/errors/update
A123 | reports/definitions
A124 | reports/save
A124 | reports/preview | definition
A125 | reports/run
A125 | reports/schedule
A125 | reports/results`,
)

/** People's data (spec 5 §8). */
const PRIVACY = table(
  '/api/privacy/',
  `
A154 | export/request
A154 | export/mine
A155 | erase/preview
A155 | erase/request
A155 | erase/approve
A155 | erase/cancel`,
)

/** Set-up (spec 5 §8). */
const SETUP = table(
  '/api/setup/',
  `
A007 | GET state
A011 | check-address
- | check-mail
A013 | finish | code tenant origin admin mail`,
)

/** The working day (spec 4 §5.5). */
const WORKING_DAY = table(
  '/api/',
  `
- | dashboard/get-layout | - | cards
D069 | dashboard/save-layout | cards
D069 | dashboard/reset-layout
D071 | dashboard/cards | names | cards
D134 | supervisor/performance
- | supervisor/target/set
D180 | resource/kpi/list | - | rows
D180 | resource/kpi/save
- | resource/kpi/retire
- | resource/kpi/preview
- | resource/target/list
- | resource/target/remove
D072 | itracker/activity/my-day | date
D078 | activity/undo-switch | sessionID
D081 | activity/shift/start | location reason
D081 | activity/shift/end
D085 D086 | activity/idle | since until answer
D092 | itracker/activity/correction/new | sessionID requested reason
| itracker/activity/correction/cancel | id
D092 | itracker/activity/correction/decide | id state note
D107 | itracker/attendance | from to
D108 | itracker/attendance/confirm | date
D108 | itracker/attendance/query | date reason
D107 | supervisor/attendance/days
D145 | supervisor/attendance/approve | ids
D144 | supervisor/attendance/excuse | exceptionID minutes reason
| supervisor/attendance/correct-session | sessionID requested reason
B113 | iresearch/projects/status | projectID status
B119 B120 | iresearch/address/search
B117 | iresearch/verification/new | projectID purpose addresses
B117 | iresearch/verification/results | id | counts
- | recruitment/applicants/list | page pageSize sort filters searchTerm | rows total asOf
- | recruitment/applicants/get | id
- | recruitment/applicants/save
- | recruitment/applicants/stage
- | recruitment/applicants/import
- | recruitment/interviews/scorecard
B038 | recruitment/applicants/offer
B038 | public/offer/open | token
B038 | public/offer/answer | token isAccepted
B037 | recruitment/applicants/merge | id version otherID
D117 | manager/holiday-balance | page pageSize sort filters searchTerm | rows
- | hr/holiday-balance/list | page pageSize sort filters searchTerm | rows total asOf
- | hr/holiday-balance/entries | id
- | hr/holiday-balance/adjust | id kind hours reason
| activity/force/release | userID reason
D116 | manager/live-status
D125 | supervisor/live-panel/alerts
D125 | supervisor/live-panel/alerts/save | rules
D125 | supervisor/live-panel/alerts/seen | alertID note
D095 | supervisor/live-panel/person | userID
D095 | itracker/recorded/who-looked | - | views
D094 | itracker/recorded/mine | kinds from to | readings
D099 | itracker/recorded/policy
D135 | qc/due
D137 | qc/reviews
D135 | qc/review/start
D137 | qc/review/save
D138 | qc/review/submit
D106 | qc/review/acknowledge
D106 | qc/review/dispute
D140 | qc/review/resolve
D141 | qc/review/void
D136 | qc/review/listen-start
D098 | qc/review/listen-end
D141 | qc/forms
D141 | qc/forms/save
D141 | qc/forms/activate
D141 | qc/forms/retire
D106 | itracker/quality | from to
D104 | itracker/earnings | from to
D105 | itracker/earnings/query
D115 | manager/training | managerID
B010 | communication/call/history | ? | calls
B010 | communication/call/missed
B015 | hr/meeting/mine
B013 | hr/meeting/update
B013 | hr/meeting/cancel
B014 | hr/meeting/answer
- | hr/meeting/notes
D118 | manager/interactions | page pageSize sort filters searchTerm | rows total asOf
B052 | hr/absence/list
B054 | hr/absence/attempt
- | hr/absence/explain
B056 | hr/absence/decide
- | hr/one-to-one/list
- | hr/one-to-one/save
- | hr/one-to-one/schedule
- | hr/one-to-one/sign
B070 | hr/pip/list
- | hr/pip/save
- | hr/pip/propose
- | hr/pip/review
B067 B068 B069 | hr/pip/decide
B069 | hr/pip/appeal
B058 B060 | hr/return-to-work/list
B059 | hr/return-to-work/save
B059 | hr/return-to-work/sign
B072 | hr/file-notes/list
B072 | hr/file-notes/save
B072 | hr/file-notes/acknowledge
B072 | hr/file-notes/reply
- | training/records/acknowledge
D109 | itracker/development
D151 | igamification/quests/list
D151 | igamification/quests/save
- | igamification/quests/answer
D110 | igamification/my-experience
D149 | supervisor/users/list | page pageSize sort filters searchTerm | rows total asOf
D149 | resource/users/list | page pageSize sort filters searchTerm | rows total asOf
- | supervisor/coaching/list
- | supervisor/coaching/get | id
- | supervisor/coaching/save
- | supervisor/coaching/hold
- | supervisor/coaching/note
- | supervisor/coaching/held
- | supervisor/coaching/end
D111 | itracker/cati-report | from to projectID by
D112 D114 | report/run | page definition | cells totals
- | report/save
- | report/share
- | report/schedule
D060 D062 | import/interview-records | source records | received created updated unchanged refused
D061 | import/project-targets | records | received created updated unchanged refused
D061 | import/quota-cells | records | received created updated unchanged refused
D076 | import/dialler-status | records | received created updated unchanged refused
D064 | import/sample-status | records | received created updated unchanged refused
D059 | import/file/check | file mapping | checkID received created updated unchanged refused rows
D059 | import/file/apply | checkID onlyGood | received created updated unchanged refused
D066 | import/file/history
D066 | import/file/undo | importID
D058 | demo/simulator/state
D056 | demo/simulator/set | speed
D057 | demo/simulator/scene`,
)

export const DOCUMENTED_CALLS: readonly DocumentedCall[] = [
  ...SIGN_IN,
  ...SHELL,
  ...CHATROOM,
  ...COMMUNICATION,
  ...BESIDE_CHAT,
  ...WORK,
  ...RECORDS,
  ...OPERATING,
  ...PRIVACY,
  ...SETUP,
  ...WORKING_DAY,
]

/** Listed in spec 3 §7 for screens that aren't built yet: this list only ever grows shorter. */
export const NOT_BUILT_YET: readonly string[] = table('/api/', ``).map(({ call }) => call)
