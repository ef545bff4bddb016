import type { Grade } from './device-grading.ts'
import type { PermissionName } from './permissions.ts'
import type { RecordFilter } from './records.ts'

/** As the help centre's address says it. */
export interface TicketView {
  readonly scope?: 'UNASSIGNED'
  readonly late?: 'true'
  readonly due?: 'true'
}

/** What a card of Support › Home counts: the list that it opens, narrowed as it narrows it (spec 5 §5.11). */
export type CardList =
  | { readonly of: 'tickets'; readonly view: TicketView }
  | { readonly of: 'people' | 'signIns' | 'flags'; readonly filters: readonly RecordFilter[] }

interface SupportCard {
  readonly label: string
  readonly list: CardList
  /** What the list's page asks for besides; without it the card isn't shown. */
  readonly permission?: PermissionName
}

const yes = (field: string): RecordFilter => ({ field, operator: 'IS', values: ['true'] })
/** Grades below D. */
const UNDER_D: readonly Grade[] = ['POOR']

/**
 * The cards, in the order in which they stand. A card's count and its list come from one definition, so that they
 * can't disagree.
 */
export const SUPPORT_CARDS = {
  TICKETS_UNASSIGNED: {
    label: 'Tickets unassigned',
    list: { of: 'tickets', view: { scope: 'UNASSIGNED' } },
    permission: 'SUPPORT_HELP_CENTER',
  },
  TICKETS_LATE: {
    label: 'Tickets late',
    list: { of: 'tickets', view: { late: 'true' } },
    permission: 'SUPPORT_HELP_CENTER',
  },
  TICKETS_DUE: {
    label: 'Tickets due within the hour',
    list: { of: 'tickets', view: { due: 'true' } },
    permission: 'SUPPORT_HELP_CENTER',
  },
  SYSTEM_ISSUES: {
    label: 'SYSTEM ISSUES now',
    list: { of: 'people', filters: [yes('hasSystemIssues')] },
  },
  LOCKED_OUT: { label: 'People locked out', list: { of: 'people', filters: [yes('isLocked')] } },
  FAILED_SIGN_INS: {
    label: 'Failed sign-ins in the last hour',
    list: { of: 'signIns', filters: [yes('isOfLastHour')] },
  },
  LOW_GRADE: {
    label: 'Devices under Grade D',
    list: { of: 'people', filters: [{ field: 'grade', operator: 'ANY_OF', values: UNDER_D }] },
  },
  OLD_CLIENTS: {
    label: 'Desktop clients below the minimum',
    list: { of: 'people', filters: [yes('isDesktopOld')] },
  },
  FLAGS: {
    label: 'Flags standing',
    list: { of: 'flags', filters: [yes('isStanding')] },
    permission: 'SUPPORT_CAN_SEE_SYSTEM_FLAGS',
  },
} as const satisfies Record<string, SupportCard>

export type SupportCardKey = keyof typeof SUPPORT_CARDS
