import {
  chmodSync,
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Sealer } from '../auth/sealer.ts'
import { sealCodeSecret } from '../auth/two-factor.ts'
import { databaseFileOf, takeDataFolder } from '../db/data-folder.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { FolderStore } from '../files/folder-store.ts'
import { keepFile } from '../files/keeping.ts'
import { spoolFile } from '../http/spooled-files.ts'
import { addGrantor, addPerson, NOON, startTestServer, TEST_COST } from '../http/testing/test-server.ts'
import { audit } from '../records/audit.ts'
import { runAdmin } from './run-admin.ts'

const GB = 1024 ** 3
const MODES = { skip: process.platform === 'win32' }
const umask = process.umask(0o077)

let data: string
let stored: string[]
let now: number
let disk: { free: number; size: number }

async function inDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(databaseFileOf(data))
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** An installation with a grantor, two files that messages have, sealed values and an audit that is chained. */
beforeEach(async () => {
  process.umask(0o077)
  data = mkdtempSync(join(tmpdir(), 'fieldwork-check-'))
  now = NOON
  disk = { free: 50 * GB, size: 100 * GB }
  const filesFolder = join(data, 'files')
  const server = await startTestServer({
    databaseFile: databaseFileOf(data),
    filesFolder,
    auditRootsFile: join(data, 'audit-roots.jsonl'),
  })
  const { db } = server.server
  await addGrantor(server)
  const ann = await addPerson(server, { userName: 'ann' })
  const files = new FolderStore(filesFolder)
  const spooled = await spoolFile(files.incoming, Readable.from([Buffer.from('as it arrived')]), {
    name: 'b.txt',
    type: 'text/plain',
  })
  stored = [await keepFile(files, new File(['in memory'], 'a.txt'), db), await keepFile(files, spooled, db)]
  const thread = {
    ...{ type: 'THREAD', source: 'MESSAGE', sourceID: 1, label: '', displayLabel: '', displayGroupLabel: '' },
    ...{ isGroup: 0, status: '', priority: '', createdAt: NOON },
  } as const
  const { id: threadID } = await db
    .insertInto('threads')
    .values({ ...thread, parentID: null, lastMessageID: null, lastMessageTime: null } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const storedAs of stored) {
    const message = { threadID, userID: ann, text: '', type: 'FILE', entryTime: NOON, overallStatus: '' }
    const { id: messageID } = await db
      .insertInto('messages')
      .values(message as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('attachments')
      .values({ messageID, fileName: 'a', contentType: 'text/plain', storedAs })
      .execute()
  }
  const secret = sealCodeSecret(await Sealer.open(db), ann, 'JBSWY3DPEHPK3PXP')
  await db
    .insertInto('twoFactor')
    .values({ userID: ann, secret, lastStep: 0, pendingSecret: null, pendingSince: null })
    .execute()
  for (const label of ['one', 'two', 'three'])
    await audit(db, { userID: ann, displayName: 'Ann' }, NOON, {
      ...{ action: 'TESTED', page: '', recordType: 'test', recordID: 1 },
      label,
    })
  await server.server.close()
})
afterEach(() => {
  process.umask(umask)
  rmSync(data, { recursive: true })
})

async function check(...more: string[]) {
  let out = ''
  const status = await runAdmin(['--data', data, 'check', ...more], {
    input: Readable.from(['']),
    out: (text) => {
      out += text
    },
    err: (text) => {
      out += text
    },
    account: 'operator',
    clock: () => now,
    passwordCost: TEST_COST,
    diskOf: async () => disk,
  })
  return {
    status,
    out,
    faults: out.split('\n').filter((line) => !/in order$|^$|found\.$|^All is well/.test(line)),
  }
}

test('A016 A023 all is well beside a running server, and nothing is changed', async () => {
  const held = takeDataFolder(data)
  const before = readFileSync(databaseFileOf(data))
  expect(await check()).toMatchObject({
    status: 0,
    faults: [],
    out: expect.stringContaining('All is well.\n'),
  })
  expect(readFileSync(databaseFileOf(data)).equals(before)).toBe(true)
  const { status, out } = await check('--json')
  expect([status, JSON.parse(out)]).toMatchObject([
    0,
    { done: true, faults: 0, checks: { files: [], clock: [] } },
  ])
  held.release()
})

test('A016 A023 damaged pages of the database', async () => {
  const file = databaseFileOf(data)
  // A page in the middle, as a failing disk leaves it.
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, Math.floor(statSync(file).size / 8192) * 4096)
  closeSync(handle)
  const { status, faults } = await check()
  expect(status).toBe(4)
  expect(faults[0]).toMatch(/^Database: /)
})

test('A016 A023 a row that names one that isn’t there', async () => {
  const db = new DatabaseSync(databaseFileOf(data))
  db.exec('pragma foreign_keys = off; insert into "userPermissions" ("userID", permission) values (987, 1)')
  db.close()
  const { status, faults, out } = await check()
  expect([status, faults.length]).toEqual([4, 1])
  expect(out).toContain('1 fault was found.')
  expect(out).not.toContain('All is well')
  expect(faults[0]).toMatch(
    /^Foreign keys: Row \d+ of userPermissions names a row of users that is not there\.$/,
  )
})

test('A016 A023 files that differ from their hashes, or are gone', async () => {
  const [first = '', second = ''] = stored.toSorted()
  writeFileSync(join(data, 'files', first), 'something else')
  rmSync(join(data, 'files', second))
  expect(await check()).toMatchObject({
    status: 4,
    faults: [`Files: files/${first} differs from its hash.`, `Files: files/${second} is missing.`],
    out: expect.stringContaining('2 faults were found.'),
  })
})

test('A023 a file without a hash is only looked for', async () => {
  const [first = '', second = ''] = stored.toSorted()
  await inDatabase((db) => db.deleteFrom('fileHashes').where('storedAs', '=', first).execute())
  writeFileSync(join(data, 'files', first), 'something else')
  expect(await check()).toMatchObject({ status: 0, faults: [] })
  writeFileSync(join(data, 'files', second), 'something else')
  expect((await check()).faults).toEqual([`Files: files/${second} differs from its hash.`])
})

test('A023 files and folders that others can use', MODES, async () => {
  chmodSync(join(data, 'files'), 0o750)
  chmodSync(join(data, 'files', stored[0] ?? ''), 0o604)
  expect(await check()).toMatchObject({
    status: 4,
    faults: [
      `File modes: ${join(data, 'files')} can be used by others (750).`,
      `File modes: ${join(data, 'files', stored[0] ?? '')} can be used by others (604).`,
    ],
  })
})

test(
  'A023 secrets that can’t be read, are others’, or open only some of what was sealed',
  MODES,
  async () => {
    const file = join(data, 'secrets.json')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, 'nothing')
    expect((await check()).faults).toContain(
      `Secrets: The secrets file ${file} is damaged. Put a copy of it back.`,
    )
    chmodSync(file, 0o644)
    expect((await check()).faults).toContain('Secrets: The secrets file can be read by others.')
    chmodSync(file, 0o600)
    const fresh = Buffer.alloc(32, 7).toString('base64')
    writeFileSync(file, text.replace(/"seal":"[^"]+"/, `"seal":"${fresh}"`))
    expect((await check()).status).toBe(4)
    writeFileSync(file, text)
    await inDatabase((db) =>
      db
        .updateTable('twoFactor')
        .set({ secret: 'x'.repeat(60) })
        .execute(),
    )
    expect(await check()).toMatchObject({ status: 4, faults: ['Secrets: 1 sealed value cannot be opened.'] })
    await inDatabase((db) =>
      db
        .updateTable('twoFactor')
        .set({ pendingSecret: 'x'.repeat(60), pendingSince: NOON })
        .execute(),
    )
    expect((await check()).faults).toEqual(['Secrets: 2 sealed values cannot be opened.'])
    // They open, and what they open was never sealed here.
    await inDatabase(async (db) => {
      const sealed = (await Sealer.open(db)).seal('shut', 'check of the secrets')
      await db.deleteFrom('settings').where('name', '=', 'secretsCheck').execute()
      await db.insertInto('settings').values({ name: 'secretsCheck', value: sealed }).execute()
    })
    expect((await check()).faults).toEqual(['Secrets: The keys are those of another installation.'])
  },
)

test('A023 a broken audit chain', async () => {
  await inDatabase((db) => db.deleteFrom('audit').where('label', '=', 'two').execute())
  const { status, faults } = await check()
  expect([status, faults.length]).toEqual([4, 1])
  expect(faults[0]).toMatch(/^Audit chain: MISSING/)
})

test('A023 nobody who can grant permissions', async () => {
  await inDatabase((db) => db.deleteFrom('userPermissions').execute())
  expect(await check()).toMatchObject({
    status: 4,
    faults: ['Grantor: Nobody can grant permissions. Run fieldwork-admin create-admin.'],
  })
  // Where nobody lives yet, nobody has to.
  await inDatabase((db) => db.updateTable('installation').set({ claimedAt: null }).execute())
  expect((await check()).faults).toEqual([])
})

test('A023 low disk space, from a tenth or 5 GB on', async () => {
  disk = { free: 5 * GB, size: 50 * GB }
  expect((await check()).status).toBe(0)
  disk.free -= 1
  expect(await check()).toMatchObject({ status: 4, faults: ['Disk: 5119 MB are left.'] })
  // More than a tenth, and less than 5 GB.
  disk = { free: 4 * GB, size: 20 * GB }
  expect((await check()).faults).toEqual(['Disk: 4096 MB are left.'])
  // More than 5 GB: a tenth of it, and less.
  disk = { free: 10 * GB, size: 100 * GB }
  expect((await check()).faults).toEqual([])
  disk.free -= 1
  expect((await check()).faults).toEqual(['Disk: 10239 MB are left.'])
})

test('A023 a clock that is behind what was written', async () => {
  now = NOON - 60_000
  expect((await check()).status).toBe(0)
  now -= 1
  expect(await check()).toMatchObject({
    status: 4,
    faults: [
      'Clock: It is 2026-05-04T11:58:59.999Z here, and an audit entry is of 2026-05-04T12:00:00.000Z.',
    ],
  })
})

test('A023 data of another build is told, and not migrated', async () => {
  await inDatabase((db) =>
    db
      .insertInto('kysely_migration' as never)
      .values({ name: '9999-x', timestamp: '2030' } as never)
      .execute(),
  )
  const { status, faults } = await check()
  expect(status).toBe(4)
  expect(faults).toContain('Version: The data was written by a newer build.')
  expect(faults).toContain('Secrets: was not looked at: see Version.')
})
