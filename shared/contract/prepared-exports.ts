import * as z from 'zod/mini'
import { call } from './http-call.ts'
import { done, recordID } from './primitives.ts'

/** What `newExport` answers in place of a file. */
export const preparedExport = z.object({ exportID: recordID, rows: z.int() })

const request = z.object({ exportID: recordID })

export const exportState = call({
  path: '/api/export/state',
  request,
  response: z.object({
    state: z.enum(['RUNNING', 'READY', 'FAILED', 'CANCELLED', 'EXPIRED']),
    /** Rows read so far, and how many there are. */
    done: z.int(),
    total: z.int(),
  }),
  summary: 'How far a file of the caller’s is that is being prepared.',
  spec: '4 §1.6',
  extension: true,
})

export const exportFile = call({
  path: '/api/export/file',
  request,
  response: z.unknown(),
  answers: 'blob',
  summary: 'A prepared file of the caller’s, for 24 hours.',
  spec: '4 §1.6',
  extension: true,
})

export const stopExport = call({
  path: '/api/export/stop',
  request,
  response: done,
  summary: 'Stops a file of the caller’s that is being prepared.',
  spec: '4 §1.6',
  extension: true,
})
