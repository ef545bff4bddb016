import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { databaseFileOf } from '../db/data-folder.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { backupServices } from './backup-services.ts'
import { copyBaseByProcess } from './by-process.ts'
import { buildDatabase, generationsIn } from './log-folder.ts'
import { LogShipper } from './log-shipper.ts'

const NOON = Date.UTC(2026, 10, 25, 12)
const DAY = 24 * 60 * 60 * 1000

let folder: string
let data: string
let to: string
let now: number
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldwork-shipper-'))
  data = join(folder, 'data')
  to = join(folder, 'continuous')
  mkdirSync(data)
  now = NOON
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const note = (db: Database, name: string, value = '') =>
  db.insertInto('settings').values({ name, value }).execute()

async function open(at = data, copyBase = copyBaseByProcess) {
  const databaseFile = databaseFileOf(at)
  const db = await openDatabase(databaseFile)
  const folders = { databaseFile, filesFolder: join(at, 'files'), widgetFolder: null, auditRootsFile: null }
  const shipper = await LogShipper.begin({ ...folders, db, to, build: 'test', clock: () => now, copyBase })
  const stop = async () => {
    await shipper.finish()
    await db.destroy()
    await shipper.leaveMark()
  }
  return { db, shipper, stop }
}

/** The notes that a restore would have. */
async function restored(): Promise<string[]> {
  const [newest = ''] = await generationsIn(to)
  const target = join(folder, 'restored.db')
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${target}${suffix}`, { force: true })
  expect(await buildDatabase(newest, target, Number.POSITIVE_INFINITY)).toMatchObject({ cutAt: null })
  const db = new DatabaseSync(target)
  try {
    expect(db.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
    return db
      .prepare("select name from settings where name like 'note %' order by name")
      .all()
      .map(({ name }) => String(name))
  } finally {
    db.close()
  }
}

test('a server that stopped goes on in the same generation', async () => {
  const first = await open()
  await note(first.db, 'note 1')
  await first.stop()
  expect(await restored()).toEqual(['note 1'])
  now += 1000
  const second = await open()
  await note(second.db, 'note 2')
  await second.shipper.ship()
  expect(await restored()).toEqual(['note 1', 'note 2'])
  await second.stop()
  expect(await generationsIn(to)).toHaveLength(1)
})

test('what another program wrote in between is there, too: in a new generation', async () => {
  const first = await open()
  await note(first.db, 'note 1')
  await first.stop()
  const other = new DatabaseSync(databaseFileOf(data))
  other.exec("insert into settings (name, value) values ('note of another', '')")
  other.close()
  now += 1000
  const second = await open()
  expect(await restored()).toEqual(['note 1', 'note of another'])
  await second.stop()
  expect(await generationsIn(to)).toHaveLength(2)
})

test('a server that was killed goes on where the log was shipped to, with what was not', async () => {
  const first = await open()
  // With it the log that the migrations left is emptied; what comes then is in the next.
  await first.shipper.ship()
  await note(first.db, 'note 1')
  await first.shipper.ship()
  await note(first.db, 'note 2')
  const killed = join(folder, 'killed')
  mkdirSync(killed)
  for (const suffix of ['', '-wal'])
    cpSync(`${databaseFileOf(data)}${suffix}`, `${databaseFileOf(killed)}${suffix}`)
  expect(await restored()).toEqual(['note 1'])
  now += 1000
  const second = await open(killed)
  await note(second.db, 'note 3')
  await second.shipper.ship()
  expect(await restored()).toEqual(['note 1', 'note 2', 'note 3'])
  expect(await generationsIn(to)).toHaveLength(1)
  await second.stop()
  await first.stop()
})

test('SQLite’s log is emptied once all of it is shipped, and nothing is lost at that', async () => {
  const { db, shipper, stop } = await open()
  const names: string[] = []
  // What the migrations left of it.
  const before = statSync(`${databaseFileOf(data)}-wal`).size
  for (let round = 0; round < 12; round++) {
    for (let one = 0; one < 5; one++) {
      names.push(`note ${String(round * 5 + one).padStart(3, '0')}`)
      await note(db, names.at(-1) ?? '', 'x'.repeat(150_000))
    }
    await shipper.ship()
  }
  // Nine megabytes went through it.
  expect(statSync(`${databaseFileOf(data)}-wal`).size).toBeLessThan(before + 3_000_000)
  expect(await restored()).toEqual(names)
  await stop()
})

test('a new generation begins each day, beside the one of before until it is whole', async () => {
  const { db, shipper, stop } = await open()
  await note(db, 'note 1')
  now += DAY
  for (let one = 2; one < 20; one++) {
    await note(db, `note ${one}`, 'x'.repeat(300_000))
    await shipper.ship()
  }
  await shipper.settled()
  expect(await generationsIn(to)).toHaveLength(2)
  await note(db, 'note last')
  await shipper.ship()
  expect(await restored()).toHaveLength(20)
  await stop()
})

test('a copy that fails is told, leaves nothing behind, and is tried again after a minute', async () => {
  let fault: string | null = 'No room'
  const { db, shipper, stop } = await open(data, async (from, target) => {
    if (fault !== null) throw new Error(fault)
    return copyBaseByProcess(from, target)
  })
  await note(db, 'note 1')
  await expect(shipper.ship()).rejects.toThrow('No room')
  expect(await generationsIn(to)).toEqual([])
  fault = null
  now += 60_000
  await shipper.ship()
  await shipper.settled()
  expect(await restored()).toEqual(['note 1'])
  await stop()
})

test('an uploaded file is there before what names it', async () => {
  const { db, shipper, stop } = await open()
  const storedAs = 'ab/abababab-0000-4000-8000-000000000001'
  mkdirSync(join(data, 'files', 'ab'), { recursive: true })
  writeFileSync(join(data, 'files', storedAs), 'content')
  await db.insertInto('fileHashes').values({ storedAs, sha256: 'x' }).execute()
  await shipper.ship()
  expect(readFileSync(join(to, 'files', storedAs), 'utf8')).toBe('content')
  await stop()
})

test('BACKUP_LATE stands once nothing was shipped for a minute, and goes when it is again', async () => {
  const db = await openDatabase(':memory:')
  let shippedAt = NOON
  const plan = { folder: data, take: async () => {}, verify: async () => {}, shippedAt: () => shippedAt }
  const watch = backupServices({ db, clock: () => now, plan }).find(({ key }) => key === 'BACKUP_WATCH')
  const flags = async () => {
    await watch?.run({ startedAt: now, since: null, log: () => {}, signal: new AbortController().signal })
    return db.selectFrom('systemFlags').select(['key', 'message']).where('clearedAt', 'is', null).execute()
  }
  now = NOON + 60_000
  expect(await flags()).toEqual([])
  now += 1
  expect(await flags()).toEqual([
    {
      key: 'BACKUP_LATE',
      message: 'What was written since 2026-11-25T12:00:00.000Z is not in the folder of backups.',
    },
  ])
  shippedAt = now
  expect(await flags()).toEqual([])
  await db.destroy()
})
