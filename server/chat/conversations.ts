import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { type ChatPerson, requireMemberThread } from './access.ts'
import { firstStatus } from './delivery.ts'
import { reachable } from './people.ts'
import type { ChatPublisher } from './publisher.ts'
import { type Draft, publishStored, requireText, storeMessage } from './sending.ts'

interface Person {
  readonly id: number
  readonly displayName: string
}

/** The unique name of a one-to-one conversation, so that two people have at most one. */
export const directLabel = (one: number, other: number): string =>
  `MESSAGE: ${Math.min(one, other)}-${Math.max(one, other)}`

/** With what the unique names of conversations about requests begin (server/request-talk). */
export const REQUEST_LABEL = 'REQUEST: '

/** A group's default name: the first three first names. */
function groupName(people: readonly Person[]): string {
  const names = people.slice(0, 3).map((person) => person.displayName.split(' ')[0] ?? person.displayName)
  const rest = people.length - names.length
  return rest > 0 ? `${names.join(', ')} +${rest}` : names.join(', ')
}

async function directThread(trx: Database, one: number, other: number): Promise<number | undefined> {
  const thread = await trx
    .selectFrom('threads')
    .where('label', '=', directLabel(one, other))
    .select('id')
    .executeTakeFirst()
  return thread?.id
}

/** The newest group with exactly these people. */
async function groupThread(
  trx: Database,
  creatorID: number,
  ids: readonly number[],
): Promise<number | undefined> {
  const row = await trx
    .selectFrom('threadMembers as mine')
    .innerJoin('threads as t', 't.id', 'mine.threadID')
    .innerJoin('threadMembers as tm', 'tm.threadID', 't.id')
    .where('mine.userID', '=', creatorID)
    .where('t.source', '=', 'MANUAL')
    // The conversation about a request is no group of its people.
    .where('t.label', 'not like', `${REQUEST_LABEL}%`)
    .groupBy('t.id')
    .having((eb) => eb(eb.fn.countAll(), '=', ids.length))
    .having((eb) =>
      eb(eb.fn.sum(eb.case().when('tm.userID', 'in', ids).then(1).else(0).end()), '=', ids.length),
    )
    .select('t.id')
    .orderBy('t.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Makes the conversation; its creator is the admin of a group. A thread's source id is its own id. */
async function makeThread(
  trx: Database,
  at: number,
  creatorID: number,
  people: readonly Person[],
  name?: string,
): Promise<number> {
  const ids = people.map((person) => person.id)
  const [first = creatorID, second = creatorID] = ids
  const isGroup = ids.length > 2
  const { newest } = await trx
    .selectFrom('threads')
    .select((eb) => eb.fn.max<number | null>('id').as('newest'))
    .executeTakeFirstOrThrow()
  const id = (newest ?? 0) + 1
  await trx
    .insertInto('threads')
    .values({
      id,
      type: 'THREAD',
      source: isGroup ? 'MANUAL' : 'MESSAGE',
      sourceID: id,
      label: isGroup ? `GROUP: ${id}` : directLabel(first, second),
      displayLabel: (isGroup ? name : undefined) ?? groupName(people),
      displayGroupLabel: isGroup ? 'Groups' : 'Chats',
      isGroup: isGroup ? 1 : 0,
      status: '',
      priority: '',
      createdAt: at,
    })
    .execute()
  const members = ids.map((userID) => ({
    threadID: id,
    userID,
    isAdmin: isGroup && userID === creatorID ? 1 : 0,
    isArchived: 0,
    lastReadMessageID: 0,
  }))
  await trx.insertInto('threadMembers').values(members).execute()
  return id
}

/** @throws Refusal 400 where nobody is left, or somebody can't be written to. */
async function requirePeople(
  trx: Database,
  creator: ChatPerson,
  users: readonly number[],
): Promise<Person[]> {
  const others = [...new Set(users)].filter((id) => id !== creator.userID)
  if (others.length === 0) throw new Refusal(400, 'chat.nobodyChosen')
  const found = await reachable(trx, others)
  if (found.length !== others.length) throw new Refusal(400, 'chat.unreachable')
  return [...found, { id: creator.userID, displayName: creator.displayName }]
}

/**
 * The conversation with exactly these people, a one-to-one or a group; made if there is none. A given message
 * is sent to it (spec 2 §7, start-conversation). @param name of a new group; without it an existing group of
 * these people is used
 */
export async function startConversation(
  db: Database,
  clock: Clock,
  hub: ChatPublisher,
  creator: ChatPerson,
  users: readonly number[],
  draft: Draft,
  name?: string,
): Promise<number> {
  const hasMessage = draft.text.trim() !== ''
  if (hasMessage) requireText(draft.text)
  const made = await db.transaction().execute(async (trx) => {
    const people = await requirePeople(trx, creator, users)
    const ids = people.map((person) => person.id)
    const [other = creator.userID] = ids
    const known =
      ids.length === 2
        ? await directThread(trx, creator.userID, other)
        : name === undefined
          ? await groupThread(trx, creator.userID, ids)
          : undefined
    const threadID = known ?? (await makeThread(trx, clock(), creator.userID, people, name))
    const thread = await requireMemberThread(trx, creator.userID, { threadID })
    const status = () => firstStatus(trx, thread.id, creator.userID, hub.onlineUserIDs)
    const stored = hasMessage
      ? await storeMessage(trx, clock, creator.userID, thread, draft, await status())
      : null
    return { thread, stored, added: known === undefined ? ids : [] }
  })
  if (made.added.length > 0) hub.peopleAdded([made.thread.id], made.added)
  if (made.stored) await publishStored(db, hub, made.thread, made.stored)
  return made.thread.id
}
