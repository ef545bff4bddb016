import * as z from 'zod/mini'
import { call } from './http-call.ts'
import { noPayload } from './primitives.ts'

export const updateJson = call({
  method: 'GET',
  path: '/update.json',
  auth: 'optional',
  request: noPayload,
  response: z.object({ build: z.string(), minimumDesktopClient: z.optional(z.string()) }),
  summary:
    'The build that the server serves, and, as an extension, the oldest desktop client that may be used.',
  spec: '1 §7',
})
