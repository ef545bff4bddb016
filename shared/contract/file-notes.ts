import * as z from 'zod/mini'
import { FILE_NOTE_KINDS, FILE_NOTE_LENGTH } from '../domain/file-notes.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID, timestamp, userID } from './primitives.ts'

const text = z.string().check(z.trim(), z.minLength(FILE_NOTE_LENGTH.min), z.maxLength(FILE_NOTE_LENGTH.max))

const fileNote = z.object({
  id: recordID,
  userID,
  name: z.string(),
  /** Null where its author is gone. */
  by: z.nullable(z.string()),
  at: timestamp,
  kind: z.enum(FILE_NOTE_KINDS),
  text: z.string(),
  acknowledgedAt: z.nullable(timestamp),
  /** The person’s one reply; '' for none. */
  reply: z.string(),
  repliedAt: z.nullable(timestamp),
})
export type FileNote = z.output<typeof fileNote>

const spec = '6 §5.6, §16'
/** Who looks after people: managers of a line, supervisors, HR. */
const others = {
  spec,
  permission: {
    anyOf: [
      'HR_CAN_SEE_MODULE',
      'IMANAGER_CAN_SEE_INTERACTIONS',
      'ISUPERVISOR_CAN_SEE_HR',
      'ISUPERVISOR_CAN_SEE_PERFORMANCE',
    ],
  },
} as const

export const fileNotes = call({
  path: '/api/hr/file-notes/list',
  request: z.object({ userID: z.optional(recordID) }),
  response: z.object({ notes: z.array(fileNote) }),
  summary: 'Notes about the people whom the caller looks after, or about one of them; the latest 500.',
  ...others,
})

export const saveFileNote = call({
  path: '/api/hr/file-notes/save',
  request: z.object({
    ...{ userID: recordID, kind: z.enum(FILE_NOTE_KINDS), text },
    /** A recognition also pops up on the person’s screen, as a quest message. */
    isCheered: z._default(z.boolean(), false),
  }),
  response: z.object({ id: recordID }),
  summary: 'Writes a note about somebody whom the caller looks after. They are told, and always see it.',
  ...others,
})

export const myFileNotes = call({
  path: '/api/itracker/file-notes',
  request: noPayload,
  response: z.object({ notes: z.array(fileNote) }),
  summary: 'All notes about the caller, the latest first. No permission is needed: one always sees them.',
  spec,
  extension: true,
})

export const acknowledgeNote = call({
  path: '/api/hr/file-notes/acknowledge',
  request: z.object({ id: recordID }),
  response: done,
  summary: 'Says of a note about oneself that it was read.',
  spec,
})

export const replyToNote = call({
  path: '/api/hr/file-notes/reply',
  request: z.object({ id: recordID, text }),
  response: done,
  summary: 'Replies to a note about oneself, once; its author is told.',
  spec,
})
