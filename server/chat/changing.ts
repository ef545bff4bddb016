import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import { removeAfterCommit } from '../files/keeping.ts'
import { Refusal } from '../refusal.ts'
import type { ChatPerson, MemberThread } from './access.ts'
import { mentionActivity } from './activities.ts'
import { forgetFile } from './attachments.ts'
import { messageByID } from './messages.ts'
import type { ChatParts } from './parts.ts'
import type { PlacedMessage } from './placing.ts'
import { mentionedMembers, requireText } from './sending.ts'

type Changing = Pick<ChatParts, 'db' | 'clock' | 'hub' | 'files'>

/** @throws Refusal 403 for anybody but the author (spec 2 §6). */
function requireAuthor(person: ChatPerson, message: PlacedMessage): void {
  if (message.userID !== person.userID) throw new Refusal(403, 'accessDenied')
}

/**
 * Changes the text of the person's own message. Newly mentioned people are told. @throws Refusal 400 for a
 * bad text or a message with a file, 403 for another's message
 */
export async function editMessage(
  { db, clock, hub }: Changing,
  person: ChatPerson,
  thread: MemberThread,
  message: PlacedMessage,
  text: string,
): Promise<ChatMessage> {
  requireAuthor(person, message)
  requireText(text)
  if (message.type !== 'TEXT') throw new Refusal(400, 'message.filesStay')
  const viewer = { userID: person.userID, lastReadMessageID: thread.lastReadMessageID }
  if (text === message.text) return messageByID(db, message.id, viewer)
  const added = await db.transaction().execute(async (trx) => {
    await trx.updateTable('messages').set({ text, editTime: clock() }).where('id', '=', message.id).execute()
    const before = await trx
      .deleteFrom('mentions')
      .where('messageID', '=', message.id)
      .returning('userID')
      .execute()
    const now = await mentionedMembers(trx, thread, person.userID, text)
    const rows = now.map((userID) => ({ messageID: message.id, userID }))
    if (rows.length > 0) await trx.insertInto('mentions').values(rows).execute()
    return now.filter((id) => !before.some((row) => row.userID === id))
  })
  const edited = await messageByID(db, message.id, null)
  hub.messageEdited(thread, edited)
  for (const userID of added) hub.activity(userID, mentionActivity(thread, edited))
  return messageByID(db, message.id, viewer)
}

/** Deletes the person's own message, and the file that came with it. @throws Refusal 403 for another's */
export async function deleteMessage(
  { db, clock, hub, files }: Changing,
  person: ChatPerson,
  thread: MemberThread,
  message: PlacedMessage,
): Promise<void> {
  requireAuthor(person, message)
  const storedAs = await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('messages')
      .set({ deletedAt: clock(), pinnedTime: null, broadcastTime: null, broadcastUserID: null })
      .where('id', '=', message.id)
      .execute()
    return (await forgetFile(trx, message.id))?.storedAs
  })
  if (storedAs) await removeAfterCommit(files, storedAs)
  hub.messageDeleted(thread, await messageByID(db, message.id, null))
}

/** Sets or clears a mark that everybody sees, and tells them. */
export async function markMessage(
  { db, hub }: Changing,
  thread: MemberThread,
  messageID: number,
  marks: { pinnedTime: number | null } | { broadcastTime: number | null; broadcastUserID: number | null },
): Promise<void> {
  await db.updateTable('messages').set(marks).where('id', '=', messageID).execute()
  hub.messageEdited(thread, await messageByID(db, messageID, null))
}
