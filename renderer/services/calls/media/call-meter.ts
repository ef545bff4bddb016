import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  CAMERA_SENT,
  type CallGrade,
  type CallReading,
  type CameraShed,
  gradeCall,
  needsRedundancy,
  shedCamera,
} from '#shared/domain/call-quality.ts'
import type { Timers } from '../../../ui/timers.ts'
import { type LinkCount, NOTHING_COUNTED, readLink, type StatsReport } from './link-report.ts'

/** A way to somebody else, or to all of them, as far as it is measured. */
export interface MeteredLink {
  readonly id: string
  /** Who is heard by it. */
  readonly seats: readonly string[]
  /** Whether anything can come through it now. */
  readonly isUp: boolean
  report(): Promise<StatsReport>
  /** Whether the camera is held back from it. */
  holdCamera(isHeld: boolean): void
  /** Whether the voice is sent twice. */
  sendTwice(isOn: boolean): void
}

export interface CallMeterState {
  /** How good each way is, by the other's seat. */
  readonly grades: ReadonlyMap<string, CallGrade>
  /** The least good one; null where none is up. */
  readonly worst: CallGrade | null
  /** The camera is held back from somebody, so that voices come through. */
  readonly isCameraHeld: boolean
}

interface Seen {
  readonly count: LinkCount
  readonly shed: CameraShed
  readonly isTwice: boolean
}
const UNSEEN: Seen = { count: NOTHING_COUNTED, shed: CAMERA_SENT, isTwice: false }

/** How often it looks, in milliseconds. */
export const METER_LOOK_MS = 2000

/** Measures a call's ways every two seconds, and spares them what they can't carry: voices first. Framework-free. */
export class CallMeter {
  readonly store: StoreApi<CallMeterState> = createStore(() => ({
    ...{ grades: new Map(), worst: null, isCameraHeld: false },
  }))
  readonly #links: () => readonly MeteredLink[]
  readonly #seen = new Map<string, Seen>()
  readonly #stop: () => void
  readonly #onLook: (readings: readonly CallReading[]) => void

  /** @param onLook told what each look measured, of the ways that are up */
  constructor(
    links: () => readonly MeteredLink[],
    timers: Timers,
    onLook: (readings: readonly CallReading[]) => void = () => {},
  ) {
    this.#links = links
    this.#onLook = onLook
    this.#stop = timers.every(METER_LOOK_MS, () => void this.#look())
  }

  stop(): void {
    this.#stop()
  }

  async #look(): Promise<void> {
    const links = this.#links()
    const here = new Set(links.map(({ id }) => id))
    for (const id of this.#seen.keys()) if (!here.has(id)) this.#seen.delete(id)
    const grades = new Map<string, CallGrade>()
    const readings: CallReading[] = []
    await Promise.all(
      links.map(async (link) => {
        // Where nothing comes through it says so itself.
        const report = link.isUp ? await link.report().catch(() => null) : null
        if (!report) return
        const { grade, reading } = this.#measure(link, report)
        for (const seat of link.seats) grades.set(seat, grade)
        readings.push(reading)
      }),
    )
    this.#onLook(readings)
    const all = [...grades.values()]
    this.store.setState({
      grades,
      worst: all.toSorted((one, other) => one.bars - other.bars)[0] ?? null,
      isCameraHeld: [...this.#seen.values()].some(({ shed }) => shed.isHeld),
    })
  }

  #measure(link: MeteredLink, report: StatsReport): { grade: CallGrade; reading: CallReading } {
    const before = this.#seen.get(link.id) ?? UNSEEN
    const { count, reading } = readLink(report, before.count)
    const grade = gradeCall(reading)
    const shed = shedCamera(before.shed, grade.bars)
    if (shed.isHeld !== before.shed.isHeld) link.holdCamera(shed.isHeld)
    const isTwice = needsRedundancy(before.isTwice, reading.lossOut)
    if (isTwice !== before.isTwice) link.sendTwice(isTwice)
    this.#seen.set(link.id, { count, shed, isTwice })
    return { grade, reading }
  }
}
