import * as z from 'zod/mini'
import { NOTE_COLOURS, NOTE_LIMITS } from '../domain/notes.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID, timestamp } from './primitives.ts'

/** A place on the board, as a share of its width or height from 0 to 1. */
const place = z.number().check(z.minimum(0), z.maximum(1))

const content = {
  text: z.string().check(z.maxLength(NOTE_LIMITS.text)),
  colour: z.enum(NOTE_COLOURS),
  x: place,
  y: place,
}

export const stickyNote = z.object({ id: recordID, ...content, updatedAt: timestamp })
export type StickyNote = z.output<typeof stickyNote>

export const myNotes = call({
  path: '/api/sticky-notes/mine',
  request: noPayload,
  response: z.array(stickyNote),
  summary: "The person's sticky notes, the one that was moved or written last on top (last).",
  spec: '1 §2.7',
  permission: 'CAN_USE_STICKY_NOTES',
  extension: true,
})

export const addNote = call({
  path: '/api/sticky-notes/new',
  request: z.object(content),
  response: stickyNote,
  summary: `Puts a note on the board, which holds ${NOTE_LIMITS.count}.`,
  spec: '1 §2.7',
  permission: 'CAN_USE_STICKY_NOTES',
  extension: true,
})

export const saveNote = call({
  path: '/api/sticky-notes/save',
  request: z.object({ id: recordID, ...content }),
  response: stickyNote,
  summary: 'Writes, colours and moves a note.',
  spec: '1 §2.7',
  permission: 'CAN_USE_STICKY_NOTES',
  extension: true,
})

export const deleteNote = call({
  path: '/api/sticky-notes/delete',
  request: z.object({ id: recordID }),
  response: done,
  summary: 'Takes a note from the board; for a day it can be restored.',
  spec: '1 §2.7',
  permission: 'CAN_USE_STICKY_NOTES',
  extension: true,
})

export const restoreNote = call({
  path: '/api/sticky-notes/restore',
  request: z.object({ id: recordID }),
  response: stickyNote,
  summary: 'Puts a deleted note back where it was.',
  spec: '1 §2.7',
  permission: 'CAN_USE_STICKY_NOTES',
  extension: true,
})
