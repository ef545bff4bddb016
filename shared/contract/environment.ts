import * as z from 'zod/mini'
import { call } from './http-call.ts'
import { noPayload } from './primitives.ts'

export const environmentJson = call({
  method: 'GET',
  path: '/environment.json',
  auth: 'none',
  request: noPayload,
  response: z.object({
    /** The deployment's own permission numbers by name (spec 1 §6). */
    permissions: z.record(z.string(), z.int()),
  }),
  summary:
    "What this deployment does otherwise: its own permission numbers. Other hosts put a file in the call's place.",
  spec: '1 §6',
  extension: true,
})
