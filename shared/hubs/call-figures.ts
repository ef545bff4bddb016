import * as z from 'zod/mini'
import { CALL_CAUSES } from '../domain/call-quality.ts'
import { CALL_PATHS } from '../domain/calls.ts'

/** In per cent. */
const share = z.number().check(z.minimum(0), z.maximum(100))
/** In milliseconds: a minute is more than any call bears. */
export const CALL_FIGURE_MS_MAX = 60_000
const ms = z.int().check(z.minimum(0), z.maximum(CALL_FIGURE_MS_MAX))
/** A day; no call is longer. */
export const CALL_SILENT_MAX = 86_400

/** How a window's call went, from its beginning until now: numbers, never sound. */
export const callFigures = z.object({
  /** The way that it had for the longest. */
  way: z.enum(CALL_PATHS),
  /** Packets that came, and that were sent, as means over the call; null where the other side never told. */
  lossIn: share,
  lossOut: z.nullable(share),
  /** Means; null where it was never known. */
  jitterMs: z.nullable(ms),
  roundTripMs: z.nullable(ms),
  /** For how much of the call the processor was too slow for its pictures. */
  cpuLimited: share,
  /** What its worst moment came from. */
  cause: z.enum(CALL_CAUSES),
  /** For how long somebody who wasn't muted couldn't be heard. */
  silentSeconds: z.int().check(z.minimum(0), z.maximum(CALL_SILENT_MAX)),
})
export type CallFigures = z.output<typeof callFigures>
