import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { WATCH_VIDEO_PATH } from '#shared/contract/chat-files.ts'
import { contentTypeOf, fileKind, isText } from '#shared/domain/chat-files.ts'
import type { Permissions } from '#shared/domain/permissions.ts'
import type { Database } from '../../db/database.ts'
import type { FileStore, Span } from '../../files/file-store.ts'
import type { FileContent } from '../../http/handlers.ts'
import { Refusal } from '../../refusal.ts'
import { requireMemberThread } from '../access.ts'
import { type AttachedFile, attachedFile } from '../attachments.ts'
import type { StreamTokens } from './stream-tokens.ts'

const STREAMED = new Set(['AUDIO', 'VIDEO', 'PDF', 'IMAGE'])

/** Whether a file may be streamed: not one that could run in a page. */
export function isStreamed(fileName: string): boolean {
  const isShown = isText(fileName) || STREAMED.has(fileKind(fileName))
  return isShown && contentTypeOf(fileName) !== 'application/octet-stream'
}

/**
 * The part that a Range header asks for (RFC 9110 §14): null for the whole file, also where the header isn't
 * understood or asks for several parts; 'beyond' where the part is outside of the file.
 */
export function rangeOf(header: string | undefined, size: number): Span | 'beyond' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  if (match[1] === '') {
    const length = Math.min(Number(match[2]), size)
    return length === 0 ? 'beyond' : { start: size - length, end: size - 1 }
  }
  const start = Number(match[1])
  const end = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1)
  if (match[2] !== '' && Number(match[2]) < start) return null
  return start >= size ? 'beyond' : { start, end }
}

function partOf(content: FileContent, span?: Span): Readable {
  if (content instanceof Uint8Array)
    return Readable.from([Buffer.from(span ? content.subarray(span.start, span.end + 1) : content)])
  return content.read(span)
}

function sendPart(reply: FastifyReply, file: AttachedFile, header: string | undefined): FastifyReply {
  const { size, content, fileName } = file
  reply.headers({
    'accept-ranges': 'bytes',
    // Nothing of it may stay on the machine after the sign-out.
    'cache-control': 'no-store',
    'content-disposition': 'inline',
  })
  reply.type(contentTypeOf(fileName))
  const span = rangeOf(header, size)
  if (span === 'beyond') return reply.code(416).header('content-range', `bytes */${size}`).send()
  if (span === null) return reply.header('content-length', size).send(partOf(content))
  reply.code(206).headers({
    'content-range': `bytes ${span.start}-${span.end}/${size}`,
    'content-length': span.end - span.start + 1,
  })
  return reply.send(partOf(content, span))
}

interface StreamServices {
  readonly db: Database
  readonly files: FileStore
  readonly streams: StreamTokens
  /** The person of a sign-in; null where it has ended, or they may not use the chat any more. */
  readonly holderOf: (
    sessionID: string,
  ) => Promise<{ readonly userID: number; readonly permissions: Permissions } | null>
}

/** Streams films, sound, PDFs, images and texts of messages, also in parts (spec 2 §7). */
export function registerChatStreams(app: FastifyInstance, services: StreamServices): void {
  const { db, files, streams, holderOf } = services
  app.get<{ Querystring: { token?: unknown } }>(
    WATCH_VIDEO_PATH,
    { schema: { hide: true } },
    async ({ query: { token }, headers }, reply) => {
      const named = typeof token === 'string' ? streams.read(token) : null
      if (named === null) throw new Refusal(403, 'file.notAvailable')
      const holder = await holderOf(named.sessionID)
      if (!holder?.permissions.can('GENERAL_CAN_USE_TEAM_CHAT')) throw new Refusal(403, 'file.notAvailable')
      const message = await db
        .selectFrom('messages')
        .where('id', '=', named.messageID)
        .select('threadID')
        .executeTakeFirst()
      if (!message) throw new Refusal(403, 'file.notAvailable')
      // Checked each time: somebody who has left the conversation gets no more of it.
      const thread = await requireMemberThread(db, holder.userID, { ownID: message.threadID })
      const file = await attachedFile(db, files, thread, named.messageID)
      if (!isStreamed(file.fileName)) throw new Refusal(400, 'file.notAvailable')
      return sendPart(reply, file, headers.range)
    },
  )
}
