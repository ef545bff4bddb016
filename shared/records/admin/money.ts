import * as z from 'zod/mini'

const PENCE = 100
/** Sums of fractions differ by less from what they stand for. */
const NEAR = 1e-6

/** An amount in pounds with whole pence, from 0 to `max`. */
export const poundsUpTo = (max: number) =>
  z.number().check(
    z.minimum(0),
    z.maximum(max),
    z.refine((pounds) => Math.abs(Math.round(pounds * PENCE) - pounds * PENCE) < NEAR, {
      error: 'An amount has whole pence.',
    }),
  )
