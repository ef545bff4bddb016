import { setTimeout as delay } from 'node:timers/promises'
import type { BackgroundService } from '../background-services/service.ts'
import type { Clock } from '../clock.ts'
import type { Simulator } from './simulator.ts'

const STEP_MS = 4000
/** A run takes the day on so long; the next one follows at once. */
const RUN_MS = 3_600_000

interface Parts {
  readonly simulator: () => Promise<Simulator | null>
  readonly clock: Clock
  /** Waits between two steps; it ends early where the server stops. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>
}

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal, ref: false }).catch(() => {})

/** Plays the demo's day. A run is an hour of small steps: of two servers one has it. */
export function simulatorService({ simulator, clock, pause = sleep }: Parts): BackgroundService {
  return {
    key: 'DEMO_CLOCK',
    name: 'Demo clock',
    what: 'Plays the present day of the demo company. Without demo data it does nothing.',
    schedule: { every: 1 },
    isOff: async () => (await simulator()) === null,
    async run({ startedAt, signal, log }) {
      const playing = await simulator()
      if (playing === null) return
      let done = 0
      let refused = 0
      while (!signal.aborted && clock() < startedAt + RUN_MS) {
        if (!(await playing.isThere())) break
        const stepped = await playing.step()
        done += stepped?.done ?? 0
        refused += stepped?.refused ?? 0
        await pause(STEP_MS, signal)
      }
      if (done > 0) await playing.auditRun(done)
      if (done + refused > 0) log(`${done} done${refused > 0 ? `, ${refused} not possible` : ''}`)
    },
  }
}
