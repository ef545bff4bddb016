import type { Permissions } from './permissions.ts'

/** The cards of the dashboard (spec 4 §4.1). */
export const DASHBOARD_CARDS = ['team', 'tickets', 'unread', 'recent', 'level', 'device'] as const
export type DashboardCard = (typeof DASHBOARD_CARDS)[number]

/** The roles that have an order of cards (spec 4 §4.1); somebody's role follows from their permissions. */
export type DashboardOrder =
  | 'ADMIN'
  | 'MANAGER'
  | 'SUPERVISOR'
  | 'AGENCY'
  | 'PLANNER'
  | 'INTERVIEWER'
  | 'OTHER'

/** `main`: what waits for the person, shown first. `side`: themselves and their machine, below. */
export interface DashboardFrame {
  readonly order: DashboardOrder
  readonly main: readonly DashboardCard[]
  readonly side: readonly DashboardCard[]
}

type Held = Pick<Permissions, 'can'>

/**
 * The role that decides the order of cards. Tried from the widest role down, since a manager also supervises
 * and an administrator may hold everything.
 */
export function dashboardOrder({ can }: Held): DashboardOrder {
  if (can('ADMIN_CAN_SEE_MODULE')) return 'ADMIN'
  if (can('IMANAGER_CAN_SEE_MODULE')) return 'MANAGER'
  if (can('ISUPERVISOR_CAN_SEE_LIVE_PANEL')) return 'SUPERVISOR'
  if (can('IAGENCY_CAN_SEE_MODULE')) return 'AGENCY'
  if (can('IRESOURCE_CAN_SEE_MODULE')) return 'PLANNER'
  // Support has the administrators' order.
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

/** Whether somebody sees a card (spec 4 §4.1). Everybody sees their own tickets and machine. */
export function maySeeCard({ can }: Held, card: DashboardCard): boolean {
  switch (card) {
    case 'team':
      // Both are needed: one for the live panel, the other for the call behind the card.
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
