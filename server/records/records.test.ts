import { readdirSync } from 'node:fs'
import { read as readWorkbook, utils } from '@e965/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { skillRecord } from '#shared/records/admin/skill.ts'
import type { RecordType } from '#shared/records/record.ts'
import { addAgency } from '../agencies/testing/agency-fixture.ts'
import { auditTold } from '../audit/testing/audit-actions.ts'
import { takeSnapshot } from '../db/testing/snapshot.ts'
import {
  addPerson,
  NOON,
  post,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { companyName } from '../setup/company-name.ts'
import { addSkills } from '../skills/testing/skill-fixture.ts'
import { addCampaign } from '../slots/testing/campaign-fixture.ts'
import { addProject } from '../tasks/testing/task-fixture.ts'
import { listedPage } from './sources.ts'

const KEEPER: readonly PermissionName[] = ['ADMIN_CAN_MANAGE_SKILLS']
const PAGE = 'admin.configuration.skills'
const WELSH = { name: 'Welsh', category: 'LANGUAGE', needsCertificate: false, expiresAfterMonths: null }

let company: TestServer
let ann: { authorization: string }
let annID: number
let restore: () => Promise<void>
beforeAll(async () => {
  company = await startTestServer()
  annID = await addPerson(company, { userName: 'ann', displayName: 'Ann Ash', permissions: KEEPER })
  ann = await signIn(company, 'ann')
  restore = await takeSnapshot(company.server.db)
})
beforeEach(() => {
  company.clock.now = NOON
  return restore()
})
afterAll(() => company.server.close())

const call = (path: string, body: unknown, as = ann) => post(company, `/api/${path}`, body, as)
const list = async (request: object, as = ann) => {
  const { status, body } = await call('admin/skills/list', request, as)
  return {
    status,
    ...(JSON.parse(body) as {
      rows: { id: number; name: string }[]
      total: number
      isMore: boolean
      columns: string[]
      value?: string
    }),
  }
}
const namesIn = async (request: object) => (await list(request)).rows.map(({ name }) => name)

/** So many skills whose categories come in turns. */
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    name: `Skill ${String(at).padStart(5, '0')}`,
    category: (['LANGUAGE', 'METHOD', 'TOOL'] as const)[at % 3] ?? 'TOOL',
  }))

describe('rows, sorting, filters (spec 4 §1.1)', () => {
  test('D001 D002 paging through rows of equal value shows each exactly once, a page at a time', async () => {
    await addSkills(company.server.db, many(1003))
    expect(await list({})).toMatchObject({ total: 1003, isMore: false })
    const seen: number[] = []
    for (let page = 1; page <= 11; page++) {
      const { rows, total } = await list({
        page,
        pageSize: 100,
        sort: [{ field: 'category', direction: 'DESC' }],
      })
      expect(total).toBe(1003)
      expect(rows.length).toBe(page === 11 ? 3 : 100)
      seen.push(...rows.map(({ id }) => id))
    }
    expect(new Set(seen).size).toBe(1003)
  })

  test('D001 D005 of more than 100,000 matches one page comes, and the count says that there are more', async () => {
    const [id = 0] = await addSkills(company.server.db, [{ name: 'Skill 000000' }])
    /** Copies that skill until there are so many. */
    const fill = (from: number, to: number) =>
      sql`
        insert into skills
          (version, name, "nameKey", category, "needsCertificate", "expiresAfterMonths", "isActive", "changedBy", "changedAt")
        with recursive n(at) as (select cast(${from} as integer) union all select at + 1 from n where at < ${to})
        select version, 'Skill ' || at, 'skill ' || at, category, 0, null, 1, null, "changedAt" from skills, n where id = ${id}
      `.execute(company.server.db)
    await fill(2, 100_000)
    const whole = await list({ pageSize: 25 })
    expect([whole.rows.length, whole.total, whole.isMore]).toEqual([25, 100_000, false])
    await fill(100_001, 100_001)
    const more = await list({ pageSize: 25, searchTerm: 'Skill' })
    expect([more.rows.length, more.total, more.isMore]).toEqual([25, 100_000, true])
  })

  test('the order is ascending, descending, by several columns, and else the page’s own', async () => {
    await addSkills(company.server.db, [
      { name: 'polish', category: 'LANGUAGE', expiresAfterMonths: 12 },
      { name: 'Coding', category: 'METHOD' },
      { name: 'Arabic', category: 'LANGUAGE', expiresAfterMonths: 24 },
      { name: 'Chairing', category: 'DUTY', expiresAfterMonths: 12 },
    ])
    expect(await namesIn({})).toEqual(['Arabic', 'polish', 'Coding', 'Chairing'])
    expect(await namesIn({ sort: [{ field: 'name', direction: 'ASC' }] })).toEqual([
      'Arabic',
      'Chairing',
      'Coding',
      'polish',
    ])
    expect(await namesIn({ sort: [{ field: 'name', direction: 'DESC' }] })).toEqual([
      'polish',
      'Coding',
      'Chairing',
      'Arabic',
    ])
    const by = (first: string, second: string) => ({
      sort: [
        { field: 'expiresAfterMonths', direction: first },
        { field: 'name', direction: second },
      ],
    })
    // What has no value comes last, whichever way.
    expect(await namesIn(by('ASC', 'DESC'))).toEqual(['polish', 'Chairing', 'Arabic', 'Coding'])
    expect(await namesIn(by('DESC', 'ASC'))).toEqual(['Arabic', 'Chairing', 'polish', 'Coding'])
  })

  test('D003 the search acts from 2 characters, in the searched columns alone, and takes its signs as they are', async () => {
    await addSkills(company.server.db, [
      { name: '100% proof' },
      { name: '1000 proof' },
      { name: 'Welsh', category: 'LANGUAGE' },
    ])
    expect(await namesIn({ searchTerm: '1' })).toHaveLength(3)
    expect(await namesIn({ searchTerm: '0%' })).toEqual(['100% proof'])
    expect(await namesIn({ searchTerm: 'WEL' })).toEqual(['Welsh'])
    expect(await namesIn({ searchTerm: 'LANGUAGE' })).toEqual([])
  })

  test('D004 filters of several columns are joined by and, values of one by or', async () => {
    await addSkills(company.server.db, [
      { name: 'Welsh', category: 'LANGUAGE', expiresAfterMonths: 5 },
      { name: 'Polish', category: 'LANGUAGE', expiresAfterMonths: 6, isActive: false },
      { name: 'Coding', category: 'METHOD', expiresAfterMonths: 7 },
      { name: 'Chairing', category: 'DUTY' },
    ])
    const filter = (...filters: { field: string; operator: string; values: string[] }[]) =>
      namesIn({ filters, sort: [{ field: 'name', direction: 'ASC' }] })
    const kinds = { field: 'category', operator: 'ANY_OF', values: ['LANGUAGE', 'METHOD'] }
    expect(await filter(kinds)).toEqual(['Coding', 'Polish', 'Welsh'])
    expect(await filter(kinds, { field: 'isActive', operator: 'IS', values: ['true'] })).toEqual([
      'Coding',
      'Welsh',
    ])
    expect(await filter({ field: 'isActive', operator: 'IS', values: ['false'] })).toEqual(['Polish'])
    const months = (from: string, to: string) => ({
      field: 'expiresAfterMonths',
      operator: 'BETWEEN',
      values: [from, to],
    })
    expect(await filter(months('6', '7'))).toEqual(['Coding', 'Polish'])
    expect(await filter(months('', '5'))).toEqual(['Welsh'])
    expect(await filter(months('7', ''))).toEqual(['Coding'])
    expect(await filter({ field: 'name', operator: 'IS', values: ['welsh'] })).toEqual(['Welsh'])
    expect(await filter({ field: 'name', operator: 'CONTAINS', values: ['o'] })).toEqual(['Coding', 'Polish'])
    expect(await filter({ field: 'name', operator: 'IS_EMPTY', values: [] })).toEqual([])
  })

  test.each([
    [
      'a column that isn’t there',
      { field: 'salary', operator: 'IS', values: ['1'] },
      'There is no column ‘salary’.',
    ],
    [
      'another kind’s operator',
      { field: 'name', operator: 'BETWEEN', values: ['1', '2'] },
      'This is not a filter for ‘Name’.',
    ],
    [
      'a number that is none',
      { field: 'people', operator: 'BETWEEN', values: ['x', ''] },
      'This is not a filter for ‘People’.',
    ],
    [
      'both ends open',
      { field: 'people', operator: 'BETWEEN', values: ['', ''] },
      'This is not a filter for ‘People’.',
    ],
    [
      'a choice that isn’t one',
      { field: 'category', operator: 'ANY_OF', values: ['SPORT'] },
      'This is not a filter for ‘Category’.',
    ],
  ])('%s is refused in words', async (_what, filter, value) => {
    expect(await list({ filters: [filter] })).toMatchObject({ status: 400, value })
  })

  test('D005 pages have 10, 25, 50, 100, 200 or 500 rows, and 25 where none is said', async () => {
    await addSkills(company.server.db, many(30))
    expect((await list({})).rows).toHaveLength(25)
    for (const pageSize of [10, 25, 50, 100, 200, 500]) expect((await list({ pageSize })).status).toBe(200)
    for (const pageSize of [9, 11, 501]) expect((await list({ pageSize })).status).toBe(400)
  })

  test('without its permission there is no list, no record and no change', async () => {
    await addPerson(company, { userName: 'bob' })
    const bob = await signIn(company, 'bob')
    expect((await list({}, bob)).status).toBe(403)
    for (const [path, body] of [
      ['admin/skills/save', WELSH],
      ['export/new', { page: PAGE }],
    ] as const)
      expect(await call(path, body, bob)).toMatchObject({
        status: 403,
        body: expect.stringContaining('access denied'),
      })
  })
})

describe('changes (spec 4 §1.4, §1.10)', () => {
  const saved = async (body: object, as = ann) => {
    const answer = await call('admin/skills/save', body, as)
    return {
      status: answer.status,
      ...(JSON.parse(answer.body) as { id: number; version: number; value: string }),
    }
  }
  const entries = () => company.server.db.selectFrom('audit').selectAll().orderBy('id').execute()

  test('D013 a save on an older version is refused with who changed it and when, and changes nothing', async () => {
    await addPerson(company, { userName: 'bob', displayName: 'Bob Birch', permissions: KEEPER })
    const bob = await signIn(company, 'bob')
    const { id } = await saved(WELSH)
    company.clock.now = Date.UTC(2026, 4, 4, 13, 5)
    expect(await saved({ ...WELSH, id, version: 1, name: 'Cymraeg' }, bob)).toMatchObject({
      status: 200,
      version: 2,
    })
    expect(await saved({ ...WELSH, id, version: 1, name: 'Welsch' })).toMatchObject({
      status: 409,
      code: 'record.changed',
      value: 'Changed by Bob Birch at 14:05. Your changes are kept below.',
    })
    expect(await namesIn({})).toEqual(['Cymraeg'])
    expect(await auditTold(company.server.db)).toEqual([
      'SKILL_ADDED | admin.configuration.skills | skill | Welsh',
      'SKILL_CHANGED | admin.configuration.skills | skill | Cymraeg',
    ])
  })

  test('of two who save at once one is refused', async () => {
    const { id } = await saved(WELSH)
    const names = ['One', 'Two']
    const both = await Promise.all(names.map((name) => saved({ ...WELSH, id, version: 1, name })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('D026 each change is an audit entry with who, when, from where, field, old and new value', async () => {
    const { id } = await saved(WELSH)
    company.clock.now += 1000
    await saved({ ...WELSH, id, version: 1, name: 'Cymraeg', needsCertificate: true })
    await call('admin/skills/deactivate', { id, version: 2 })
    await call('admin/skills/deactivate', { id, version: 3, isActive: true })
    const [added, changed, ...others] = await entries()
    expect(added).toMatchObject({
      action: 'SKILL_ADDED',
      at: NOON,
      actorID: annID,
      actorName: 'Ann Ash',
      actorKind: 'PERSON',
      reason: '',
      // It is about no person.
      personID: null,
      page: PAGE,
      recordType: 'skill',
      recordID: id,
      label: 'Welsh',
    })
    expect(changed).toMatchObject({ action: 'SKILL_CHANGED', at: NOON + 1000, label: 'Cymraeg' })
    expect(JSON.parse(changed?.changes ?? '')).toEqual([
      { field: 'name', before: 'Welsh', after: 'Cymraeg' },
      { field: 'needsCertificate', before: false, after: true },
    ])
    expect(others.map(({ action }) => action)).toEqual(['SKILL_DEACTIVATED', 'SKILL_REACTIVATED'])
  })

  test('what is refused leaves no audit entry', async () => {
    const { id } = await saved(WELSH)
    expect(await saved({ ...WELSH, name: 'WELSH' })).toMatchObject({
      status: 400,
      value: 'There is a skill of this name.',
    })
    expect(await saved({ ...WELSH, id: 99, version: 1 })).toMatchObject({
      status: 404,
      value: 'There is no such skill.',
    })
    expect(await saved({ ...WELSH, id, version: 7 })).toMatchObject({ status: 409 })
    expect(await saved({ ...WELSH, name: ' ' })).toMatchObject({ status: 400 })
    expect(await saved({ ...WELSH, name: 'x'.repeat(101) })).toMatchObject({ status: 400 })
    expect(await entries()).toHaveLength(1)
  })

  test('merging gives people the better level and the longer time, and the first skill is inactive', async () => {
    const { db } = company.server
    const [from = 0, into = 0] = await addSkills(db, [{ name: 'Cymraeg' }, { name: 'Welsh' }])
    const bobID = await addPerson(company, { userName: 'bob' })
    const held = { since: '2025-01-01', evidence: '', givenBy: null }
    await db
      .insertInto('personSkills')
      .values([
        { ...held, userID: annID, skillID: from, level: 'EXPERT', expires: '2027-01-01' },
        { ...held, userID: annID, skillID: into, level: 'GOOD', expires: '2026-06-01', since: '2024-01-01' },
        { ...held, userID: bobID, skillID: from, level: 'BASIC', expires: null },
      ])
      .execute()
    expect(await call('admin/skills/merge', { id: from, version: 1, into: from })).toMatchObject({
      status: 400,
    })
    expect(await call('admin/skills/merge', { id: from, version: 1, into })).toMatchObject({ status: 200 })
    expect(await db.selectFrom('personSkills').selectAll().orderBy('userID').execute()).toEqual([
      { ...held, userID: annID, skillID: into, level: 'EXPERT', expires: '2027-01-01', since: '2024-01-01' },
      { ...held, userID: bobID, skillID: into, level: 'BASIC', expires: null },
    ])
    expect((await list({})).rows).toMatchObject([
      { name: 'Cymraeg', isActive: false, people: 0 },
      { name: 'Welsh', people: 2 },
    ])
  })

  test('5 §4.6 merging moves what asks for the skill: projects, trainings, campaigns and rates, which may not overlap then', async () => {
    const { db } = company.server
    const [from = 0, into = 0] = await addSkills(db, [{ name: 'Cymraeg' }, { name: 'Welsh' }])
    for (const id of [7, 8]) await addProject(db, id, `Project ${id}`)
    await db
      .insertInto('projectSkills')
      .values([
        { projectID: 7, skillID: from },
        { projectID: 8, skillID: from },
        { projectID: 8, skillID: into },
      ])
      .execute()
    const training = {
      ...{ category: 'METHOD' as const, validMonths: null, passMark: null, minutes: 60, capacity: 9 },
      ...{ trainerIDs: '[]', version: 1, changedBy: null, changedAt: NOON },
    }
    const needs = { userTypes: ['INTERVIEWER'], contractTypeIDs: [], skillIDs: [from], projectIDs: [] }
    await db
      .insertInto('trainingTypes')
      .values([
        { ...training, name: 'A', nameKey: 'a', skillID: from, requiredFor: JSON.stringify(needs) },
        {
          ...training,
          name: 'B',
          nameKey: 'b',
          skillID: null,
          requiredFor: JSON.stringify({ ...needs, skillIDs: [] }),
        },
      ])
      .execute()
    await addCampaign(db, { conditions: { skillIDs: [from, into] } })
    await addAgency(db)
    const { id: contractTypeID } = await db
      .insertInto('contractTypes')
      .values({ name: 'A', nameKey: 'a', kind: 'AGENCY', version: 1, changedBy: null, changedAt: NOON })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rate = {
      ...{ agencyID: 1, contractTypeID, dayKind: 'WEEKDAY' as const, fromTime: '00:00', toTime: '24:00' },
      ...{ pay: 12.8, charge: 16, validTo: null, version: 1, changedBy: null, changedAt: NOON },
    }
    await db
      .insertInto('agencyRates')
      .values([
        { ...rate, skillID: from, validFrom: '2026-01-01' },
        { ...rate, skillID: into, validFrom: '2026-03-01' },
      ])
      .execute()
    const merge = () => call('admin/skills/merge', { id: from, version: 1, into })
    const clash = await merge()
    expect(clash.status).toBe(400)
    expect(clash.body).toContain('Another rate covers 2026-03-01.')
    expect(
      await db.selectFrom('projectSkills').select('skillID').where('projectID', '=', 7).execute(),
    ).toEqual([{ skillID: from }])
    await db.updateTable('agencyRates').set({ validTo: '2026-02-28' }).where('skillID', '=', from).execute()
    expect((await merge()).status).toBe(200)
    const asked = await db.selectFrom('projectSkills').orderBy('projectID').selectAll().execute()
    expect(asked).toEqual([7, 8].map((projectID) => ({ projectID, skillID: into })))
    const trainings = await db
      .selectFrom('trainingTypes')
      .orderBy('id')
      .select(['skillID', 'requiredFor'])
      .execute()
    expect(trainings.map((one) => ({ ...one, requiredFor: JSON.parse(one.requiredFor) }))).toEqual([
      { skillID: into, requiredFor: { ...needs, skillIDs: [into] } },
      { skillID: null, requiredFor: { ...needs, skillIDs: [] } },
    ])
    const { conditions } = await db.selectFrom('campaigns').select('conditions').executeTakeFirstOrThrow()
    expect(JSON.parse(conditions)).toMatchObject({ skillIDs: [into] })
    const rates = await db.selectFrom('agencyRates').select('skillID').execute()
    expect(rates).toEqual([{ skillID: into }, { skillID: into }])
    expect((await list({})).rows).toMatchObject([
      { name: 'Cymraeg', projects: 0, grantedBy: null },
      { name: 'Welsh', projects: 2, grantedBy: 'A' },
    ])
  })

  test('people of whom a skill expires within 60 days are counted, from today to the 60th', async () => {
    const { db } = company.server
    const [skillID = 0] = await addSkills(db, [{ name: 'Welsh' }])
    const days = ['2026-05-03', '2026-05-04', '2026-07-03', '2026-07-04', null]
    for (const [at, expires] of days.entries()) {
      const userID = await addPerson(company, { userName: `p${at}` })
      await db
        .insertInto('personSkills')
        .values({ userID, skillID, level: 'GOOD', since: '2025-01-01', expires, evidence: '', givenBy: null })
        .execute()
    }
    expect((await list({})).rows).toMatchObject([{ people: 5, expiring: 2 }])
  })
})

describe('export (spec 4 §1.6)', () => {
  test('D017 D018 A126 a workbook has all matches in the page’s order with the columns asked for, and texts stay texts', async () => {
    await addSkills(company.server.db, [...many(60), { name: '=1+1', category: 'DUTY' }, { name: '@cmd' }])
    const request = {
      page: PAGE,
      columns: ['category', 'name'],
      sort: [{ field: 'name', direction: 'DESC' }],
    }
    const file = (payload: object) =>
      company.server.app.inject({ method: 'POST', url: '/api/export/new', headers: ann, payload })
    const answer = await file(request)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-disposition']).toContain('Skills 2026-05-04 1300.xlsx')
    expect(answer.headers['content-type']).toContain('spreadsheetml.sheet')
    const book = readWorkbook(answer.rawPayload)
    // Its properties name the company (A126).
    expect(book.Props?.Company).toBe(await companyName(company.server.db))
    const sheet = book.Sheets[book.SheetNames[0] ?? '']
    if (!sheet) throw new Error('no sheet')
    const rows = utils.sheet_to_json<string[]>(sheet, { header: 1 })
    expect(rows[0]).toEqual(['Category', 'Name'])
    expect(rows).toHaveLength(63)
    expect(rows[1]).toEqual(['Tool', 'Skill 00059'])
    expect(rows.at(-1)).toEqual(['Duty', '=1+1'])
    expect(sheet.B63).toMatchObject({ t: 's', v: '=1+1' })
    expect(sheet.B63?.f).toBeUndefined()
    expect(
      await company.server.db
        .selectFrom('audit')
        .select(['action', 'page', 'recordType', 'label', 'changes'])
        .execute(),
    ).toEqual([
      {
        action: 'EXPORTED',
        page: PAGE,
        recordType: 'skill',
        label: 'Skills',
        changes: JSON.stringify([
          { field: 'filters', before: null, after: [] },
          { field: 'columns', before: null, after: ['category', 'name'] },
          { field: 'rows', before: null, after: 62 },
        ]),
      },
    ])
    // As CSV it is the same: all that match, in that order, with those columns.
    const csv = await file({ ...request, type: 'CSV', searchTerm: 'Skill' })
    expect(csv.headers['content-disposition']).toContain('Skills 2026-05-04 1300.csv')
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    const lines = csv.body.split('\r\n')
    expect([lines.length, lines[0], lines[1], lines[60], lines[61]]).toEqual([
      ...[62, '\uFEFFCategory,Name', 'Tool,Skill 00059', 'Language,Skill 00000', ''],
    ])
    // What a person may not have is in none.
    expect((await file({ ...request, columns: ['name', 'salary'] })).statusCode).toBe(400)
    expect(await auditTold(company.server.db)).toEqual([
      'EXPORTED | admin.configuration.skills | skill | Skills',
      'EXPORTED | admin.configuration.skills | skill | Skills',
    ])
  })

  test('D018 a CSV has a byte-order mark, doubles quotes, and takes no text for a formula', async () => {
    await addSkills(company.server.db, [
      { name: '=HYPERLINK("x")' },
      { name: '+44' },
      { name: '-1' },
      { name: '@x' },
      { name: 'a, "b"' },
    ])
    const { body } = await call('export/new', {
      page: PAGE,
      type: 'CSV',
      columns: ['name', 'people', 'isActive'],
    })
    expect(body).toBe(
      '\uFEFFName,People,Active\r\n\'+44,0,Yes\r\n\'-1,0,Yes\r\n"\'=HYPERLINK(""x"")",0,Yes\r\n\'@x,0,Yes\r\n"a, ""b""",0,Yes\r\n',
    )
  })

  test('D017 a file of a grouped page goes group by group, all of them', async () => {
    await addSkills(company.server.db, [
      { name: 'Coding', category: 'METHOD' },
      { name: 'Arabic', category: 'LANGUAGE' },
      { name: 'Chairing', category: 'DUTY' },
      { name: 'Welsh', category: 'LANGUAGE' },
    ])
    const sort = [{ field: 'name', direction: 'DESC' }]
    const file = async (more: object) =>
      (
        await call('export/new', { page: PAGE, type: 'CSV', columns: ['name'], sort, ...more })
      ).body.replaceAll('\r\n', ' ')
    expect(await file({ group: 'category' })).toBe('\uFEFFName Welsh Arabic Coding Chairing ')
    expect(await file({})).toBe('\uFEFFName Welsh Coding Chairing Arabic ')
    expect(await call('export/new', { page: PAGE, group: 'name' })).toMatchObject({ status: 400 })
  })

  test('D008 a column of others is in no file, and a call that names it is refused', async () => {
    // No column of this page is kept from anybody: one is, for this test.
    const people = skillRecord.columns.people as { permission?: PermissionName }
    people.permission = 'ADMIN_CAN_SEE_AUDIT_LOG'
    onTestFinished(() => void delete people.permission)
    const { body } = await call('export/new', { page: PAGE, type: 'CSV' })
    expect(body).toBe('\uFEFFName,Category,Expiring in 60 days,Projects,Active\r\n')
    const denied = { status: 403, body: expect.stringContaining('access denied') }
    const sort = [{ field: 'people', direction: 'ASC' }]
    const filters = [{ field: 'people', operator: 'BETWEEN', values: ['1', ''] }]
    for (const more of [{ columns: ['people'] }, { columns: ['name', 'people'] }, { sort }, { filters }])
      expect(await call('export/new', { page: PAGE, type: 'CSV', ...more })).toMatchObject(denied)
    await addPerson(company, { userName: 'eve', permissions: [...KEEPER, 'ADMIN_CAN_SEE_AUDIT_LOG'] })
    const eve = await signIn(company, 'eve')
    expect((await call('export/new', { page: PAGE, type: 'CSV', columns: ['people'] }, eve)).body).toBe(
      '\uFEFFPeople\r\n',
    )
  })

  test('D017 without columns the file has those that the page begins with', async () => {
    const { body } = await call('export/new', { page: PAGE, type: 'CSV' })
    expect(body).toBe('\uFEFFName,Category,People,Expiring in 60 days,Projects,Active\r\n')
    expect(await call('export/new', { page: 'admin.nothing' })).toMatchObject({ status: 404 })
    expect(await call('export/new', { page: PAGE, columns: ['salary'] })).toMatchObject({ status: 400 })
  })
})

describe('views (spec 4 §1.2)', () => {
  const state = {
    columns: ['people', 'name'],
    widths: { name: 200 },
    sort: [{ field: 'name', direction: 'DESC' }],
    filters: [{ field: 'category', operator: 'ANY_OF', values: ['TOOL', 'DUTY'] }],
    pageSize: 50,
    group: 'category',
  }
  const save = (view: object, as = ann) => call('views/save', { page: PAGE, view: { state, ...view } }, as)
  const views = async (as = ann) =>
    (
      JSON.parse((await call('views/get-all', { page: PAGE }, as)).body) as {
        views: Record<string, unknown>[]
      }
    ).views

  test('D007 a view is kept for its person, one is the default, and a shared one is changed by its owner only', async () => {
    await addPerson(company, { userName: 'bob', displayName: 'Bob Birch', permissions: KEEPER })
    const bob = await signIn(company, 'bob')
    await save({ name: 'Mine', isDefault: true })
    await save({ name: 'Ours', isDefault: true, isShared: true })
    expect(await views()).toEqual([
      { id: 1, name: 'Mine', state, isDefault: false, isShared: false, owner: null },
      { id: 2, name: 'Ours', state, isDefault: true, isShared: true, owner: null },
    ])
    expect(await views(bob)).toEqual([
      { id: 2, name: 'Ours', state, isDefault: false, isShared: true, owner: 'Ann Ash' },
    ])
    expect(await save({ id: 2, name: 'Theirs' }, bob)).toMatchObject({ status: 404 })
    expect(await call('views/delete', { id: 2 }, bob)).toMatchObject({ status: 404 })
    expect(await save({ name: 'Ours' }, bob)).toMatchObject({ status: 200 })
    expect(await call('views/delete', { id: 2 })).toMatchObject({ status: 200 })
    expect((await views()).map(({ name }) => name)).toEqual(['Mine'])
    // On another machine it is the same, as it was given.
    const again = await signIn(company, 'ann')
    expect(await views(again)).toMatchObject([{ name: 'Mine', state }])
  })

  test('D007 a name is 1 to 60 characters and once a person and page, and there are 50 views at most', async () => {
    expect(await save({ name: 'x'.repeat(60) })).toMatchObject({ status: 200 })
    expect(await save({ name: 'x'.repeat(61) })).toMatchObject({ status: 400 })
    expect(await save({ name: '  ' })).toMatchObject({ status: 400 })
    expect(await save({ name: 'x'.repeat(60) })).toMatchObject({
      status: 400,
      body: expect.stringContaining('You have a view of this name.'),
    })
    for (let at = 2; at <= 50; at++) expect(await save({ name: `View ${at}` })).toMatchObject({ status: 200 })
    expect(await save({ name: 'One more' })).toMatchObject({
      status: 400,
      body: expect.stringContaining('50 views'),
    })
    expect(await save({ id: 1, name: 'Renamed' })).toMatchObject({ status: 200 })
  })
})

test('every page of records is one that can be exported', async () => {
  const folder = new URL('../../shared/records/', import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\/.*\.ts$/.test(file),
  )
  const modules = await Promise.all(
    files.map(async (file): Promise<Record<string, unknown>> => import(new URL(file, folder).href)),
  )
  const isRecord = (one: unknown): one is RecordType =>
    typeof one === 'object' && one !== null && 'page' in one && 'row' in one && 'columns' in one
  const records = modules.flatMap((module) => Object.values(module).filter(isRecord))
  expect(records.length).toBeGreaterThan(15)
  expect(
    records.filter(({ page, name }) => listedPage(page)?.record.name !== name).map(({ name }) => name),
  ).toEqual([])
})
