import type { ComponentType, LazyExoticComponent } from 'react'
import type { PermissionName } from '#shared/domain/permissions.ts'
// By name: a part of both is in the shell already, and an import of all of it would bring the rest.
import { loadRecentActivitiesDialog, loadRecordPanel } from '../../features/chat/index.ts'
import { loadHardwareDialog } from '../../features/hardware/index.ts'
import { loadIdleDialog } from '../../features/idle-question/index.ts'
import { loadPasteImageDialog } from '../../features/paste-image/index.ts'
import { loadToolsDialog } from '../../features/tools/index.ts'
import type { DialogName, DialogParams } from '../../services/notices/dialogs.ts'
import { lazyCode } from '../../ui/fetch-code.ts'

/** What the shell hands a dialog. */
export interface DialogProps<P = undefined> {
  readonly name: DialogName
  readonly opened: boolean
  readonly onClose: () => void
  readonly params: P
}

/** For items of the menu that open as a dialog and that this installation has no content for. */
const OF_MENU = lazyCode(async () => (await import('../../features/module-page/index.ts')).ModuleDialog)

type Registry = {
  readonly [N in DialogName]: LazyExoticComponent<ComponentType<DialogProps<DialogParams[N]>>>
}

/** What somebody must hold for a dialog to open: for others it stays shut, whoever asks for it. */
export const DIALOG_PERMISSIONS: { readonly [N in DialogName]?: PermissionName } = {
  picture: 'CAN_UPDATE_PROFILE_PICTURE',
  'recent-activities': 'GENERAL_CAN_USE_TEAM_CHAT',
  'active-app': 'ADMIN_CAN_SEE_MODULE',
  'add-task': 'CALENDAR_CAN_USE_TASK_SCHEDULER',
  'dangerous-email': 'ADMIN_CAN_SEND_DANGEROUS_EMAIL',
  vault: 'CAN_USE_VAULT',
  faq: 'CAN_USE_FAQ',
  'pending-requests': 'IRESOURCE_CAN_SEE_BOOKINGS',
  'approved-requests': 'IRESOURCE_CAN_SEE_BOOKINGS',
  quests: 'ISUPERVISOR_CAN_SEE_GAMIFICATION',
}

/** For dialogs that have no content: no document describes it, or a later part of the product brings it. */
const PLAIN = lazyCode(async () => (await import('./PlainDialog.tsx')).PlainDialog)

const tasks = () => import('../../features/tasks/index.ts')
const calendar = () => import('../../features/calendar/index.ts')
const tickets = () => import('../../features/tickets/index.ts')

/** Where each dialog's code is, one line for each dialog; it is fetched when it is first wanted. */
export const DIALOGS: Registry = {
  documents: lazyCode(async () => (await import('../../features/documents/index.ts')).DocumentsDialog),
  vault: lazyCode(async () => (await import('../../features/vault/index.ts')).VaultDialog),
  'well-being': lazyCode(async () => (await import('../../features/mood/index.ts')).WellBeingDialog),
  'idle-question': lazyCode(loadIdleDialog),
  mood: lazyCode(async () => (await import('../../features/mood/index.ts')).MoodDialog),
  notes: lazyCode(async () => (await import('../../features/notes/index.ts')).NotesDialog),
  hardware: lazyCode(loadHardwareDialog),
  'active-app': lazyCode(async () => (await import('../../features/active-app/index.ts')).ActiveAppDialog),
  'remote-desktops': lazyCode(
    async () => (await import('../../features/remote-desktop/index.ts')).RemoteDesktopsDialog,
  ),
  tools: lazyCode(loadToolsDialog),
  notifications: lazyCode(
    async () => (await import('../../features/notifications/index.ts')).NotificationsDialog,
  ),
  notification: lazyCode(
    async () => (await import('../../features/notifications/index.ts')).NotificationDialog,
  ),
  'recent-activities': lazyCode(loadRecentActivitiesDialog),
  tour: lazyCode(async () => (await import('../../features/tours/index.ts')).Tour),
  'user-profile': lazyCode(async () =>
    (await import('../../features/hover-card/index.ts')).loadUserProfileDialog(),
  ),
  picture: lazyCode(async () => (await import('../../features/profile/index.ts')).PictureDialog),
  'onboarding-tasks': lazyCode(
    async () => (await import('../../features/onboarding-tasks/index.ts')).OnboardingTasksDialog,
  ),
  profile: lazyCode(async () => (await import('../../features/profile/index.ts')).ProfileDialog),
  'scratch-pad': lazyCode(async () => (await import('../../features/scratch-pad/index.ts')).ScratchPadDialog),
  'session-summary': lazyCode(
    async () => (await import('../../features/session-summary/index.ts')).SessionSummaryDialog,
  ),
  'two-factor': lazyCode(async () => (await import('../../features/two-factor/index.ts')).TwoFactorDialog),
  switcher: lazyCode(async () => (await import('../switcher/Switcher.tsx')).Switcher),
  hotkeys: lazyCode(async () => (await import('../hotkeys/HotkeySheet.tsx')).HotkeySheet),
  'session-info': lazyCode(async () => (await import('../session-info/SessionInfo.tsx')).SessionInfo),
  'pending-requests': lazyCode(async () => (await calendar()).PendingRequestsDialog),
  'approved-requests': lazyCode(async () => (await calendar()).ApprovedRequestsDialog),
  'return-to-work': OF_MENU,
  'manage-areas': lazyCode(async () => (await import('../../features/areas/index.ts')).AreasDialog),
  'dangerous-email': lazyCode(
    async () => (await import('../../features/dangerous-email/index.ts')).DangerousEmailDialog,
  ),
  'reset-password': lazyCode(async () =>
    (await import('../../features/people/index.ts')).loadResetPassword(),
  ),
  unavailable: PLAIN,
  locked: lazyCode(async () => (await import('./LockedNotice.tsx')).LockedNotice),
  'user-avatar': lazyCode(async () => (await import('./AvatarOverlay.tsx')).AvatarOverlay),
  connect: lazyCode(async () => (await import('../../features/connect/index.ts')).ConnectPanel),
  'chat-record': lazyCode(loadRecordPanel),
  'phone-call': lazyCode(async () => (await import('../../features/calls/index.ts')).PhoneCallDialog),
  tickets: lazyCode(async () => (await tickets()).TicketsDialog),
  'raise-ticket': lazyCode(async () => (await tickets()).RaiseTicketDialog),
  tasks: lazyCode(async () => (await tasks()).TasksDialog),
  'add-task': lazyCode(async () => (await tasks()).AddTaskDialog),
  'incident-form': lazyCode(async () => (await tickets()).IncidentDialog),
  coaching: PLAIN,
  quests: lazyCode(async () => (await import('../../features/quests/index.ts')).QuestsDialog),
  'send-message': PLAIN,
  'activity-planner': lazyCode(
    async () => (await import('../../features/activity-planner/index.ts')).ActivityPlannerDialog,
  ),
  settings: lazyCode(async () => (await import('../../features/profile/index.ts')).SettingsDialog),
  'job-order': PLAIN,
  project: PLAIN,
  polls: PLAIN,
  faq: lazyCode(async () => (await import('../../features/faq/index.ts')).FaqDialog),
  'paste-image': lazyCode(loadPasteImageDialog),
  'qc-logs': PLAIN,
}
