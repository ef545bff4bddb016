import { spawn } from 'node:child_process'
import { once } from 'node:events'
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
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runAdmin } from '../../server/admin/run-admin.ts'
import { copyBaseByProcess } from '../../server/backup/by-process.ts'
import { LogShipper } from '../../server/backup/log-shipper.ts'
import { databaseFileOf } from '../../server/db/data-folder.ts'
import { openDatabase } from '../../server/db/database.ts'
import { whole } from '../whole.ts'

const WRITER = new URL('die-at-destruction.ts', import.meta.url).pathname

let folder: string
let data: string
let continuous: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldwork-destroyed-'))
  data = join(folder, 'data')
  continuous = join(folder, 'backups', 'continuous')
  mkdirSync(data)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function admin(...args: string[]) {
  const said = { out: '', err: '' }
  const status = await runAdmin(['--data', data, ...args], {
    input: Readable.from(['']),
    out: (text) => {
      said.out += text
    },
    err: (text) => {
      said.err += text
    },
    account: 'operator',
    clock: () => Date.now(),
  })
  return { status, ...said }
}

/** The numbers of each side that are there. */
function written(file = databaseFileOf(data)): { left: Set<number>; right: Set<number> } {
  const db = new DatabaseSync(file, { readOnly: true })
  const numbers = (side: string) =>
    new Set(
      db
        .prepare(`select name from settings where name like '${side} %'`)
        .all()
        .map(({ name }) => Number(String(name).split(' ')[1])),
    )
  try {
    return { left: numbers('left'), right: numbers('right') }
  } finally {
    db.close()
  }
}

test('a data folder that is destroyed under load is there again, but for a second at most, and nothing by halves', async () => {
  const times = whole(3, 200)
  let random = 20_261_125
  let from = 0
  let most = 0
  let longest = 0
  for (let time = 0; time < times; time++) {
    const child = spawn(process.execPath, [WRITER, data, continuous, String(from)])
    const answered: [number, number][] = []
    let said = ''
    let err = ''
    child.stderr.on('data', (chunk) => {
      err += chunk
    })
    const isReady = new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk) => {
        said += chunk
        const lines = said.split('\n')
        said = lines.pop() ?? ''
        for (const line of lines) {
          if (line === 'ready') resolve()
          else answered.push(line.split(' ').map(Number) as [number, number])
        }
      })
    })
    await Promise.race([isReady, once(child, 'exit')])
    random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
    await delay(random % 2500)
    const destroyedAt = Date.now()
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(err).toBe('')
    rmSync(data, { recursive: true })
    mkdirSync(data)
    const begun = performance.now()
    const { status, out, err: refusal } = await admin('restore', continuous)
    longest = Math.max(longest, performance.now() - begun)
    expect([status, refusal]).toEqual([0, ''])
    expect(out).toMatch(/^The data as of \S+Z is in /)
    const { left, right } = written()
    expect([...left].toSorted()).toEqual([...right].toSorted())
    const last = Math.max(-1, ...left)
    const firstLost = answered.find(([number]) => number > last)
    if (firstLost) most = Math.max(most, destroyedAt - firstLost[1])
    // Whatever was answered before the last one that is there, is there, too.
    const missing = answered.filter(([number]) => number <= last && number > last - 300 && !left.has(number))
    expect(missing).toEqual([])
    from = Math.max(last, answered.at(-1)?.[0] ?? 0) + 1
  }
  console.log(
    `${times} destructions: at most ${most} ms of answered work were lost; restored in at most ${Math.round(longest)} ms`,
  )
  expect(most).toBeLessThanOrEqual(1000)
  expect(longest).toBeLessThanOrEqual(30_000)
}, 3_600_000)

/** What an hour of work leaves behind, in a moment: a base and records of pairs of rows. */
async function shipped(pairs: number, key: string | null = null): Promise<void> {
  const databaseFile = databaseFileOf(data)
  const db = await openDatabase(databaseFile)
  let now = Date.UTC(2026, 10, 25, 9)
  const shipper = await LogShipper.begin({
    ...{ databaseFile, filesFolder: null, widgetFolder: null, auditRootsFile: null, db },
    ...{ to: continuous, key, build: 'test', clock: () => now, copyBase: copyBaseByProcess },
  })
  for (let pair = 0; pair < pairs; pair++) {
    await db.transaction().execute(async (trx) => {
      for (const side of ['left', 'right'])
        await trx
          .insertInto('settings')
          .values({ name: `${side} ${pair}`, value: 'x'.repeat(200) })
          .execute()
    })
    now += 1000
    await shipper.ship()
  }
  await shipper.finish()
  await db.destroy()
  await shipper.leaveMark()
}

const filesIn = (at: string) =>
  readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()

test('A149 what was shipped and is damaged is refused, or cut at the damage in words', async () => {
  const pairs = 30
  await shipped(pairs)
  rmSync(data, { recursive: true })
  const kept = join(folder, 'kept')
  cpSync(continuous, kept, { recursive: true })
  const sizes = filesIn(continuous).map((file) => statSync(file).size)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const times = whole(16, 200)
  const count = { refused: 0, cut: 0 }
  for (let time = 0; time < times; time++) {
    rmSync(continuous, { recursive: true })
    cpSync(kept, continuous, { recursive: true })
    // Places all over the files, the same in each run.
    let at = Math.floor((time + 0.37) * (total / times))
    const index = sizes.findIndex((size) => {
      if (at < size) return true
      at -= size
      return false
    })
    const file = filesIn(continuous)[index] ?? ''
    const bytes = readFileSync(file)
    if (time % 3 === 2) writeFileSync(file, bytes.subarray(0, at))
    else {
      bytes[at] = (bytes[at] ?? 0) ^ 0x10
      writeFileSync(file, bytes)
    }
    rmSync(data, { recursive: true, force: true })
    mkdirSync(data)
    const { status, out, err } = await admin('restore', continuous)
    const words = status === 0 ? out : err
    expect(words).toMatch(/This backup is damaged: \S+\./)
    if (status === 1) {
      count.refused++
      expect(readdirSync(data).filter((name) => name.startsWith('fieldwork.db'))).toEqual([])
      continue
    }
    count.cut++
    const { left, right } = written()
    expect(left).toEqual(right)
    // Up to the damage, and without a gap.
    expect([...left].toSorted((a, b) => a - b)).toEqual(Array.from({ length: left.size }, (_, pair) => pair))
    expect(left.size).toBeLessThan(pairs)
  }
  console.log(`${times} damages: ${count.refused} refused, ${count.cut} cut`)
  expect(count.refused + count.cut).toBe(times)
}, 3_600_000)

test('what was shipped sealed is restored with its key; without it or with another one nothing is written', async () => {
  await shipped(3, 'a key of backups, long enough')
  rmSync(data, { recursive: true })
  mkdirSync(data)
  try {
    for (const [key, words] of [
      ['', 'This backup is sealed. Give the key it was taken with as FIELDWORK_BACKUP_KEY.\n'],
      ['another key of backups, as long', 'This backup was sealed with another key.\n'],
    ] as const) {
      vi.stubEnv('FIELDWORK_BACKUP_KEY', key)
      for (const command of ['verify-backup', 'restore'])
        expect(await admin(command, continuous)).toEqual({ status: 1, out: '', err: words })
      expect(filesIn(data).filter((file) => !file.endsWith('.lock'))).toEqual([])
    }
    vi.stubEnv('FIELDWORK_BACKUP_KEY', 'a key of backups, long enough')
    expect((await admin('verify-backup', continuous)).status).toBe(0)
    expect((await admin('restore', continuous)).status).toBe(0)
    expect([...written().left].toSorted()).toEqual([0, 1, 2])
  } finally {
    vi.unstubAllEnvs()
  }
})

test('restore --to leaves out what was written later', async () => {
  await shipped(20)
  rmSync(data, { recursive: true })
  mkdirSync(data)
  const early = await admin('restore', continuous, '--to', '2026-11-25T08:00:00Z')
  expect(early).toMatchObject({ status: 1, err: expect.stringContaining('There is nothing in ') })
  expect((await admin('restore', continuous, '--to', 'yesterday')).status).toBe(2)
  const { out, status } = await admin('restore', continuous, '--to', '2026-11-25T09:00:10.500Z')
  expect([status, out.split(' is in ')[0]]).toEqual([0, 'The data as of 2026-11-25T09:00:10.000Z'])
  expect([...written().left].toSorted((a, b) => a - b).at(-1)).toBe(9)
  expect(await admin('verify-backup', continuous)).toMatchObject({
    status: 0,
    out: expect.stringContaining(' can be restored as of 2026-11-25T09:00:20.000Z.'),
  })
})
