const AUTH = [
  'POST confirm-username',
  'POST confirm-password',
  'POST login',
  'POST companion-token',
  'POST request-hub-token',
  'POST logout',
  'POST renew-token',
  'GET privacy-policy-name',
  'GET privacy-notice-name',
].map((line) => line.replace(' ', ' /api/auth/'))

const CHATROOM = [
  'my-chat-threads my-contacts members search-tag-assets search-mention-list',
  'load-group-chat-messages load-thread-chat-messages get-message-statuses add-chat-topic load-topic-chats',
  'load-suggested-discussions load-topic-chat download-attachment fetch-full-image get-attachment-details',
  'edit-message delete-message react pin-message unpin-message broadcast-message remove-broadcast-message',
  'preview-message get-message-stats recent-activities pin-thread unpin-thread my-pinned-messages',
  'broadcast-messages latest-broadcast-message search-messages search-chat-messages focus-on-thread',
  'mark-all-as-read start-conversation join-room archive-thread archive-thread-messages',
]
  .flatMap((line) => line.split(' '))
  .map((name) => `POST /api/my-team-chatroom/${name}`)

const COMMUNICATION = [
  'send-message-to-chatroom send-message-to-thread send-attachment-to-chatroom send-attachment-to-thread',
  'get-ai-rewording get-suggested-replies update-chat-status load-attachment-from-chatroom',
  'load-attachment-from-thread delete-attachment-from-chatroom delete-attachment-from-thread',
]
  .flatMap((line) => line.split(' '))
  .map((name) => `POST /api/communication/chat/${name}`)

const SESSION = [
  'GET /api/license',
  'POST /api/communication/notification/log-event',
  'POST /api/services/get-user-avatars',
  'GET /api/passport-validation/task/current',
]

const SETTINGS = [
  'GET /api/passport-validation/settings/theme-light',
  'GET /api/passport-validation/settings/theme-dark',
  'POST /api/passport-validation/settings/theme-light',
  'POST /api/passport-validation/settings/theme-dark',
  'GET /api/passport-validation/settings/screen-thresholds',
  'GET /api/passport-validation/settings/ui-labels',
  'GET /api/passport-validation/settings/project-targets',
  'GET /api/settings/get-audio-setting',
  'POST /api/settings/get-audio-setting',
  'POST /api/settings/save-audio-setting',
  'POST /api/iresearch/task-scheduler/search-mention-list',
  'POST /api/iresearch/task-scheduler/ai/message-task',
  'POST /api/iresearch/task-scheduler/search-projects',
  'POST /api/iresearch/task-scheduler/add-task',
  'GET /api/iresearch/task-scheduler/get-task-config',
  'GET /api/ijoborder/joborder-management/get-config',
  'GET /api/services/request-external-wurkforce-accounts',
]

const TOOLS = [
  'GET /api/services/view-vpn',
  ...['vpn', 'confirmit', 'dialler-only', 'cati-dimensions', 'cati-staging-dimensions'].map(
    (name) => `POST /api/services/view-${name}`,
  ),
]
const PUBLIC = ['POST /api/public/wurkshare/widget/redemtion/preview']
const ONBOARDING = ['get-all', 'get-staff-type', 'new', 'delete'].map(
  (name) => `POST /api/recruitment/onboarding/tasks/${name}`,
)

const PERSONAL = [
  'GET /api/igamification/my-level',
  'POST /api/well-being/submit-mood',
  'POST /api/logout/summary/get-grid-setting',
  'POST /api/logout/summary/save-grid-setting',
  'POST /api/logout/summary/reset-grid-setting',
]

const LIVE = [
  'GET /api/broadcast/forme',
  'GET /api/broadcast/defcon-alerts',
  'GET /api/passport-validation/activity-state',
  'POST /api/activity/conclude/current-activity',
  'POST /api/hr/meeting/new',
  'POST /api/mobile/push-notification/register-fcm',
]

const NOTIFICATION = [
  'GET get-all-user-help-messages',
  'POST search',
  'POST mark-asread-multiple-notifications',
  'POST asread',
  'POST incident-form/get-live-projects',
  'POST incident-form/new',
  'POST get-user-help-message-data',
  'POST resolve-help-request',
  'POST help/escalate',
  'POST help/is-issue-resolved',
  'POST help/assign-ticket-to-me',
  'POST help/unassign-ticket',
  'POST help/self-resolve-ticket',
  'POST help/reopen-ticket',
  'POST help/submit-feedback',
].map((line) => line.replace(' ', ' /api/communication/notification/'))

const HELP = [
  'GET /api/help-centre/ticket-escalation-types',
  'POST /api/help-centre/system-issues-report',
  'POST /api/help-centre/get-chat-thread',
  'POST /api/help-centre/can-use-system-issue',
  'POST /api/help-centre/system-issue/revoke',
  'POST /api/help/tickets/view-setting',
  'POST /api/help/tickets/timeline',
  'POST /api/help/tickets/support/settings',
  'POST /api/help/tickets/update',
  'POST /api/supervisor/live-panel/ticket-issue-data',
  'POST /api/supervisor/live-panel/get-live-data',
  'POST /api/agency/irecruitment/get-user-help-message-data',
  'POST /api/agency/irecruitment/recruit/close-ticket',
  'POST /api/users/search',
  'POST /api/support/faq/fetch-tour',
  'POST /api/agentStats/profile',
]

const DEVICE = ['GET /api/device-health/settings/device-connectivity-thresholds']

const REMOTE_DESKTOP = ['view-my-rdp', 'decrypt-rdp', 'remove-rdp', 'update-rdp', 'new-rdp'].map(
  (name) => `POST /api/services/${name}`,
)

/**
 * The calls that the documents list (spec 1 §7, spec 2 §7, spec 3 §7) in the areas declared so far. A
 * declared call that isn't here is an extension.
 */
export const LISTED_CALLS: readonly string[] = [
  ...AUTH,
  ...CHATROOM,
  ...COMMUNICATION,
  ...SESSION,
  ...SETTINGS,
  ...TOOLS,
  ...PUBLIC,
  ...ONBOARDING,
  ...PERSONAL,
  ...LIVE,
  ...NOTIFICATION,
  ...HELP,
  ...DEVICE,
  ...REMOTE_DESKTOP,
  'GET /update.json',
]
