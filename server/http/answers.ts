import type { Readable } from 'node:stream'
import { encodeExtended } from 'content-disposition'
import * as z from 'zod/mini'
import type { Call } from '#shared/contract/http-call.ts'
import type { FileAnswer, ReadFile } from './handlers.ts'

/** An answer as it is sent. */
export interface SentAnswer {
  readonly contentType: string
  readonly body: string | Buffer | Readable
  readonly headers: Readonly<Record<string, string>>
}

/** Content types of answers that are text on the wire. */
export const ANSWER_TYPES = {
  json: 'application/json; charset=utf-8',
  text: 'text/plain; charset=utf-8',
} as const

/** A handler's answer doesn't fit its contract: a fault of the server. */
export class AnswerError extends Error {
  constructor(path: string, cause: unknown) {
    super(`The handler of ${path} answered what its contract does not say`, { cause })
    this.name = 'AnswerError'
  }
}

const file: z.ZodMiniType<FileAnswer> = z.object({
  fileName: z.string(),
  contentType: z.string().check(z.regex(/^[\w.+-]+\/[\w.+-]+(; ?[\w-]+=[\w-]+)*$/)),
  content: z.union([
    z.instanceof(Uint8Array),
    z.object({ size: z.int(), read: z.custom<ReadFile['read']>((value) => typeof value === 'function') }),
  ]),
})

/** Characters that need escaping in a header's quoted-string, and those beyond ASCII. */
const UNQUOTABLE = /[^\x20-\x7e]|["\\%]/g

/**
 * `attachment` with the file's name: in plain ASCII for old readers, and whole by RFC 8187 (RFC 6266 §4.3).
 */
export function contentDisposition(fileName: string): string {
  const baseName = fileName.replace(/^.*[/\\]/s, '') || 'file'
  const plain = baseName.replace(UNQUOTABLE, '_')
  return `attachment; filename="${plain}"; filename*=${encodeExtended(baseName.toWellFormed())}`
}

function fileAnswer(call: Call, answer: unknown): SentAnswer {
  const read = file.safeParse(answer)
  if (!read.success) throw new AnswerError(call.path, read.error)
  const { fileName, contentType, content } = read.data
  if (!(content instanceof Uint8Array)) {
    return {
      contentType,
      body: content.read(),
      headers: {
        'content-disposition': contentDisposition(fileName),
        'content-length': String(content.size),
      },
    }
  }
  return {
    contentType,
    body: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
    headers: { 'content-disposition': contentDisposition(fileName) },
  }
}

/**
 * Checks an answer against its contract and serialises it; fields that the contract doesn't list are left
 * out. @throws AnswerError
 */
export function prepareAnswer(call: Call, answer: unknown): SentAnswer {
  if (call.answers === 'blob') return fileAnswer(call, answer)
  const read = call.response.safeParse(answer)
  if (!read.success) throw new AnswerError(call.path, read.error)
  if (call.answers === 'text') {
    if (typeof read.data !== 'string') throw new AnswerError(call.path, 'not a text')
    return { contentType: ANSWER_TYPES.text, body: read.data, headers: {} }
  }
  return { contentType: ANSWER_TYPES.json, body: JSON.stringify(read.data), headers: {} }
}
