import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Task, TaskRow } from '#shared/contract/task-entities.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { DEFAULT_TASK_STATUSES } from '#shared/domain/task-lists.ts'
import { TASK_FILE_MAX_BYTES, TASK_TEXT } from '#shared/domain/tasks.ts'
import { mainHub } from '#shared/hubs/main.ts'
import { createLiveClients } from '../http/testing/live-clients.ts'
import { postForm } from '../http/testing/post-form.ts'
import {
  addPerson,
  NOON,
  post,
  readable,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { putSetting } from '../settings/settings.ts'
import { addProject, addTaskRow } from './testing/task-fixture.ts'

const PATH = '/api/iresearch/task-scheduler'
const TASK_YEARS = 'A task’s times are between 2000 and 2099.'
const DAY = 86_400_000
const iso = (at: number) => new Date(at).toISOString()
const PLANNER: readonly PermissionName[] = ['GENERAL_CAN_USE_TEAM_CHAT', 'CALENDAR_CAN_USE_TASK_SCHEDULER']

let server: TestServer
let annID: number
let bobID: number
let ann: { authorization: string }
let bob: { authorization: string }

beforeEach(async () => {
  server = await startTestServer()
  annID = await addPerson(server, { userName: 'ann', permissions: PLANNER })
  bobID = await addPerson(server, { userName: 'bob', permissions: ['GENERAL_CAN_USE_TEAM_CHAT'] })
  await addProject(server.server.db, 7, 'Rail 100% Tracker')
  await addProject(server.server.db, 8, 'Bus users')
  ann = await signIn(server, 'ann')
  bob = await signIn(server, 'bob')
})
afterEach(() => server.server.close())

async function ask<T>(call: string, request: object, who = ann): Promise<{ status: number; body: T }> {
  const { status, body } = await post(server, `${PATH}/${call}`, request, who)
  const parsed = JSON.parse(body)
  return { status, body: (status < 400 ? parsed : readable(parsed)) as T }
}
const refusal = (status: number, value: string) => ({ status, body: { value } })
const read = async (taskID: number, who = ann) => (await ask<Task>('tasks/get', { taskID }, who)).body
const set = (taskID: number, changed: object, who = ann, version?: number) =>
  ask('tasks/update', { taskID, set: changed, ...(version === undefined ? {} : { version }) }, who)

const form = () => ({
  userID: String(annID),
  projectID: '7',
  subject: 'Check the quota',
  description: 'Before noon',
  eventStart: iso(NOON),
  eventEnd: iso(NOON + 900_000),
  dueDate: iso(NOON + 3_600_000),
  priority: 'HIGH',
  storyPoint: '13',
  requiredHours: '0.5',
})

async function add(over: Record<string, string | File | readonly File[]>, who = ann) {
  const data = new FormData()
  for (const [name, value] of Object.entries({ ...form(), ...over }))
    for (const one of [value].flat() as (string | File)[]) data.append(name, one)
  return postForm(server, `${PATH}/add-task`, data, who)
}

async function addRoom(source: 'PROJECT' | 'TASK_CHAT' | 'SUBTASK', sourceID: number, members: number[]) {
  const { db } = server.server
  const { id } = await db
    .insertInto('threads')
    .values({
      type: 'CHATROOM',
      source,
      sourceID,
      label: `${source}: ${sourceID}`,
      displayLabel: 'Room',
      displayGroupLabel: '',
      isGroup: 1,
      status: '',
      priority: '',
      createdAt: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const userID of members)
    await db
      .insertInto('threadMembers')
      .values({ threadID: id, userID, isAdmin: 0, isArchived: 0, lastReadMessageID: 0 })
      .execute()
  return id
}

const configure = (prefixes: { id: number; text: string; projectID: number | null }[]) =>
  putSetting(server.server.db, 'projects.tasks', {
    templates: [],
    prefixes,
    statuses: [...DEFAULT_TASK_STATUSES],
    sprints: ['S1'],
    milestones: [],
  })

describe('a new task', () => {
  test('W203 projects are found by a part of their name or code, or their number, and nothing else is', async () => {
    const find = async (searchTerm: string) =>
      (await ask<{ id: number }[]>('search-projects', { searchTerm })).body.map(({ id }) => id)
    expect(await find('rail')).toEqual([7])
    expect(await find('P8')).toEqual([8])
    expect(await find('8')).toEqual([8])
    expect(await find('office')).toEqual([1])
    expect(await find('100%')).toEqual([7])
    expect(await find('%')).toEqual([7])
    expect(await find('_')).toEqual([])
    expect(await find('nothing')).toEqual([])
    for (let id = 100; id < 131; id += 1) await addProject(server.server.db, id, `Wave ${id}`)
    expect(await find('wave')).toEqual(Array.from({ length: 30 }, (_, place) => 100 + place))
  })

  test('W002 W070 W071 W204 a form with the task’s fields, its link, template and files is stored, and its number answered', async () => {
    const parent = await addTaskRow(server.server.db, { userID: annID })
    const answer = await add({
      relationshipJSON: JSON.stringify({ type: 'CHILD', payload: { id: parent } }),
      template: JSON.stringify({ sections: [{ metaDataFields: [{ name: 'Region', userValue: 'North' }] }] }),
      sprint: 'S1',
      files: [new File(['a,b'], 'list.csv', { type: 'text/html' }), new File(['c'], 'two.txt')],
    })
    const { taskID } = JSON.parse(answer.body)
    const made = await read(taskID)
    expect(made).toMatchObject({
      ...form(),
      userID: annID,
      projectID: 7,
      projectName: 'Rail 100% Tracker',
      taskName: 'Check the quota',
      requiredHours: 0.5,
      sprint: 'S1',
      status: 'To do',
      statusKind: 'TO_DO',
      completionTime: null,
      createdBy: annID,
      links: [{ type: 'CHILD', taskID: parent }],
      version: 1,
    })
    expect(made.template?.sections[0]?.metaDataFields[0]).toMatchObject({
      name: 'Region',
      userValue: 'North',
    })
    expect(made.files.map(({ fileName, size, addedBy }) => [fileName, size, addedBy])).toEqual([
      ['list.csv', 3, 'ann'],
      ['two.txt', 1, 'ann'],
    ])
    const [file] = made.files
    const content = await post(server, `${PATH}/tasks/file`, { taskID, fileID: file?.fileID }, ann)
    expect([content.body, content.headers['content-type']]).toEqual(['a,b', 'text/csv; charset=utf-8'])
    expect((await read(parent)).subtasks).toBe(1)
  })

  test('W002 somebody whose task it becomes is told, and nobody of their own', async () => {
    await add({ userID: String(bobID) })
    await add({})
    const told = await server.server.db
      .selectFrom('notifications')
      .select(['userID', 'type', 'subject', 'source', 'sourceID'])
      .execute()
    expect(told).toEqual([
      {
        ...{ userID: bobID, type: 'NEW_UPDATE', subject: 'Task: 1 was given to you: Check the quota' },
        ...{ source: 'TASK', sourceID: 1 },
      },
    ])
    // It is theirs then, also without planning tasks; the other one isn't.
    expect((await set(1, { status: 'Done' }, bob)).status).toBe(200)
    expect((await set(2, { status: 'Done' }, bob)).status).toBe(400)
  })

  test('C087 a task that comes from a message keeps which, if the person is in its chat', async () => {
    const threadID = await addRoom('PROJECT', 7, [bobID])
    const message = { id: 5, threadID, userID: bobID, text: 'Quota?', type: 'TEXT' } as const
    await server.server.db
      .insertInto('messages')
      .values({ ...message, entryTime: 1, overallStatus: 'SENT' })
      .execute()
    const origin = { chatSource: 'PROJECT', chatSourceID: '7', chatMessageID: '5' }
    expect((await add(origin)).status).toBe(403)
    await server.server.db
      .insertInto('threadMembers')
      .values({ threadID, userID: annID, isAdmin: 0, isArchived: 0, lastReadMessageID: 0 })
      .execute()
    expect((await add(origin)).status).toBe(200)
    const kept = await server.server.db.selectFrom('tasks').select('chatMessageID').execute()
    expect(kept).toEqual([{ chatMessageID: 5 }])
  })

  test.each([
    [{ subject: '  ' }, null],
    [{ description: ' ' }, null],
    [{ requiredHours: '0.24' }, null],
    [{ requiredHours: '1000.5' }, null],
    [{ storyPoint: '4' }, null],
    [{ priority: 'URGENT' }, null],
    [{ relationshipJSON: '{' }, null],
    [{ relationshipJSON: '{"type":"FRIEND","payload":{"id":1}}' }, 'relationship'],
    [{ relationshipJSON: '{"type":"CHILD","payload":{"id":99}}' }, TASK_TEXT.noTask],
    [{ template: '{"sections":7}' }, 'template'],
    [{ projectID: '99' }, 'There is no such project.'],
    [{ userID: '99' }, 'There is nobody with that number.'],
    [{ status: 'Elsewhere' }, TASK_TEXT.noStatus],
    [{ eventEnd: iso(NOON - 1) }, TASK_TEXT.endBeforeStart],
    [{ eventStart: '0001-01-01T00:00:00.000Z' }, TASK_YEARS],
    [{ eventStart: '1999-12-31T23:59:59.999Z' }, TASK_YEARS],
    [{ eventEnd: '2100-01-01T00:00:00.000Z' }, TASK_YEARS],
    [{ dueDate: '9999-12-31T23:59:59.000Z' }, TASK_YEARS],
  ])('%o is refused and nothing is stored', async (over, words) => {
    const answer = await add(over)
    expect(answer.status).toBe(400)
    if (words !== null) expect(answer.body).toContain(words)
    expect(await server.server.db.selectFrom('tasks').select('id').execute()).toEqual([])
  })

  test('a task may be planned from the first moment of 2000 to the last of 2099, and not be moved out of it', async () => {
    const times = {
      eventStart: '2000-01-01T00:00:00.000Z',
      eventEnd: '2099-12-31T23:59:59.999Z',
      dueDate: '2099-12-31T23:59:59.999Z',
    }
    const { taskID } = JSON.parse((await add(times)).body)
    expect(await read(taskID)).toMatchObject(times)
    for (const field of ['eventStart', 'eventEnd', 'dueDate']) {
      const answer = await set(taskID, { [field]: '2100-01-01T00:00:00.000Z' })
      expect(answer.status, field).toBe(400)
      expect(JSON.stringify(answer.body)).toContain(TASK_YEARS)
    }
    expect(await read(taskID)).toMatchObject(times)
  })

  test('W064 W065 each priority and each testing status of the document is taken, and no other', async () => {
    for (const priority of ['LOW', 'MEDIUM', 'HIGH', 'EMERGENCY'])
      expect((await add({ priority })).status, priority).toBe(200)
    for (const testingStatus of ['TESTING NOT REQUIRED', 'PENDING', 'FAILED', 'IN PROGRESS', 'PASSED']) {
      const { taskID } = JSON.parse((await add({ testingStatus })).body)
      expect((await read(taskID)).testingStatus).toBe(testingStatus)
    }
    for (const wrong of [{ priority: 'CRITICAL' }, { testingStatus: 'IN_PROGRESS' }])
      expect((await add(wrong)).status).toBe(400)
  })

  test('W256 each effort of the scale is taken, kept and changed to, and none beside them', async () => {
    const points = ['21', '13', '8', '5', '3', '2', '1']
    for (const storyPoint of points) {
      const { taskID } = JSON.parse((await add({ storyPoint })).body)
      expect((await read(taskID)).storyPoint).toBe(storyPoint)
    }
    const taskID = await addTaskRow(server.server.db, { userID: annID, createdBy: annID })
    for (const storyPoint of points) {
      expect((await set(taskID, { storyPoint })).status).toBe(200)
      expect((await read(taskID)).storyPoint).toBe(storyPoint)
    }
    for (const storyPoint of ['0', '4', '20', '22', '']) {
      expect((await add({ storyPoint })).status, storyPoint).toBe(400)
      expect((await set(taskID, { storyPoint })).status, storyPoint).toBe(400)
    }
  })

  test('W124 a quarter of an hour is the least that a task takes', async () => {
    expect((await add({ requiredHours: '0.25' })).status).toBe(200)
    expect((await add({ requiredHours: '0.2499' })).status).toBe(400)
  })

  test('W123 only where prefixes are configured has a task to start before it is due', async () => {
    const late = { dueDate: iso(NOON - 1) }
    expect((await add(late)).status).toBe(200)
    await configure([{ id: 3, text: 'QC', projectID: 8 }])
    const answer = await add(late)
    expect([answer.status, readable(JSON.parse(answer.body))]).toEqual([
      400,
      { value: 'Task start has to be before due date' },
    ])
    expect((await add({ dueDate: iso(NOON) })).status).toBe(200)
  })

  test('W074 a prefix stands before the subject, of its own project only', async () => {
    await configure([{ id: 3, text: 'QC', projectID: 8 }])
    expect((await add({ prefixID: '3' })).status).toBe(400)
    const { taskID } = JSON.parse((await add({ prefixID: '3', projectID: '8' })).body)
    expect(await read(taskID)).toMatchObject({ taskName: 'QC Check the quota', subject: 'Check the quota' })
  })

  test('W125 a file of 30 MB is taken, one of a byte more is refused in the document’s words', async () => {
    const whole = new File([new Uint8Array(TASK_FILE_MAX_BYTES)], 'a.pdf')
    expect(TASK_FILE_MAX_BYTES).toBe(31_457_280)
    expect((await add({ files: whole })).status).toBe(200)
    const more = new File([new Uint8Array(TASK_FILE_MAX_BYTES + 1)], 'a.pdf')
    const answer = await add({ files: more })
    expect([answer.status, readable(JSON.parse(answer.body))]).toEqual([
      400,
      { value: 'This file is too big to upload. Maximum size allowed is 30MB.' },
    ])
  })

  test('W126 a template’s file field takes the document’s kinds of file and no others', async () => {
    const send = (name: string) => {
      const metaDataFields = [{ name: 'Script', dataSource: 'FILE', userValue: name }]
      return add({
        template: JSON.stringify({ sections: [{ metaDataFields }] }),
        files: new File(['a'], name),
      })
    }
    for (const end of ['webm', 'pdf', 'xls', 'xlsx', 'txt', 'doc', 'docx', 'png', 'jpg', 'jpeg', 'PDF'])
      expect((await send(`a.${end}`)).status, end).toBe(200)
    for (const name of ['a.exe', 'a.gif', 'pdf', 'a.pdf.html'])
      expect((await send(name)).status, name).toBe(400)
  })

  test('W072 a field of a template keeps its nine parts, and what is not given is empty and asked of nobody', async () => {
    const whole = {
      name: 'Version',
      description: 'Of the script',
      placeholder: 'v1.2',
      isMetaMandatory: true,
      dataSource: 'OPTIONS',
      userValue: 'v2',
      dateValue: '2026-05-04',
      userBooleanValue: true,
      optionsValues: ['v1', 'v2'],
    }
    const metaDataFields = [whole, { name: 'Note' }]
    const { body } = await add({ template: JSON.stringify({ sections: [{ metaDataFields }] }) })
    const { template } = await read(JSON.parse(body).taskID)
    expect(template?.sections[0]?.metaDataFields).toEqual([
      whole,
      {
        name: 'Note',
        description: '',
        placeholder: '',
        isMetaMandatory: false,
        dataSource: '',
        userValue: null,
        dateValue: null,
        userBooleanValue: null,
        optionsValues: [],
      },
    ])
  })

  test('W127 a mandatory field of a template has to be filled in, whatever kind it is', async () => {
    const fields = [
      { name: 'Version', dataSource: 'TEXT', userValue: ' ' },
      { name: 'Until', dataSource: 'DATE', dateValue: null },
      { name: 'Walked through', dataSource: 'CHECKBOX', userBooleanValue: false },
      { name: 'Region', dataSource: 'OPTIONS', optionsValues: ['North'], userValue: null },
      { name: 'Note', dataSource: 'TEXTAREA', isMetaMandatory: false },
    ].map((field) => ({ isMetaMandatory: true, ...field }))
    const answer = await add({ template: JSON.stringify({ sections: [{ metaDataFields: fields }] }) })
    expect([answer.status, readable(JSON.parse(answer.body))]).toEqual([
      400,
      { value: 'Please fill in: Version, Until, Walked through, Region' },
    ])
    for (const one of fields.slice(0, 4)) {
      const alone = await add({ template: JSON.stringify({ sections: [{ metaDataFields: [one] }] }) })
      expect([alone.status, readable(JSON.parse(alone.body))]).toEqual([
        400,
        { value: `Please fill in: ${one.name}` },
      ])
    }
    const free = await add({ template: JSON.stringify({ sections: [{ metaDataFields: fields.slice(4) }] }) })
    expect(free.status).toBe(200)
  })
})

describe('who sees what', () => {
  test('whose it is, who made it, who manages them and who is in its conversation see a task, nobody else', async () => {
    const cat = await addPerson(server, { userName: 'cat', permissions: [] })
    const bearer = await signIn(server, 'cat')
    const taskID = await addTaskRow(server.server.db, { userID: bobID, createdBy: annID })
    expect((await ask('tasks/get', { taskID })).status).toBe(200)
    expect((await ask('tasks/get', { taskID }, bob)).status).toBe(200)
    expect(await ask('tasks/get', { taskID }, bearer)).toEqual(refusal(400, 'There is no such task.'))
    await server.server.db.updateTable('users').set({ managerID: cat }).where('id', '=', bobID).execute()
    expect((await ask('tasks/get', { taskID }, bearer)).status).toBe(200)
    await server.server.db.updateTable('users').set({ managerID: null }).where('id', '=', bobID).execute()
    await addRoom('SUBTASK', taskID, [cat])
    const seen = await ask<Task>('tasks/get', { taskID }, bearer)
    expect(seen.body).toMatchObject({ mayChange: false, chat: { source: 'SUBTASK', sourceID: taskID } })
    expect(await set(taskID, { status: 'Done' }, bearer)).toEqual(refusal(403, TASK_TEXT.notYours))
  })

  test('people of a project’s room see its tasks if they plan tasks', async () => {
    const taskID = await addTaskRow(server.server.db, { userID: bobID, createdBy: bobID })
    expect((await ask('tasks/get', { taskID })).status).toBe(400)
    await addRoom('PROJECT', 7, [annID])
    expect((await ask('tasks/get', { taskID })).status).toBe(200)
    const bobs = await addTaskRow(server.server.db, { userID: annID, createdBy: annID, projectID: 8 })
    await addRoom('PROJECT', 8, [bobID])
    expect((await ask('tasks/get', { taskID: bobs }, bob)).status).toBe(400)
  })

  test('W202 the week of a day has what is worked on or due in it, of these people, as far as one may see', async () => {
    const { db } = server.server
    // Noon is of a Monday in summer, whose midnight is at 23:00 UTC.
    const monday = NOON - 13 * 3_600_000
    const own = { userID: annID, createdBy: annID, dueDate: NOON + 30 * DAY }
    const row = async (subject: string, at: number, more: object = {}) =>
      addTaskRow(db, { ...own, subject, eventStart: at, eventEnd: at + 1, ...more })
    await row('on monday', monday)
    await row('on sunday', monday + 7 * DAY - 1)
    await row('before', monday - 1, { eventEnd: monday })
    await row('after', monday + 7 * DAY)
    await row('due in it', monday - 10 * DAY, { dueDate: NOON })
    await row('due before it', monday - 10 * DAY, { dueDate: monday - 1 })
    await row('a moment', monday, { eventEnd: monday })
    await row('lasts into it', monday - 3 * DAY, { eventEnd: monday + 1 })
    await row('bob’s own', NOON, { userID: bobID, createdBy: bobID })
    await row('bob’s from ann', NOON, { userID: bobID })
    const load = async (request: object) =>
      (await ask<TaskRow[]>('load/tasks', request)).body.map(({ taskName }) => taskName)
    expect(await load({ userIDs: [annID, bobID], start: iso(NOON) })).toEqual([
      'due in it',
      'lasts into it',
      'on monday',
      'a moment',
      'bob’s from ann',
      'on sunday',
    ])
    expect(await load({ userIDs: [annID], start: iso(NOON), end: iso(NOON + 2 * DAY) })).toEqual([
      'due in it',
    ])
    expect(await load({ userIDs: [], start: iso(NOON) })).toEqual([])
  })
})

test('W075 W202 a loaded task has its nine fields, as they are kept', async () => {
  await server.server.db
    .insertInto('epics')
    .values({ id: 3, name: 'Northgate Rail', createdAt: NOON })
    .execute()
  await server.server.db.updateTable('projects').set({ epicID: 3 }).where('id', '=', 7).execute()
  const taskID = await addTaskRow(server.server.db, { userID: annID, createdBy: annID, requiredHours: 1.5 })
  const load = async () => (await ask<TaskRow[]>('load/tasks', { userIDs: [annID], start: iso(NOON) })).body
  const fields = {
    eventStart: iso(NOON),
    eventEnd: iso(NOON + 3_600_000),
    dueDate: iso(NOON + 7_200_000),
    epicName: 'Northgate Rail',
    requiredHours: 1.5,
    taskName: 'Check the quota',
    priority: 'LOW',
  }
  expect(await load()).toMatchObject([{ ...fields, completionTime: null, status: 'To do' }])
  await set(taskID, { status: 'Done' })
  expect(await load()).toMatchObject([{ ...fields, completionTime: iso(server.clock.now), status: 'Done' }])
})

describe('a list', () => {
  const rows = async (request: object, who = ann) => {
    const { body } = await ask<{ rows: TaskRow[]; total: number; totals: object }>(
      'tasks/list',
      { view: 'MINE', ...request },
      who,
    )
    return { ...body, names: body.rows.map(({ taskName }) => taskName) }
  }
  beforeEach(async () => {
    const { db } = server.server
    const own = { userID: annID, createdBy: annID }
    await addTaskRow(db, { ...own, subject: 'quota', priority: 'LOW', dueDate: NOON + DAY })
    await addTaskRow(db, { ...own, subject: 'Appointments', priority: 'EMERGENCY', dueDate: NOON + DAY })
    await addTaskRow(db, {
      ...own,
      subject: 'Brief',
      dueDate: NOON - 1,
      eventStart: NOON + 2 * DAY,
      projectID: 8,
    })
    await addTaskRow(db, { ...own, subject: 'Cover', statusKind: 'DONE', status: 'Done', requiredHours: 3 })
    await addTaskRow(db, { userID: bobID, createdBy: annID, subject: 'Dialler' })
    await addTaskRow(db, { userID: bobID, createdBy: bobID, subject: 'Hidden' })
  })

  test('each view has its own: my day, mine, what I gave to others, all that I may see', async () => {
    expect((await rows({ view: 'MY_DAY' })).names).toEqual(['Appointments', 'quota'])
    expect((await rows({ view: 'MINE' })).names).toEqual(['Brief', 'Cover', 'Appointments', 'quota'])
    expect((await rows({ view: 'DELEGATED' })).names).toEqual(['Dialler'])
    expect((await rows({ view: 'ALL' })).total).toBe(5)
    expect((await rows({ view: 'ALL' }, bob)).names).toEqual(['Dialler', 'Hidden'])
  })

  test('a board has what is open, however old, and what was closed in the last 14 London days', async () => {
    const { db } = server.server
    const closed = { statusKind: 'DROPPED', status: 'Cancelled' } as const
    const first = NOON - 13 * 3_600_000 - 14 * DAY
    await addTaskRow(db, { userID: bobID, subject: 'old', updatedAt: 1, statusKind: 'DOING' })
    await addTaskRow(db, { userID: bobID, subject: 'closed then', ...closed, updatedAt: first })
    await addTaskRow(db, { userID: bobID, subject: 'closed before', ...closed, updatedAt: first - 1 })
    await addTaskRow(db, { userID: bobID, subject: 'gone', deletedAt: NOON })
    expect((await rows({ view: 'BOARD' }, bob)).names.sort()).toEqual([
      'Dialler',
      'Hidden',
      'closed then',
      'old',
    ])
  })

  test('my day ends at London’s midnight, and counts the same as the badge', async () => {
    const { db } = server.server
    const midnight = NOON + 11 * 3_600_000
    await addTaskRow(db, { userID: bobID, subject: 'tonight', eventStart: midnight - 1 })
    await addTaskRow(db, { userID: bobID, subject: 'tomorrow', eventStart: midnight })
    const { names, total } = await rows({ view: 'MY_DAY' }, bob)
    expect(names.sort()).toEqual(['Dialler', 'Hidden', 'tonight'])
    const counters = await post(server, '/api/passport-validation/counters', {}, bob)
    expect(JSON.parse(counters.body)).toMatchObject({ toDoCount: total, pendingTasksCount: 4 })
  })

  test('the server sorts, by several columns, and pages without a row twice', async () => {
    const sort = [{ field: 'subject', direction: 'asc' }]
    expect((await rows({ sort })).names).toEqual(['Appointments', 'Brief', 'Cover', 'quota'])
    expect((await rows({ sort: [{ field: 'subject', direction: 'desc' }] })).names[0]).toBe('quota')
    const priority = [{ field: 'priority', direction: 'desc' }, ...sort]
    expect((await rows({ sort: priority })).names).toEqual(['Appointments', 'Brief', 'Cover', 'quota'])
    expect((await rows({ sort: [{ field: 'status', direction: 'asc' }] })).names.at(-1)).toBe('Cover')
    for (let count = 0; count < 12; count++)
      await addTaskRow(server.server.db, { userID: annID, subject: `n${count}` })
    const pages = await Promise.all([1, 2].map((page) => rows({ page, pageSize: 10 })))
    expect(new Set(pages.flatMap(({ names }) => names)).size).toBe(16)
  })

  test('filters of columns are joined by and, values of one by or; totals are of all that match', async () => {
    const filter = (field: string, ...values: string[]) => ({ field, operator: 'anyOf', values })
    expect((await rows({ filters: [filter('isOpen', 'yes')] })).names).toEqual([
      'Brief',
      'Appointments',
      'quota',
    ])
    expect((await rows({ filters: [filter('status', 'Done')] })).names).toEqual(['Cover'])
    expect(
      (await rows({ filters: [filter('priority', 'LOW', 'EMERGENCY'), filter('projectID', '7')] })).total,
    ).toBe(3)
    expect((await rows({ view: 'ALL', filters: [filter('userID', String(bobID))] })).names).toEqual([
      'Dialler',
    ])
    const due = { field: 'dueDate', operator: 'between', values: [iso(NOON), iso(NOON + DAY)] }
    expect((await rows({ filters: [due] })).names).toEqual(['Cover'])
    const upTo = { ...due, values: ['', iso(NOON)] }
    expect((await rows({ filters: [upTo] })).names).toEqual(['Brief'])
    const { totals, total } = await rows({ pageSize: 10 })
    expect({ totals, total }).toEqual({ totals: { requiredHours: 6, overdue: 1 }, total: 4 })
    const planned = { userID: annID, subject: 'planned', sprint: 'S1', milestone: 'M1' }
    await addTaskRow(server.server.db, planned)
    for (const one of [filter('sprint', 'S1'), filter('milestone', 'M1')])
      expect((await rows({ filters: [one] })).names).toEqual(['planned'])
  })

  test('a search finds subject, person, project and number', async () => {
    expect((await rows({ searchTerm: 'QUOT' })).names).toEqual(['quota'])
    expect((await rows({ view: 'ALL', searchTerm: 'bob' })).names).toEqual(['Dialler'])
    expect((await rows({ searchTerm: 'bus' })).names).toEqual(['Brief'])
    expect((await rows({ searchTerm: '#4' })).names).toEqual(['Cover'])
    expect((await rows({ searchTerm: '100%' })).total).toBe(3)
  })
})

describe('changing a task', () => {
  test('whoever saw an older version is told who was first, and nothing changes', async () => {
    const taskID = await addTaskRow(server.server.db, { userID: bobID, createdBy: annID })
    expect(await set(taskID, { priority: 'HIGH' }, ann, 1)).toEqual({ status: 200, body: { version: 2 } })
    expect(await set(taskID, { priority: 'LOW' }, bob, 1)).toEqual(
      refusal(409, `Task ${taskID} was changed by ann in the meantime. Look at it again before you save.`),
    )
    expect((await read(taskID)).priority).toBe('HIGH')
    // The same once more is no change.
    expect(await set(taskID, { priority: 'HIGH' }, bob, 2)).toEqual({ status: 200, body: { version: 2 } })
  })

  test('finishing a task says when, tells who made it, and frees whoever waited for it alone', async () => {
    const { db } = server.server
    const taskID = await addTaskRow(db, { userID: bobID, createdBy: annID })
    const waiting = await addTaskRow(db, { userID: annID, createdBy: annID, subject: 'Report' })
    await ask('tasks/link', { taskID, type: 'BLOCKING', otherTaskID: waiting })
    expect((await read(waiting)).openBlockers).toBe(1)
    await set(taskID, { status: 'Done' }, bob)
    expect(await read(taskID)).toMatchObject({ statusKind: 'DONE', completionTime: iso(NOON), version: 3 })
    expect((await read(waiting)).openBlockers).toBe(0)
    const told = await db.selectFrom('notifications').select(['userID', 'subject']).orderBy('id').execute()
    expect(told).toEqual([
      { userID: annID, subject: `Task: ${taskID} was finished by bob: Check the quota` },
      { userID: annID, subject: `Task: ${waiting} waits for nothing any more: Report` },
    ])
    await set(taskID, { status: 'In progress' }, bob)
    expect(await read(taskID)).toMatchObject({ statusKind: 'DOING', completionTime: null })
  })

  test('only who plans tasks hands one on, and both people hear of it', async () => {
    const taskID = await addTaskRow(server.server.db, { userID: bobID, createdBy: annID })
    expect(await set(taskID, { userID: annID }, bob)).toEqual(refusal(403, TASK_TEXT.onlyPlanners))
    expect(await set(taskID, { projectID: 8 }, bob)).toEqual(refusal(403, TASK_TEXT.onlyPlanners))
    expect(await set(taskID, { userID: 99 })).toEqual(refusal(400, TASK_TEXT.noPerson))
    const cat = await addPerson(server, { userName: 'cat', permissions: [] })
    await set(taskID, { userID: cat })
    const told = await server.server.db
      .selectFrom('notifications')
      .select(['userID', 'subject', 'source', 'sourceID'])
      .orderBy('id')
      .execute()
    for (const { source, sourceID } of told) expect([source, sourceID]).toEqual(['TASK', taskID])
    expect(told.map(({ userID, subject }) => [userID, subject])).toEqual([
      [cat, `Task: ${taskID} was given to you: Check the quota`],
      [bobID, `Task: ${taskID} was given to somebody else: Check the quota`],
    ])
  })

  test('many changes are made one by one; each says how to take it back', async () => {
    const { db } = server.server
    const first = await addTaskRow(db, { userID: annID })
    const hidden = await addTaskRow(db, { userID: bobID, createdBy: bobID })
    const changed = { status: 'Done', priority: 'HIGH' }
    const { body } = await ask<{ results: { taskID: number; undo: object; version: number }[] }>(
      'tasks/change',
      {
        changes: [first, hidden, 99].map((taskID) => ({ taskID, set: changed })),
      },
    )
    expect(body.results).toEqual([
      { taskID: first, done: true, version: 2, undo: { status: 'To do', priority: 'LOW' } },
      { taskID: hidden, done: false, value: TASK_TEXT.noTask },
      { taskID: 99, done: false, value: TASK_TEXT.noTask },
    ])
    const [made] = body.results
    await ask('tasks/change', { changes: [{ taskID: first, version: made?.version, set: made?.undo }] })
    expect(await read(first)).toMatchObject({ status: 'To do', priority: 'LOW', completionTime: null })
  })

  test('history says who changed what, from what to what, in people’s words', async () => {
    const taskID = await addTaskRow(server.server.db, { userID: annID })
    await set(taskID, { userID: bobID, status: 'In review', eventStart: iso(NOON + 60_000) })
    const { body } = await ask<{ event: string; by: string; changes: object[] }[]>('tasks/history', {
      taskID,
    })
    expect(body).toMatchObject([
      {
        event: 'CHANGED',
        by: 'ann',
        changes: [
          { field: 'userID', from: 'ann', to: 'bob' },
          { field: 'eventStart', from: iso(NOON), to: iso(NOON + 60_000) },
          { field: 'status', from: 'To do', to: 'In review' },
        ],
      },
    ])
  })

  test('who may delete takes a task out of every list, and can bring it back', async () => {
    const taskID = await addTaskRow(server.server.db, { userID: annID })
    expect((await ask('tasks/delete', { taskID })).status).toBe(403)
    await addPerson(server, { userName: 'dan', permissions: [...PLANNER, 'CALENDAR_CAN_DELETE_TASK'] })
    const dan = await signIn(server, 'dan')
    expect((await ask('tasks/delete', { taskID }, dan)).status).toBe(400)
    await addRoom('PROJECT', 7, [
      (
        await server.server.db
          .selectFrom('users')
          .where('userName', '=', 'dan')
          .select('id')
          .executeTakeFirstOrThrow()
      ).id,
    ])
    expect((await ask('tasks/delete', { taskID }, dan)).status).toBe(200)
    expect((await ask('tasks/get', { taskID })).status).toBe(400)
    expect((await ask<{ total: number }>('tasks/list', { view: 'MINE' })).body.total).toBe(0)
    expect((await ask('tasks/restore', { taskID }, dan)).status).toBe(200)
    expect((await read(taskID)).taskName).toBe('Check the quota')
    // Once more is no second time.
    expect((await ask('tasks/restore', { taskID }, dan)).status).toBe(200)
    const { body } = await ask<{ event: string }[]>('tasks/history', { taskID })
    expect(body.map(({ event }) => event)).toEqual(['RESTORED', 'DELETED'])
  })

  test('the task’s room follows its name, status and priority', async () => {
    const taskID = await addTaskRow(server.server.db, { userID: annID })
    const { body } = await ask<{ source: string }>('tasks/open-chat', { taskID })
    expect(body).toEqual({ source: 'TASK_CHAT', sourceID: taskID })
    await set(taskID, { subject: 'Quota of the north', status: 'Done', priority: 'HIGH' })
    const room = await server.server.db
      .selectFrom('threads')
      .select(['label', 'displayLabel', 'status', 'priority'])
      .execute()
    expect(room).toEqual([
      { label: `TASK: ${taskID}`, displayLabel: 'Quota of the north', status: 'Done', priority: 'HIGH' },
    ])
  })

  test('its conversation is made for whose task it is and who made it; later ones join', async () => {
    const { db } = server.server
    const taskID = await addTaskRow(db, { userID: bobID, createdBy: annID })
    const members = async () =>
      (await db.selectFrom('threadMembers').select('userID').orderBy('userID').execute()).map(
        ({ userID }) => userID,
      )
    await ask('tasks/open-chat', { taskID })
    expect(await members()).toEqual([annID, bobID])
    const cat = await addPerson(server, {
      userName: 'cat',
      permissions: ['GENERAL_CAN_USE_TEAM_CHAT'],
    })
    const bearer = await signIn(server, 'cat')
    expect((await ask('tasks/open-chat', { taskID }, bearer)).status).toBe(400)
    await db.updateTable('users').set({ managerID: cat }).where('id', '=', bobID).execute()
    await ask('tasks/open-chat', { taskID }, bearer)
    expect(await members()).toEqual([annID, bobID, cat])
    expect(await db.selectFrom('threads').select('id').execute()).toHaveLength(1)
  })
})

test('W154 the summary of the day lists open tasks for who plans tasks, and for nobody else', async () => {
  for (const userID of [annID, bobID]) await addTaskRow(server.server.db, { userID, subject: `of ${userID}` })
  await addTaskRow(server.server.db, { userID: annID, subject: 'over', statusKind: 'DONE' })
  const tasks = async (who: typeof ann) =>
    JSON.parse((await post(server, '/api/logout/summary/today', { since: iso(NOON) }, who)).body).tasks
  expect(await tasks(ann)).toEqual([{ id: 1, title: `of ${annID}`, status: 'To do' }])
  expect(await tasks(bob)).toEqual([])
})

describe('live', () => {
  const live = createLiveClients()
  afterEach(() => live.closeAll())

  test('whoever may see a task hears what others do to it, and new counts, while the change is made', async () => {
    const url = `${await server.server.listen(0, '127.0.0.1')}${mainHub.path}`
    const window = await live.open(server, url, bob, ['taskChanged', 'updateTaskCounts'])
    const heard = (event: string) => window.heard.filter(([name]) => name === event).map(([, what]) => what)
    const { taskID } = JSON.parse((await add({ userID: String(bobID) })).body)
    const hidden = JSON.parse((await add({})).body).taskID
    await set(taskID, { status: 'Done' })
    await set(hidden, { status: 'Done' })
    await vi.waitFor(() => expect(heard('taskChanged')).toHaveLength(2))
    expect(heard('taskChanged')).toEqual([
      { taskID, version: 1, event: 'ADDED', byID: annID, by: 'ann' },
      { taskID, version: 2, event: 'CHANGED', byID: annID, by: 'ann' },
    ])
    await vi.waitFor(() =>
      expect(heard('updateTaskCounts')).toEqual([
        { toDoCount: 1, pendingTasksCount: 1 },
        { toDoCount: 0, pendingTasksCount: 0 },
      ]),
    )
  })
})

describe('links', () => {
  let ids: number[]
  beforeEach(async () => {
    ids = []
    for (const subject of ['one', 'two', 'three'])
      ids.push(await addTaskRow(server.server.db, { userID: annID, subject }))
  })
  const link = (from: number, type: string, to: number) =>
    ask('tasks/link', { taskID: ids[from], type, otherTaskID: ids[to] })
  const linksOf = async (place: number) =>
    (await read(ids[place] ?? 0)).links.map(({ type, taskName }) => `${type} ${taskName}`)

  test('W066 links are told by their kind, then by their task', async () => {
    for (const subject of ['four', 'five', 'six'])
      ids.push(await addTaskRow(server.server.db, { userID: annID, subject }))
    for (const [type, to] of [
      ['PARENT', 4],
      ['PARENT', 1],
      ['BLOCKING', 2],
      ['BLOCKED_BY', 3],
      ['CHILD', 5],
    ] as const)
      await link(0, type, to)
    expect(await linksOf(0)).toEqual([
      'CHILD six',
      'BLOCKED_BY four',
      'BLOCKING three',
      'PARENT two',
      'PARENT five',
    ])
  })

  test('W066 a link is kept once and read from both ends', async () => {
    await link(0, 'BLOCKING', 1)
    await link(2, 'CHILD', 0)
    expect(await linksOf(0)).toEqual(['BLOCKING two', 'PARENT three'])
    expect(await linksOf(1)).toEqual(['BLOCKED_BY one'])
    expect(await linksOf(2)).toEqual(['CHILD one'])
    expect(await link(1, 'BLOCKED_BY', 0)).toEqual(refusal(400, TASK_TEXT.linked))
    await ask('tasks/unlink', { taskID: ids[1], type: 'BLOCKED_BY', otherTaskID: ids[0] })
    expect(await linksOf(0)).toEqual(['PARENT three'])
  })

  test.each([
    ['BLOCKING', 'BLOCKED_BY'],
    ['BLOCKED_BY', 'BLOCKING'],
    ['CHILD', 'PARENT'],
    ['PARENT', 'CHILD'],
  ])('W066 %s is %s seen from the other task, in its history as well', async (type, reversed) => {
    expect((await link(0, type, 1)).status).toBe(200)
    expect([await linksOf(0), await linksOf(1)]).toEqual([[`${type} two`], [`${reversed} one`]])
    const told = async (place: number) => {
      const { body } = await ask<{ event: string; text: string }[]>('tasks/history', { taskID: ids[place] })
      return body.filter(({ event }) => event === 'LINKED').map(({ text }) => text)
    }
    expect([await told(0), await told(1)]).toEqual([[`${type} ${ids[1]} two`], [`${reversed} ${ids[0]} one`]])
  })

  test('W066 no circles, no second parent, nothing with itself', async () => {
    await link(0, 'PARENT', 1)
    await link(1, 'PARENT', 2)
    expect(await link(2, 'PARENT', 0)).toEqual(refusal(400, TASK_TEXT.circle))
    expect(await link(0, 'CHILD', 2)).toEqual(refusal(400, TASK_TEXT.circle))
    expect(await link(0, 'PARENT', 2)).toEqual(refusal(400, TASK_TEXT.hasParent))
    expect(await link(0, 'BLOCKING', 0)).toEqual(refusal(400, TASK_TEXT.toItself))
    await link(0, 'BLOCKING', 1)
    expect(await link(1, 'BLOCKING', 0)).toEqual(refusal(400, TASK_TEXT.circle))
  })
})

test('files of a task: added, read and removed by who may change it, ten at most', async () => {
  const taskID = await addTaskRow(server.server.db, { userID: bobID, createdBy: annID })
  const send = async (name: string, who = bob) => {
    const data = new FormData()
    data.append('taskID', String(taskID))
    data.append('file', new File(['abc'], name))
    return postForm(server, `${PATH}/tasks/add-file`, data, who)
  }
  const first = JSON.parse((await send('one.txt')).body)
  expect(first).toMatchObject({ fileName: 'one.txt', size: 3, addedBy: 'bob' })
  for (let count = 1; count < 10; count++) expect((await send(`${count}.txt`)).status).toBe(200)
  expect(readable(JSON.parse((await send('eleven.txt')).body))).toEqual({
    value: 'A task has 10 files at most.',
  })
  const { fileID } = first
  expect((await post(server, `${PATH}/tasks/file`, { taskID, fileID }, ann)).body).toBe('abc')
  expect((await ask('tasks/remove-file', { taskID, fileID }, bob)).status).toBe(200)
  expect(await ask('tasks/file', { taskID, fileID })).toEqual(refusal(400, 'File not available'))
})
