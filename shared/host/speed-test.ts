import * as z from 'zod/mini'
import { command } from './command.ts'

const nothing = z.optional(z.null())
const milliseconds = z.nullable(z.number().check(z.minimum(0)))

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
      loss: z.number().check(z.minimum(0), z.maximum(100)),
    }),
  ),
  /**
   * Asks the applications that the installation lists to close, as their close button would, and says
   * how many were asked. `unsupported` where it lists none.
   */
  closeApplications: command(nothing, z.object({ closed: z.int().check(z.minimum(0)) })),
}
