import * as z from 'zod/mini'

const refusal = {
  value: z.optional(z.string()),
  code: z.optional(z.string()),
  params: z.optional(z.unknown()),
}

/**
 * Body of every refusal. `value` is the English message for the person (spec 1 §8). `code` names the reason
 * and `params` are the values in its words, so that a client can say it in another language.
 */
export const errorBody = z.object({
  ...refusal,
  /** What is wrong with each field of the request, where that is known; the first of them is the refusal itself. */
  fields: z.optional(z.record(z.string(), z.object(refusal))),
})
export type ErrorBody = z.output<typeof errorBody>
