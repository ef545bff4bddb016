import * as z from 'zod/mini'
import { SCRATCH_PAD_LIMIT } from '../domain/scratch-pad.ts'
import { call } from './http-call.ts'
import { noPayload } from './primitives.ts'

const revision = z.int().check(z.nonnegative())

/** The text and its version; 0 for a pad that was never written. */
export const scratchPad = z.object({ text: z.string(), revision })
export type ScratchPad = z.output<typeof scratchPad>

export const readScratchPad = call({
  path: '/api/scratch-pad/mine',
  request: noPayload,
  response: scratchPad,
  summary: "The person's scratch pad.",
  spec: '1 §2.7',
  permission: 'CAN_USE_SCRATCH_PAD',
  extension: true,
})

export const saveScratchPad = call({
  path: '/api/scratch-pad/save',
  request: z.object({ text: z.string().check(z.maxLength(SCRATCH_PAD_LIMIT)), revision }),
  response: z.object({ saved: z.boolean(), pad: scratchPad }),
  summary:
    'Takes the text if it was written on the revision that is kept; otherwise keeps what it has and answers that, for the client to merge.',
  spec: '1 §2.7',
  permission: 'CAN_USE_SCRATCH_PAD',
  extension: true,
})
