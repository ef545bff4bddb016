/** Requests about shifts (spec 4 §2.3, §4.5.9). */
export const SHIFT_REQUEST_TYPES = ['DROP', 'GIVE', 'SWAP', 'PICK_UP', 'CHANGE', 'SPLIT'] as const
export type ShiftRequestType = (typeof SHIFT_REQUEST_TYPES)[number]

/** What somebody asks about a shift of their own; PICK_UP is about one that a colleague gives up. */
export const OWN_SHIFT_REQUESTS = SHIFT_REQUEST_TYPES.filter((type) => type !== 'PICK_UP')

export const SHIFT_REQUEST_WORDS: Readonly<Record<ShiftRequestType, string>> = {
  DROP: 'Drop',
  GIVE: 'Give',
  SWAP: 'Swap',
  PICK_UP: 'Pick up',
  CHANGE: 'Other times',
  SPLIT: 'Split',
}

export const SHIFT_REQUEST_STATES = [
  ...(['PENDING', 'OFFERED', 'ACCEPTED', 'REFUSED'] as const),
  ...(['APPROVED', 'DECLINED', 'CANCELLED', 'EXPIRED'] as const),
] as const
export type ShiftRequestState = (typeof SHIFT_REQUEST_STATES)[number]

export const SHIFT_REQUEST_STATE_WORDS: Readonly<Record<ShiftRequestState, string>> = {
  PENDING: 'Waiting for a decision',
  OFFERED: 'Waiting for the colleague',
  ACCEPTED: 'Accepted by the colleague',
  REFUSED: 'Refused by the colleague',
  APPROVED: 'Approved',
  DECLINED: 'Declined',
  CANCELLED: 'Withdrawn',
  EXPIRED: 'Expired',
}

/** Whether a colleague has to say yes before anybody decides. */
export const needsColleague = (type: ShiftRequestType): boolean => type === 'GIVE' || type === 'SWAP'

/** States in which something is still to be said. */
export const OPEN_REQUEST_STATES = ['PENDING', 'OFFERED', 'ACCEPTED'] as const

export const isOpenRequest = (state: ShiftRequestState): boolean =>
  OPEN_REQUEST_STATES.some((open) => open === state)

/** What a request may become from each state (spec 4 §5.1). */
const TRANSITIONS: Readonly<Record<ShiftRequestState, readonly ShiftRequestState[]>> = {
  PENDING: ['APPROVED', 'DECLINED', 'CANCELLED', 'EXPIRED'],
  OFFERED: ['ACCEPTED', 'REFUSED', 'CANCELLED', 'EXPIRED'],
  ACCEPTED: ['APPROVED', 'DECLINED', 'CANCELLED', 'EXPIRED'],
  REFUSED: [],
  APPROVED: [],
  DECLINED: [],
  CANCELLED: [],
  EXPIRED: [],
}
export const mayRequestBecome = (from: ShiftRequestState, to: ShiftRequestState): boolean =>
  TRANSITIONS[from].includes(to)

const HOUR_MS = 3_600_000
/** Open requests expire so long before the shift (spec 4 §5.7), in milliseconds. */
export const REQUEST_EXPIRES_MS = 2 * HOUR_MS
/** Each part of a split shift has so much at least. */
export const SPLIT_PART_MS = HOUR_MS

/** What somebody says to other times that were proposed to them. */
export const PROPOSAL_ANSWERS = ['AGREED', 'REFUSED'] as const
export const PROPOSAL_ANSWER_WORDS: Readonly<Record<(typeof PROPOSAL_ANSWERS)[number], string>> = {
  AGREED: 'Agreed',
  REFUSED: 'Said no',
}

/** Quoted by spec 4 §4.5.9, §5.6. */
export const SHIFT_REQUEST_TEXT = {
  parts: 'Both parts have to be at least 1 hour.',
  unanswered: 'The colleague has not answered yet.',
  taken: 'This place has just been taken.',
  /** Ours: in the note of a request that is declined with other times. */
  proposed: (times: string) => `${times} is proposed instead.`,
} as const
