import * as z from 'zod/mini'

/** Body of every refusal: the message for the person is in `value` (spec 1 §8). */
export const errorBody = z.object({ value: z.optional(z.string()) })
export type ErrorBody = z.output<typeof errorBody>
