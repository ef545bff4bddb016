import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, SqliteDialect } from 'kysely'
import { expect, test } from 'vitest'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import { addRoom } from '../../chat/chat-fixture.ts'
import { deploymentSetting } from '../../settings/deployment-settings.ts'
import { addTicket } from '../../tickets/testing/ticket-fixture.ts'
import { openDatabase } from '../database.ts'
import { writeSetting } from '../settings.ts'
import { up } from './0001-people-and-chat.ts'
import { up as tasks } from './0013-tasks.ts'
import { up as topicPeople } from './0016-topic-people.ts'
import { up as tasksWhole } from './0021-tasks-whole.ts'
import { up as activitySessions } from './0032-activity-sessions.ts'
import { up as issueSessions } from './0040-issue-sessions.ts'
import { BEFORE_ROLES } from './0046-roles.ts'

/** A database with the first schema, one person who is signed in and one who isn't active. */
async function databaseOfBefore(file: string): Promise<void> {
  const sqlite = new DatabaseSync(file)
  sqlite.exec('pragma application_id = 0x4657524b')
  const database = {
    close: () => sqlite.close(),
    prepare: (query: string) => {
      const statement = sqlite.prepare(query)
      return {
        reader: statement.columns().length > 0,
        all: (values: readonly unknown[]) => statement.all(...(values as string[])),
        run: (values: readonly unknown[]) => statement.run(...(values as string[])),
        iterate: (values: readonly unknown[]) => statement.iterate(...(values as string[])),
      }
    },
  }
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database }) })
  await up(db)
  sqlite.exec(`
    create table kysely_migration (name varchar(255) primary key not null, timestamp varchar(255) not null);
    create table kysely_migration_lock (id varchar(255) primary key not null, is_locked integer default 0 not null);
    insert into kysely_migration values ('0001-people-and-chat', '2026-11-01');
    insert into kysely_migration_lock values ('migration_lock', 0);
    insert into settings values ('seedVersion', '1');
    insert into users (id, userName, displayName, role, userType, passwordHash, isActive, createdAt)
      values (1, 'ann', 'Ann', '', '', 'hash', 1, 0), (-2, 'sam', 'SAM', '', '', '', 0, 0);
    insert into areas values (1, 'Leeds'), (2, 'York');
    update users set areaID = 2 where id = 1;
    insert into sessions values ('s1', 'sign-in', 1, 'OTHER', null, 0, 9, null);
    insert into signIns values ('key', 'ann', 1, 'LOGIN', 0, 9);
  `)
  await db.destroy()
}

test('a database of the first schema keeps its people, their sessions and what they could', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldwork-migration-'))
  const file = join(folder, 'data.db')
  await databaseOfBefore(file)
  const db = await openDatabase(file)
  expect(
    await db.selectFrom('users').select(['id', 'email', 'passwordHash', 'areaID']).orderBy('id').execute(),
  ).toEqual([
    { id: -2, email: null, passwordHash: '', areaID: null },
    { id: 1, email: 'ann@northgate.example', passwordHash: 'hash', areaID: 2 },
  ])
  // Names are an area's own among its siblings alone: the table was made anew.
  const below = { name: 'Leeds', nameKey: 'leeds', parentID: 2 }
  await db.insertInto('areas').values(below).execute()
  await expect(db.insertInto('areas').values(below).execute()).rejects.toThrow()
  expect(
    (await db.selectFrom('areas').select('name').orderBy('id').execute()).map(({ name }) => name),
  ).toEqual([...['Leeds', 'York', 'Leeds']])
  const kept = { userID: 1, permission: PERMISSIONS.AUTH_CAN_USE_MULTI_TOKEN }
  expect(await db.selectFrom('userPermissions').selectAll().execute()).toEqual([{ ...kept, endsAt: null }])
  expect(await db.selectFrom('personalPermissions').selectAll().execute()).toEqual([
    { ...kept, isRefusal: 0, reason: BEFORE_ROLES, endsAt: null, since: 0, givenBy: null },
  ])
  expect(await db.selectFrom('sessions').select(['id', 'renewedAt']).execute()).toEqual([
    { id: 's1', renewedAt: null },
  ])
  expect(await db.selectFrom('signIns').selectAll().execute()).toEqual([])
  await db.destroy()
  rmSync(folder, { recursive: true })
})

test('who left a group before that took its topics along loses them, and nobody else does', async () => {
  const db = await openDatabase(':memory:')
  const person = { displayName: '', role: '', userType: '', passwordHash: '', isActive: 1, createdAt: 0 }
  await db
    .insertInto('users')
    .values([1, 2].map((id) => ({ ...person, id, userName: `${id}` })))
    .execute()
  await addRoom(db, { id: 1, source: 'MANUAL', sourceID: 1, members: [1] })
  await addRoom(db, { id: 2, source: 'TOPIC', sourceID: 1, members: [1, 2], parentID: 1 })
  await addRoom(db, { id: 3, source: 'SUBTASK', sourceID: 1, members: [1, 2], parentID: 1 })
  await topicPeople(db as unknown as Kysely<unknown>)
  const rows = await db
    .selectFrom('threadMembers')
    .select(['threadID', 'userID'])
    .orderBy('threadID')
    .execute()
  expect(rows.map(({ threadID, userID }) => [threadID, userID])).toEqual([
    [1, 1],
    [2, 1],
    [3, 1],
    [3, 2],
  ])
  await db.destroy()
})

test('every room of a task has its task afterwards, under its own number or, where that is taken, a new one', async () => {
  const db = await openDatabase(':memory:')
  await db.schema.dropTable('projects').execute()
  await db.schema.dropTable('taskLinks').execute()
  await db.schema.dropTable('taskHistory').execute()
  for (const table of ['taskFiles', 'tasks', 'epics'] as const) await db.schema.dropTable(table).execute()
  await db
    .insertInto('users')
    .values({
      id: 1,
      userName: 'ann',
      displayName: 'Ann',
      role: '',
      userType: '',
      passwordHash: '',
      isActive: 1,
      createdAt: 0,
      email: null,
      managerID: null,
      areaID: null,
    })
    .execute()
  await addRoom(db, { id: 1, source: 'PROJECT', sourceID: 2101, members: [1], displayLabel: 'Travel' })
  await addRoom(db, { id: 2, source: 'TASK_CHAT', sourceID: 1, members: [1], displayLabel: 'Quota' })
  await addRoom(db, { id: 3, source: 'SUBTASK', sourceID: 9, members: [1], displayLabel: 'Cells' })
  await db.updateTable('threads').set({ parentID: 2, status: 'Done' }).where('id', '=', 3).execute()
  await writeSetting(db, 'deployment.taskConfig', JSON.stringify({ templates: [], prefixes: ['QC'] }))
  await tasks(db as unknown as Kysely<unknown>)
  await db
    .insertInto('tasks')
    .values({ ...OLD_TASK, id: 1, userID: 1, status: '' } as never)
    .execute()
  await db
    .insertInto('taskFiles')
    .values({ taskID: 1, fileName: 'a.txt', contentType: '', content: Buffer.from('abc') } as never)
    .execute()
  await tasksWhole(db as unknown as Kysely<unknown>)
  const kept = await db
    .selectFrom('tasks')
    .select(['id', 'subject', 'status', 'statusKind', 'projectID'])
    .orderBy('id')
    .execute()
  const office = 2102
  expect(kept).toEqual([
    { id: 1, subject: 'Old', status: 'To do', statusKind: 'TO_DO', projectID: 2101 },
    { id: 2, subject: 'Quota', status: 'To do', statusKind: 'TO_DO', projectID: office },
    { id: 9, subject: 'Cells', status: 'Done', statusKind: 'DONE', projectID: office },
  ])
  expect(
    await db.selectFrom('threads').where('id', '>', 1).select(['sourceID', 'label']).orderBy('id').execute(),
  ).toEqual([
    { sourceID: 2, label: 'TASK: 2' },
    { sourceID: 9, label: expect.any(String) },
  ])
  expect(await db.selectFrom('taskLinks').selectAll().execute()).toEqual([
    { fromID: 2, toID: 9, kind: 'PARENT_OF' },
  ])
  expect(await db.selectFrom('projects').select(['id', 'name']).orderBy('id').execute()).toEqual([
    { id: 2101, name: 'Travel' },
    { id: office, name: 'Office' },
  ])
  expect(await db.selectFrom('taskFiles').select(['fileName', 'size', 'storedAs']).execute()).toEqual([
    { fileName: 'a.txt', size: 3, storedAs: null },
  ])
  expect((await deploymentSetting(db, 'taskConfig')).prefixes).toEqual([
    { id: 1, text: 'QC', projectID: null },
  ])
  await db.destroy()
})

const OLD_TASK = {
  projectID: 2101,
  subject: 'Old',
  description: 'Old',
  eventStart: 1,
  eventEnd: 2,
  dueDate: 3,
  priority: 'LOW',
  storyPoint: '5',
  requiredHours: 1,
  sprint: '',
  milestone: '',
  relationship: null,
  template: null,
  chatMessageID: null,
  createdBy: 1,
  createdAt: 5,
}

test('what people do and did becomes their sessions, with who began each', async () => {
  const db = await openDatabase(':memory:')
  const person = { displayName: '', role: '', userType: '', passwordHash: '', isActive: 1, createdAt: 0 }
  await db
    .insertInto('users')
    .values([1, 2, 3].map((id) => ({ ...person, id, userName: `${id}` })))
    .execute()
  await db.schema.dropTable('activitySessions').execute()
  const before = db as unknown as Kysely<Record<string, Record<string, unknown>>>
  await liveShellActivities(before)
  const past = (userID: number, activity: string, startedAt: number, endedAt: number, endedBy: number) =>
    before
      .insertInto('activityHistory')
      .values({ userID, activity, project: null, startedAt, endedAt, endedBy })
      .execute()
  await past(1, 'AVAILABLE', 10, 20, 2)
  await past(2, 'CODING', 5, 15, 2)
  await past(1, 'TRAINING', 20, 30, 1)
  const present = { project: 'P', category: null, pendingActions: '["FOCUS"]' }
  await before
    .insertInto('activities')
    .values([
      { ...present, userID: 1, activity: 'BREAK', isOverride: 0, since: 30, lastResponseAt: 30 },
      { ...present, userID: 2, activity: 'MEETING', isOverride: 1, since: 15, lastResponseAt: 5 },
      { ...present, userID: 3, activity: 'QUAL', isOverride: 1, since: 1, lastResponseAt: null },
    ])
    .execute()
  await activitySessions(db as unknown as Kysely<unknown>)
  const rows = await db
    .selectFrom('activitySessions')
    .select(['userID', 'activity', 'startedAt', 'startedBy', 'endedAt', 'endedBy', 'pendingActions'])
    .orderBy('userID')
    .orderBy('startedAt')
    .execute()
  expect(rows.map((row) => Object.values(row))).toEqual([
    [1, 'AVAILABLE', 10, null, 20, 2, '[]'],
    [1, 'TRAINING', 20, 2, 30, 1, '[]'],
    [1, 'BREAK', 30, 1, null, null, '["FOCUS"]'],
    [2, 'CODING', 5, 2, 15, 2, '[]'],
    [2, 'MEETING', 15, null, null, null, '["FOCUS"]'],
    [3, 'QUAL', 1, null, null, null, '["FOCUS"]'],
  ])
  const tables = await before.introspection.getTables()
  expect(tables.map(({ name }) => name)).not.toContain('activities')
  await db.destroy()
})

test('lost work points to the session of system issues that it began in, and one lasts a person', async () => {
  const db = await openDatabase(':memory:')
  const person = { displayName: '', role: '', userType: '', passwordHash: '', isActive: 1, createdAt: 0 }
  await db
    .insertInto('users')
    .values([1, 2].map((id) => ({ ...person, id, userName: `${id}` })))
    .execute()
  await addTicket(db, { id: 9, raisedBy: 1 })
  for (const index of ['systemIssuesOpen', 'systemIssuesBySession'])
    await db.schema.dropIndex(index).execute()
  await db.schema.alterTable('systemIssues').dropColumn('sessionID').execute()
  const session = { project: null, category: null, startedBy: null, endedBy: null }
  const lost = 'SYSTEM ISSUES' as const
  await db
    .insertInto('activitySessions')
    .values([
      { ...session, id: 1, userID: 1, activity: lost, startedAt: 10, endedAt: 20 },
      { ...session, id: 2, userID: 1, activity: 'BREAK', startedAt: 20, endedAt: 30 },
      { ...session, id: 3, userID: 1, activity: lost, startedAt: 30, endedAt: null },
      { ...session, id: 4, userID: 2, activity: lost, startedAt: 10, endedAt: null },
    ])
    .execute()
  const record = { ticketID: 9, activity: lost, revokedAt: null, revokedBy: null, revokeReason: '' }
  const times = [
    [1, 1, 9, 12],
    [2, 1, 10, 12],
    [3, 1, 20, 22],
    [4, 1, 35, null],
    [5, 1, 36, null],
    [6, 2, 40, null],
  ] as const
  await db
    .insertInto('systemIssues')
    .values(times.map(([id, userID, startedAt, endedAt]) => ({ ...record, id, userID, startedAt, endedAt })))
    .execute()
  await issueSessions(db as unknown as Kysely<unknown>)
  const rows = await db
    .selectFrom('systemIssues')
    .select(['id', 'sessionID', 'endedAt'])
    .orderBy('id')
    .execute()
  expect(rows.map((row) => Object.values(row))).toEqual([
    [1, null, 12],
    [2, 1, 12],
    [3, null, 22],
    [4, 3, 36],
    [5, 3, null],
    [6, 4, null],
  ])
  await db.destroy()
})

/** The tables of activities as 0006 made them. */
async function liveShellActivities(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  await db.schema
    .createTable('activities')
    .addColumn('userID', 'integer', (c) => c.primaryKey())
    .addColumn('activity', 'text')
    .addColumn('project', 'text')
    .addColumn('category', 'text')
    .addColumn('pendingActions', 'text')
    .addColumn('isOverride', 'integer')
    .addColumn('since', 'integer')
    .addColumn('lastResponseAt', 'integer')
    .execute()
  await db.schema
    .createTable('activityHistory')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('userID', 'integer')
    .addColumn('activity', 'text')
    .addColumn('project', 'text')
    .addColumn('startedAt', 'integer')
    .addColumn('endedAt', 'integer')
    .addColumn('endedBy', 'integer')
    .execute()
}
