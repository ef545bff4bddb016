import type { Presence } from './presence.ts'

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

/** From window to window, or through the server. */
export const CALL_WAYS = ['DIRECT', 'SERVER'] as const
export type CallWayName = (typeof CALL_WAYS)[number]
/** How a window reaches the others, as support reads it: directly, relayed, by the media engine, or not at all. */
export const CALL_PATHS = ['NONE', 'DIRECT', 'RELAYED', 'SERVER'] as const
export type CallPath = (typeof CALL_PATHS)[number]
/** How often a window's figures are kept, in milliseconds, and once more when it leaves. Ours. */
export const CALL_FIGURES_MS = 60_000
/**
 * From so many people on a call goes through the server: directly each of them sends so many times less one, and a
 * third camera is where uplinks at home (2 to 5 Mbit/s) and old laptops give out. Ours.
 */
export const CALL_SERVED_FROM = 3

/** How many people can talk in one call without the server between them: each sends to each. Ours. */
export const CALL_SEATS_MAX = 8
/** How many can be in one call through the server, as talkers or listeners; and how many of them with cameras. Ours. */
export const CALL_ROOM_MAX = 50
export const CALL_CAMERAS_MAX = 25
/** Who has lost the connection is waited for so long, in milliseconds: a sleeping machine comes back. Ours. */
export const CALL_AWAY_MS = 60_000

/** Which way a call went, as its person sees it. */
export const CALL_DIRECTIONS = ['OUT', 'IN'] as const
export type CallDirection = (typeof CALL_DIRECTIONS)[number]

/** What came of a call (spec 6 §2.2). Who reads it on another device than the one that answered: ANSWERED_ELSEWHERE. */
export const CALL_OUTCOMES = ['ANSWERED', 'MISSED', 'DECLINED', 'CANCELLED', 'ANSWERED_ELSEWHERE'] as const
export type CallOutcome = (typeof CALL_OUTCOMES)[number]

/** People of a group call at most, who calls among them (spec 6 §2.2). */
export const GROUP_CALL_MAX = 25

/** What somebody may be doing that asks before they are called (spec 6 §2.2), as it stands after 'They are'. */
const BEFORE_CALLING: Readonly<Partial<Record<Presence, string>>> = {
  IN_CALL: 'in a call',
  MEETING: 'in a meeting',
  DO_NOT_DISTURB: 'not to be disturbed',
}

/** What is asked before these people are called; null where nothing is. */
export function askBeforeCall(
  people: readonly { readonly name: string; readonly status: Presence | undefined }[],
): string | null {
  const busy = people.flatMap(({ name, status }) => {
    const words = status && BEFORE_CALLING[status]
    return words ? [{ name, words }] : []
  })
  const [first] = busy
  if (!first) return null
  if (people.length === 1) return `They are ${first.words}. Call anyway?`
  const listed = busy.map(({ name, words }) => `${name} is ${words}`).join(', ')
  return `${listed}. Call anyway?`
}

/** A length as people read it: '45 s', '12 min', '1 h 5 min'. In milliseconds. */
export function callLength(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return `${minutes} min`
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}
