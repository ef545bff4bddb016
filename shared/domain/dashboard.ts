import { allows, type PermissionRule } from './permission-rule.ts'
import type { Permissions } from './permissions.ts'

/** The cards of the dashboard (spec 4 §4.1), in the order in which they follow what an order names. */
export const DASHBOARD_CARDS = [
  ...(['shift', 'dayFigures', 'appointment', 'people', 'team', 'out', 'quality', 'ticketsToHandle'] as const),
  ...(['coverage', 'behind', 'atRisk', 'opportunities', 'pins'] as const),
  ...(['deciding', 'absence', 'pay', 'agency', 'installation', 'hiring', 'training'] as const),
  ...(['acknowledge', 'requests', 'tasks'] as const),
  ...(['meetings', 'unread', 'recent', 'tickets', 'level', 'demo', 'device'] as const),
]
export type DashboardCard = (typeof DASHBOARD_CARDS)[number]

/** What of them comes from elsewhere: the chat, the level and this machine tell by themselves. */
const OWN_SOURCES = ['unread', 'recent', 'level', 'demo', 'device'] as const
export type FigureCard = Exclude<DashboardCard, (typeof OWN_SOURCES)[number]>
const isOwnSource = (card: DashboardCard): boolean => OWN_SOURCES.some((one) => one === card)
/** Whose figures and rows come with the one call. */
export const FIGURE_CARDS = DASHBOARD_CARDS.filter((card): card is FigureCard => !isOwnSource(card))

/** Rows of a card (spec 4 §4.1). */
export const CARD_ROWS = 5
/** The sessions of training that a card shows begin within so many days (spec 4 §4.1). */
export const TRAINING_SHOWN_DAYS = 7
/** Who is out of adherence for longer stands on its card, in milliseconds (spec 4 §4.1). */
export const OUT_SHOWN_MS = 3 * 60_000

/** What a card needs; null: it is everybody's. */
const RULES: Readonly<Record<DashboardCard, PermissionRule | null>> = {
  shift: 'ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD',
  dayFigures: 'ITRACKER_CAN_SEE_CATI_REPORT',
  appointment: 'CAN_INTERVIEW',
  people: 'IMANAGER_CAN_SEE_MODULE',
  team: 'ISUPERVISOR_CAN_SEE_LIVE_PANEL',
  out: 'ISUPERVISOR_CAN_SEE_LIVE_PANEL',
  quality: 'ISUPERVISOR_CAN_ACTION_LIVE_QC',
  ticketsToHandle: 'SUPPORT_HELP_CENTER',
  coverage: 'IRESOURCE_CAN_SEE_HYPERVISOR',
  behind: { anyOf: ['IRESOURCE_CAN_SEE_PROJECT_ADVISORY', 'IRESEARCH_CAN_SEE_PROJECTS_DATA'] },
  atRisk: 'ISUPERVISOR_CAN_SEE_PROJECTS',
  opportunities: 'ITRACKER_CAN_REQUEST_OVERTIME',
  /** Figures of power reports; only for whoever has pinned one. */
  pins: {
    anyOf: ['ITRACKER_CAN_SEE_POWER_REPORT', 'ISUPERVISOR_CAN_SEE_REPORTS', 'IRESOURCE_CAN_SEE_REPORTS'],
  },
  deciding: 'IRESOURCE_CAN_SEE_BOOKINGS',
  absence: 'HR_CAN_SEE_UNAUTHORISED_ABSENCE',
  pay: 'HR_CAN_SEE_PAYROLL',
  agency: 'IAGENCY_CAN_SEE_MODULE',
  installation: 'ADMIN_CAN_SEE_MODULE',
  hiring: 'IRECRUITMENT_CAN_SEE_MODULE',
  training: 'ITRAINING_CAN_SEE_MODULE',
  acknowledge: null,
  requests: 'ITRACKER_CAN_SEE_MY_SCHEDULE',
  tasks: 'CALENDAR_CAN_USE_TASK_SCHEDULER',
  meetings: null,
  unread: 'GENERAL_CAN_USE_TEAM_CHAT',
  recent: 'GENERAL_CAN_USE_TEAM_CHAT',
  tickets: null,
  level: 'ITRACKER_CAN_SEE_MY_EXPERIENCE',
  /** Only where there is a demo. */
  demo: 'ADMIN_CAN_EDIT_SETTINGS',
  device: null,
}

/** Whether somebody sees a card (spec 4 §4.1). */
export function maySeeCard(permissions: Permissions, card: DashboardCard): boolean {
  const rule = RULES[card]
  return rule === null || allows(permissions, rule)
}

/** The roles that have an order of cards (spec 4 §4.1); somebody's role follows from their permissions. */
export type DashboardOrder =
  | 'ADMIN'
  | 'MANAGER'
  | 'SUPERVISOR'
  | 'AGENCY'
  | 'PLANNER'
  | 'INTERVIEWER'
  | 'OTHER'

/**
 * The role that decides the order of cards. Tried from the widest role down, since a manager also supervises
 * and an administrator may hold everything.
 */
export function dashboardOrder({ can }: Pick<Permissions, 'can'>): DashboardOrder {
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

/** What each role has first; what else they hold follows in the order of the cards. */
const FIRST: Readonly<Record<DashboardOrder, readonly DashboardCard[]>> = {
  ADMIN: ['installation', 'ticketsToHandle', 'demo', ...CHATS],
  MANAGER: ['people', 'team', 'deciding', 'meetings'],
  SUPERVISOR: ['team', 'out', 'ticketsToHandle', 'quality', 'atRisk', ...CHATS, 'meetings'],
  AGENCY: ['agency', 'tickets', ...CHATS],
  PLANNER: ['coverage', 'behind', 'deciding', 'atRisk', ...CHATS],
  INTERVIEWER: [
    'shift',
    'dayFigures',
    'appointment',
    'acknowledge',
    'requests',
    'opportunities',
    ...CHATS,
    'tickets',
    'level',
  ],
  OTHER: ['absence', 'pay', 'hiring', 'training', 'tasks', 'meetings', ...CHATS],
}

/**
 * The cards of whoever holds these permissions, in the order of what they do.
 * @param hasShift whether they have a shift of their own today: a supervisor then begins with it
 */
export function cardsOf(permissions: Permissions, hasShift = false): readonly DashboardCard[] {
  const order = dashboardOrder(permissions)
  const own: readonly DashboardCard[] = hasShift && order === 'SUPERVISOR' ? ['shift'] : []
  return [...new Set([...own, ...FIRST[order], ...DASHBOARD_CARDS])].filter((card) =>
    maySeeCard(permissions, card),
  )
}

/** A card as its person has it. */
export interface PlacedCard {
  readonly name: DashboardCard
  readonly isHidden: boolean
  /** Twice as wide as others. */
  readonly isWide: boolean
}

/**
 * Somebody's cards as they arranged them: those that they may not see any more are gone, and those that came since
 * stand behind the card that they follow by themselves.
 */
export function arranged(
  cards: readonly DashboardCard[],
  kept: readonly { readonly name: string; readonly isHidden: boolean; readonly isWide: boolean }[],
): PlacedCard[] {
  const placed = kept.flatMap(({ name, isHidden, isWide }): PlacedCard[] => {
    const card = cards.find((one) => one === name)
    return card === undefined ? [] : [{ name: card, isHidden, isWide }]
  })
  for (const [place, name] of cards.entries()) {
    if (placed.some((one) => one.name === name)) continue
    const before = placed.findIndex((one) => one.name === cards[place - 1])
    placed.splice(before + 1, 0, { name, isHidden: false, isWide: false })
  }
  return placed
}
