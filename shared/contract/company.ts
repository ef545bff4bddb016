import * as z from 'zod/mini'
import { call } from './http-call.ts'
import { noPayload } from './primitives.ts'

export const companyCalled = call({
  method: 'GET',
  path: '/api/public/company',
  auth: 'none',
  request: noPayload,
  response: z.object({ name: z.string() }),
  summary: 'What the company is called: the text of its pictures, for whoever doesn’t see them.',
  spec: '5 §5.7',
  extension: true,
})
