/**
 * Prints what the seed takes (its budget is 3 s with real password hashing) and what the thread
 * list and a page cost then, and in a large company. Run: node tests/bench/seed.ts
 */
import { hashPassword } from '../../server/auth/passwords.ts'
import { loadPage } from '../../server/chat/message-pages.ts'
import { unreadCounts } from '../../server/chat/reading.ts'
import { listThreads } from '../../server/chat/thread-list.ts'
import { openDatabase } from '../../server/db/database.ts'
import { insertRows } from '../../server/seed/insert.ts'
import { personCalled } from '../../server/seed/people.ts'
import { seedDatabase } from '../../server/seed/seed.ts'

const THREADS = 5000
const MESSAGES = 100_000
const FIRST_ID = 1000

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now()
  const result = await work()
  console.log(`${(performance.now() - start).toFixed(1).padStart(9)} ms  ${what}`)
  return result
}

const db = await openDatabase(':memory:')
const now = Date.now()
const userID = personCalled('Jamie Whitfield').id

await timed('seed, with password hashing (budget 3000)', () =>
  seedDatabase(db, { hashPassword: (password) => hashPassword(password), now }),
)
await timed('thread list, seeded company, first time', () => listThreads(db, userID, {}))
await timed('thread list, seeded company', () => listThreads(db, userID, {}))

const ids = Array.from({ length: THREADS }, (_, place) => FIRST_ID + place)
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
  ids.map((id) => [id, 'CHATROOM', 'TASK_CHAT', id, `TASK: ${id}`, `Task ${id}`, 'Tasks', 1, '', '', now]),
)
await insertRows(
  db,
  'threadMembers',
  ['threadID', 'userID', 'isAdmin', 'isArchived', 'lastReadMessageID'],
  ids.map((id) => [id, userID, 0, 0, 0]),
)
// Half of them in one conversation that nobody has read, the rest spread over the others.
await insertRows(
  db,
  'messages',
  ['threadID', 'userID', 'text', 'type', 'entryTime', 'overallStatus'],
  Array.from({ length: 2 * MESSAGES }, (_, place) => [
    place % 2 ? FIRST_ID : FIRST_ID + (place % THREADS),
    1,
    `Message ${place}`,
    'TEXT',
    now,
    'DELIVERED',
  ]),
)
await timed(`thread list, ${THREADS} threads, ${2 * MESSAGES} unread`, () => listThreads(db, userID, {}))
for (let again = 0; again < 3; again++) await timed('the same again', () => listThreads(db, userID, {}))
await timed('unread count of that person', () => unreadCounts(db, [userID]))
const thread = {
  id: FIRST_ID,
  type: 'CHATROOM',
  source: 'TASK_CHAT',
  sourceID: FIRST_ID,
  isGroup: 1,
  lastMessageID: null,
  lastReadMessageID: 0,
  archivedThroughID: 0,
  isAdmin: 0,
  parentID: null,
} as const
await timed(`opening page of ${MESSAGES} messages`, () => loadPage(db, thread, userID, {}))
const middle = { useAnchor: true, anchorBefore: true, anchorMessageID: MESSAGES }
await timed('a page in the middle of it', () => loadPage(db, thread, userID, middle))
await db.destroy()
