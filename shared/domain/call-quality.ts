/**
 * How well two windows of a call reach each other, and what is done about it. The limits are ours: voice is understood
 * without effort up to a round trip of 300 ms (ITU-T G.114 gives 150 ms one way), and Opus hides single lost packets
 * up to about 3 %.
 */

/** What was measured of a link over the last seconds. */
export interface CallReading {
  /** Of the packets that came, from 0 to 1. */
  readonly lossIn: number
  /** Of the packets that were sent, as the other side counts; null where it hasn't told. */
  readonly lossOut: number | null
  /** In milliseconds; null where it isn't known yet. */
  readonly jitterMs: number | null
  readonly roundTripMs: number | null
  /** The processor is too slow for the pictures that are sent. */
  readonly isCpuLimited: boolean
}

/** What keeps a link from being good; NONE for nothing. */
export const CALL_CAUSES = ['NONE', 'LOSS_IN', 'LOSS_OUT', 'JITTER', 'ROUND_TRIP', 'CPU'] as const
export type CallCause = (typeof CALL_CAUSES)[number]

/** Bars from 1, hardly usable, to 4, good. */
export type CallBars = 1 | 2 | 3 | 4

export interface CallGrade {
  readonly bars: CallBars
  readonly cause: CallCause
}

/** From each limit on it is one bar fewer: of four, then three, then two. */
const LIMITS = {
  loss: [0.02, 0.05, 0.15],
  jitterMs: [30, 60, 120],
  roundTripMs: [300, 500, 900],
} as const

const barsOf = (value: number | null, limits: readonly [number, number, number]): CallBars =>
  value === null ? 4 : ((4 - limits.filter((limit) => value >= limit).length) as CallBars)

/** The worst of what was measured decides; of two alike the one that hurts a voice more. */
export function gradeCall(reading: CallReading): CallGrade {
  const found: readonly (readonly [CallCause, CallBars])[] = [
    ['LOSS_IN', barsOf(reading.lossIn, LIMITS.loss)],
    ['LOSS_OUT', barsOf(reading.lossOut, LIMITS.loss)],
    ['JITTER', barsOf(reading.jitterMs, LIMITS.jitterMs)],
    ['ROUND_TRIP', barsOf(reading.roundTripMs, LIMITS.roundTripMs)],
    // Pictures alone suffer from it.
    ['CPU', reading.isCpuLimited ? 3 : 4],
  ]
  const bars = Math.min(...found.map(([, one]) => one)) as CallBars
  const cause = bars === 4 ? 'NONE' : (found.find(([, one]) => one === bars)?.[0] ?? 'NONE')
  return { bars, cause }
}

/** How many bad looks in a row before the camera isn't sent, and good ones before it is again. */
export const SHED_LOOKS = 3
export const RESTORE_LOOKS = 10

/** Whether the camera is held back from a link, and for how many looks in a row the link has been otherwise. */
export interface CameraShed {
  readonly isHeld: boolean
  readonly looks: number
}
export const CAMERA_SENT: CameraShed = { isHeld: false, looks: 0 }

/**
 * Audio first: where a link has one bar for a while the camera isn't sent there, until it had three for longer. In
 * between nothing changes, so that it doesn't come and go.
 */
export function shedCamera(before: CameraShed, bars: CallBars): CameraShed {
  const isOtherwise = before.isHeld ? bars >= 3 : bars === 1
  const looks = isOtherwise ? before.looks + 1 : 0
  const needed = before.isHeld ? RESTORE_LOOKS : SHED_LOOKS
  return looks >= needed ? { isHeld: !before.isHeld, looks: 0 } : { isHeld: before.isHeld, looks }
}

/** From this loss of what one sends on, the voice is sent twice (RED), until it is below the second for a while. */
export const REDUNDANCY = { from: 0.03, until: 0.01 } as const

/** Whether the voice is to be sent redundantly; what the other side hasn't told changes nothing. */
export function needsRedundancy(isOn: boolean, lossOut: number | null): boolean {
  if (lossOut === null) return isOn
  return isOn ? lossOut >= REDUNDANCY.until : lossOut >= REDUNDANCY.from
}
