import type { Database } from '../db/database.ts'
import type { FileStore } from '../files/file-store.ts'
import type { FileAnswer, FileContent } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import type { MemberThread } from './access.ts'

/** A message's file. */
export interface AttachedFile extends FileAnswer {
  readonly content: FileContent
  /** In bytes. */
  readonly size: number
}

/**
 * The file of a message in this conversation. @throws Refusal 400 'File not available' (spec 2 §8) where
 * there is none, it was revoked, or the message was deleted or archived.
 */
export async function attachedFile(
  db: Database,
  files: FileStore,
  thread: Pick<MemberThread, 'id' | 'archivedThroughID'>,
  messageID: number,
): Promise<AttachedFile> {
  const row = await db
    .selectFrom('attachments as a')
    .innerJoin('messages as m', 'm.id', 'a.messageID')
    .where('m.id', '=', messageID)
    .where('m.id', '>', thread.archivedThroughID)
    .where('m.threadID', '=', thread.id)
    .where('m.deletedAt', 'is', null)
    .select(['a.fileName', 'a.contentType', 'a.content', 'a.storedAs'])
    .executeTakeFirst()
  if (!row) throw new Refusal(400, 'file.notAvailable')
  const { fileName, contentType, content, storedAs } = row
  if (content !== null) return { fileName, contentType, content, size: content.length }
  const size = storedAs === null ? null : await files.sizeOf(storedAs)
  if (storedAs === null || size === null) throw new Refusal(400, 'file.notAvailable')
  return { fileName, contentType, content: { size, read: (span) => files.read(storedAs, span) }, size }
}

/**
 * Deletes a message's file from the database; answers its name in the folder, to be removed after the commit.
 */
export async function forgetFile(
  trx: Database,
  messageID: number,
): Promise<{ fileName: string; storedAs: string | null } | undefined> {
  return trx
    .deleteFrom('attachments')
    .where('messageID', '=', messageID)
    .returning(['fileName', 'storedAs'])
    .executeTakeFirst()
}
