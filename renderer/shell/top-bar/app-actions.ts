import {
  IconBell,
  IconCalendarEvent,
  IconChecklist,
  IconFiles,
  IconHeadset,
  IconListCheck,
  IconLockSquareRounded,
  IconMoodSmile,
  IconNote,
  IconPhone,
  IconReportAnalytics,
  IconTicket,
  IconWriting,
} from '@tabler/icons-react'
import type { CounterName } from '#shared/contract/counters.ts'
import type { PermissionName, Permissions } from '#shared/domain/permissions.ts'
import type { Services } from '../../services/services.ts'
import { ACTION_TEXT } from './text.ts'

export type AppActionID = keyof typeof ACTION_TEXT

/** What an action is given to do its work. */
export interface ActionContext {
  readonly services: Services
  readonly navigate: (path: string) => void
  readonly openCentre: () => void
}

/** One of the app drawer's actions (spec 1 §2.7). */
export interface AppAction {
  readonly id: AppActionID
  readonly label: string
  readonly icon: typeof IconBell
  /** Whoever holds one of these sees it. The documents gate each and name no permissions; these are ours. */
  readonly anyOf: readonly PermissionName[]
  /** What its badge counts. */
  readonly counter?: CounterName
  readonly run: (context: ActionContext) => void
}

type Rest = Omit<AppAction, 'id' | 'label'>
const action = (id: AppActionID, rest: Rest): AppAction => ({ id, label: ACTION_TEXT[id], ...rest })
/** For what a later part of the product brings. */
const notYet =
  (id: AppActionID) =>
  ({ services }: ActionContext) =>
    services.dialogs.open('unavailable', { name: ACTION_TEXT[id] })

export const APP_ACTIONS: readonly AppAction[] = [
  action('notifications', {
    icon: IconBell,
    anyOf: ['CAN_USE_WEB_APP'],
    counter: 'unreadNotificationCount',
    run: ({ openCentre }) => openCentre(),
  }),
  action('calendar', {
    icon: IconCalendarEvent,
    anyOf: ['ITRACKER_CAN_SEE_MY_SCHEDULE'],
    counter: 'openMeetingCount',
    run: ({ navigate }) => navigate('/my-calendar'),
  }),
  action('tickets', {
    icon: IconTicket,
    anyOf: ['CAN_USE_FAQ', 'SUPPORT_HELP_CENTER', 'IAGENCY_CAN_SEE_MODULE'],
    counter: 'outstandingTickets',
    run: ({ services }) => services.dialogs.open('tickets'),
  }),
  action('planner', {
    icon: IconChecklist,
    anyOf: ['CALENDAR_CAN_USE_TASK_SCHEDULER'],
    counter: 'pendingTasksCount',
    run: ({ services }) => services.dialogs.open('tasks', { tab: 'week' }),
  }),
  action('vault', {
    icon: IconLockSquareRounded,
    anyOf: ['CAN_USE_VAULT'],
    run: ({ services }) => services.dialogs.open('vault'),
  }),
  action('phone', {
    icon: IconPhone,
    anyOf: ['CAN_MAKE_CALL'],
    run: ({ services }) => services.dialogs.open('phone-call'),
  }),
  action('notes', {
    icon: IconNote,
    anyOf: ['CAN_USE_STICKY_NOTES'],
    run: ({ services }) => services.dialogs.open('notes'),
  }),
  action('scratch-pad', {
    icon: IconWriting,
    anyOf: ['CAN_USE_SCRATCH_PAD'],
    run: ({ services }) => services.dialogs.open('scratch-pad'),
  }),
  action('documents', {
    icon: IconFiles,
    anyOf: ['CAN_USE_DOCUMENTS'],
    run: ({ services }) => services.dialogs.open('documents'),
  }),
  action('checklist', {
    icon: IconListCheck,
    anyOf: ['MY_PROFILE_CAN_SEE_MY_CHECKLIST'],
    run: ({ services }) => services.dialogs.open('profile', { tab: 'my tasks' }),
  }),
  action('mood', {
    icon: IconMoodSmile,
    anyOf: ['CAN_USE_MOOD_CAPTURE'],
    run: ({ services }) => services.dialogs.open('mood'),
  }),
  action('analyser', {
    icon: IconReportAnalytics,
    anyOf: ['CAN_USE_AI_REPORT_ANALYSER'],
    run: notYet('analyser'),
  }),
  action('dialler', {
    icon: IconHeadset,
    anyOf: ['CAN_INTERVIEW', 'ISUPERVISOR_CAN_SEE_MODULE', 'ADMIN_CAN_SEE_MODULE'],
    run: ({ services }) => services.dialogs.open('tools'),
  }),
]

/** The actions that a person sees. */
export function actionsOf(permissions: Permissions): readonly AppAction[] {
  return APP_ACTIONS.filter(({ anyOf }) => permissions.canAny(anyOf))
}
