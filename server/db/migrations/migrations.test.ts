import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, SqliteDialect } from 'kysely'
import { expect, test } from 'vitest'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import { addRoom } from '../../chat/chat-fixture.ts'
import { openDatabase } from '../database.ts'
import { up } from './0001-people-and-chat.ts'
import { up as topicPeople } from './0016-topic-people.ts'

/** A database as the first schema left it, with one person who is signed in and one who is not active. */
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
    await db.selectFrom('users').select(['id', 'email', 'passwordHash']).orderBy('id').execute(),
  ).toEqual([
    { id: -2, email: null, passwordHash: '' },
    { id: 1, email: 'ann@northgate.example', passwordHash: 'hash' },
  ])
  expect(await db.selectFrom('userPermissions').selectAll().execute()).toEqual([
    { userID: 1, permission: PERMISSIONS.AUTH_CAN_USE_MULTI_TOKEN },
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
