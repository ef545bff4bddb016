import type { SuggestedDiscussion, TopicChat } from '#shared/contract/chat-entities.ts'
import { DELETED_MESSAGE_TEXT } from '#shared/domain/chat.ts'
import { listPreview } from '#shared/domain/chat-preview.ts'
import { cut, NOTIFICATION_PREVIEW_LENGTH } from '#shared/domain/cut-text.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import { findMemberThread, type MemberThread, memberIDs, requireMemberThread } from './access.ts'
import { enterTopic } from './joining.ts'
import { messageByID } from './messages.ts'
import type { ChatParts } from './parts.ts'
import { requireMessage } from './placing.ts'

const SUGGESTED_MAX = 5
const SUGGESTED_MS = 14 * 24 * 60 * 60 * 1000
const NAME_LENGTH = 60

function selectTopics(db: Database, userID: number) {
  return db
    .selectFrom('threads as t')
    .leftJoin('threadMembers as tm', (join) =>
      join.onRef('tm.threadID', '=', 't.id').on('tm.userID', '=', userID),
    )
    .leftJoin('messages as l', 'l.id', 't.lastMessageID')
    .where('t.source', '=', 'TOPIC')
    .where('t.parentID', 'is not', null)
    .select((eb) => [
      't.id',
      't.sourceID',
      't.parentID',
      't.label',
      't.displayLabel',
      't.lastMessageTime',
      'l.text as lastText',
      'l.type as lastType',
      'l.deletedAt as lastDeletedAt',
      'tm.lastReadMessageID',
      eb
        .selectFrom('messages as o')
        .whereRef('o.topicID', '=', 't.id')
        .select((s) => s.fn.min('o.id').as('id'))
        .as('messageID'),
      eb
        .selectFrom('messages as n')
        .whereRef('n.threadID', '=', 't.id')
        .select((s) => s.fn.countAll<number>().as('count'))
        .as('messages'),
      eb
        .selectFrom('messages as n')
        .whereRef('n.threadID', '=', 't.id')
        .whereRef('n.id', '>', 'tm.lastReadMessageID')
        .select((s) => s.fn.countAll<number>().as('count'))
        .as('unread'),
    ])
}
type TopicRow = Awaited<ReturnType<ReturnType<typeof selectTopics>['executeTakeFirstOrThrow']>>

function lastMessageOf({ lastText, lastType, lastDeletedAt }: TopicRow): string {
  if (lastText === null) return ''
  if (lastDeletedAt !== null) return DELETED_MESSAGE_TEXT
  return cut(listPreview({ message: lastText, type: lastType ?? 'TEXT' }), NOTIFICATION_PREVIEW_LENGTH)
}

const toTopic = (row: TopicRow): TopicChat => ({
  id: row.id,
  sourceID: row.sourceID,
  parentID: row.parentID ?? 0,
  name: row.displayLabel,
  label: row.label,
  messageID: row.messageID,
  lastMessage: lastMessageOf(row),
  lastMessageTime: row.lastMessageTime === null ? null : new Date(row.lastMessageTime).toISOString(),
  messages: row.messages ?? 0,
  unread: row.lastReadMessageID === null ? 0 : (row.unread ?? 0),
  isMember: row.lastReadMessageID !== null,
})

/** Makes the topic's conversation with everybody in its parent; its creator is the admin. */
async function makeTopic(
  trx: Database,
  at: number,
  creatorID: number,
  parent: MemberThread,
  name: string,
): Promise<{ id: number }> {
  const { newest } = await trx
    .selectFrom('threads')
    .where('source', '=', 'TOPIC')
    .select((eb) => eb.fn.max<number | null>('sourceID').as('newest'))
    .executeTakeFirstOrThrow()
  const sourceID = (newest ?? 0) + 1
  const { displayLabel } = await trx
    .selectFrom('threads')
    .where('id', '=', parent.id)
    .select('displayLabel')
    .executeTakeFirstOrThrow()
  const { id } = await trx
    .insertInto('threads')
    .values({
      type: 'CHATROOM',
      source: 'TOPIC',
      sourceID,
      label: `TOPIC: ${sourceID}`,
      displayLabel: name,
      displayGroupLabel: displayLabel,
      isGroup: 1,
      parentID: parent.id,
      status: '',
      priority: '',
      createdAt: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const members = await memberIDs(trx, parent.id)
  await trx
    .insertInto('threadMembers')
    .values(
      members.map((userID) => ({
        threadID: id,
        userID,
        isAdmin: userID === creatorID ? 1 : 0,
        isArchived: 0,
        lastReadMessageID: 0,
      })),
    )
    .execute()
  return { id }
}

/** Messages that people answered, but that have no topic. */
async function suggested(db: Database, thread: MemberThread, since: number): Promise<SuggestedDiscussion[]> {
  const rows = await db
    .selectFrom('messages as m')
    .innerJoin('messages as r', 'r.replyToID', 'm.id')
    .where('m.threadID', '=', thread.id)
    .where('m.id', '>', thread.archivedThroughID)
    .where('m.entryTime', '>=', since)
    .where('m.deletedAt', 'is', null)
    .where('m.topicID', 'is', null)
    .where('m.type', '=', 'TEXT')
    .where('r.deletedAt', 'is', null)
    .groupBy('m.id')
    .select(['m.id', 'm.text', 'm.entryTime', db.fn.countAll<number>().as('replies')])
    .orderBy('replies', 'desc')
    .orderBy('m.id', 'desc')
    .limit(SUGGESTED_MAX)
    .execute()
  return rows.map(({ id, text, entryTime, replies }) => ({
    messageID: id,
    name: cut(listPreview({ message: text, type: 'TEXT' }), NAME_LENGTH),
    replies,
    entryTime: new Date(entryTime).toISOString(),
  }))
}

/** Every call of `shared/contract/chat-topics.ts` (spec 2 §7). */
export function chatTopicHandlers(parts: ChatParts): AreaHandlers<'chatTopics'> {
  const { db, clock, hub } = parts

  async function topicByID(userID: number, id: number): Promise<TopicChat> {
    const row = await selectTopics(db, userID).where('t.id', '=', id).executeTakeFirst()
    const isIn =
      row &&
      (row.lastReadMessageID !== null || (await findMemberThread(db, userID, { ownID: row.parentID ?? 0 })))
    if (!row || !isIn) throw new Refusal(403, 'accessDenied')
    return toTopic(row)
  }

  return {
    addChatTopic: async ({ threadID, source, sourceID, type, name, messageID }, { caller }) => {
      const parent = await requireMemberThread(db, caller.userID, { ownID: threadID })
      const fits = parent.source === source && parent.sourceID === sourceID && parent.type === type
      if (!fits) throw new Refusal(400, 'topic.otherChat')
      if (parent.source === 'TOPIC') throw new Refusal(400, 'topic.inTopic')
      const at = clock()
      const made = await db.transaction().execute(async (trx) => {
        if (messageID !== undefined) {
          const origin = await requireMessage(trx, parent, messageID)
          if (origin.topicID !== null) throw new Refusal(409, 'topic.hasOne')
        }
        const topic = await makeTopic(trx, at, caller.userID, parent, name.trim())
        if (messageID !== undefined)
          await trx.updateTable('messages').set({ topicID: topic.id }).where('id', '=', messageID).execute()
        return topic
      })
      hub.peopleAdded([made.id], await memberIDs(db, made.id))
      const message = messageID === undefined ? null : await messageByID(db, messageID, null)
      hub.topicBegan(parent, made.id, name.trim(), message)
      return topicByID(caller.userID, made.id)
    },

    loadTopicChats: async ({ threadID }, { caller: { userID } }) => {
      const parent = await requireMemberThread(db, userID, { ownID: threadID })
      const rows = await selectTopics(db, userID)
        .where('t.parentID', '=', parent.id)
        .orderBy((eb) => eb.fn.coalesce('t.lastMessageTime', 't.createdAt'), 'desc')
        .execute()
      return rows.map(toTopic)
    },

    loadSuggestedDiscussions: async ({ threadID }, { caller: { userID } }) => {
      const thread = await requireMemberThread(db, userID, { ownID: threadID })
      return thread.source === 'TOPIC' ? [] : suggested(db, thread, clock() - SUGGESTED_MS)
    },

    joinTopic: async ({ id }, { caller }) => {
      const { sourceID, isMember } = await topicByID(caller.userID, id)
      if (!isMember) await enterTopic(parts, caller, { source: 'TOPIC', sourceID })
      return topicByID(caller.userID, id)
    },

    loadTopicChat: ({ id }, { caller: { userID } }) => topicByID(userID, id),
  }
}
