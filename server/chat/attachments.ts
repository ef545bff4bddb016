import type { Database } from '../db/database.ts'
import { type FileAnswer, Refusal } from '../http/handlers.ts'

/**
 * The file of a message of this conversation.
 * @throws Refusal 400 'File not available' (spec 2 §8) where there is none or the message was deleted.
 */
export async function attachedFile(db: Database, threadID: number, messageID: number): Promise<FileAnswer> {
  const file = await db
    .selectFrom('attachments as a')
    .innerJoin('messages as m', 'm.id', 'a.messageID')
    .where('m.id', '=', messageID)
    .where('m.threadID', '=', threadID)
    .where('m.deletedAt', 'is', null)
    .select(['a.fileName', 'a.contentType', 'a.content'])
    .executeTakeFirst()
  if (!file) throw new Refusal(400, 'File not available')
  return file
}
