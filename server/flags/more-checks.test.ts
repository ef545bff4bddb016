import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addAgency } from '../agencies/testing/agency-fixture.ts'
import type { ServiceRun } from '../background-services/service.ts'
import { tellFailing } from '../background-services/tell-failing.ts'
import { backupServices } from '../backup/backup-services.ts'
import { backupName } from '../backup/schedule.ts'
import type { Database } from '../db/database.ts'
import { writeSetting } from '../db/settings.ts'
import { openTestDatabase } from '../db/testing/test-database.ts'
import { NOON } from '../http/testing/test-server.ts'
import { audit } from '../records/audit.ts'
import { LICENCE_SETTING } from '../session/licence.ts'
import { claim } from '../setup/installation.ts'
import { flagChecksService } from './flag-checks.ts'

const DAY = 86_400_000
const GB = 1024 ** 3

let db: Database
let folder: string
let now: number
let free: number
beforeEach(async () => {
  db = await openTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'fieldwork-flags-'))
  now = NOON
  free = 50 * GB
})
afterEach(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true })
})

const run: ServiceRun = { startedAt: NOON, since: NOON, log: () => {}, signal: new AbortController().signal }
const clock = () => now

/** The flags that stand after a look, with what they say. */
async function standing(): Promise<Record<string, string>> {
  const diskOf = async () => ({ free, size: 100 * GB })
  await flagChecksService({ db, clock, dataFolder: folder, diskOf }).run(run)
  return told()
}
async function told(): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('systemFlags')
    .where('clearedAt', 'is', null)
    .select(['key', 'message'])
    .execute()
  return Object.fromEntries(rows.map(({ key, message }) => [key, message]))
}

test('A136 LICENCE_ENDS stands from 30 days before the end', async () => {
  const ends = (at: number) => writeSetting(db, LICENCE_SETTING, new Date(at).toISOString())
  await ends(NOON + 30 * DAY + 1)
  expect(await standing()).toEqual({})
  now += 1
  expect(await standing()).toEqual({ LICENCE_ENDS: 'The licence ends on 2026-06-03.' })
  await ends(now)
  expect(await standing()).toEqual({ LICENCE_ENDS: 'The licence ended on 2026-05-04.' })
  await ends(now + 365 * DAY)
  expect(await standing()).toEqual({})
})

test('A136 CONTRACT_ENDS stands while a contract with an agency ends within 30 days', async () => {
  await addAgency(db)
  const ends = (contractTo: string | null, status: 'ACTIVE' | 'ENDED' = 'ACTIVE') =>
    db.updateTable('agencies').set({ contractTo, status }).execute()
  for (const [day, status] of [[null], ['2026-06-04'], ['2026-06-03', 'ENDED']] as const) {
    await ends(day, status)
    expect(await standing()).toEqual({})
  }
  await ends('2026-06-03')
  expect(await standing()).toEqual({ CONTRACT_ENDS: 'A contract ends: Bright Staffing on 2026-06-03.' })
  await ends('2027-06-03')
  expect(await standing()).toEqual({})
})

test('A136 ADAPTOR_FAILING stands from three failures in a row of a connection that is on', async () => {
  const row = { version: 1, kind: 'SMTP', isEnabled: 1, settings: '{}', lastSuccessAt: null } as const
  const failed = { lastErrorAt: NOON, lastError: '', changedBy: null, changedAt: NOON }
  await db
    .insertInto('adaptors')
    .values({ ...row, ...failed, name: 'Post', failuresInRow: 2 })
    .execute()
  expect(await standing()).toEqual({})
  await db.updateTable('adaptors').set({ failuresInRow: 3 }).execute()
  expect(await standing()).toEqual({ ADAPTOR_FAILING: 'A connection fails again and again: Post.' })
  await db
    .insertInto('adaptors')
    .values({ ...row, ...failed, kind: 'WEBHOOK', name: 'Desk', failuresInRow: 9 })
    .execute()
  expect(await standing()).toEqual({ ADAPTOR_FAILING: 'Connections fail again and again: Desk, Post.' })
  await db.updateTable('adaptors').set({ isEnabled: 0 }).where('name', '=', 'Desk').execute()
  await db.updateTable('adaptors').set({ failuresInRow: 0 }).where('name', '=', 'Post').execute()
  expect(await standing()).toEqual({})
})

test('A136 CLOCK_OFF stands while something was written later than the clock says', async () => {
  const write = () =>
    audit(db, { userID: null, displayName: 'Job' }, now, {
      ...{ action: 'A', page: 'p', recordType: 'r', recordID: null, label: '' },
    })
  await write()
  now -= 60_000
  expect(await standing()).toEqual({})
  now -= 1
  expect(await standing()).toEqual({
    CLOCK_OFF: 'The clock says 2026-05-04 12:58, and something was written at 2026-05-04 13:00 before.',
  })
  now += 60_001
  expect(await standing()).toEqual({})
})

test.skipIf(process.platform === 'win32')(
  'A136 SECRETS_READABLE stands while others can read a file with secrets',
  async () => {
    for (const name of ['secrets.json', 'data.db']) {
      const file = join(folder, name)
      writeFileSync(file, '')
      chmodSync(file, 0o600)
      expect(await standing()).toEqual({})
      for (const mode of [0o640, 0o604]) {
        chmodSync(file, mode)
        expect(await standing()).toEqual({ SECRETS_READABLE: `Others can read ${name}.` })
      }
      chmodSync(file, 0o600)
      expect(await standing()).toEqual({})
    }
  },
)

test('A136 DISK_LOW stands under 10 % and under 5 GB', async () => {
  for (const [left, stands] of [
    [10 * GB, false],
    [10 * GB - 1, true],
    [11 * GB, false],
  ] as const) {
    free = left
    expect(Object.keys(await standing())).toEqual(stands ? ['DISK_LOW'] : [])
  }
})

test('A136 BACKUP_LATE stands while the newest backup is older than 26 hours', async () => {
  await claim(db, NOON - 30 * DAY, null)
  const plan = { folder, take: async (to: string) => writeFileSync(to, ''), verify: async () => {} }
  const [backup, watch] = backupServices({ db, clock, plan })
  const look = async () => {
    await watch?.run({ ...run, startedAt: now })
    return Object.keys(await told())
  }
  expect(await look()).toEqual(['BACKUP_LATE'])
  // A company that has only just begun has none yet.
  for (const [age, late] of [
    [26 * 3_600_000, ['BACKUP_LATE']],
    [26 * 3_600_000 - 1, []],
  ] as const) {
    await db
      .updateTable('installation')
      .set({ claimedAt: NOON - age })
      .execute()
    expect(await look()).toEqual(late)
  }
  writeFileSync(join(folder, backupName(now)), '')
  expect(await look()).toEqual([])
  now += 26 * 3_600_000 - 1
  expect(await look()).toEqual([])
  now += 1
  expect(await look()).toEqual(['BACKUP_LATE'])
  await backup?.run({ ...run, startedAt: now })
  expect(Object.keys(await told())).toEqual([])
})

test('A136 JOB_FAILING names the services that fail, and goes with the last of them', async () => {
  const tell = tellFailing({ db, clock, publisher: { notified: () => {} } })
  await tell(['Backup'], 'Backup')
  expect(await told()).toEqual({ JOB_FAILING: 'A background service fails again and again: Backup.' })
  await tell(['Backup', 'Mail queue'], null)
  expect(await told()).toEqual({
    JOB_FAILING: 'Background services fail again and again: Backup, Mail queue.',
  })
  await tell([], null)
  expect(await told()).toEqual({})
})
