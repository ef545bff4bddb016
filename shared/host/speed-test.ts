import * as z from 'zod/mini'
import { command } from './command.ts'

const nothing = z.optional(z.null())
const milliseconds = z.nullable(z.number().check(z.minimum(0)))
const megabits = z.nullable(z.number().check(z.minimum(0)))
const percent = z.number().check(z.minimum(0), z.maximum(100))

/** A test of the provider, by a name that the page gives it. Nothing is run by it. */
const providerRun = z.object({ runID: z.string().check(z.minLength(1), z.maxLength(64)) })

/** Somebody else's means of measuring, which this installation has opted in to. */
const speedProvider = z.object({
  /** What people call it. */
  name: z.string(),
  /** The most that one test moves, in both directions together. */
  megabytesAtMost: z.number(),
})
export type SpeedProvider = z.output<typeof speedProvider>

/** What a test of the provider found: Mbit/s, ms and percent; null for what it didn't find. */
const providerReadings = z.object({
  download: megabits,
  upload: megabits,
  ping: milliseconds,
  jitter: milliseconds,
  loss: z.nullable(percent),
  /** Which server was measured against, in words. */
  server: z.string(),
})
export type ProviderReadings = z.output<typeof providerReadings>

/** An event of the page that began the test: `value` is in Mbit/s, of the phase 'ping' in ms. */
export const speedProviderProgress = z.object({
  ...providerRun.shape,
  phase: z.enum(['ping', 'download', 'upload']),
  done: z.number().check(z.minimum(0), z.maximum(1)),
  value: z.nullable(z.number().check(z.minimum(0))),
})

/** What the host adds to the page's own speed test, and does about a slow machine (spec 1 §3, 3 §5). */
export const performanceCommands = {
  /**
   * Sends packets to the company's server and counts those that come back: a page's requests never lose
   * one, as their connection sends it again. `failed` where the server answers none, as many don't.
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
  /** The provider of speed tests that the deployment has opted in to; null where it has none. */
  speedProvider: command(nothing, z.nullable(speedProvider)),
  /**
   * Lets the provider measure the connection; `speedProviderProgress` events come meanwhile. One test at a
   * time in the whole client. `unsupported` without a provider, or where its program isn't there;
   * `denied` while another test runs; `timeout` where it hangs; `failed` where it was cancelled, reached no
   * server, moved more than is allowed, or said what can't be read. The words are for the person.
   */
  speedProviderRun: command(providerRun, providerReadings),
  /** Ends the program of a test that this page began; nothing happens where there is no such test. */
  speedProviderCancel: command(providerRun, z.null()),
  /**
   * Asks the applications that the installation lists to close, as their close button would, and says
   * how many were asked. `unsupported` where it lists none.
   */
  closeApplications: command(nothing, z.object({ closed: z.int().check(z.minimum(0)) })),
}
