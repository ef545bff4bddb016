import { pictureTypeOf } from './profile-picture.ts'

/** Forms of document that are taken for an expense, by content type. Ours: the documents name none. */
export const DOCUMENT_TYPES = ['application/pdf', 'image/png', 'image/jpeg', 'image/webp'] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

/** Largest document that is taken, in bytes, and how many one expense may have. */
const DOCUMENT_MAX_BYTES = 8 * 1024 * 1024
export const DOCUMENTS_MAX = 10

export const DOCUMENT_TEXT = {
  type: 'A document is a PDF, PNG, JPEG or WebP file.',
  size: 'A document may have 8 MB at most.',
} as const

/** Why a file can't be attached to an expense, by its declared type and size; null where it can. */
export function documentProblem({ type, size }: { type: string; size: number }): string | null {
  if (!DOCUMENT_TYPES.some((taken) => taken === type)) return DOCUMENT_TEXT.type
  return size > DOCUMENT_MAX_BYTES ? DOCUMENT_TEXT.size : null
}

const PDF = [0x25, 0x50, 0x44, 0x46, 0x2d]

/** A document's type by its first bytes, whatever it is declared as; null for other files. */
export function documentTypeOf(bytes: Uint8Array): DocumentType | null {
  return PDF.every((byte, index) => bytes[index] === byte) ? 'application/pdf' : pictureTypeOf(bytes)
}
