import * as z from 'zod/mini'
import { call } from './call.ts'
import { noPayload } from './primitives.ts'

export const updateJson = call({
  method: 'GET',
  path: '/update.json',
  auth: 'optional',
  request: noPayload,
  response: z.object({ build: z.string() }),
  summary: 'The build that the server serves.',
  spec: '1 §7',
})
