import * as z from 'zod/mini'
import { call } from './http-call.ts'
import { noPayload, timestamp } from './primitives.ts'

export const DEVICE_ID_MAX = 200
export const deviceID = z.string().check(z.minLength(1), z.maxLength(DEVICE_ID_MAX))

export const companionToken = call({
  path: '/api/auth/companion-token',
  auth: 'none',
  request: z.object({ deviceID }),
  response: z.object({ token: z.string() }),
  summary: 'Signs in the device that a person has paired as their companion.',
  spec: '1 §7',
})

export const userAgreement = call({
  method: 'GET',
  path: '/api/auth/user-agreement',
  auth: 'none',
  request: noPayload,
  response: z.object({
    title: z.string(),
    lastUpdated: timestamp,
    sections: z.array(z.object({ heading: z.string(), text: z.string() })),
  }),
  summary: 'The end-user agreement as it stands.',
  spec: '1 §2.3',
  extension: true,
})
