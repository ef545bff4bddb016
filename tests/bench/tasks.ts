/**
 * Prints what the server takes for lists among 10,000 tasks of one person, of 20,000 in all.
 * Run: node tests/bench/tasks.ts
 */
import { type Database, openDatabase } from '../../server/db/database.ts'
import { insertRows } from '../../server/seed/insert.ts'
import { personCalled } from '../../server/seed/people.ts'
import { seedDatabase } from '../../server/seed/seed.ts'
import { taskCounts } from '../../server/tasks/counting.ts'
import { tasksInTime, tasksPage } from '../../server/tasks/listing.ts'
import { listTasks } from '../../shared/contract/tasks.ts'
import { PERMISSIONS, permissionsOf } from '../../shared/domain/permissions.ts'
import { DEFAULT_TASK_STATUSES } from '../../shared/domain/task-lists.ts'
import { TASK_PRIORITIES } from '../../shared/domain/tasks.ts'

const OWN = 10_000
const ROUNDS = 5
const HOUR = 3_600_000
const COLUMNS = [
  'userID',
  'projectID',
  'subject',
  'description',
  'eventStart',
  'eventEnd',
  'dueDate',
  'priority',
  'storyPoint',
  'requiredHours',
  'sprint',
  'milestone',
  'status',
  'statusKind',
  'createdBy',
  'createdAt',
  'updatedAt',
] as const

/** Tasks of a person over two years around now; nine of ten are finished where that is past. */
async function addTasks(db: Database, userID: number, createdBy: number, now: number): Promise<void> {
  const projects = await db.selectFrom('projects').select('id').orderBy('id').execute()
  const rows = Array.from({ length: OWN }, (_, place) => {
    const start = now + (place - OWN / 2) * 2 * HOUR
    const { name, kind } = DEFAULT_TASK_STATUSES[start < now && place % 10 > 0 ? 4 : place % 4] ?? {
      name: '',
      kind: '',
    }
    const priority = TASK_PRIORITIES[place % TASK_PRIORITIES.length]
    const project = projects[place % projects.length]?.id
    const words = [`Measured task ${place}: listen to ${place % 30} recordings`, 'Spec.']
    const times = [start, start + HOUR, start + ((place * 7) % 90) * HOUR]
    return [
      userID,
      project,
      ...words,
      ...times,
      priority,
      '5',
      1,
      '',
      '',
      name,
      kind,
      createdBy,
      start,
      start,
    ]
  })
  await insertRows(db, 'tasks', [...COLUMNS], rows)
}

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    await work()
    if (round === ROUNDS - 1) console.log(`${(performance.now() - start).toFixed(1).padStart(9)} ms  ${what}`)
  }
}

const db = await openDatabase(':memory:')
const now = Date.now()
await seedDatabase(db, { hashPassword: async (password) => password, now })
const permissions = permissionsOf([PERMISSIONS.CALENDAR_CAN_USE_TASK_SCHEDULER])
const priya = { userID: personCalled('Priya Nair').id, displayName: 'Priya Nair', permissions }
await addTasks(db, priya.userID, priya.userID, now)
await addTasks(db, personCalled('Jamie Whitfield').id, priya.userID, now)

const open = { field: 'isOpen', operator: 'anyOf', values: ['yes'] } as const
for (const request of [
  { view: 'MY_DAY' },
  { view: 'MINE', filters: [open] },
  { view: 'MINE', page: 20, pageSize: 500 },
  { view: 'MINE', sort: [{ field: 'projectName', direction: 'asc' }] },
  { view: 'MINE', searchTerm: 'recordings' },
  { view: 'DELEGATED', filters: [open] },
  { view: 'ALL', filters: [open] },
  { view: 'ALL', searchTerm: 'listen to 7' },
] as const)
  await timed(`list of tasks: ${JSON.stringify(request)}`, () =>
    tasksPage(db, priya, listTasks.request.parse(request), now),
  )
await timed('a week', () =>
  tasksInTime(db, priya, { userIDs: [priya.userID], start: new Date(now).toISOString() }),
)
await timed('what the badges count', () => taskCounts(db, priya.userID, now))
await db.destroy()
