import * as z from 'zod/mini'

export const TITLE_MAX = 120

/** A document that is being written: `version` is the one that was read; 0 for a new one. */
export const documentDraft = z.object({ title: z.string(), text: z.string(), version: z.int() })
export type DocumentDraft = z.output<typeof documentDraft>
