import * as z from 'zod/mini'

/**
 * Body of every refusal. The English message for the person is in `value` (spec 1 §8); `code` names
 * it and `params` is what its words need to know, so that a client can say it in another language.
 */
export const errorBody = z.object({
  value: z.optional(z.string()),
  code: z.optional(z.string()),
  params: z.optional(z.unknown()),
})
export type ErrorBody = z.output<typeof errorBody>
