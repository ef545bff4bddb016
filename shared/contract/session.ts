import * as z from 'zod/mini'
import { call } from './http-call.ts'
import { done, noPayload, timestamp } from './primitives.ts'

export const license = call({
  method: 'GET',
  path: '/api/license',
  request: noPayload,
  response: z.object({ expiryDate: timestamp }),
  summary: 'When the licence of this installation ends.',
  spec: '1 §7',
})

export const logEvent = call({
  path: '/api/communication/notification/log-event',
  request: z.object({
    actionName: z.string().check(z.minLength(1), z.maxLength(100)),
    description: z.string().check(z.maxLength(1000)),
  }),
  response: done,
  summary: "Adds to the person's event log, such as when they went offline.",
  spec: '1 §7',
})

export const currentTask = call({
  method: 'GET',
  path: '/api/passport-validation/task/current',
  answers: 'text',
  request: noPayload,
  response: z.string(),
  summary:
    'Name of the task that the person is at: one planned for now before others that are in progress; empty without one.',
  spec: '1 §7',
})
