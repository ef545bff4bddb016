import { afterEach, beforeEach, expect, test } from 'vitest'
import { postForm } from '../http/testing/post-form.ts'
import {
  addPerson,
  NOON,
  post,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'

const ADD = '/api/iresearch/task-scheduler/add-task'
const SEARCH = '/api/iresearch/task-scheduler/search-projects'

let server: TestServer
let annID: number
let bearer: { authorization: string }

const task = () => ({
  userID: String(annID),
  projectID: '7',
  subject: 'Check the quota',
  description: 'Before noon',
  eventStart: new Date(NOON).toISOString(),
  eventEnd: new Date(NOON + 900_000).toISOString(),
  dueDate: new Date(NOON + 3_600_000).toISOString(),
  priority: 'HIGH',
  storyPoint: '13',
  requiredHours: '0.5',
})

beforeEach(async () => {
  server = await startTestServer()
  const permissions = ['GENERAL_CAN_USE_TEAM_CHAT', 'CALENDAR_CAN_USE_TASK_SCHEDULER'] as const
  annID = await addPerson(server, { userName: 'ann', permissions })
  const room = {
    type: 'CHATROOM',
    displayGroupLabel: '',
    isGroup: 1,
    status: '',
    priority: '',
    createdAt: 1,
  } as const
  await server.server.db
    .insertInto('threads')
    .values([
      { ...room, id: 1, source: 'PROJECT', sourceID: 7, label: 'P7', displayLabel: 'Rail 100% Tracker' },
      { ...room, id: 2, source: 'PROJECT', sourceID: 8, label: 'P8', displayLabel: 'Bus users' },
      { ...room, id: 3, source: 'MEETING', sourceID: 9, label: 'M9', displayLabel: 'Rail meeting' },
    ])
    .execute()
  await server.server.db
    .insertInto('messages')
    .values({
      id: 5,
      threadID: 1,
      userID: annID,
      text: 'Quota?',
      type: 'TEXT',
      entryTime: 1,
      overallStatus: 'SENT',
    })
    .execute()
  bearer = await signIn(server, 'ann')
})
afterEach(() => server.server.close())

async function add(over: Record<string, string | File>) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...task(), ...over })) form.append(name, value)
  return postForm(server, ADD, form, bearer)
}

test('W203 projects are found by a part of their name or their number, and nothing else is', async () => {
  const find = async (searchTerm: string) =>
    JSON.parse((await post(server, SEARCH, { searchTerm }, bearer)).body).map((one: { id: number }) => one.id)
  expect(await find('rail')).toEqual([7])
  expect(await find('100%')).toEqual([7])
  expect(await find('8')).toEqual([8])
  expect(await find('%')).toEqual([7])
  expect(await find('nothing')).toEqual([])
})

test('W204 a form with the task’s fields, its link, template and file is stored, and its number answered', async () => {
  const answer = await add({
    relationshipJSON: '{"type":"CHILD","payload":[3]}',
    template: '{"sections":[]}',
    sprint: 'S1',
    files: new File(['a,b'], 'list.csv', { type: 'text/html' }),
  })
  expect(JSON.parse(answer.body)).toEqual({ taskID: 1 })
  const { db } = server.server
  expect(await db.selectFrom('tasks').selectAll().execute()).toMatchObject([
    {
      userID: annID,
      projectID: 7,
      subject: 'Check the quota',
      eventStart: NOON,
      dueDate: NOON + 3_600_000,
      priority: 'HIGH',
      storyPoint: '13',
      requiredHours: 0.5,
      sprint: 'S1',
      relationship: '{"type":"CHILD","payload":[3]}',
      template: '{"sections":[]}',
      createdBy: annID,
    },
  ])
  const files = await db.selectFrom('taskFiles').select(['taskID', 'fileName', 'contentType']).execute()
  expect(files).toEqual([{ taskID: 1, fileName: 'list.csv', contentType: 'text/csv; charset=utf-8' }])
})

test('a task that comes from a message keeps which, if the person is in its chat', async () => {
  const origin = { chatSource: 'PROJECT', chatSourceID: '7', chatMessageID: '5' }
  expect((await add(origin)).status).toBe(403)
  await server.server.db
    .insertInto('threadMembers')
    .values({ threadID: 1, userID: annID, isAdmin: 0, isArchived: 0, lastReadMessageID: 0 })
    .execute()
  expect((await add(origin)).status).toBe(200)
  expect(await server.server.db.selectFrom('tasks').select('chatMessageID').execute()).toEqual([
    { chatMessageID: 5 },
  ])
})

test.each([
  [{ subject: '  ' }, null],
  [{ requiredHours: '0.1' }, null],
  [{ storyPoint: '4' }, null],
  [{ relationshipJSON: '{' }, null],
  [{ projectID: '99' }, 'There is no such project.'],
  [{ userID: '99' }, 'There is nobody with that number.'],
  [{ dueDate: new Date(NOON - 1).toISOString() }, 'Task start has to be before due date'],
])('%o is refused and nothing is stored', async (over, words) => {
  const answer = await add(over)
  expect(answer.status).toBe(400)
  if (words !== null) expect(answer.body).toContain(words)
  expect(await server.server.db.selectFrom('tasks').select('id').execute()).toEqual([])
})
