import type { ChatDocument, Poll } from '#shared/contract/chat-entities.ts'
import { assetID, assetMarkup } from '#shared/domain/chat-assets.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import { findMemberThread, type MemberThread, requireMemberThread } from './access.ts'
import { firstStatus } from './delivery.ts'
import { messageByID } from './messages.ts'
import type { ChatParts } from './parts.ts'
import { endPoll, requirePoll, seenPolls, setVotes } from './polls.ts'
import { publishStored, storeMessage } from './sending.ts'

const POLLS_MAX = 50
const DOCUMENTS_MAX = 100

const selectDocuments = (db: Database) =>
  db
    .selectFrom('chatDocuments as d')
    .innerJoin('users as u', 'u.id', 'd.updatedBy')
    .innerJoin('threads as t', 't.id', 'd.threadID')
    .selectAll('d')
    .select(['u.displayName', 't.source', 't.sourceID'])
type DocumentRow = Awaited<ReturnType<ReturnType<typeof selectDocuments>['executeTakeFirstOrThrow']>>

const toDocument = (row: DocumentRow): ChatDocument => ({
  id: row.id,
  source: row.source,
  sourceID: row.sourceID,
  messageID: row.messageID ?? 0,
  title: row.title,
  text: row.text,
  version: row.version,
  updatedBy: row.updatedBy,
  updatedByName: row.displayName,
  updatedAt: new Date(row.updatedAt).toISOString(),
})

/** Every call of `shared/contract/chat-shared-things.ts`: polls and documents of conversations (spec 2 §2). */
export function chatSharedThingsHandlers(parts: ChatParts): AreaHandlers<'chatSharedThings'> {
  const { db, clock, hub } = parts

  /**
   * Makes something together with the message that shows it. @param make answers its id and what the message
   * calls it @param place stores which message it is
   */
  async function post(
    senderID: number,
    thread: MemberThread,
    clientID: string | null,
    make: (trx: Database) => Promise<{ id: number; text: string }>,
    place: (trx: Database, id: number, messageID: number) => Promise<unknown>,
  ) {
    const made = await db.transaction().execute(async (trx) => {
      const { id, text } = await make(trx)
      const draft = { text, replyTo: null, clientID }
      const status = await firstStatus(trx, thread.id, senderID, hub.onlineUserIDs)
      const stored = await storeMessage(trx, clock, senderID, thread, draft, status)
      await place(trx, id, stored.id)
      return { id, stored }
    })
    await publishStored(db, hub, thread, made.stored)
    const viewer = { userID: senderID, lastReadMessageID: made.stored.id }
    return { id: made.id, message: await messageByID(db, made.stored.id, viewer) }
  }

  async function onePoll(userID: number, pollID: number): Promise<Poll> {
    const { poll, thread } = await requirePoll(db, userID, pollID)
    const [seen] = await seenPolls(db, userID, thread, [poll], clock())
    if (!seen) throw new Error('a poll vanished')
    return seen
  }

  async function requireDocument(userID: number, id: number) {
    const row = await selectDocuments(db).where('d.id', '=', id).executeTakeFirst()
    const thread = row && (await findMemberThread(db, userID, { ownID: row.threadID }))
    if (!row || !thread) throw new Refusal(403, 'accessDenied')
    return { row, thread }
  }

  return {
    newPoll: async ({ question, options, isMultiple, isAnonymous, closesAt, ...address }, context) => {
      const { userID } = context.caller
      const thread = await requireMemberThread(db, userID, address)
      const at = clock()
      if (closesAt !== null && Date.parse(closesAt) <= at) throw new Refusal(400, 'poll.closesFirst')
      const { id, message } = await post(
        userID,
        thread,
        context.idempotencyKey,
        async (trx) => {
          const poll = await trx
            .insertInto('polls')
            .values({
              threadID: thread.id,
              messageID: null,
              question: question.trim(),
              isMultiple: isMultiple ? 1 : 0,
              isAnonymous: isAnonymous ? 1 : 0,
              createdBy: userID,
              createdAt: at,
              closesAt: closesAt === null ? null : Date.parse(closesAt),
              closedAt: null,
            })
            .returning('id')
            .executeTakeFirstOrThrow()
          await trx
            .insertInto('pollOptions')
            .values(options.map((text) => ({ pollID: poll.id, text: text.trim() })))
            .execute()
          return { id: poll.id, text: `Poll: ${assetMarkup(question.trim(), assetID('POLL', poll.id))}` }
        },
        (trx, pollID, messageID) =>
          trx.updateTable('polls').set({ messageID }).where('id', '=', pollID).execute(),
      )
      return { poll: await onePoll(userID, id), message }
    },

    loadPolls: async (input, { caller: { userID } }) => {
      const thread = await requireMemberThread(db, userID, input)
      const rows = await db
        .selectFrom('polls')
        .where('threadID', '=', thread.id)
        .selectAll()
        .orderBy('id', 'desc')
        .limit(POLLS_MAX)
        .execute()
      return seenPolls(db, userID, thread, rows, clock())
    },

    loadPoll: ({ pollID }, { caller }) => onePoll(caller.userID, pollID),

    votePoll: async ({ pollID, optionIDs }, { caller: { userID } }) => {
      const { poll, thread } = await requirePoll(db, userID, pollID)
      await setVotes(db, userID, poll, optionIDs, clock())
      hub.pollChanged(thread, pollID)
      return onePoll(userID, pollID)
    },

    closePoll: async ({ pollID }, { caller: { userID } }) => {
      const { poll, thread } = await requirePoll(db, userID, pollID)
      await endPoll(db, userID, poll, thread, clock())
      hub.pollChanged(thread, pollID)
      return onePoll(userID, pollID)
    },

    newChatDocument: async ({ title, text, ...address }, { caller: { userID }, idempotencyKey }) => {
      const thread = await requireMemberThread(db, userID, address)
      const at = clock()
      const { id, message } = await post(
        userID,
        thread,
        idempotencyKey,
        async (trx) => {
          const row = { threadID: thread.id, messageID: null, title: title.trim(), text, version: 1 }
          const made = await trx
            .insertInto('chatDocuments')
            .values({ ...row, updatedBy: userID, updatedAt: at })
            .returning('id')
            .executeTakeFirstOrThrow()
          return { id: made.id, text: `Document: ${assetMarkup(title.trim(), assetID('DOCUMENT', made.id))}` }
        },
        (trx, documentID, messageID) =>
          trx.updateTable('chatDocuments').set({ messageID }).where('id', '=', documentID).execute(),
      )
      return { document: toDocument((await requireDocument(userID, id)).row), message }
    },

    loadChatDocuments: async (input, { caller: { userID } }) => {
      const thread = await requireMemberThread(db, userID, input)
      const rows = await selectDocuments(db)
        .where('d.threadID', '=', thread.id)
        .orderBy('d.updatedAt', 'desc')
        .orderBy('d.id', 'desc')
        .limit(DOCUMENTS_MAX)
        .execute()
      return rows.map(toDocument)
    },

    loadChatDocument: async ({ documentID }, { caller }) =>
      toDocument((await requireDocument(caller.userID, documentID)).row),

    saveChatDocument: async ({ documentID, title, text, version }, { caller: { userID } }) => {
      const { thread } = await requireDocument(userID, documentID)
      const saved = await db
        .updateTable('chatDocuments')
        .set({ title: title.trim(), text, version: version + 1, updatedBy: userID, updatedAt: clock() })
        .where('id', '=', documentID)
        .where('version', '=', version)
        .returning('id')
        .executeTakeFirst()
      if (!saved) throw new Refusal(409, 'sharedDocument.changed')
      hub.documentChanged(thread, documentID)
      return toDocument((await requireDocument(userID, documentID)).row)
    },
  }
}
