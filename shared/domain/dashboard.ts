import type { Permissions } from './permissions.ts'

/** Cards of the dashboard that this installation has (spec 4 §4.1); those of the working day come with it. */
export const DASHBOARD_CARDS = ['team', 'tickets', 'unread', 'recent', 'level', 'device'] as const
export type DashboardCard = (typeof DASHBOARD_CARDS)[number]

/** Whose order of cards somebody has (spec 4 §4.1); what people are is told by what they hold. */
export type DashboardOrder =
  | 'ADMIN'
  | 'MANAGER'
  | 'SUPERVISOR'
  | 'AGENCY'
  | 'PLANNER'
  | 'INTERVIEWER'
  | 'OTHER'

/** What waits for the person comes first; what is about them and their machine stands under it. */
export interface DashboardFrame {
  readonly order: DashboardOrder
  readonly main: readonly DashboardCard[]
  readonly side: readonly DashboardCard[]
}

type Held = Pick<Permissions, 'can'>

/** From who runs most to who runs least: a manager supervises, too, and an admin may hold everything. */
export function dashboardOrder({ can }: Held): DashboardOrder {
  if (can('ADMIN_CAN_SEE_MODULE')) return 'ADMIN'
  if (can('IMANAGER_CAN_SEE_MODULE')) return 'MANAGER'
  if (can('ISUPERVISOR_CAN_SEE_LIVE_PANEL')) return 'SUPERVISOR'
  if (can('IAGENCY_CAN_SEE_MODULE')) return 'AGENCY'
  if (can('IRESOURCE_CAN_SEE_MODULE')) return 'PLANNER'
  // Support works the tickets as administrators do.
  if (can('SUPPORT_HELP_CENTER')) return 'ADMIN'
  return can('CAN_INTERVIEW') ? 'INTERVIEWER' : 'OTHER'
}

const CHATS = ['unread', 'recent'] as const

const MAIN: Readonly<Record<DashboardOrder, readonly DashboardCard[]>> = {
  ADMIN: ['tickets', ...CHATS, 'team'],
  MANAGER: ['team', ...CHATS, 'tickets'],
  SUPERVISOR: ['team', 'tickets', ...CHATS],
  AGENCY: ['tickets', ...CHATS],
  PLANNER: [...CHATS, 'tickets'],
  INTERVIEWER: [...CHATS, 'tickets'],
  OTHER: [...CHATS, 'tickets'],
}

/** Whether somebody sees a card at all (spec 4 §4.1); their own tickets and machine everybody does. */
export function maySeeCard({ can }: Held, card: DashboardCard): boolean {
  switch (card) {
    case 'team':
      // The live panel tells whom they may see; the module's permission is that of its call.
      return can('ISUPERVISOR_CAN_SEE_LIVE_PANEL') && can('ISUPERVISOR_CAN_SEE_MODULE')
    case 'unread':
    case 'recent':
      return can('GENERAL_CAN_USE_TEAM_CHAT')
    case 'level':
      return can('ITRACKER_CAN_SEE_MY_EXPERIENCE')
    default:
      return true
  }
}

/** The dashboard of whoever holds these permissions. */
export function dashboardFrame(permissions: Held): DashboardFrame {
  const order = dashboardOrder(permissions)
  const seen = (cards: readonly DashboardCard[]) => cards.filter((card) => maySeeCard(permissions, card))
  return { order, main: seen(MAIN[order]), side: seen(['level', 'device']) }
}
