import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { allCalls } from '#shared/contract/all-calls.ts'
import { runAdmin } from '../admin/run-admin.ts'
import { Sealer } from '../auth/sealer.ts'
import { auditRootsFileOf, databaseFileOf } from '../db/data-folder.ts'
import { refuseWrites } from '../db/testing/refuse-writes.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { audit, auditRead } from '../records/audit.ts'
import { AuditChain } from './audit-chain.ts'
import { AuditKey } from './audit-key.ts'
import { RootsFile } from './roots-file.ts'

const DAY = 24 * 3_600_000

let folder: string
let server: TestServer
let tom: { authorization: string }
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldwork-audit-'))
  server = await startTestServer({
    databaseFile: databaseFileOf(folder),
    auditRootsFile: auditRootsFileOf(folder),
  })
  const permissions = ['ADMIN_CAN_SEE_AUDIT_LOG', 'ADMIN_CAN_MANAGE_SKILLS'] as const
  await addPerson(server, { userName: 'tom', displayName: 'Tom Hargreaves', permissions })
  tom = await signIn(server, 'tom')
})
afterEach(async () => {
  await server.server.close()
  rmSync(folder, { recursive: true })
})

const LOGS = '/api/admin/audit/'
const ask = async (name: string, payload: object = {}, as = tom) =>
  said(await post(server, `${LOGS}${name}`, payload, as))
const SKILL = { category: 'TOOL', needsCertificate: false, expiresAfterMonths: null }
const addSkill = async (name: string) =>
  said(await post(server, '/api/admin/skills/save', { ...SKILL, name }, tom))
const rows = () => server.server.db.selectFrom('audit').selectAll().orderBy('id').execute()

/** A second server's view of the same chain; it chains at once. */
async function chainOf({ server: { db }, clock }: TestServer): Promise<AuditChain> {
  const key = await AuditKey.open(db, await Sealer.open(db))
  const roots = new RootsFile(auditRootsFileOf(folder))
  return new AuditChain({ db, clock: () => clock.now, key, keepRoot: (root) => roots.keep(root) })
}
const chainNow = async () => (await chainOf(server)).tend()

test('A118 a change and its entry are written together or not at all', async () => {
  const { db } = server.server
  await addSkill('Welsh')
  expect(await rows()).toMatchObject([{ action: 'SKILL_ADDED', label: 'Welsh', actorName: 'Tom Hargreaves' }])
  const letGo = await refuseWrites(db, 'audit')
  expect((await addSkill('Polish')).status).toBe(500)
  await letGo()
  const skills = await db.selectFrom('skills').select('name').execute()
  expect(skills).toEqual([{ name: 'Welsh' }])
  expect(await rows()).toHaveLength(1)
})

test('A118 an entry says from which request, session and address it comes', async () => {
  await addSkill('Welsh')
  const [row] = await rows()
  expect(row).toMatchObject({ actorKind: 'PERSON', address: '127.0.0.1' })
  expect(row?.sessionID).not.toBe('')
  expect(row?.requestID).not.toBe('')
})

test('entries are chained by themselves, two servers at once make one chain', async () => {
  const { db } = server.server
  const [one, two] = [await chainOf(server), await chainOf(server)]
  for (let turn = 0; turn < 12; turn++) {
    await audit(db, { userID: null, displayName: 'job' }, NOON + turn, {
      ...{ action: 'TRIED', page: '', recordType: 'skill', recordID: turn, label: `${turn}` },
    })
    await Promise.all([one.tend(), two.tend()])
  }
  expect((await rows()).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  expect((await ask('verify')).body).toEqual({
    verdict: {
      ...{ isWhole: true, entries: 12, from: '2026-05-04T12:00:00.000Z', to: '2026-05-04T12:00:00.011Z' },
    },
    unchained: 0,
  })
})

test('Verify names the tail that has no hash yet', async () => {
  await addSkill('Welsh')
  await chainNow()
  const { db } = server.server
  await refuseWrites(db, 'audit', 'update', 'held')
  await addSkill('Polish')
  await addSkill('Urdu')
  expect((await ask('verify')).body).toMatchObject({ verdict: { isWhole: true, entries: 1 }, unchained: 2 })
})

describe('A119 what is done to the database is found by Verify', () => {
  beforeEach(async () => {
    for (const name of ['Welsh', 'Polish', 'Urdu', 'Gaelic']) await addSkill(name)
    await chainNow()
  })
  const broken = (sequence: number, kind: string) => ({ verdict: { isWhole: false, sequence, kind } })
  const verified = async () => (await ask('verify')).body

  test.each([
    ['EDITED', 2, `update audit set label = 'Cornish' where sequence = 2`],
    ['EDITED', 3, `update audit set "actorName" = 'Somebody' where sequence = 3`],
    ['EDITED', 4, `update audit set at = at + 1 where sequence = 4`],
    ['MISSING', 1, `delete from audit where sequence = 1`],
    ['MISSING', 3, `delete from audit where sequence = 3`],
    ['CUT_OFF', 4, `delete from audit where sequence = 4`],
    ['CUT_OFF', 1, `delete from audit`],
    ['EDITED', 4, `update "auditPoints" set hash = 'x'`],
    ['EDITED', 1, `delete from "auditPoints"`],
  ])('%s at %i: %s', async (kind, sequence, statement) => {
    expect(await verified()).toMatchObject({ verdict: { isWhole: true, entries: 4 } })
    await sql.raw(statement).execute(server.server.db)
    expect(await verified()).toMatchObject(broken(sequence, kind))
  })

  test('REORDERED: two entries that changed places', async () => {
    const { db } = server.server
    for (const [from, to] of [
      [2, 99],
      [3, 2],
      [99, 3],
    ] as const)
      await db.updateTable('audit').set({ sequence: to }).where('sequence', '=', from).execute()
    expect(await verified()).toMatchObject(broken(2, 'REORDERED'))
  })

  test('CUT_OFF: an end that was signed before is put back with fewer entries, against the kept root', async () => {
    const { db } = server.server
    const before = await db.selectFrom('auditPoints').selectAll().execute()
    await addSkill('Manx')
    const chain = await chainOf(server)
    await chain.tend()
    expect(await chain.signRoot()).toBe(5)
    await db.deleteFrom('audit').where('sequence', '=', 5).execute()
    await db.deleteFrom('auditPoints').execute()
    await db.insertInto('auditPoints').values(before).execute()
    expect(await verified()).toMatchObject(broken(5, 'CUT_OFF'))
    writeFileSync(auditRootsFileOf(folder), '')
    expect(await verified()).toMatchObject({ verdict: { isWhole: true, entries: 4 } })
  })
})

test('a day has one root, signed, in the database and beside it, for its owner alone to read', async () => {
  const file = auditRootsFileOf(folder)
  const chain = await chainOf(server)
  expect([await chain.signRoot(), existsSync(file)]).toEqual([0, false])
  await addSkill('Welsh')
  await chain.tend()
  await chain.signRoot()
  await addSkill('Polish')
  await chain.tend()
  await chain.signRoot()
  server.clock.now += DAY
  await chain.signRoot()
  const kept = readFileSync(file, 'utf8').trim().split('\n')
  expect(kept.map((line) => JSON.parse(line))).toMatchObject([
    { kind: 'ROOT', sequence: 1, entries: 1, at: Date.UTC(2026, 4, 3, 23) },
    { kind: 'ROOT', sequence: 2, entries: 2, at: Date.UTC(2026, 4, 4, 23) },
  ])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  tom = await signIn(server, 'tom')
  expect((await ask('verify')).body).toMatchObject({ verdict: { isWhole: true, entries: 2 } })
})

describe('A121 the log', () => {
  const shown = async (request: object) =>
    ((await ask('search', request)).body as { rows: { label: string }[] }).rows.map(({ label }) => label)
  const filter = (field: string, operator: string, ...values: string[]) => ({
    filters: [{ field, operator, values }],
  })

  test('is filtered by time, actor, person concerned, record type and action, newest first', async () => {
    const { db } = server.server
    const bobID = await addPerson(server, { userName: 'bob', displayName: 'Bob Ross' })
    await addSkill('Welsh')
    server.clock.now += DAY
    const job = { userID: null, displayName: 'Leavers' }
    const about = { page: '', recordType: 'person', recordID: bobID, label: 'Bob' }
    await audit(db, job, server.clock.now, { ...about, action: 'PERSON_DEACTIVATED' })
    tom = await signIn(server, 'tom')
    expect(await shown({})).toEqual(['Bob', 'Welsh'])
    expect(await shown(filter('at', 'ON', '2026-05-04'))).toEqual(['Welsh'])
    expect(await shown(filter('actorName', 'CONTAINS', 'leavers'))).toEqual(['Bob'])
    expect(await shown(filter('actorKind', 'ANY_OF', 'JOB'))).toEqual(['Bob'])
    expect(await shown(filter('recordType', 'CONTAINS', 'skill'))).toEqual(['Welsh'])
    expect(await shown(filter('action', 'CONTAINS', 'deactivated'))).toEqual(['Bob'])
    expect(await shown({ searchTerm: 'welsh' })).toEqual(['Welsh'])
    expect(await shown(filter('personName', 'CONTAINS', 'bob'))).toEqual(['Bob'])
    // Both are chosen from the list of people, too.
    const tomID = (await rows())[0]?.actorID ?? 0
    // That Tom looked for Bob is an entry of its own.
    expect(await shown(filter('actorName', 'ANY_OF', `${tomID}`))).toEqual(['Bob Ross', 'Welsh'])
    expect((await shown(filter('personName', 'ANY_OF', `${bobID}`))).toSorted()).toEqual(['Bob', 'Bob Ross'])
    expect(await shown(filter('actorName', 'ANY_OF', `${bobID}`))).toEqual([])
  })

  test('an export of many entries has each of them once, in their order, and none that isn’t chained', async () => {
    const { db } = server.server
    const entry = { page: '', recordType: 'skill', recordID: 1, label: 'x' }
    for (let turn = 0; turn < 502; turn++)
      await audit(db, { userID: null, displayName: 'Job' }, NOON + turn, { ...entry, action: 'TRIED' })
    await chainNow()
    await refuseWrites(db, 'audit', 'update', 'held')
    await addSkill('Manx')
    const answer = await post(server, `${LOGS}export`, {}, tom)
    const told = answer.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const sequences = told.flatMap(({ sequence, action }) => (action === 'TRIED' ? [sequence] : []))
    expect(sequences).toEqual(Array.from({ length: 502 }, (_, at) => at + 1))
    expect(answer.body).not.toContain('Manx')
  })

  test('is read by who may, and no call changes or deletes an entry', async () => {
    await addSkill('Welsh')
    await addPerson(server, {
      userName: 'eve',
      permissions: ['ADMIN_CAN_SEE_USERS', 'ADMIN_CAN_EDIT_SETTINGS'],
    })
    const eve = await signIn(server, 'eve')
    for (const name of ['search', 'get', 'verify', 'export'])
      expect((await ask(name, { id: 1 }, eve)).status).toBe(403)
    const calls = allCalls.filter(({ call }) => call.path.startsWith(LOGS)).map(({ call }) => call.path)
    expect(calls.sort()).toEqual([`${LOGS}export`, `${LOGS}get`, `${LOGS}search`, `${LOGS}verify`])
    expect((await ask('get', { id: 9_999 })).status).toBe(404)
  })
})

describe('A122 reading is an entry, too', () => {
  const readings = async () => (await rows()).filter(({ action }) => action === 'AUDIT_READ')

  test('of somebody’s audit: one a person, viewer and hour; one’s own is none', async () => {
    const { db } = server.server
    const bobID = await addPerson(server, { userName: 'bob', displayName: 'Bob Ross' })
    const tomID = (await rows()).at(0)?.actorID ?? 1
    const about = (recordID: number) => ({ page: '', recordType: 'person', recordID, label: '' })
    await audit(db, { userID: null, displayName: 'Job' }, NOON, { ...about(bobID), action: 'PERSON_CHANGED' })
    await audit(db, { userID: null, displayName: 'Job' }, NOON, { ...about(tomID), action: 'PERSON_CHANGED' })
    expect((await ask('get', { id: 1 })).status).toBe(200)
    expect(await readings()).toMatchObject([
      { personID: bobID, label: 'Bob Ross', actorName: 'Tom Hargreaves' },
    ])
    await ask('get', { id: 1 })
    await ask('search', { filters: [{ field: 'personName', operator: 'CONTAINS', values: ['bob'] }] })
    await ask('get', { id: 2 })
    expect(await readings()).toHaveLength(1)
    server.clock.now += 3_600_000
    await ask('search', { filters: [{ field: 'personName', operator: 'CONTAINS', values: ['bob'] }] })
    expect(await readings()).toHaveLength(2)
    await ask('search', {})
    expect(await readings()).toHaveLength(2)
    // Who was looked for and isn't found was not read about.
    server.clock.now += 3_600_000
    await ask('search', { filters: [{ field: 'personName', operator: 'CONTAINS', values: ['zoe'] }] })
    expect(await readings()).toHaveLength(2)
  })

  test('two servers at once write one', async () => {
    const { db } = server.server
    const entry = { action: 'READ', page: '', recordType: 'person', recordID: 1, label: 'Tom' }
    const actor = { userID: 2, displayName: 'Bob' }
    await Promise.all([1, 2, 3].map((at) => auditRead(db, actor, NOON + at, entry)))
    await auditRead(db, { userID: 3, displayName: 'Ann' }, NOON, entry)
    expect((await rows()).filter(({ action }) => action === 'READ')).toHaveLength(2)
  })
})

describe('A120 without a server', () => {
  async function admin(...args: string[]) {
    const told = { out: '', err: '' }
    const status = await runAdmin(['--data', folder, ...args], {
      input: Readable.from(['']),
      out: (text) => {
        told.out += text
      },
      err: (text) => {
        told.err += text
      },
      account: 'operator',
      clock: () => NOON,
    })
    return { status, ...told }
  }
  const exported = async (request: object = {}) => {
    const answer = await post(server, `${LOGS}export`, request, tom)
    const file = join(folder, 'export.jsonl')
    writeFileSync(file, answer.body)
    return { file, lines: answer.body.trimEnd().split('\n') }
  }
  beforeEach(async () => {
    for (const name of ['Welsh', 'Polish', 'Urdu']) await addSkill(name)
    await chainNow()
  })
  const WHOLE = 'Whole: 3 entries, 2026-05-04 13:00 to 2026-05-04 13:00.\n'

  test('the data folder, beside a running server or after it', async () => {
    expect(await admin('verify-audit')).toEqual({ status: 0, out: WHOLE, err: '' })
    await server.server.db.deleteFrom('audit').where('sequence', '=', 2).execute()
    await server.server.close()
    expect(await admin('verify-audit')).toEqual({ status: 4, out: 'MISSING: entry 2 is missing.\n', err: '' })
    const json = await admin('--json', 'verify-audit')
    expect(JSON.parse(json.out)).toMatchObject({ verdict: { isWhole: false, sequence: 2, kind: 'MISSING' } })
    const twice = await admin('verify-audit', 'a', 'b')
    expect([twice.status, twice.err]).toEqual([2, expect.stringContaining('verify-audit [FILE]')])
  })

  test('a copy of the database', async () => {
    const { db } = server.server
    const copy = join(folder, 'copy.db')
    await sql`vacuum into ${sql.lit(copy)}`.execute(db)
    expect(await admin('verify-audit', copy)).toMatchObject({ status: 0, out: WHOLE })
    await db.updateTable('audit').set({ reason: 'x' }).where('sequence', '=', 3).execute()
    const worse = join(folder, 'worse.db')
    await sql`vacuum into ${sql.lit(worse)}`.execute(db)
    expect(await admin('verify-audit', worse)).toMatchObject({
      status: 4,
      out: 'EDITED: entry 3 was changed.\n',
    })
  })

  test('A121 an export: whole, and with each kind of fault', async () => {
    const { file, lines } = await exported()
    expect(await admin('verify-audit', file)).toEqual({ status: 0, out: WHOLE, err: '' })
    const tried = async (changed: readonly string[]) => {
      writeFileSync(file, changed.join('\n'))
      return (await admin('verify-audit', file)).out
    }
    const [head = '', one = '', two = '', three = '', tail = ''] = lines
    expect(await tried([head, one, two.replace('Polish', 'Cornish'), three, tail])).toMatch(
      /^EDITED: entry 2 /,
    )
    expect(await tried([head, one, three, tail])).toMatch(/^MISSING: entry 2 /)
    expect(await tried([head, two, one, three, tail])).toMatch(/^REORDERED: entry 1 /)
    expect(await tried([head, one, two, tail])).toMatch(/^CUT_OFF: entry 3 /)
    expect(await tried([head, one, two, three])).toMatch(/^CUT_OFF: entry 4 /)
    expect(await tried([head, one, '{"broken', three, tail])).toMatch(/^EDITED: entry 2 /)
  })

  test('A121 an export of what matched: each entry, and the file as one', async () => {
    const { file, lines } = await exported({ searchTerm: 'urdu' })
    const [head = '', urdu = '', tail = ''] = lines
    expect(lines).toHaveLength(3)
    expect(urdu).toContain('Urdu')
    expect((await admin('verify-audit', file)).out).toMatch(/^Whole: 1 entry, /)
    writeFileSync(file, [head, urdu.replace('Urdu', 'Erse'), tail].join('\n'))
    expect((await admin('verify-audit', file)).out).toMatch(/^EDITED: entry 3 /)
    writeFileSync(file, [head, tail].join('\n'))
    expect(await admin('verify-audit', file)).toMatchObject({ status: 4 })
    // The file is signed as one: what stands before its entries, too.
    writeFileSync(file, [head.replace('{', '{"note":"x",'), urdu, tail].join('\n'))
    expect(await admin('verify-audit', file)).toMatchObject({ status: 4 })
  })

  test('an export that somebody signed with a key of their own isn’t this installation’s', async () => {
    const { file } = await exported()
    const other = await startTestServer()
    await addPerson(other, { userName: 'tom', permissions: ['ADMIN_CAN_SEE_AUDIT_LOG'] })
    await audit(other.server.db, { userID: null, displayName: 'Job' }, NOON, {
      ...{ action: 'MADE_UP', page: '', recordType: 'skill', recordID: 1, label: '' },
    })
    await (await chainOf(other)).tend()
    const answer = await post(other, `${LOGS}export`, {}, await signIn(other, 'tom'))
    await other.server.close()
    writeFileSync(file, answer.body)
    expect(await admin('verify-audit', file)).toMatchObject({ status: 4 })
  })

  test('what is no export is refused in words', async () => {
    const file = join(folder, 'notes.txt')
    writeFileSync(file, 'Dear diary')
    expect(await admin('verify-audit', file)).toEqual({
      ...{ status: 1, out: '', err: 'This file is no export of an audit log.\n' },
    })
    expect((await admin('verify-audit', join(folder, 'none'))).err).toContain('There is no file ')
  })
})
