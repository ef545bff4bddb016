/** Largest attachment, in bytes: 200 MB (spec 2 §9). */
export const MAX_ATTACHMENT_BYTES = 209_715_200

/** How much of a text file comes with its details, in bytes; the rest is fetched in parts. Ours. */
export const TEXT_PREVIEW_BYTES = 64 * 1024

/** Texts of spec 2 §8, to the letter. */
/** What is said of a file that is larger than so many bytes (spec 2 §8, 3 §5). */
export const tooBigText = (maxBytes: number): string =>
  `This file is too big to upload. Maximum size allowed is ${maxBytes / 1024 / 1024}MB.`
export const FILE_TOO_BIG = tooBigText(MAX_ATTACHMENT_BYTES)
export const FILE_NOT_AVAILABLE = 'File not available'

/** What a file is by its extension (spec 2 §3). 'Other' has no preview. */
export type FileKind = 'IMAGE' | 'AUDIO' | 'VIDEO' | 'PDF' | 'DOCUMENT' | 'SPREADSHEET' | 'Other'

const EXTENSIONS: Readonly<Record<Exclude<FileKind, 'Other'>, readonly string[]>> = {
  IMAGE: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'bmp', 'avif', 'svg'],
  AUDIO: ['mp3', 'wav', 'ogg', 'oga', 'opus', 'm4a', 'aac', 'flac', 'weba'],
  VIDEO: ['mp4', 'webm', 'mov', 'm4v', 'ogv'],
  PDF: ['pdf'],
  DOCUMENT: ['doc', 'docx', 'odt', 'rtf', 'txt', 'md', 'log'],
  SPREADSHEET: ['xls', 'xlsx', 'ods', 'csv', 'tsv'],
}

const KINDS = new Map(
  Object.entries(EXTENSIONS).flatMap(([kind, all]) => all.map((one) => [one, kind as FileKind] as const)),
)

/** A name's extension in small letters, '' where it has none. */
export const extensionOf = (fileName: string): string =>
  /\.([a-z\d]{1,8})$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''

export const fileKind = (fileName: string): FileKind => KINDS.get(extensionOf(fileName)) ?? 'Other'

/** Content types by extension. What the sender calls the file doesn't count. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
  avif: 'image/avif',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  flac: 'audio/flac',
  weba: 'audio/webm',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  ogv: 'video/ogg',
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
  md: 'text/plain; charset=utf-8',
  log: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  tsv: 'text/plain; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** 'application/octet-stream' for whatever could run in a page (HTML, SVG) and for unknown files. */
export const contentTypeOf = (fileName: string): string =>
  CONTENT_TYPES[extensionOf(fileName)] ?? 'application/octet-stream'

/** Whether a file is shown as plain text. */
export const isText = (fileName: string): boolean => contentTypeOf(fileName).startsWith('text/')

const NAME_MAX = 180

/**
 * A file's name without its folder, on one line, and without characters that some file system refuses. A
 * quotation mark stays, since people write it; whoever can't store it replaces it.
 */
export function cleanFileName(fileName: string): string {
  const last = fileName.split(/[\\/]/).at(-1) ?? ''
  const clean = last.replace(/[:*?<>|\p{Cc}\p{Cf}\u2028\u2029]/gu, '_').trim()
  return [...clean].slice(-NAME_MAX).join('') || 'file'
}

/** The text of a message with a file: its name, and below it what was written with it. */
export const fileMessageText = (fileName: string, caption: string): string =>
  caption.trim() === '' ? fileName : `${fileName}\n${caption.trim()}`

/** Splits such a text. */
export function fileMessageParts(text: string): { fileName: string; caption: string } {
  const end = text.indexOf('\n')
  return end < 0
    ? { fileName: text, caption: '' }
    : { fileName: text.slice(0, end), caption: text.slice(end + 1) }
}

/** What stands in the place of a message whose file was revoked. */
export const revokedText = (fileName: string): string => `The file ${fileName} was revoked`
