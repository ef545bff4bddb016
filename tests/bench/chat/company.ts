import { join } from 'node:path'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../../../server/db/database.ts'
import { insertRows } from '../../../server/seed/insert.ts'
import { personCalled } from '../../../server/seed/people.ts'
import { seededData } from '../../e2e/support/test-server.ts'
import { benchText } from './texts.ts'

/** Conversations of the benchmark: how many messages each has. Those before the list are the newest. */
export const ROOMS = [
  { label: 'Bench long A', messages: 100_000 },
  { label: 'Bench long B', messages: 100_000 },
  { label: 'Bench room C', messages: 1000 },
  { label: 'Bench room D', messages: 1000 },
  { label: 'Bench room E', messages: 1000 },
  { label: 'Bench room F', messages: 1000 },
] as const
/** Threads in the list beside them. */
export const THREADS = 5000

const FIRST_ROOM = 100_000
const FIRST_THREAD = 200_000
export const roomID = (index: number): number => FIRST_ROOM + index
export const people = () => ({
  reader: personCalled('Jamie Whitfield').id,
  writer: personCalled('Priya Nair').id,
})

/** A seeded company with long conversations and a long list; gives the folder, to be copied. */
export async function benchCompany(): Promise<{ folder: string; remove: () => void }> {
  const seeded = await seededData()
  const db = await openDatabase(join(seeded.folder, 'fieldwork.db'))
  try {
    await db.transaction().execute(fill)
  } finally {
    await db.destroy()
  }
  return seeded
}

async function fill(db: Database): Promise<void> {
  const now = Date.now()
  const { reader, writer } = people()
  await insertRows(
    db,
    'threads',
    [
      'id',
      'type',
      'source',
      'sourceID',
      'label',
      'displayLabel',
      'displayGroupLabel',
      'isGroup',
      'status',
      'priority',
      'createdAt',
    ],
    [
      ...ROOMS.map(({ label }, at) => [
        roomID(at),
        'THREAD',
        'MANUAL',
        roomID(at),
        label,
        label,
        'Groups',
        1,
        '',
        '',
        now,
      ]),
      ...Array.from({ length: THREADS }, (_, at) => {
        const id = FIRST_THREAD + at
        return [
          id,
          'CHATROOM',
          'TASK_CHAT',
          id,
          `TASK: ${id}`,
          `Survey task ${at} ${benchText(at).slice(0, 24)}`,
          'Tasks',
          1,
          '',
          '',
          now,
        ]
      }),
    ],
  )
  // The rooms are pinned, so that they are in sight whatever else the list has.
  const member = (threadID: number, userID: number) => [
    threadID,
    userID,
    0,
    0,
    Number.MAX_SAFE_INTEGER,
    threadID < FIRST_THREAD ? now : null,
  ]
  await insertRows(
    db,
    'threadMembers',
    ['threadID', 'userID', 'isAdmin', 'isArchived', 'lastReadMessageID', 'pinnedAt'],
    [
      ...ROOMS.flatMap((_, at) => [member(roomID(at), reader), member(roomID(at), writer)]),
      ...Array.from({ length: THREADS }, (_, at) => member(FIRST_THREAD + at, reader)),
    ],
  )
  const columns = ['threadID', 'userID', 'text', 'type', 'entryTime', 'overallStatus'] as const
  const row = (threadID: number, n: number, at: number) => [
    threadID,
    n % 3 === 0 ? reader : writer,
    benchText(n),
    'TEXT',
    at,
    'DELIVERED',
  ]
  await insertRows(
    db,
    'messages',
    columns,
    Array.from({ length: THREADS }, (_, at) => row(FIRST_THREAD + at, at, now - 86_400_000 - at * 1000)),
  )
  for (const [index, { messages }] of ROOMS.entries())
    await insertRows(
      db,
      'messages',
      columns,
      Array.from({ length: messages }, (_, n) =>
        row(roomID(index), n, now - (messages - n) * 20_000 - index * 1000),
      ),
    )
  await sql`
    update threads set
      "lastMessageID" = (select max(id) from messages where "threadID" = threads.id),
      "lastMessageTime" = (select "entryTime" from messages where "threadID" = threads.id order by id desc limit 1)
    where id >= ${FIRST_ROOM}`.execute(db)
  await sql`
    update "threadMembers" set "lastReadMessageID" = (select "lastMessageID" from threads where id = "threadID"),
      "deliveredThroughID" = (select "lastMessageID" from threads where id = "threadID")
    where "threadID" >= ${FIRST_ROOM}`.execute(db)
}
