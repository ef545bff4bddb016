import { createStore, type StoreApi } from 'zustand/vanilla'
import type { SpeedTestRun } from '#shared/contract/device-health.ts'
import type { DeviceSettings, Readings } from '#shared/domain/device-grading.ts'
import {
  BADGE_LIMITS,
  BADGE_TESTS,
  type MeterLimits,
  TEST_INTERVAL_MS,
  TEST_LIMITS,
  verdictOf,
} from '#shared/domain/speed-test.ts'
import { reasonOf } from '../../services/http/api-client.ts'
import type { MachineReadings } from '../../services/machine/machine-readings.ts'
import { type MeterProgress, MeterRefusal, type NetworkReadings } from '../../services/machine/speed-test.ts'
import type { Timers } from '../../ui/timers.ts'
import { type ConnectionTest, type ConnectionTestParts, createConnectionTest } from './connection-test.ts'
import { FEATURE_OFF, HARDWARE_TEXT } from './text.ts'

export type RunKind = SpeedTestRun['kind']

export interface SpeedRunState {
  readonly phase: 'idle' | 'running' | 'saving' | 'finished' | 'cancelled' | 'failed'
  readonly kind: RunKind
  /** How many results are to be collected. */
  readonly total: number
  readonly results: readonly Readings[]
  /** What the test under way is at; null between two tests. */
  readonly live: MeterProgress | null
  readonly problem: string | null
  /** The server that the connection was measured against, in words; null before the first test. */
  readonly server: string | null
  /** Why that isn't the provider's; null where nothing failed. */
  readonly fallback: string | null
  /** What the run came to, once it is finished. */
  readonly outcome: SpeedTestRun | null
}

/** Runs tests one after the other (spec 3 §4). */
export interface SpeedRun {
  readonly store: StoreApi<SpeedRunState>
  /** Starts a run of five, or of the badge's fifteen; does nothing while one is under way. */
  start(kind: RunKind, settings: DeviceSettings | null): void
  /** Ends the run at once; what it had collected is thrown away. */
  cancel(): void
}

export interface SpeedRunParts extends ConnectionTestParts {
  readonly machine: () => Promise<MachineReadings>
  /** Keeps the results on the server and answers what they come to. */
  readonly save: (kind: RunKind, results: readonly Readings[], server: string | null) => Promise<SpeedTestRun>
  /** Told what a run came to, saved or not. */
  readonly tested: (run: SpeedTestRun) => void
  readonly timers: Timers
  readonly now: () => number
}

const IDLE: SpeedRunState = {
  phase: 'idle',
  kind: 'TEST',
  total: 0,
  results: [],
  live: null,
  problem: null,
  server: null,
  fallback: null,
  outcome: null,
}

const NOTHING: NetworkReadings = { download: null, upload: null, ping: null, jitter: null, loss: null }
const NOT_MEASURED = { readings: NOTHING, server: null }

function limitsOf(kind: RunKind): MeterLimits {
  return kind === 'BADGE' ? BADGE_LIMITS : TEST_LIMITS
}

export function createSpeedRun(parts: SpeedRunParts): SpeedRun {
  const store = createStore<SpeedRunState>(() => IDLE)
  let current: { readonly abort: AbortController; readonly stop: () => void } | null = null

  const end = (changes: Partial<SpeedRunState>) => {
    current?.stop()
    current = null
    store.setState({ live: null, ...changes })
  }

  const conclude = (outcome: SpeedTestRun, problem: string | null) => {
    parts.tested(outcome)
    end({ phase: 'finished', outcome, problem })
  }
  const finish = async (settings: DeviceSettings, signal: AbortSignal) => {
    const { kind, results, server } = store.getState()
    store.setState({ phase: 'saving', live: null })
    try {
      const outcome = await parts.save(kind, results, server)
      if (!signal.aborted) conclude(outcome, null)
    } catch (error) {
      // The person has the result all the same.
      const takenAt = new Date(parts.now()).toISOString()
      const outcome = { kind, takenAt, ...verdictOf(results, settings), server }
      if (!signal.aborted) conclude(outcome, `${HARDWARE_TEXT.saveFailed} ${reasonOf(error)}`)
    }
  }

  const testOnce = async (test: ConnectionTest, settings: DeviceSettings, signal: AbortSignal) => {
    const { kind, total } = store.getState()
    const set = (changes: Partial<SpeedRunState>) => {
      if (!signal.aborted) store.setState(changes)
    }
    const onProgress = (live: MeterProgress) => set({ live })
    const onFallback = (fallback: string) => set({ fallback, live: null })
    const network = settings.skipInternetCheck
      ? Promise.resolve(NOT_MEASURED)
      : test(limitsOf(kind), { signal, onProgress, onFallback })
    const [machine, { readings, server }] = await Promise.all([parts.machine(), network])
    if (signal.aborted) return
    const results = [...store.getState().results, { ...machine, ...readings }]
    store.setState({ results, server, live: null })
    if (results.length >= total) await finish(settings, signal)
  }

  return {
    store,
    start(kind, settings) {
      if (current) return
      if (!settings?.isEnabled) return end({ ...IDLE, kind, phase: 'failed', problem: FEATURE_OFF })
      const abort = new AbortController()
      const { signal } = abort
      const test = createConnectionTest(parts)
      let busy = false
      // A test that takes longer than its 5 s delays the next one: never two at once.
      const tick = async () => {
        const { results, total } = store.getState()
        if (busy || results.length >= total) return
        busy = true
        try {
          await testOnce(test, settings, signal)
        } catch (error) {
          if (!signal.aborted) end({ phase: 'failed', problem: wordsOf(error) })
        } finally {
          busy = false
        }
      }
      const total = kind === 'BADGE' ? BADGE_TESTS : settings.testsToRun
      store.setState({ ...IDLE, kind, total, phase: 'running' })
      current = { abort, stop: parts.timers.every(TEST_INTERVAL_MS, () => void tick()) }
      void tick()
    },
    cancel() {
      if (!current) return
      current.abort.abort()
      end({ ...IDLE, phase: 'cancelled', problem: HARDWARE_TEXT.cancelled })
    },
  }
}

function wordsOf(error: unknown): string {
  if (!(error instanceof MeterRefusal)) return HARDWARE_TEXT.failed
  return error.status === 403 ? FEATURE_OFF : error.message || HARDWARE_TEXT.failed
}
