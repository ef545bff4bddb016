/** Extra hours that are offered to the qualified (spec 4 §2.3, §4.5.8). Times in milliseconds since 1970. */
export const CAMPAIGN_STATES = [
  'DRAFT',
  'OPEN',
  'PAUSED',
  'FULL',
  'CLOSED',
  'COMPLETED',
  'CANCELLED',
] as const
export type CampaignState = (typeof CAMPAIGN_STATES)[number]
/** What is kept: FULL and COMPLETED follow from places and the clock. */
export type KeptCampaignState = Exclude<CampaignState, 'FULL' | 'COMPLETED'>

export const CAMPAIGN_STATE_WORDS: Readonly<Record<CampaignState, string>> = {
  DRAFT: 'Draft',
  OPEN: 'Open',
  PAUSED: 'Paused',
  FULL: 'Full',
  CLOSED: 'Closed',
  COMPLETED: 'Completed',
  CANCELLED: 'Cancelled',
}

export const CHOICES = ['FIRST_COME', 'BEST_MATCH', 'MANUAL'] as const
export type Choice = (typeof CHOICES)[number]
export const CHOICE_WORDS: Readonly<Record<Choice, string>> = {
  FIRST_COME: 'First come',
  BEST_MATCH: 'Best match at the close',
  MANUAL: 'By a planner',
}

export const APPLICATION_STATES = ['APPLIED', 'ACCEPTED', 'DECLINED', 'WAITLISTED', 'WITHDRAWN'] as const
export type ApplicationState = (typeof APPLICATION_STATES)[number]
export const APPLICATION_STATE_WORDS: Readonly<Record<ApplicationState, string>> = {
  APPLIED: 'Applied',
  ACCEPTED: 'Accepted',
  DECLINED: 'Declined',
  WAITLISTED: 'On the waitlist',
  WITHDRAWN: 'Withdrawn',
}

/** States in which an application is still about something. */
export const OPEN_APPLICATIONS = ['APPLIED', 'ACCEPTED', 'WAITLISTED'] as const

const HOUR_MS = 3_600_000
/** Whoever withdraws more than so long before leaves the place to the waitlist (spec 4 §5.7). */
export const WAITLIST_MS = 2 * HOUR_MS

interface CampaignFacts {
  readonly state: KeptCampaignState
  readonly closesAt: number
  readonly places: number
  readonly taken: number
  /** When its last slot ends; null without slots. */
  readonly lastEnd: number | null
}

/** What a campaign is by now (spec 4 §5.1). */
export function campaignStateAt(campaign: CampaignFacts, now: number): CampaignState {
  const { state, closesAt, places, taken, lastEnd } = campaign
  if (state === 'DRAFT' || state === 'CANCELLED') return state
  if (state === 'CLOSED' || closesAt <= now)
    return lastEnd !== null && lastEnd <= now ? 'COMPLETED' : 'CLOSED'
  if (state === 'PAUSED') return 'PAUSED'
  return taken >= places ? 'FULL' : 'OPEN'
}

const TRANSITIONS: Readonly<Record<CampaignState, readonly CampaignState[]>> = {
  DRAFT: ['OPEN', 'CANCELLED'],
  OPEN: ['PAUSED', 'FULL', 'CLOSED', 'CANCELLED'],
  PAUSED: ['OPEN', 'CANCELLED'],
  FULL: ['OPEN', 'CLOSED', 'CANCELLED'],
  CLOSED: ['COMPLETED'],
  COMPLETED: [],
  CANCELLED: [],
}
export const mayCampaignBecome = (from: CampaignState, to: CampaignState): boolean =>
  TRANSITIONS[from].includes(to)

/** What somebody's rank goes by. */
export interface Ranked {
  readonly id: number
  /** Their index on the project; null where there is nothing to tell it by. */
  readonly index: number | null
  /** Hours planned in the week of the slot. */
  readonly weekHours: number
  readonly appliedAt: number
}

/** By index on the project, then fewest planned hours that week, then who applied first (spec 4 §4.5.8). */
export const byRank = (a: Ranked, b: Ranked): number =>
  (b.index ?? -1) - (a.index ?? -1) || a.weekHours - b.weekHours || a.appliedAt - b.appliedAt || a.id - b.id

/** Whether a place that frees now goes to the waitlist. */
export const isInTimeForWaitlist = (start: number, now: number): boolean => start - now > WAITLIST_MS

/** What an hour of it costs: the rate by its multiplier, and the bonus (GBP). */
export const hourCost = (
  rate: number,
  pay: { readonly bonusPerHour: number | null; readonly rateMultiplier: number | null },
): number => rate * (pay.rateMultiplier ?? 1) + (pay.bonusPerHour ?? 0)
