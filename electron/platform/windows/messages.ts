/** What main and the helper process say to each other. */
import * as z from 'zod/mini'
import { WINDOWS_FAILURE_REASONS } from './failure.ts'
import { WINDOWS_CALLS, type WindowsCallName } from './windows-calls.ts'

const names = Object.keys(WINDOWS_CALLS) as WindowsCallName[]

/** To the helper: a call, or the wish to be told of changed addresses. */
export const helperRequest = z.object({
  id: z.int(),
  name: z.union([z.enum(names), z.literal('watchAddresses')]),
  input: z.unknown(),
})
export type HelperRequest = z.infer<typeof helperRequest>

/** From the helper: the answer to a request, or that addresses have changed. */
export const helperAnswer = z.union([
  z.object({ id: z.int(), value: z.unknown() }),
  z.object({
    id: z.int(),
    failure: z.object({
      call: z.string(),
      reason: z.enum(WINDOWS_FAILURE_REASONS),
      code: z.nullable(z.int()),
    }),
  }),
  z.object({ event: z.literal('addressesChanged') }),
])
export type HelperAnswer = z.infer<typeof helperAnswer>
