import { createHash, randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runAdmin } from '../../server/admin/run-admin.ts'
import { backupServices } from '../../server/backup/backup-services.ts'
import { backupName, keptOf, removeOld, takenAt } from '../../server/backup/schedule.ts'
import { databaseFileOf, RESTORE_MARK, takeDataFolder } from '../../server/db/data-folder.ts'
import { type Database, openDatabase } from '../../server/db/database.ts'
import {
  addGrantor,
  addPerson,
  NOON,
  post,
  signIn,
  startTestServer,
  TEST_COST,
  type TestServer,
} from '../../server/http/testing/test-server.ts'
import { whole } from '../whole.ts'

const DAY = 24 * 60 * 60 * 1000
const STORED = 'ab/abababab-0000-4000-8000-000000000001'

let folder: string
let data: string
let backup: string
let now: number
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldwork-backup-'))
  data = join(folder, 'data')
  backup = join(folder, 'one.backup')
  now = NOON
})
afterEach(() => rmSync(folder, { recursive: true }))

let typed = ''
async function admin(...args: string[]) {
  const said = { out: '', err: '' }
  const status = await runAdmin(['--data', data, ...args], {
    input: Readable.from([typed]),
    out: (text) => {
      said.out += text
    },
    err: (text) => {
      said.err += text
    },
    account: 'operator',
    clock: () => now,
    passwordCost: TEST_COST,
  })
  return { status, ...said }
}

const start = () =>
  startTestServer({ databaseFile: databaseFileOf(data), filesFolder: join(data, 'files'), clock: () => now })

/** A server with somebody who can sign in, a grantor and a file that a message has. */
async function company(): Promise<TestServer> {
  const server = await start()
  await addGrantor(server)
  await addPerson(server, { userName: 'ann' })
  const file = join(data, 'files', ...STORED.split('/'))
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, 'the content of a file')
  return server
}

async function inDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(databaseFileOf(data))
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
const note = (db: Database, text: string) =>
  db.insertInto('settings').values({ name: text, value: text }).execute()
const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')
/** Every file of the data folder with its hash, but for locks and what SQLite keeps beside its file. */
const everything = () =>
  readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/lock$|-wal$|-shm$/.test(entry.name))
    .map((entry) => [join(entry.parentPath, entry.name), hashOf(join(entry.parentPath, entry.name))])
    .toSorted()

describe('A148 a backup under load', () => {
  test('restores to a consistent installation: people sign in, files match, both halves of a write are there', async () => {
    const server = await company()
    const { db } = server.server
    let isOver = false
    let written = 0
    const writing = (async () => {
      while (!isOver) {
        written++
        await db.transaction().execute(async (trx) => {
          await note(trx, `left ${written}`)
          await note(trx, `right ${written}`)
        })
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    const taken = await admin('backup', backup)
    isOver = true
    await writing
    expect(taken).toMatchObject({ status: 0, err: '' })
    expect(taken.out).toContain('1 file.')
    expect(statSync(backup).mode & 0o077).toBe(0)
    await server.server.close()
    const expected = hashOf(join(data, 'files', STORED))

    expect(await admin('verify-backup', backup)).toMatchObject({ status: 0 })
    expect((await admin('restore', backup, '--replace')).status).toBe(0)
    expect(hashOf(join(data, 'files', STORED))).toBe(expected)
    const rows = await inDatabase((one) => one.selectFrom('settings').select('name').execute())
    const sideOf = (side: string) => rows.filter(({ name }) => name.startsWith(side)).length
    expect(sideOf('left')).toBe(sideOf('right'))
    const again = await start()
    expect((await signIn(again, 'ann')).authorization).toContain('Bearer ')
    await again.server.close()
  })

  test('never overwrites, and takes a name of its own in a folder', async () => {
    await (await company()).server.close()
    writeFileSync(backup, 'somebody else’s')
    expect(await admin('backup', backup)).toMatchObject({
      status: 1,
      err: expect.stringContaining('never overwrites'),
    })
    expect(readFileSync(backup, 'utf8')).toBe('somebody else’s')
    const shelf = join(folder, 'shelf')
    mkdirSync(shelf)
    expect((await admin('backup', shelf)).status).toBe(0)
    expect(readdirSync(shelf)).toEqual(['fieldwork-2026-05-04T12-00-00Z.backup'])
  })

  test('has none of the keys', async () => {
    await (await company()).server.close()
    await admin('backup', backup)
    const { hash, generations } = JSON.parse(readFileSync(join(data, 'secrets.json'), 'utf8'))
    for (const key of [hash, generations[0].seal, generations[0].token])
      expect(readFileSync(backup).includes(key)).toBe(false)
  })
})

test('--with-secrets takes the keys along under a passphrase, and restore opens them with it alone', async () => {
  await (await company()).server.close()
  const keys = readFileSync(join(data, 'secrets.json'), 'utf8')
  typed = 'too short\n'
  expect((await admin('backup', backup, '--with-secrets')).err).toBe(
    'A passphrase has at least 12 characters.\n',
  )
  typed = 'a lighthouse by the harbour\n'
  expect((await admin('backup', backup, '--with-secrets')).status).toBe(0)
  const { hash, generations } = JSON.parse(keys)
  for (const key of [hash, generations[0].seal, generations[0].token, typed.trim()])
    expect(readFileSync(backup).includes(key)).toBe(false)
  rmSync(data, { recursive: true })
  mkdirSync(data)
  typed = 'a lighthouse by the other harbour\n'
  expect(await admin('restore', backup, '--with-secrets')).toMatchObject({
    status: 1,
    err: 'The passphrase is not right.\n',
  })
  expect(readdirSync(data).filter((name) => name !== 'fieldwork.lock')).toEqual([])
  typed = 'a lighthouse by the harbour\n'
  expect((await admin('restore', backup, '--with-secrets')).status).toBe(0)
  expect(readFileSync(join(data, 'secrets.json'), 'utf8')).toBe(keys)
  expect(statSync(join(data, 'secrets.json')).mode & 0o777).toBe(0o600)
  expect(existsSync(join(data, 'secrets'))).toBe(false)
  const again = await start()
  expect((await signIn(again, 'ann')).authorization).toContain('Bearer ')
  await again.server.close()
  typed = ''
  const plain = join(folder, 'plain.backup')
  await admin('backup', plain)
  typed = 'a lighthouse by the harbour\n'
  expect((await admin('restore', plain, '--replace', '--with-secrets')).err).toContain(
    'This backup holds no keys.',
  )
  typed = ''
})

describe('a sealed backup', () => {
  const KEY = 'sixteen tons of herring'
  const keyed = async (key: string | undefined, ...args: string[]) => {
    vi.stubEnv('FIELDWORK_BACKUP_KEY', key)
    try {
      return await admin(...args)
    } finally {
      vi.unstubAllEnvs()
    }
  }

  test('A148 says nothing without its key, and restores with it', async () => {
    await (await company()).server.close()
    expect((await keyed(KEY, 'backup', backup)).out).toMatch(
      / is a sealed backup of 2026-05-04T12:00:00\.000Z, /,
    )
    const bytes = readFileSync(backup)
    // Long enough that sealed bytes don't hold them by chance.
    for (const open of ['SQLite format 3', 'the content of a file', '"migrations"', 'CREATE TABLE', KEY])
      expect(bytes.includes(open), open).toBe(false)
    // Nothing of it is left open, in either place.
    expect(readdirSync(folder).toSorted()).toEqual(['data', 'one.backup'])
    expect(readdirSync(data).filter((name) => name.includes('snapshot'))).toEqual([])
    const before = everything()
    for (const command of [['verify-backup'], ['restore', '--replace']]) {
      const [name = '', ...options] = command
      expect(await keyed(undefined, name, backup, ...options)).toMatchObject({
        status: 1,
        err: 'This backup is sealed. Give the key it was taken with as FIELDWORK_BACKUP_KEY.\n',
      })
      expect(await keyed(`${KEY}!`, name, backup, ...options)).toMatchObject({
        status: 1,
        err: 'This backup is damaged, or was sealed with another key.\n',
      })
    }
    expect(await keyed('too short for a key', 'backup', join(folder, 'two.backup'))).toMatchObject({
      status: 1,
      err: 'The key of backups has at least 20 characters.\n',
    })
    expect(everything()).toEqual(before)
    expect((await keyed(KEY, 'verify-backup', backup)).status).toBe(0)
    expect((await keyed(KEY, 'restore', backup, '--replace')).status).toBe(0)
    expect(readFileSync(join(data, 'files', ...STORED.split('/')), 'utf8')).toBe('the content of a file')
    const again = await start()
    await signIn(again, 'ann')
    await again.server.close()
    // What was taken without a key opens whether or not there is one now.
    await keyed(undefined, 'backup', join(folder, 'open.backup'))
    expect((await keyed(KEY, 'verify-backup', join(folder, 'open.backup'))).status).toBe(0)
  })

  test('A149 damaged, cut off or put together anew, is refused', async () => {
    const server = await company()
    // Of several chunks.
    const large = join(data, 'files', 'cd', 'cdcdcdcd-0000-4000-8000-000000000002')
    mkdirSync(join(large, '..'), { recursive: true })
    writeFileSync(large, randomBytes(3 * 1024 * 1024))
    await server.server.close()
    await keyed(KEY, 'backup', backup)
    const bytes = readFileSync(backup)
    const chunk = 1024 * 1024 + 16
    const start = bytes.indexOf('\n', 30) + 1
    const swapped = Buffer.concat([
      bytes.subarray(0, start),
      bytes.subarray(start + chunk, start + 2 * chunk),
      bytes.subarray(start, start + chunk),
      bytes.subarray(start + 2 * chunk),
    ])
    const flipped = (at: number) => {
      const copy = Buffer.from(bytes)
      copy[at] = (copy[at] ?? 0) ^ 1
      return copy
    }
    const faults = [
      flipped(start - 10),
      flipped(start + 5),
      flipped(start + chunk + 5),
      flipped(bytes.length - 1),
      bytes.subarray(0, start + 2 * chunk),
      bytes.subarray(0, -1),
      bytes.subarray(0, start),
      Buffer.concat([bytes, Buffer.from('x')]),
      swapped,
    ]
    writeFileSync(backup, bytes.subarray(0, start + 2 * chunk))
    // Cut where a chunk ends: what is left is no whole of its own.
    expect((await keyed(KEY, 'verify-backup', backup)).err).toBe('This backup is damaged: sealed content.\n')
    for (const [place, wrong] of faults.entries()) {
      writeFileSync(backup, wrong)
      const { status, err } = await keyed(KEY, 'verify-backup', backup)
      expect([place, status, err.startsWith('This backup is damaged')]).toEqual([place, 1, true])
    }
    writeFileSync(backup, bytes)
    expect((await keyed(KEY, 'verify-backup', backup)).status).toBe(0)
  })
})

describe('A149 a damaged backup', () => {
  async function taken(): Promise<Buffer> {
    await (await company()).server.close()
    expect((await admin('backup', backup)).status).toBe(0)
    return readFileSync(backup)
  }
  const damaged = (bytes: Uint8Array) => writeFileSync(backup, bytes)
  const flipped = (bytes: Buffer, at: number) => {
    const copy = Buffer.from(bytes)
    copy[at] = (copy[at] ?? 0) ^ 0x10
    return copy
  }

  test('is refused by verify and restore with the part that is damaged', async () => {
    const bytes = await taken()
    const manifest = bytes.indexOf('"parts"')
    const database = bytes.indexOf('SQLite format 3') + 5000
    const file = bytes.indexOf('the content of a file')
    const before = everything()
    for (const [part, wrong] of [
      ['header', flipped(bytes, 3)],
      ['manifest', flipped(bytes, manifest)],
      ['database', flipped(bytes, database)],
      [`files/${STORED}`, flipped(bytes, file)],
      ['end', flipped(bytes, bytes.length - 2)],
      ['end', Buffer.concat([bytes, Buffer.from('x')])],
      ['end', bytes.subarray(0, -1)],
      ['database', bytes.subarray(0, database)],
      ['header', Buffer.alloc(0)],
    ] as const) {
      damaged(wrong)
      const refused = { status: 1, out: '', err: `This backup is damaged: ${part}.\n` }
      expect(await admin('verify-backup', backup)).toEqual(refused)
      expect(await admin('restore', backup, '--replace')).toEqual(refused)
    }
    expect(everything()).toEqual(before)
  })

  test('damaged anywhere, is refused', async () => {
    const bytes = await taken()
    const times = whole(12, 200)
    let refused = 0
    for (let i = 0; i < times; i++) {
      // Places all over the file, the same in each run.
      const at = Math.floor((i + 0.37) * (bytes.length / times))
      damaged(i % 3 === 2 ? bytes.subarray(0, at) : flipped(bytes, at))
      const { status, err } = await admin('verify-backup', backup)
      if (status === 1 && err.startsWith('This backup is damaged: ')) refused++
    }
    expect(refused).toBe(times)
  })

  test('one of a newer version is refused in words, one into a folder in use with status 3', async () => {
    const server = await company()
    await server.server.db
      .insertInto('kysely_migration' as never)
      .values({ name: '9999-of-tomorrow', timestamp: '2030-01-01' } as never)
      .execute()
    const held = takeDataFolder(data)
    const { takeBackup } = await import('../../server/backup/take-backup.ts')
    const { foldersOf } = await import('../../server/db/data-folder.ts')
    await takeBackup(foldersOf(data), backup, { now, build: '9.0.0 (data 9999)' })
    await server.server.close()
    expect(await admin('restore', backup, '--replace')).toMatchObject({ status: 3 })
    held.release()
    for (const args of [
      ['verify-backup', backup],
      ['restore', backup, '--replace'],
    ])
      expect((await admin(...args)).err).toMatch(
        /^This data was written by 9\.0\.0 \(data 9999\); this is \d\S* \(data \d{4}\)\.\n$/,
      )
  })
})

describe('A150 after a restore', () => {
  test('all sessions are over, and the report says what is missing against the old folder', async () => {
    const server = await company()
    const held = await signIn(server, 'ann')
    await server.server.close()
    await admin('backup', backup)
    // The session would still be good.
    now += DAY / 24
    const later = await start()
    await addPerson(later, { userName: 'bob' })
    await addPerson(later, { userName: 'cem' })
    await note(later.server.db, 'of later')
    await later.server.close()

    expect(await admin('restore', backup)).toMatchObject({
      status: 1,
      err: expect.stringContaining('With --replace'),
    })
    const { out, status } = await admin('restore', backup, '--replace')
    expect(status).toBe(0)
    expect(out).toContain('Everybody signs in again.')
    expect(out).toContain('Records that were there and are not in the backup:\n')
    expect(out).toMatch(/^ {2}users: 2$/m)
    expect(out).toMatch(/^ {2}settings: 1$/m)
    expect(out).not.toContain('  tasks')
    const before = /is in (\S+-before-restore-\S+)\.\n/.exec(out)?.[1] ?? ''
    expect(readdirSync(before)).toEqual(expect.arrayContaining(['fieldwork.db', 'files', 'secrets.json']))

    const audits = await inDatabase((db) => db.selectFrom('audit').select('action').orderBy('id').execute())
    expect(audits.at(-1)).toEqual({ action: 'BACKUP_RESTORED' })
    const again = await start()
    expect((await post(again, '/api/auth/request-hub-token', {}, held)).status).toBe(401)
    const names = await again.server.db.selectFrom('users').select('userName').orderBy('id').execute()
    expect(names.map(({ userName }) => userName)).toEqual(['grantor', 'ann'])
    await again.server.close()
  })

  test('a destroyed folder is there again, with its keys put back', async () => {
    await (await company()).server.close()
    await admin('backup', backup)
    const keys = join(folder, 'secrets.json')
    cpSync(join(data, 'secrets.json'), keys)
    rmSync(data, { recursive: true })
    mkdirSync(data)
    cpSync(keys, join(data, 'secrets.json'))
    const restored = await admin('restore', backup)
    expect(restored).toMatchObject({ status: 0, err: '' })
    expect(restored.out).not.toContain('secrets file')
    expect(existsSync(join(data, 'files', STORED))).toBe(true)
  })

  test('it says that the keys are missing, or others than the backup’s as after rotate-secrets, and nothing once they are back', async () => {
    await (await company()).server.close()
    await admin('backup', backup)
    const secrets = join(data, 'secrets.json')
    const keys = readFileSync(secrets)
    expect((await admin('rotate-secrets')).status).toBe(0)
    const then =
      'Put the keys of their time there: without them nothing sealed can be opened, and no server starts.\n'
    const others = await admin('restore', backup, '--replace')
    expect(others).toMatchObject({ status: 0, err: '' })
    expect(
      others.out.endsWith(
        `\nThe secrets file ${secrets} holds other keys than these data were sealed with. ${then}`,
      ),
    ).toBe(true)
    expect((await admin('check')).out).toContain('Secrets: The secrets file')
    rmSync(secrets)
    now += 1
    const none = await admin('restore', backup, '--replace', '--json')
    expect(none.status).toBe(0)
    expect(JSON.parse(none.out)).toMatchObject({
      keys: `The secrets file ${secrets} is missing. ${then.trim()}`,
    })
    expect(existsSync(secrets)).toBe(false)
    writeFileSync(secrets, keys, { mode: 0o600 })
    now += 1
    expect((await admin('restore', backup, '--replace')).out).not.toContain('secrets file')
    const again = await start()
    expect((await signIn(again, 'ann')).authorization).toContain('Bearer ')
    await again.server.close()
  })

  test('interrupted while the two change places, no server starts until it is done again', async () => {
    await (await company()).server.close()
    await admin('backup', backup)
    writeFileSync(join(data, RESTORE_MARK), '')
    expect(() => takeDataFolder(data)).toThrow('A restore of')
    expect((await admin('restore', backup, '--replace')).status).toBe(0)
    takeDataFolder(data).release()
  })

  test('A022 restore, migrate and rotate-secrets are refused while a server runs on the folder; backups are not', async () => {
    await (await company()).server.close()
    const held = takeDataFolder(data)
    expect((await admin('backup', backup)).status).toBe(0)
    expect((await admin('verify-backup', backup)).status).toBe(0)
    expect((await admin('restore', backup, '--replace')).status).toBe(3)
    expect((await admin('rotate-secrets')).status).toBe(3)
    expect((await admin('migrate')).status).toBe(3)
    held.release()
    expect((await admin('rotate-secrets')).status).toBe(0)
  })
})

describe('scheduled backups', () => {
  test('keep 7 daily, 4 weekly and 12 monthly ones, the newest of each, and no other file', async () => {
    const names = Array.from({ length: 500 }, (_, days) => backupName(NOON - days * DAY))
    const kept = [...keptOf(names)]
      .map((name) => new Date(takenAt(name) ?? 0).toISOString().slice(0, 10))
      .toSorted()
      .toReversed()
    const daily = [
      '2026-05-04',
      '2026-05-03',
      '2026-05-02',
      '2026-05-01',
      '2026-04-30',
      '2026-04-29',
      '2026-04-28',
    ]
    // Sundays end weeks; the last days of months end those.
    const weekly = ['2026-05-04', '2026-05-03', '2026-04-26', '2026-04-19']
    const monthly = [
      '2026-05-04',
      '2026-04-30',
      '2026-03-31',
      '2026-02-28',
      '2026-01-31',
      '2025-12-31',
      '2025-11-30',
      '2025-10-31',
      '2025-09-30',
      '2025-08-31',
      '2025-07-31',
      '2025-06-30',
    ]
    expect(kept).toEqual([...new Set([...daily, ...weekly, ...monthly])].toSorted().toReversed())
    const shelf = join(folder, 'shelf')
    mkdirSync(shelf)
    for (const name of [...names.slice(0, 10), 'by-hand.backup']) writeFileSync(join(shelf, name), '')
    // Of 28 April and before only the Sunday is kept.
    expect(await removeOld(shelf)).toBe(2)
    expect(readdirSync(shelf)).toContain('by-hand.backup')
  })

  test('A136 raise BACKUP_LATE after 26 hours and BACKUP_DRILL_FAILED for a drill that fails; successes clear them', async () => {
    const db = await openDatabase(':memory:')
    const shelf = join(folder, 'shelf')
    mkdirSync(shelf)
    let fault: string | null = null
    const verified: string[] = []
    let shippedAt: number | null = null
    const services = backupServices({
      db,
      clock: () => now,
      plan: {
        folder: shelf,
        take: async (to) => {
          if (fault) throw new Error(fault)
          writeFileSync(to, '')
        },
        verify: async (file) => {
          if (fault) throw new Error(fault)
          verified.push(file)
        },
        shippedAt: () => shippedAt,
      },
    })
    const run = (key: string) =>
      services
        .find((service) => service.key === key)
        ?.run({ startedAt: now, since: NOON, log: () => {}, signal: new AbortController().signal })
    const standing = async () =>
      (await db.selectFrom('systemFlags').select('key').where('clearedAt', 'is', null).execute()).map(
        ({ key }) => key,
      )
    await run('BACKUP')
    await run('BACKUP_DRILL')
    expect(verified).toEqual([join(shelf, 'fieldwork-2026-05-04T12-00-00Z.backup')])
    now = NOON + 26 * 60 * 60 * 1000 - 1
    await run('BACKUP_WATCH')
    expect(await standing()).toEqual([])
    now += 1
    await run('BACKUP_WATCH')
    expect(await standing()).toEqual(['BACKUP_LATE'])
    fault = 'no room'
    await expect(run('BACKUP')).rejects.toThrow('no room')
    await expect(run('BACKUP_DRILL')).rejects.toThrow('no room')
    expect((await standing()).toSorted()).toEqual(['BACKUP_DRILL_FAILED', 'BACKUP_LATE'])
    fault = null
    await run('BACKUP')
    await run('BACKUP_DRILL')
    expect(await standing()).toEqual([])
    // What is shipped all the time is drilled, too, and told of where it stands still.
    shippedAt = now
    verified.length = 0
    await run('BACKUP_DRILL')
    expect(verified).toEqual([expect.stringMatching(/\.backup$/), join(shelf, 'continuous')])
    shippedAt = now - 60_001
    await run('BACKUP_WATCH')
    expect(await standing()).toEqual(['BACKUP_LATE'])
    shippedAt = now - 60_000
    await run('BACKUP_WATCH')
    expect(await standing()).toEqual([])
    await db.destroy()
  })

  test('are taken by a process of their own, and what it says is the failure', async () => {
    const { backupsByProcess } = await import('../../server/backup/by-process.ts')
    await (await company()).server.close()
    const plan = backupsByProcess(data, folder)
    const { signal } = new AbortController()
    await plan.take(backup, signal)
    await plan.verify(backup, signal)
    await expect(plan.take(backup, signal)).rejects.toThrow('never overwrites')
  })
})
