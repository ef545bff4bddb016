/** Largest document, in bytes. The documents of the product name no limits; these are ours. */
const DOCUMENT_MAX_BYTES = 10 * 1024 * 1024
/** Most bytes of one person's documents together. */
export const DOCUMENTS_MAX_BYTES = 100 * 1024 * 1024
export const DOCUMENT_NAME_MAX = 150

export const DOCUMENT_TEXT = {
  size: 'A document may have 10 MB at most.',
  empty: 'This file is empty.',
  full: 'Your documents may have 100 MB together. Please delete some first.',
  name: 'A name has 1 to 150 characters, and none of \\ / : * ? " < > |',
  gone: 'This document is no longer there.',
} as const

/** Why a file can't be a document, for the person; null where it can. */
export function documentProblem({ size }: { size: number }): string | null {
  if (size === 0) return DOCUMENT_TEXT.empty
  return size > DOCUMENT_MAX_BYTES ? DOCUMENT_TEXT.size : null
}

/** Control characters, and those that some file system refuses. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}]/u

export function documentNameProblem(name: string): string | null {
  const length = [...name.trim()].length
  return length < 1 || length > DOCUMENT_NAME_MAX || FORBIDDEN.test(name) ? DOCUMENT_TEXT.name : null
}

/** How a document can be shown within the product; null where it can only be downloaded. */
export type DocumentPreview = 'image' | 'pdf' | 'text'

const IMAGES = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/bmp'])
const TEXTS = new Set(['application/json', 'application/xml', 'text/plain', 'text/csv', 'text/markdown'])

/** Decided by content type alone. SVG and HTML may have scripts, so neither is shown. */
export function previewOf(contentType: string): DocumentPreview | null {
  const [type = ''] = contentType.toLowerCase().split(';')
  const essence = type.trim()
  if (IMAGES.has(essence)) return 'image'
  if (essence === 'application/pdf') return 'pdf'
  return TEXTS.has(essence) ? 'text' : null
}

/** A size in bytes as people read it. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
