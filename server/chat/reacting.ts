import type { ReactionType } from '#shared/contract/chat-entities.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import type { ChatPerson, MemberThread } from './access.ts'
import { reactionActivity } from './activities.ts'
import { messageByID } from './messages.ts'
import type { ChatPublisher } from './publisher.ts'

/**
 * @throws Refusal 400 where there is no such message, it was deleted, or it is the person's own (spec 2 §6).
 */
async function requireReactable(
  trx: Database,
  threadID: number,
  messageID: number,
  userID: number,
): Promise<number> {
  const message = await trx
    .selectFrom('messages')
    .where('id', '=', messageID)
    .where('threadID', '=', threadID)
    .select(['userID', 'deletedAt'])
    .executeTakeFirst()
  if (!message) throw new Refusal(400, 'message.notHere')
  if (message.userID === userID) throw new Refusal(400, 'message.ownReaction')
  if (message.deletedAt !== null) throw new Refusal(400, 'message.deleted')
  return message.userID
}

/** Sets, replaces or removes a reaction; true where one is now set. */
async function toggle(
  trx: Database,
  row: { messageID: number; userID: number; reaction: ReactionType; at: number },
): Promise<boolean> {
  const taken = await trx
    .deleteFrom('reactions')
    .where('messageID', '=', row.messageID)
    .where('userID', '=', row.userID)
    .returning('reaction')
    .executeTakeFirst()
  if (taken?.reaction === row.reaction) return false
  await trx.insertInto('reactions').values(row).execute()
  return true
}

/**
 * Reacts to a message. A person has at most one reaction on it: another replaces it, the same one removes it
 * (spec 2 §1, §6).
 */
export async function react(
  db: Database,
  clock: Clock,
  hub: ChatPublisher,
  person: ChatPerson,
  thread: MemberThread,
  messageID: number,
  reaction: ReactionType,
): Promise<void> {
  const at = clock()
  const { authorID, isSet } = await db.transaction().execute(async (trx) => {
    const authorID = await requireReactable(trx, thread.id, messageID, person.userID)
    return { authorID, isSet: await toggle(trx, { messageID, userID: person.userID, reaction, at }) }
  })
  const message = await messageByID(db, messageID, null)
  hub.reactionChanged(thread, message)
  if (isSet)
    hub.activity(
      authorID,
      reactionActivity(thread, message, { type: reaction, name: person.displayName, at }),
    )
}
