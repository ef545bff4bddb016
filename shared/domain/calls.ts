/** Titles of a call: to one person, to more (spec 1 §7). */
export const GENERAL_CALL = 'General call'
export const GROUP_CALL = 'Group Call'

/** The title of a call to that many people. */
export const callTitle = (people: number): typeof GENERAL_CALL | typeof GROUP_CALL =>
  people > 1 ? GROUP_CALL : GENERAL_CALL

/** Texts about calls (spec 1 §4.3, §8). */
export const CALL_TEXT = {
  onAnotherCall: 'On another call.',
  cancelledByCaller: 'Call cancelled by caller',
  missed: (name: string) => `You missed a call from ${name}`,
  noAnswer: 'No answer.',
  notSignedIn: 'Not signed in at the moment.',
  declined: 'Declined the call.',
} as const

/** How long a call rings before it is missed, in milliseconds. The documents name no limit. */
export const RING_LIMIT_MS = 45_000
/** How long an immediate call or meeting lasts, in milliseconds (spec 2 §7). */
export const IMMEDIATE_MEETING_MS = 15 * 60_000

/** What a person's microphone does in a call: heard, silent by their wish, or not there. */
export const CALL_MICROPHONES = ['ON', 'MUTED', 'NONE'] as const
export type CallMicrophone = (typeof CALL_MICROPHONES)[number]

/** What travels between the people of a call. A screen's stream may have sound. */
export const CALL_STREAMS = ['VOICE', 'CAMERA', 'SCREEN'] as const
export type CallStream = (typeof CALL_STREAMS)[number]

/** What somebody may say without a word; it is shown for `CALL_REACTION_MS`. Ours. */
export const CALL_REACTIONS = ['THUMBS_UP', 'CLAP', 'HEART', 'LAUGH', 'SURPRISED', 'CELEBRATE'] as const
export type CallReaction = (typeof CALL_REACTIONS)[number]
export const CALL_REACTION_MS = 6000

/** How often a visitor's window says that it is there, and after how long without that their seat is free. Ours. */
export const VISITOR_HERE_MS = 20_000
export const VISITOR_GONE_MS = 70_000
/** How many visitors one link lets in at a time. Ours. */
export const VISITORS_PER_LINK = 3

/** How many people can talk in one call: each sends to each. Ours. */
export const CALL_SEATS_MAX = 8
/** Who has lost the connection is waited for so long, in milliseconds: a sleeping machine comes back. Ours. */
export const CALL_AWAY_MS = 60_000
