import * as z from 'zod/mini'

/**
 * Body of every refusal. `value` is the English message for the person (spec 1 §8). `code` names the reason
 * and `params` are the values in its words, so that a client can say it in another language.
 */
export const errorBody = z.object({
  value: z.optional(z.string()),
  code: z.optional(z.string()),
  params: z.optional(z.unknown()),
})
export type ErrorBody = z.output<typeof errorBody>
