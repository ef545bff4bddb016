import { type ComponentType, createElement, type LazyExoticComponent, lazy } from 'react'
import type { NavigationDialog } from '#shared/domain/navigation.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
// By name: a part of both is in the shell already, and an import of all of it would bring the rest.
import { loadRecentActivitiesDialog, loadRecordPanel } from '../../features/chat/index.ts'
import { loadHardwareDialog } from '../../features/hardware/index.ts'
import { loadToolsDialog } from '../../features/tools/index.ts'
import type { DialogName, DialogParams } from '../../services/dialogs.ts'

/** What the shell hands a dialog. */
export interface DialogProps<P = undefined> {
  readonly name: DialogName
  readonly opened: boolean
  readonly onClose: () => void
  readonly params: P
}

/** An item of the menu that opens as a dialog and that this installation has no content for. */
const moduleDialog = (name: NavigationDialog) =>
  lazy(async () => {
    const { ModuleDialog } = await import('../../features/module-page/index.ts')
    return { default: (props: DialogProps) => createElement(ModuleDialog, { ...props, name }) }
  })

type Registry = {
  readonly [N in DialogName]: LazyExoticComponent<ComponentType<DialogProps<DialogParams[N]>>>
}

/** What somebody must hold for a dialog to open: for others it stays shut, whoever asks for it. */
export const DIALOG_PERMISSIONS: { readonly [N in DialogName]?: PermissionName } = {
  picture: 'CAN_UPDATE_PROFILE_PICTURE',
  'recent-activities': 'GENERAL_CAN_USE_TEAM_CHAT',
  'active-app': 'ADMIN_CAN_SEE_MODULE',
}

/** For dialogs that have no content: no document describes it, or a later part of the product brings it. */
const PLAIN = lazy(async () => ({ default: (await import('./PlainDialog.tsx')).PlainDialog }))

const tickets = () => import('../../features/tickets/index.ts')

/** Where each dialog's code is. One line a dialog; it is fetched when it is first wanted. */
export const DIALOGS: Registry = {
  documents: lazy(async () => ({
    default: (await import('../../features/documents/index.ts')).DocumentsDialog,
  })),
  mood: lazy(async () => ({ default: (await import('../../features/mood/index.ts')).MoodDialog })),
  notes: lazy(async () => ({ default: (await import('../../features/notes/index.ts')).NotesDialog })),
  hardware: lazy(async () => ({ default: await loadHardwareDialog() })),
  'active-app': lazy(async () => ({
    default: (await import('../../features/active-app/index.ts')).ActiveAppDialog,
  })),
  'remote-desktops': lazy(async () => ({
    default: (await import('../../features/remote-desktop/index.ts')).RemoteDesktopsDialog,
  })),
  tools: lazy(async () => ({ default: await loadToolsDialog() })),
  notifications: lazy(async () => ({
    default: (await import('../../features/notifications/index.ts')).NotificationsDialog,
  })),
  notification: lazy(async () => ({
    default: (await import('../../features/notifications/index.ts')).NotificationDialog,
  })),
  'recent-activities': lazy(async () => ({
    default: await loadRecentActivitiesDialog(),
  })),
  tour: lazy(async () => ({ default: (await import('../../features/tours/index.ts')).Tour })),
  'user-profile': lazy(async () => ({
    default: await (await import('../../features/hover-card/index.ts')).loadUserProfileDialog(),
  })),
  picture: lazy(async () => ({ default: (await import('../../features/profile/index.ts')).PictureDialog })),
  'onboarding-tasks': lazy(async () => ({
    default: (await import('../../features/onboarding-tasks/index.ts')).OnboardingTasksDialog,
  })),
  'scratch-pad': lazy(async () => ({
    default: (await import('../../features/scratch-pad/index.ts')).ScratchPadDialog,
  })),
  'session-summary': lazy(async () => ({
    default: (await import('../../features/session-summary/index.ts')).SessionSummaryDialog,
  })),
  'two-factor': lazy(async () => ({
    default: (await import('../../features/two-factor/index.ts')).TwoFactorDialog,
  })),
  switcher: lazy(async () => ({ default: (await import('../switcher/Switcher.tsx')).Switcher })),
  hotkeys: lazy(async () => ({ default: (await import('../hotkeys/HotkeySheet.tsx')).HotkeySheet })),
  'session-info': lazy(async () => ({
    default: (await import('../session-info/SessionInfo.tsx')).SessionInfo,
  })),
  'pending-requests': moduleDialog('pending-requests'),
  'approved-requests': moduleDialog('approved-requests'),
  'return-to-work': moduleDialog('return-to-work'),
  'reset-password': moduleDialog('reset-password'),
  'manage-areas': moduleDialog('manage-areas'),
  'dangerous-email': moduleDialog('dangerous-email'),
  unavailable: PLAIN,
  locked: lazy(async () => ({ default: (await import('./LockedNotice.tsx')).LockedNotice })),
  'user-avatar': lazy(async () => ({ default: (await import('./AvatarOverlay.tsx')).AvatarOverlay })),
  connect: lazy(async () => ({ default: (await import('../../features/connect/index.ts')).ConnectPanel })),
  'chat-record': lazy(async () => ({
    default: await loadRecordPanel(),
  })),
  'phone-call': lazy(async () => ({
    default: (await import('../../features/calls/index.ts')).PhoneCallDialog,
  })),
  ticket: lazy(async () => ({ default: (await tickets()).TicketDialog })),
  'my-tickets': lazy(async () => ({ default: (await tickets()).MyTicketsDialog })),
  'raise-ticket': lazy(async () => ({ default: (await tickets()).RaiseTicketDialog })),
  'incident-form': lazy(async () => ({ default: (await tickets()).IncidentDialog })),
  coaching: PLAIN,
  quests: PLAIN,
  'send-message': PLAIN,
  'activity-planner': PLAIN,
  settings: PLAIN,
  'job-order': PLAIN,
  project: PLAIN,
  polls: PLAIN,
  faq: PLAIN,
  'paste-image': PLAIN,
  'qc-logs': PLAIN,
}
