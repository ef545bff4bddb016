import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomFrom } from '#shared/domain/random.ts'
import { inRoot } from '../../scripts/lib/paths.ts'
import { type ServerProcess, startServer } from '../../scripts/lib/server-process.ts'
import type { Schema } from '../../server/db/schema.ts'
import {
  addGrantor,
  addPerson,
  post,
  signIn,
  startTestServer,
} from '../../server/http/testing/test-server.ts'
import { addProject, addTaskRow } from '../../server/tasks/testing/task-fixture.ts'
import { serverProgram } from '../../server/testing/programs.ts'
import { TICKET_TYPES } from '../../shared/domain/ticket-guide.ts'
import { whole } from '../whole.ts'

/** One at each point of every write, and more, in the whole run. */
const KILLS = whole(16, 300)

/** Each kill is a server that starts: on a busy machine that takes its time. */
const MINUTES = 600_000

/** A write that is made again with its key after the server died in it. */
interface Write {
  readonly name: string
  readonly path: string
  /** @param mark what tells this write from all others */
  readonly body: (mark: string) => object | FormData
  /** Where it stands, once in each. */
  readonly places: readonly (readonly [table: keyof Schema, column: string])[]
}

const file = (mark: string) => new File([`What ${mark} says`], `${mark}.txt`, { type: 'text/plain' })

function form(fields: Record<string, string | File>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return data
}

const folder = mkdtempSync(join(tmpdir(), 'fieldwork-repeated-'))
const dataDir = join(folder, 'data')
const databaseFile = join(dataDir, 'fieldwork.db')
let ann: { authorization: string }
let ticketID = 0
let threadID = 0
let taskID = 0
let annID = 0
let server: ServerProcess | null = null

const RAISE = '/api/help/tickets/raise'
const TASKS = '/api/iresearch/task-scheduler'
const PROJECT = 7
/** Tomorrow, so that the server has nothing to remind of. */
const TOMORROW = new Date(Date.now() + 86_400_000)

const taskForm = (mark: string, content: File) =>
  form({
    ...{ userID: String(annID), projectID: String(PROJECT), subject: mark, description: 'Before noon' },
    ...{
      eventStart: TOMORROW.toISOString(),
      eventEnd: TOMORROW.toISOString(),
      dueDate: TOMORROW.toISOString(),
    },
    ...{ priority: 'LOW', storyPoint: '5', requiredHours: '1', files: content },
  })

const WRITES: readonly Write[] = [
  {
    name: 'a ticket',
    path: RAISE,
    body: (mark) => ({ ticketType: TICKET_TYPES[0], message: mark }),
    places: [
      ['tickets', 'message'],
      ['ticketTimeline', 'text'],
      ['notifications', 'body'],
    ],
  },
  {
    name: 'an internal note',
    path: '/api/help/tickets/notes/add',
    body: (mark) => ({ ticketID, note: mark }),
    places: [['ticketTimeline', 'text']],
  },
  {
    name: 'a sticky note',
    path: '/api/sticky-notes/new',
    body: (mark) => ({ text: mark, colour: 'YELLOW', x: 0, y: 0 }),
    places: [['stickyNotes', 'text']],
  },
  {
    name: 'a document, by a form',
    path: '/api/documents/upload',
    body: (mark) => form({ file: file(mark) }),
    places: [['documents', 'name']],
  },
  {
    name: 'a message with a file, by a form',
    path: '/api/communication/chat/send-attachment-to-thread',
    body: (mark) => form({ threadID: String(threadID), message: mark, file: file(mark) }),
    places: [
      ['messages', 'text'],
      ['attachments', 'fileName'],
    ],
  },
  {
    name: 'a task with a file, by a form',
    path: `${TASKS}/add-task`,
    body: (mark) => taskForm(mark, file(mark)),
    places: [
      ['tasks', 'subject'],
      ['taskFiles', 'fileName'],
    ],
  },
  {
    name: 'changes of tasks',
    path: `${TASKS}/tasks/change`,
    body: (mark) => ({ changes: [{ taskID, set: { description: mark } }] }),
    places: [
      ['tasks', 'description'],
      ['taskHistory', 'changes'],
    ],
  },
  {
    name: 'an event of the calendar',
    path: '/api/calendar/events/add',
    body: (mark) => {
      const day = TOMORROW.toISOString().slice(0, 10)
      const times = { startLocal: `${day}T09:00`, endLocal: `${day}T10:00`, zone: 'Europe/London' }
      return { subject: mark, ...times }
    },
    places: [['calendarEvents', 'subject']],
  },
]

/** The people, their ticket and their conversation, as a server of this process leaves them. */
async function prepare(): Promise<void> {
  const office = await startTestServer({ databaseFile, clock: () => Date.now(), logLevel: 'error' })
  const managerID = await addPerson(office, { userName: 'max', permissions: ['GENERAL_CAN_USE_TEAM_CHAT'] })
  const permissions = [
    'ISUPERVISOR_CAN_SEE_MODULE',
    'CAN_USE_STICKY_NOTES',
    'CAN_USE_DOCUMENTS',
    'GENERAL_CAN_USE_TEAM_CHAT',
    'CHAT_CAN_ADD_ATTACHMENT',
    'CALENDAR_CAN_USE_TASK_SCHEDULER',
    'ITRACKER_CAN_SEE_MY_SCHEDULE',
  ] as const
  annID = await addPerson(office, { userName: 'ann', permissions, managerID })
  await addProject(office.server.db, PROJECT, 'Rail 100% Tracker')
  taskID = await addTaskRow(office.server.db, { userID: annID })
  await addGrantor(office)
  ann = await signIn(office, 'ann')
  const said = async (path: string, body: object) =>
    JSON.parse((await post(office, path, body, ann)).body) as { id: number; threadID: number }
  ticketID = (await said(RAISE, { ticketType: TICKET_TYPES[0], message: 'The first' })).id
  threadID = (await said('/api/my-team-chatroom/start-conversation', { users: [managerID] })).threadID
  await office.server.close()
}

const launch = () =>
  startServer({
    dataDir,
    port: 0,
    logFile: join(folder, 'server.log'),
    program: ['--import', inRoot('tests/faults/die-at-write.ts'), serverProgram('main')],
  })

/** The running server, a new one where it has died. */
async function running(): Promise<ServerProcess> {
  server ??= await launch()
  return server
}

async function make(write: Write, mark: string, dieAt?: number): Promise<Response> {
  const body = write.body(mark)
  const isForm = body instanceof FormData
  return fetch(`${(await running()).url}${write.path}`, {
    method: 'POST',
    headers: {
      ...ann,
      'idempotency-key': mark,
      ...(isForm ? {} : { 'content-type': 'application/json' }),
      ...(dieAt !== undefined && { 'x-die-at': String(dieAt) }),
    },
    body: isForm ? body : JSON.stringify(body),
  })
}

/** How often it stands at each of its places, in the database that the server goes on using. */
function counts({ places }: Write, mark: string): number[] {
  const db = new DatabaseSync(databaseFile, { readOnly: true })
  try {
    return places.map(([table, column]) => {
      const rows = db.prepare(`select 1 from "${table}" where "${column}" like ?`).all(`%${mark}%`)
      return rows.length
    })
  } finally {
    db.close()
  }
}

/** Has the server die at that point of the write, and makes it again at the next server. */
async function killAndRepeat(write: Write, mark: string, dieAt: number): Promise<void> {
  const victim = await running()
  const answered = await make(write, mark, dieAt).then(
    () => true,
    () => false,
  )
  expect(answered).toBe(false)
  expect((await victim.exited).signal).toBe('SIGKILL')
  server = null
  const again = await make(write, mark)
  expect([again.status, (await again.text()).length > 2]).toEqual([200, true])
}

/** How many points the write has, from one that is made whole. */
async function pointsOf(write: Write): Promise<number> {
  const answer = await make(write, `whole-${WRITES.indexOf(write)}`, Number.MAX_SAFE_INTEGER)
  const said = await answer.text()
  expect([write.name, answer.status, answer.ok ? '' : said]).toEqual([write.name, 200, ''])
  return Number(answer.headers.get('x-points'))
}

beforeAll(prepare)
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test(
  `a write whose server dies at any point of it, made again with its key, stands once: ${KILLS} kills`,
  async () => {
    const random = randomFrom(17)
    let kills = 0
    const wrong: object[] = []
    const points = new Map<Write, number>()
    for (const write of WRITES) points.set(write, await pointsOf(write))
    while (kills < KILLS) {
      for (const write of WRITES) {
        const most = points.get(write) ?? 0
        // Through all of them first, where there are enough kills; then wherever it falls.
        const round = Math.floor(kills / WRITES.length)
        const dieAt = KILLS > 100 && round < most ? round + 1 : 1 + Math.floor(random() * most)
        const mark = `mark-${kills}-`
        await killAndRepeat(write, mark, dieAt)
        const stands = counts(write, mark)
        if (stands.some((times) => times !== 1)) wrong.push({ write: write.name, dieAt, stands })
        kills += 1
      }
    }
    expect(wrong).toEqual([])
  },
  MINUTES,
)
