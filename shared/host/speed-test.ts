import * as z from 'zod/mini'
import { command } from './command.ts'

const nothing = z.optional(z.null())
const milliseconds = z.nullable(z.number().check(z.minimum(0)))
const megabits = z.nullable(z.number().check(z.minimum(0)))
const percent = z.number().check(z.minimum(0), z.maximum(100))

/** Names a test of the provider, with an id that the page chooses. It selects no program. */
const providerRun = z.object({ runID: z.string().check(z.minLength(1), z.maxLength(64)) })

/** A company's means of measuring, which this deployment has opted in to. */
const speedProvider = z.object({
  /** Its name for people. */
  name: z.string(),
  /** The most that one test moves, both directions together. */
  megabytesAtMost: z.number(),
})
export type SpeedProvider = z.output<typeof speedProvider>

/** A provider test's result: Mbit/s, ms and percent; null for what it didn't measure. */
const providerReadings = z.object({
  download: megabits,
  upload: megabits,
  ping: milliseconds,
  jitter: milliseconds,
  loss: z.nullable(percent),
  /** Name of the server that was measured against. */
  server: z.string(),
})
export type ProviderReadings = z.output<typeof providerReadings>

/** Progress for the page that began the test: `value` is in Mbit/s, in the phase 'ping' in ms. */
export const speedProviderProgress = z.object({
  ...providerRun.shape,
  phase: z.enum(['ping', 'download', 'upload']),
  done: z.number().check(z.minimum(0), z.maximum(1)),
  value: z.nullable(z.number().check(z.minimum(0))),
})

/** What the host can do for speed tests and slow machines (spec 1 §3, 3 §5). */
export const performanceCommands = {
  /**
   * Sends packets to the company's server and counts those that return, since a page's requests never lose
   * any. `failed` where the server answers no packets, as many don't.
   */
  speedTest: command(
    nothing,
    z.object({
      ping: milliseconds,
      jitter: milliseconds,
      /** In percent. */
      loss: percent,
    }),
  ),
  /** The provider of speed tests that the deployment has opted in to; null for none. */
  speedProvider: command(nothing, z.nullable(speedProvider)),
  /**
   * Measures the connection by the provider's program; `speedProviderProgress` events come meanwhile. Only
   * one test at a time in the whole client. `unsupported` without a provider or its program; `denied` while
   * another test runs; `timeout` where it hangs; `failed` where it was cancelled, reached no server, moved
   * too much, or printed something unreadable. The messages are for the person.
   */
  speedProviderRun: command(providerRun, providerReadings),
  /** Ends a test that this page began; does nothing where there is none. */
  speedProviderCancel: command(providerRun, z.null()),
  /**
   * Asks the applications that the installation lists to close, as their close button would; answers how many
   * were asked. `unsupported` where it lists none.
   */
  closeApplications: command(nothing, z.object({ closed: z.int().check(z.minimum(0)) })),
}
