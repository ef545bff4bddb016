import { type CallGrade, type CallReading, gradeCall } from '#shared/domain/call-quality.ts'
import { CALL_FIGURES_MS, CALL_PATHS, type CallPath } from '#shared/domain/calls.ts'
import { CALL_FIGURE_MS_MAX, CALL_SILENT_MAX, type CallFigures } from '#shared/hubs/call-figures.ts'
import type { Timers } from '../../../ui/timers.ts'
import { type CallMedia, type CallMediaParts, isUp } from './call-media.ts'
import { METER_LOOK_MS } from './call-meter.ts'

export interface CallReporterParts {
  readonly hub: Pick<CallMediaParts['hub'], 'invoke'>
  readonly media: Pick<CallMedia, 'seat' | 'path' | 'store'>
  readonly timers: Timers
}

/** A mean of what was known. */
class Mean {
  #sum = 0
  #count = 0

  add(value: number | null): void {
    if (value === null) return
    this.#sum += value
    this.#count++
  }

  /** Null where nothing was known. */
  get value(): number | null {
    return this.#count === 0 ? null : this.#sum / this.#count
  }
}

/** Of 1, in per cent with one decimal. */
const percent = (share: number): number => Math.min(100, Math.round(share * 1000) / 10)
const wholeMs = (value: number | null): number | null =>
  value === null ? null : Math.min(CALL_FIGURE_MS_MAX, Math.round(value))

/** Sums up how a window's call goes and has it kept for support: each minute, and when it is over. */
export class CallReporter {
  readonly #parts: CallReporterParts
  readonly #end: () => void
  #lossIn = new Mean()
  #lossOut = new Mean()
  #jitter = new Mean()
  #roundTrip = new Mean()
  #cpu = new Mean()
  #worst: CallGrade = { bars: 4, cause: 'NONE' }
  #silentMs = 0
  readonly #ways = new Map<CallPath, number>()
  #isTold = true

  constructor(parts: CallReporterParts) {
    this.#parts = parts
    this.#end = parts.timers.every(CALL_FIGURES_MS, () => this.#tell())
  }

  /** What the meter measured, every `METER_LOOK_MS`. Who is alone has no call yet. */
  readonly look = (readings: readonly CallReading[]): void => {
    const { media } = this.#parts
    const { place, people } = media.store.getState()
    if (place !== 'IN' || people.length === 0) return
    this.#isTold = false
    this.#ways.set(media.path, (this.#ways.get(media.path) ?? 0) + 1)
    if (people.some((one) => one.microphone === 'ON' && (one.isUnheard || !isUp(one.link))))
      this.#silentMs += METER_LOOK_MS
    for (const reading of readings) {
      this.#lossIn.add(reading.lossIn)
      this.#lossOut.add(reading.lossOut)
      this.#jitter.add(reading.jitterMs)
      this.#roundTrip.add(reading.roundTripMs)
      const grade = gradeCall(reading)
      if (grade.bars < this.#worst.bars) this.#worst = grade
    }
    this.#cpu.add(readings.some(({ isCpuLimited }) => isCpuLimited) ? 1 : 0)
  }

  /** The call is over; before its seat is left, which the figures are kept by. */
  stop(): void {
    this.#end()
    this.#tell()
  }

  #figures(): CallFigures {
    const lossOut = this.#lossOut.value
    const most = CALL_PATHS.toSorted(
      (one, other) => (this.#ways.get(other) ?? 0) - (this.#ways.get(one) ?? 0),
    )
    return {
      way: most[0] ?? 'NONE',
      lossIn: percent(this.#lossIn.value ?? 0),
      lossOut: lossOut === null ? null : percent(lossOut),
      jitterMs: wholeMs(this.#jitter.value),
      roundTripMs: wholeMs(this.#roundTrip.value),
      cpuLimited: percent(this.#cpu.value ?? 0),
      cause: this.#worst.cause,
      silentSeconds: Math.min(CALL_SILENT_MAX, Math.round(this.#silentMs / 1000)),
    }
  }

  /** Nothing new is told twice; what isn't kept is told with the next. */
  #tell(): void {
    if (this.#isTold) return
    this.#isTold = true
    const { hub, media } = this.#parts
    void hub.invoke('keepCallFigures', media.seat, this.#figures()).catch(() => {
      this.#isTold = false
    })
  }
}
