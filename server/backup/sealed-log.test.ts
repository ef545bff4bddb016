import { randomBytes } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { databaseFileOf } from '../db/data-folder.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { DamagedBackupError } from './backup-file.ts'
import { copyBaseByProcess } from './by-process.ts'
import { generationsIn, lockOf, RecordWriter, readRecords } from './log-folder.ts'
import { encodeRecord } from './log-record.ts'
import { LogShipper } from './log-shipper.ts'
import { unpackLog } from './restore-log.ts'
import { LogKeys, readSealed, sealedSize, sealFile } from './sealed-log.ts'

const KEY = 'a key of backups, long enough'
const OTHER = 'another key of backups, as long'

let folder: string
let data: string
let to: string
let now: number
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldwork-sealed-log-'))
  data = join(folder, 'data')
  to = join(folder, 'continuous')
  for (const name of ['a', 'b']) {
    mkdirSync(join(data, 'widgets', name), { recursive: true })
    writeFileSync(join(data, 'widgets', name, 'index.html'), `the page of ${name}`)
  }
  now = Date.UTC(2026, 10, 25, 12)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const note = (db: Database, name: string, value = '') =>
  db.insertInto('settings').values({ name, value }).execute()

async function open(key: string | null, at = data) {
  const databaseFile = databaseFileOf(at)
  const db = await openDatabase(databaseFile)
  const folders = { filesFolder: join(at, 'files'), widgetFolder: join(at, 'widgets'), auditRootsFile: null }
  const parts = { ...folders, databaseFile, db, to, key, build: '1', copyBase: copyBaseByProcess }
  const shipper = await LogShipper.begin({ ...parts, clock: () => now })
  const stop = async () => {
    await shipper.finish()
    await db.destroy()
    await shipper.leaveMark()
  }
  return { db, shipper, stop }
}

let restores = 0
async function restored(keys: LogKeys, from = to) {
  restores += 1
  const target = join(folder, `restored ${restores}`)
  mkdirSync(target)
  const found = await unpackLog(from, target, Number.POSITIVE_INFINITY, '1', keys)
  const db = new DatabaseSync(join(target, 'database'), { readOnly: true })
  const rows = db.prepare("select name from settings where name like 'note %' order by name").all()
  db.close()
  return { ...found, target, notes: rows.map(({ name }) => String(name)) }
}

const filesIn = (at: string) =>
  readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()

test('A149 what is shipped is sealed by the key of backups; damage anywhere is refused, cut, or named', async () => {
  const { db, shipper, stop } = await open(KEY)
  const storedAs = 'ab/abababab-0000-4000-8000-000000000001'
  mkdirSync(join(data, 'files', 'ab'), { recursive: true })
  writeFileSync(join(data, 'files', storedAs), 'content of a file')
  await db.insertInto('fileHashes').values({ storedAs, sha256: 'x' }).execute()
  const names = ['note 1', 'note 2', 'note 3', 'note 4']
  for (const name of names) {
    await note(db, name, randomBytes(20_000).toString('hex'))
    now += 1000
    await shipper.ship()
  }
  await stop()
  const all = Buffer.concat(filesIn(to).map((file) => readFileSync(file))).toString('latin1')
  // Neither what is in files, nor headers of records, nor what is compressed.
  for (const open of ['content of a file', 'the page of a', 'pageSize', '\x28\xb5\x2f\xfd'])
    expect(all).not.toContain(open)
  const keys = new LogKeys(() => KEY)
  const whole = await restored(keys)
  expect(whole).toMatchObject({ notes: names, cutAt: null, lostFiles: [] })
  expect(readFileSync(join(whole.target, 'widgets/a/index.html'), 'utf8')).toBe('the page of a')
  const [generation = ''] = await generationsIn(to)
  const lock = await lockOf(generation)
  const sealing = lock && (await keys.open(lock))
  const shipped = join(to, lock?.folder ?? '', 'files', storedAs)
  const read = async (name: string) =>
    (await readSealed(shipped, sealing?.keyFor(name) ?? Buffer.alloc(0)))?.toString() ?? null
  expect(await read(`files/${storedAs}`)).toBe('content of a file')
  // In another file's place it doesn't open.
  expect(await read('files/ab/abababab-0000-4000-8000-000000000002')).toBe(null)

  await expect(restored(new LogKeys(() => null))).rejects.toThrow(
    'This backup is sealed. Give the key it was taken with as FIELDWORK_BACKUP_KEY.',
  )
  await expect(restored(new LogKeys(() => OTHER))).rejects.toThrow('This backup was sealed with another key.')

  const kept = join(folder, 'kept')
  cpSync(to, kept, { recursive: true })
  const files = filesIn(to).filter((file) => file !== shipped)
  const count = { refused: 0, cut: 0, named: 0 }
  let random = 20_261_126
  for (let time = 0; time < files.length * 4; time++) {
    const file = files[time % files.length] ?? ''
    const bytes = readFileSync(file)
    random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
    // All over it, and once near its end, where a damaged record cuts off nothing but itself.
    const isNearEnd = time >= files.length * 3
    const at = isNearEnd ? bytes.length - 1 - (random % 20) : random % bytes.length
    if (time % 3 === 2) writeFileSync(file, bytes.subarray(0, at))
    else writeFileSync(file, Buffer.from(bytes).fill((bytes[at] ?? 0) ^ 0x10, at, at + 1))
    const found = await restored(keys).catch((error: unknown) => error)
    if (found instanceof Error) {
      expect(found).toBeInstanceOf(DamagedBackupError)
      count.refused++
    } else {
      const { cutAt, lostFiles, notes } = found as Awaited<ReturnType<typeof restored>>
      expect(notes).toEqual(names.slice(0, notes.length))
      if (cutAt === null) expect(lostFiles).toHaveLength(1)
      count[cutAt === null ? 'named' : 'cut']++
    }
    cpSync(join(kept, file.slice(to.length)), file)
  }
  for (const times of Object.values(count)) expect(times).toBeGreaterThan(0)

  // Each is whole, and in the other's place.
  const widget = (name: string) => join(to, lock?.folder ?? '', 'widgets', name, 'index.html')
  const [a, b] = [readFileSync(widget('a')), readFileSync(widget('b'))]
  writeFileSync(widget('a'), b)
  writeFileSync(widget('b'), a)
  expect((await restored(keys)).lostFiles.toSorted()).toEqual([
    'widgets/a/index.html',
    'widgets/b/index.html',
  ])
  // So is a generation by another's name.
  const renamed = join(to, '2026-11-26T00-00-00-000Z')
  cpSync(generation, renamed, { recursive: true })
  await expect(restored(keys, renamed)).rejects.toThrow('This backup is damaged: base.json.')
})

test('records that are sealed can’t be exchanged, moved or left out', async () => {
  const key = randomBytes(32)
  const one = (index: number, previous: string, by = key) =>
    encodeRecord(
      {
        ...{ generation: 'g', index, at: index, previous, pageSize: 4, databasePages: 1 },
        ...{ salts: [1, 2], end: 32, sums: [3, 4] },
      },
      new Map([[1, Buffer.from('page')]]),
      by,
    )
  const first = await one(0, '')
  const second = await one(1, first.hash)
  const third = await one(2, second.hash)
  const seen = async (...records: { readonly bytes: Buffer }[]) => {
    rmSync(to, { recursive: true, force: true })
    mkdirSync(to)
    const writer = new RecordWriter(to)
    for (const { bytes } of records) await writer.append(0, bytes)
    await writer.close()
    const found: number[] = []
    const reading = readRecords(to, key)
    for (;;) {
      const step = await reading.next()
      if (step.done) return { found, isCut: step.value !== null }
      expect((await step.value.pages()).get(1)?.toString()).toBe('page')
      found.push(step.value.header.index)
    }
  }
  expect(await seen(first, second, third)).toEqual({ found: [0, 1, 2], isCut: false })
  expect(await seen(first, third)).toEqual({ found: [0], isCut: true })
  expect(await seen(first, third, second)).toEqual({ found: [0], isCut: true })
  expect(await seen(second, third)).toEqual({ found: [], isCut: true })
  // One of another key, with a hash that is right; and one that was never sealed.
  expect(await seen(first, await one(1, first.hash, randomBytes(32)))).toEqual({ found: [0], isCut: true })
  const plain = await encodeRecord(
    {
      ...{ generation: 'g', index: 1, at: 1, previous: first.hash, pageSize: 4, databasePages: 1 },
      ...{ salts: [1, 2], end: 32, sums: [3, 4] },
    },
    new Map([[1, Buffer.from('page')]]),
  )
  expect(await seen(first, plain)).toEqual({ found: [0], isCut: true })
})

test('a server that was killed goes on in the sealed generation, with what was not shipped', async () => {
  const first = await open(KEY)
  await first.shipper.ship()
  await note(first.db, 'note 1')
  await first.shipper.ship()
  await note(first.db, 'note 2')
  const killed = join(folder, 'killed')
  mkdirSync(killed)
  for (const suffix of ['', '-wal'])
    cpSync(`${databaseFileOf(data)}${suffix}`, `${databaseFileOf(killed)}${suffix}`)
  now += 1000
  const second = await open(KEY, killed)
  expect(second.shipper.takeNews()).toBe(null)
  await note(second.db, 'note 3')
  await second.shipper.ship()
  expect((await restored(new LogKeys(() => KEY))).notes).toEqual(['note 1', 'note 2', 'note 3'])
  expect(await generationsIn(to)).toHaveLength(1)
  await second.stop()
  await first.stop()
})

test('a key that is given, changed or taken away begins a new base and is told; what is no longer of use goes', async () => {
  const run = async (key: string | null) => {
    const { db, shipper, stop } = await open(key)
    await note(db, `note ${now}`)
    await shipper.ship()
    const news = shipper.takeNews()
    expect(shipper.takeNews()).toBe(null)
    await stop()
    now += 60_000
    const folders = readdirSync(to)
    return { news, generations: (await generationsIn(to)).length, isOpen: folders.includes('widgets') }
  }
  expect(await run(null)).toEqual({ news: null, generations: 1, isOpen: true })
  expect(await run(KEY)).toEqual({
    news: expect.stringContaining('sealed from now on, in a new base'),
    ...{ generations: 2, isOpen: true },
  })
  const [sealed = ''] = await generationsIn(to)
  expect(await run(KEY)).toEqual({ news: null, generations: 2, isOpen: true })
  expect(await run(OTHER)).toEqual({
    news: expect.stringContaining('sealed with another key: a new base is begun'),
    ...{ generations: 3, isOpen: true },
  })
  // The older one opens with its own key, files and all.
  expect(await restored(new LogKeys(() => KEY), sealed)).toMatchObject({ cutAt: null, lostFiles: [] })
  // Back to the first key: into its folder, and the one that isn't sealed goes.
  expect(await run(KEY)).toMatchObject({ generations: 3, isOpen: false })
  expect((await lockOf((await generationsIn(to))[0] ?? ''))?.folder).toBe((await lockOf(sealed))?.folder)
  expect(await run(null)).toEqual({
    news: expect.stringContaining('no key is given: from now on it is not sealed'),
    ...{ generations: 3, isOpen: true },
  })
  expect(await restored(new LogKeys(() => null))).toMatchObject({ cutAt: null, lostFiles: [] })
})

test('a sealed file has the size that is expected of it, so that it isn’t shipped again', async () => {
  const [from, sealed] = [join(folder, basename(folder)), join(folder, 'sealed')]
  for (const size of [0, 1, 1024 * 1024, 1024 * 1024 + 1, 3 * 1024 * 1024]) {
    writeFileSync(from, Buffer.alloc(size, 7))
    await sealFile(from, sealed, Buffer.alloc(32))
    expect(statSync(sealed).size).toBe(sealedSize(size))
    expect((await readSealed(sealed, Buffer.alloc(32)))?.equals(readFileSync(from))).toBe(true)
  }
})
