import * as z from 'zod/mini'
import { APP_NAME_MAX } from '../domain/app-history.ts'
import { call } from './http-call.ts'
import { done, noPayload, timestamp } from './primitives.ts'

/** A screen or tool that a person opened (spec 1 §3). */
export const appHistoryEntry = z.object({ app: z.string(), entryTime: timestamp })
export type AppHistoryEntry = z.output<typeof appHistoryEntry>

export const myAppHistory = call({
  path: '/api/app-history/mine',
  request: noPayload,
  response: z.array(appHistoryEntry),
  summary: 'The 10 screens and tools that the person opened last, newest first.',
  spec: '1 §3',
  extension: true,
})

export const visitApp = call({
  path: '/api/app-history/visit',
  request: z.object({ app: z.string().check(z.trim(), z.minLength(1), z.maxLength(APP_NAME_MAX)) }),
  response: done,
  summary: 'Notes that the person opened a screen or tool now.',
  spec: '1 §3',
  extension: true,
})
