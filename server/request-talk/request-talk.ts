import { requireMemberThread } from '../chat/access.ts'
import { REQUEST_LABEL } from '../chat/conversations.ts'
import { firstStatus } from '../chat/delivery.ts'
import { addToThread } from '../chat/membership.ts'
import type { ChatPublisher } from '../chat/publisher.ts'
import { publishStored, storeMessage } from '../chat/sending.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'

type TalkPublisher = Pick<
  ChatPublisher,
  'activity' | 'messageCounts' | 'messageSent' | 'onlineUserIDs' | 'peopleAdded'
>

export interface TalkParts {
  readonly db: Database
  readonly clock: Clock
  readonly hub: TalkPublisher
}

type RequestTable = 'shiftRequests' | 'bookingRequests'

/** Something that happened to a request, as its conversation tells it. */
export interface RequestStep {
  /** What it is known by, so that it is told once. */
  readonly key: string
  /** In whose name it stands. */
  readonly userID: number
  readonly words: string
  /** When; null where that isn't known, for now. */
  readonly at: number | null
}

/** A request as its conversation needs it. */
export interface TalkedRequest {
  readonly table: RequestTable
  readonly id: number
  /** What the conversation is called in everybody's list. */
  readonly name: string
  /** Whose it is, beside whoever opens it. */
  readonly userIDs: readonly number[]
  /** What is known to have happened, in order; the first is that it was asked. */
  readonly steps: readonly RequestStep[]
}

const WORD = { shiftRequests: 'SHIFT', bookingRequests: 'BOOKING' } as const

const threadIDOf = async (db: Database, { table, id }: Pick<TalkedRequest, 'table' | 'id'>) =>
  (await db.selectFrom(table).where('id', '=', id).select('threadID').executeTakeFirst())?.threadID ?? null

/** Makes the conversation, unless somebody was first. @returns its id */
async function beginThread(trx: Database, request: TalkedRequest, at: number): Promise<number> {
  const { table, id, name } = request
  const word = WORD[table]
  const made = await trx
    .insertInto('threads')
    .values({
      ...{ type: 'THREAD', source: 'MANUAL', label: `${REQUEST_LABEL}${word} ${id}`, displayLabel: name },
      // A thread's source id is its own, which isn't known yet; nothing else has this one.
      sourceID: -(2 * id + (word === 'SHIFT' ? 1 : 0)),
      ...{ displayGroupLabel: 'Groups', isGroup: 1, parentID: null, status: '', priority: '', createdAt: at },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return (await threadIDOf(trx, request)) ?? 0
  await trx.updateTable('threads').set({ sourceID: made.id }).where('id', '=', made.id).execute()
  await trx.updateTable(table).set({ threadID: made.id }).where('id', '=', id).execute()
  return made.id
}

/** When the conversation's last message was written; nothing stands before one that is there. */
const lastTime = async (trx: Database, threadID: number) =>
  (await trx.selectFrom('threads').where('id', '=', threadID).select('lastMessageTime').executeTakeFirst())
    ?.lastMessageTime ?? 0

/** Writes what the conversation doesn't have yet. @returns it, and who came into the conversation by it */
async function writeSteps(
  { clock, hub }: TalkParts,
  trx: Database,
  threadID: number,
  { table, id, steps }: TalkedRequest,
) {
  const added: number[] = []
  const written: Awaited<ReturnType<typeof storeMessage>>[] = []
  for (const { key, userID, words, at } of steps) {
    // No window's own ids look like this.
    const clientID = `request-${WORD[table]}-${id}-${key}`
    const known = await trx
      .selectFrom('messages')
      .where('threadID', '=', threadID)
      .where('clientID', '=', clientID)
      .select('id')
      .executeTakeFirst()
    if (known) continue
    added.push(...(await addToThread(trx, threadID, [userID])))
    const thread = await requireMemberThread(trx, userID, { threadID })
    const status = await firstStatus(trx, threadID, userID, hub.onlineUserIDs)
    const draft = { text: words, replyTo: null, clientID }
    const time = at === null ? clock() : Math.max(at, await lastTime(trx, threadID))
    written.push(await storeMessage(trx, () => time, userID, thread, draft, status))
  }
  return { added, written }
}

/** Tells windows what was written. */
async function tellWritten(
  { db, hub }: TalkParts,
  threadID: number,
  { added, written }: Awaited<ReturnType<typeof writeSteps>>,
): Promise<void> {
  if (added.length > 0) hub.peopleAdded([threadID], [...new Set(added)])
  const thread = { id: threadID, type: 'THREAD', source: 'MANUAL', sourceID: threadID } as const
  for (const one of written) await publishStored(db, hub, thread, one)
}

/**
 * Opens the conversation about a request for somebody, who is in it from then on. It is made when it is first opened, so
 * that nobody's list fills with requests on which there is nothing to say, and begins with what has happened by then.
 */
export async function openTalk(
  parts: TalkParts,
  request: TalkedRequest,
  userID: number,
): Promise<{ threadID: number }> {
  const { db, clock } = parts
  const { threadID, ...news } = await db.transaction().execute(async (trx) => {
    const id = (await threadIDOf(trx, request)) ?? (await beginThread(trx, request, clock()))
    // What happened before somebody came in is no news to them.
    const { added, written } = await writeSteps(parts, trx, id, request)
    const came = await addToThread(trx, id, [...new Set([...request.userIDs, userID])])
    return { threadID: id, added: [...added, ...came], written }
  })
  await tellWritten(parts, threadID, news)
  return { threadID }
}

/** Tells a request's conversation what happened to it since; where nobody opened one there is nothing to tell. */
export async function followTalk(parts: TalkParts, request: TalkedRequest): Promise<void> {
  const threadID = await threadIDOf(parts.db, request)
  if (threadID === null) return
  const news = await parts.db.transaction().execute((trx) => writeSteps(parts, trx, threadID, request))
  await tellWritten(parts, threadID, news)
}
