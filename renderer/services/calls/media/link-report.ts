import type { CallReading } from '#shared/domain/call-quality.ts'

/** What of the browser's statistics is read here (W3C webrtc-stats). */
interface ReportEntry {
  readonly id: string
  readonly type: string
  readonly kind?: string
  readonly nominated?: boolean
  readonly currentRoundTripTime?: number
  readonly roundTripTime?: number
  readonly fractionLost?: number
  readonly packetsReceived?: number
  readonly packetsLost?: number
  /** In seconds. */
  readonly jitter?: number
  readonly qualityLimitationReason?: string
}

/** A browser's report, as far as it is read. */
export interface StatsReport {
  forEach(read: (entry: ReportEntry) => void): void
}

/** What a link had counted at the look before. */
export interface LinkCount {
  readonly received: number
  readonly lost: number
}
export const NOTHING_COUNTED: LinkCount = { received: 0, lost: 0 }

const ms = (seconds: number | undefined): number | null =>
  seconds === undefined ? null : Math.round(seconds * 1000)

/** The largest of those that are known. */
const most = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other)

/** Reads a link's statistics: what was lost since the look before, and how it is now. */
export function readLink(
  report: StatsReport,
  before: LinkCount,
): { readonly reading: CallReading; readonly count: LinkCount } {
  let [received, lost] = [0, 0]
  let [lossOut, jitterMs, roundTripMs]: (number | null)[] = [null, null, null]
  let isCpuLimited = false
  report.forEach((entry: ReportEntry) => {
    const { type, kind } = entry
    if (type === 'inbound-rtp') {
      received += entry.packetsReceived ?? 0
      lost += Math.max(0, entry.packetsLost ?? 0)
      // A picture's jitter says little: its packets come in bursts.
      if (kind === 'audio') jitterMs = most(jitterMs ?? null, ms(entry.jitter))
    } else if (type === 'remote-inbound-rtp') lossOut = most(lossOut ?? null, entry.fractionLost ?? null)
    else if (type === 'candidate-pair' && entry.nominated)
      roundTripMs = most(roundTripMs ?? null, ms(entry.currentRoundTripTime))
    else if (type === 'outbound-rtp') isCpuLimited ||= entry.qualityLimitationReason === 'cpu'
  })
  const cameNow = Math.max(0, received - before.received)
  const lostNow = Math.max(0, lost - before.lost)
  return {
    count: { received, lost },
    reading: {
      lossIn: cameNow + lostNow > 0 ? lostNow / (cameNow + lostNow) : 0,
      ...{ lossOut: lossOut ?? null, jitterMs: jitterMs ?? null, roundTripMs: roundTripMs ?? null },
      isCpuLimited,
    },
  }
}
