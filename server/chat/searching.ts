import { sql } from 'kysely'
import type { AssetTag, ChatMessage, MentionEntry, SearchGroup } from '#shared/contract/chat-entities.ts'
import { MESSAGE_SEARCH_MIN_LENGTH } from '#shared/domain/chat.ts'
import { type AssetType, assetID } from '#shared/domain/chat-assets.ts'
import { searchable } from '#shared/domain/locale.ts'
import type { Database } from '../db/database.ts'
import { traitsOf } from '../db/dialect/traits.ts'
import { contains } from '../db/like.ts'
import { tasksPage } from '../tasks/listing.ts'
import { type TicketPerson, visibleTickets } from '../tickets/access.ts'
import type { MemberThread } from './access.ts'
import { selectMessages, toMessages } from './messages.ts'

/** Most messages found over all conversations, and within one. */
const ALL_MAX = 200
const ONE_MAX = 100

/**
 * The words of a search: each must be there, as the beginning of a word. Null for a term without words, or below
 * the least length.
 */
export function wordsOf(term: string): readonly string[] | null {
  if ([...term.trim()].length < MESSAGE_SEARCH_MIN_LENGTH) return null
  const words = term.toWellFormed().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  return words.length === 0 ? null : words
}

interface Found {
  readonly id: number
  readonly threadID: number
}

/** The newest messages with these words in the person's own conversations, or in the named one. */
async function find(
  db: Database,
  userID: number,
  words: readonly string[],
  most: number,
  threadID: number | null,
): Promise<Found[]> {
  const { from, where, key } = traitsOf(db).messagesWith(words)
  const { rows } = await sql<Found>`
    select m.id, m."threadID" from ${from}
    join threads as t on t.id = m."threadID"
    join "threadMembers" as tm on tm."threadID" = m."threadID" and tm."userID" = ${userID}
    where ${where} and m.id > t."archivedThroughID"
      ${threadID === null ? sql`` : sql`and m."threadID" = ${threadID}`}
    order by ${key} desc limit ${most}`.execute(db)
  return rows
}

async function messagesOf(
  db: Database,
  userID: number,
  found: readonly Found[],
  lastReadMessageID: number,
): Promise<ChatMessage[]> {
  if (found.length === 0) return []
  const rows = await selectMessages(db)
    .where(
      'm.id',
      'in',
      found.map((one) => one.id),
    )
    .orderBy('m.id', 'desc')
    .execute()
  return toMessages(db, rows, { userID, lastReadMessageID })
}

/** Search within one conversation (spec 2 §7), newest first. */
export async function searchThread(
  db: Database,
  userID: number,
  thread: MemberThread,
  term: string,
): Promise<ChatMessage[]> {
  const words = wordsOf(term)
  if (words === null) return []
  return messagesOf(db, userID, await find(db, userID, words, ONE_MAX, thread.id), thread.lastReadMessageID)
}

/**
 * Search over all of the person's conversations (spec 2 §7), grouped; the group with the newest message
 * first.
 */
export async function searchAll(db: Database, userID: number, term: string): Promise<SearchGroup[]> {
  const words = wordsOf(term)
  if (words === null) return []
  const groups = [...Map.groupBy(await find(db, userID, words, ALL_MAX, null), (one) => one.threadID)]
  if (groups.length === 0) return []
  const threads = await db
    .selectFrom('threads as t')
    .innerJoin('threadMembers as tm', (join) =>
      join.onRef('tm.threadID', '=', 't.id').on('tm.userID', '=', userID),
    )
    .leftJoin('threadMembers as om', (join) =>
      join.onRef('om.threadID', '=', 't.id').on('om.userID', '!=', userID).on('t.isGroup', '=', 0),
    )
    .leftJoin('users as partner', 'partner.id', 'om.userID')
    .where(
      't.id',
      'in',
      groups.map(([threadID]) => threadID),
    )
    .select([
      't.id',
      't.type',
      't.source',
      't.sourceID',
      't.label',
      't.displayLabel',
      'tm.lastReadMessageID',
      'partner.displayName as partnerName',
    ])
    .execute()
  const byID = new Map(threads.map((thread) => [thread.id, thread]))
  const found: SearchGroup[] = []
  for (const [threadID, ofThread] of groups) {
    const thread = byID.get(threadID)
    if (!thread) continue
    const { type, source, sourceID, label, displayLabel, lastReadMessageID, partnerName } = thread
    found.push({
      threadID,
      type,
      source,
      sourceID,
      label,
      displayLabel: partnerName ?? displayLabel,
      messages: await messagesOf(db, userID, ofThread, lastReadMessageID),
    })
  }
  return found
}

const ASSETS_MAX = 30
/** Most of one kind, so that no kind fills the list. */
const OF_A_KIND_MAX = 10

const ROOM_ASSETS = [
  ['JOB_ORDER', 'JOB_ORDER'],
  ['TOPIC', 'TOPIC'],
] as const

/** Job orders and topics whose chats the person is in. */
async function roomAssets(db: Database, userID: number, term: string): Promise<AssetTag[]> {
  const rows = await db
    .selectFrom('threads as t')
    .innerJoin('threadMembers as tm', 'tm.threadID', 't.id')
    .where('tm.userID', '=', userID)
    .where(
      't.source',
      'in',
      ROOM_ASSETS.map(([, source]) => source),
    )
    .where((eb) =>
      eb.or([contains('t.displayLabel', term), eb(sql<string>`cast(t."sourceID" as text)`, '=', term)]),
    )
    .select(['t.source', 't.sourceID', 't.displayLabel'])
    .orderBy('t.displayLabel')
    .orderBy('t.id')
    .limit(OF_A_KIND_MAX * 2)
    .execute()
  return rows.flatMap(({ source, sourceID, displayLabel }) => {
    const type = ROOM_ASSETS.find((one) => one[1] === source)?.[0]
    return type ? [asset(type, sourceID, displayLabel)] : []
  })
}

/** Tasks that the person may see, by name. */
async function taskAssets(db: Database, person: TicketPerson, term: string): Promise<AssetTag[]> {
  const { rows } = await tasksPage(
    db,
    person,
    { view: 'ALL', searchTerm: term, filters: [], sort: [], page: 1, pageSize: OF_A_KIND_MAX },
    0,
  )
  return rows.map(({ id, taskName }) => asset('TASK', id, taskName))
}

const asset = (type: AssetType, id: number, label: string): AssetTag => ({
  id: assetID(type, id),
  label,
  type,
})

async function meetingAssets(db: Database, userID: number, term: string): Promise<AssetTag[]> {
  const rows = await db
    .selectFrom('meetings as m')
    .innerJoin('meetingPeople as p', 'p.meetingID', 'm.id')
    .where('p.userID', '=', userID)
    .where((eb) => eb.or([contains('m.subject', term), eb(sql<string>`cast(m.id as text)`, '=', term)]))
    .select(['m.id', 'm.subject'])
    .orderBy('m.start', 'desc')
    .orderBy('m.id', 'desc')
    .limit(OF_A_KIND_MAX)
    .execute()
  return rows.map((row) => asset('MEETING', row.id, row.subject))
}

const TITLE_LENGTH = 60

async function ticketAssets(db: Database, person: TicketPerson, term: string): Promise<AssetTag[]> {
  const rows = await visibleTickets(db, person)
    .where((eb) => eb.or([contains('t.message', term), eb(sql<string>`cast(t.id as text)`, '=', term)]))
    .orderBy('t.id', 'desc')
    .limit(OF_A_KIND_MAX)
    .execute()
  return rows.map(({ id, message }) =>
    asset('TICKET', id, `${id} ${(message.split('\n')[0] ?? '').slice(0, TITLE_LENGTH)}`),
  )
}

/** What the person can tag with #, by number or title (spec 2 §3). */
export async function searchAssets(db: Database, person: TicketPerson, term: string): Promise<AssetTag[]> {
  const wanted = term.trim()
  if (wanted === '') return []
  const found = [
    ...(await taskAssets(db, person, wanted)),
    ...(await roomAssets(db, person.userID, wanted)),
    ...(await ticketAssets(db, person, wanted)),
    ...(await meetingAssets(db, person.userID, wanted)),
  ]
  return found.slice(0, ASSETS_MAX)
}

const MENTIONS_MAX = 50
/** The entries that aren't people, and what finds them (spec 2 §3). */
const EVERYBODY = [
  ['Admins', 'adm'],
  ['Everyone', 'eve'],
] as const

/** Who can be mentioned in the conversation, without those already selected. */
export async function mentionList(
  db: Database,
  userID: number,
  thread: MemberThread,
  {
    searchTerm = '',
    selectedIDs = [],
  }: { searchTerm?: string | undefined; selectedIDs?: number[] | undefined },
): Promise<MentionEntry[]> {
  const term = searchable(searchTerm.trim())
  const rows = await db
    .selectFrom('threadMembers as tm')
    .innerJoin('users as u', 'u.id', 'tm.userID')
    .leftJoin('areas as a', 'a.id', 'u.areaID')
    .where('tm.threadID', '=', thread.id)
    .where('u.id', '!=', userID)
    .select(['u.id', 'u.displayName', 'u.role', 'a.name as areaName'])
    .orderBy('u.displayName')
    .orderBy('u.id')
    .execute()
  const people = rows
    .filter((row) => !selectedIDs.includes(row.id) && searchable(row.displayName).includes(term))
    .map(({ id, displayName, role, areaName }) => ({
      id,
      userID: id,
      userName: displayName,
      role,
      areaName: areaName ?? '',
    }))
  const pseudo = thread.isGroup === 1 ? EVERYBODY.filter(([, typed]) => term.startsWith(typed)) : []
  return [...pseudo.map(([userName]) => ({ id: 0, userID: 0, userName })), ...people].slice(0, MENTIONS_MAX)
}
