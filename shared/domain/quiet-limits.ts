import type { QuietHours } from './chat-quiet.ts'
import { localOf, zoneClock } from './zone-time.ts'

/** Ways to somebody's own device, which the quiet limits hold (spec 5 §5.1); mail and open windows aren't among them. */
export const MESSAGE_CHANNELS = ['SMS', 'WHATSAPP', 'PUSH'] as const
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number]

/** What a message is for. Only an ordinary one, and one about another day's shift, waits. */
export const MESSAGE_KINDS = ['NOTIFICATION', 'SHIFT', 'DEFCON', 'SIGN_IN'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

export interface QuietMessage {
  readonly kind: MessageKind
  /** When it was made, in milliseconds since 1970. */
  readonly madeAt: number
  /** The day of the shift that it is about, 'YYYY-MM-DD' by the company's clock; null for none. */
  readonly shiftDay: string | null
}

export interface QuietLimits {
  /** The company's: quiet from one time of day until another, such as '21:00' and '08:00'; equal for never. */
  readonly from: string
  readonly until: string
  /** The person's own; null for none. */
  readonly own: QuietHours | null
  /** By whose clock: an IANA name. */
  readonly zone: string
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** The company's and the person's hours may follow on each other; after so many times it is let go anyhow. */
const TURNS_MAX = 20

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** How long a person's quiet hours are, in minutes; equal ends mean the whole day. */
export function lengthOfQuiet({ from, to }: Pick<QuietHours, 'from' | 'to'>): number {
  return (minutesOf(to) - minutesOf(from) + 1440) % 1440 || 1440
}

/** Whether a person's quiet hours aren't longer than the company lets them be. */
export const fitsQuietMax = (hours: QuietHours, maxHours: number): boolean =>
  !hours.isEnabled || lengthOfQuiet(hours) <= maxHours * 60

/** The wall time at which a quiet stretch that covers `wall` ends; null where none covers it. */
function endOf(
  wall: number,
  from: number,
  length: number,
  begins: (weekday: number) => boolean,
): number | null {
  const midnight = wall - (((wall % DAY_MS) + DAY_MS) % DAY_MS)
  // It began today or the day before.
  for (const day of [midnight, midnight - DAY_MS]) {
    const start = day + from * MINUTE_MS
    const end = start + length * MINUTE_MS
    if (wall >= start && wall < end && begins(new Date(day).getUTCDay())) return end
  }
  return null
}

function quietEnd(wall: number, { from, until, own }: QuietLimits): number | null {
  const company =
    from === until ? null : endOf(wall, minutesOf(from), lengthOfQuiet({ from, to: until }), () => true)
  const person = own?.isEnabled
    ? endOf(wall, minutesOf(own.from), lengthOfQuiet(own), (weekday) => own.days.includes(weekday))
    : null
  return company === null ? person : Math.max(company, person ?? company)
}

/** Whether the quiet limits don't hold it: defcon, sign-in, and a shift of the day on which it was made. */
function isExcepted({ kind, madeAt, shiftDay }: QuietMessage, zone: string): boolean {
  if (kind === 'DEFCON' || kind === 'SIGN_IN') return true
  return kind === 'SHIFT' && shiftDay === localOf(zoneClock(zone).wallClock(madeAt)).slice(0, 10)
}

/**
 * The first moment, from `at` on, at which a message may go to somebody's device (spec 5 §5.1, 'Quiet limits').
 * Moments in milliseconds since 1970.
 */
export function mayGoAt(message: QuietMessage, limits: QuietLimits, at: number): number {
  if (isExcepted(message, limits.zone)) return at
  const { wallClock, momentOf } = zoneClock(limits.zone)
  let free = at
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    const wall = wallClock(free)
    const end = quietEnd(wall, limits)
    if (end === null) break
    const first = momentOf(end)
    // Where the clocks go back, the first time that they show the end may lie behind.
    free = first > free ? first : free + (end - wall)
  }
  return free
}
