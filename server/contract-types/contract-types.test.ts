import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addAgency } from '../agencies/testing/agency-fixture.ts'
import { addArea } from '../areas/testing/area-fixture.ts'
import { auditTold } from '../audit/testing/audit-actions.ts'
import { takeSnapshot } from '../db/testing/snapshot.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { addApplicant } from '../pending-recruitment/testing/pending-fixture.ts'
import { openDirectory } from '../people/directory.ts'
import { personFaults } from '../people/person-rules.ts'
import { readKept } from '../people/save-person.ts'
import { AGENCY_RATE, addContractType, CONTRACT_TYPE } from '../rates/testing/rate-fixture.ts'
import { putSetting } from '../settings/settings.ts'
import { termsOn } from './terms.ts'

const DAY = 86_400_000
let server: TestServer
let tom: { authorization: string }
let restore: () => Promise<void>
beforeAll(async () => {
  server = await startTestServer()
  await addPerson(server, { userName: 'tom', permissions: ['ADMIN_CAN_MANAGE_CONTRACT_TYPES'] })
  await addPerson(server, { userName: 'ann' })
  tom = await signIn(server, 'tom')
  restore = await takeSnapshot(server.server.db)
})
beforeEach(() => {
  server.clock.now = NOON
  return restore()
})
afterAll(() => server.server.close())

const ask = async (name: string, payload: object, as = tom) =>
  said(await post(server, `/api/admin/contract-types/${name}`, payload, as))
const save = (values: object, seen: object = {}) => ask('save', { ...CONTRACT_TYPE, ...values, ...seen })
const refused = (value: string, status = 400) => ({ status, body: { value } })
const rateOn = async (day: string) => (await termsOn(server.server.db, 1, day))?.terms.baseRate ?? null

test('A080 a change makes a version from a date, and earlier days go by the version of their day', async () => {
  expect(await save({ validFrom: '2026-04-01', baseRate: 12.8 })).toMatchObject({
    body: { id: 1, version: 1, validFrom: '2026-04-01', baseRate: 12.8, people: 0 },
  })
  // Planned: today's stay.
  expect(
    await save({ validFrom: '2026-06-01', baseRate: 13.5, holidayWeeks: 6 }, { id: 1, version: 1 }),
  ).toMatchObject({ body: { version: 2, validFrom: '2026-04-01', baseRate: 12.8 } })
  expect([
    await rateOn('2026-03-31'),
    await rateOn('2026-04-01'),
    await rateOn('2026-05-31'),
    await rateOn('2026-06-01'),
  ]).toEqual([null, 12.8, 12.8, 13.5])
  expect((await ask('get', { id: 1, day: '2026-05-31' })).body).toMatchObject({ holidayWeeks: 5.6 })
  expect((await ask('get', { id: 1, day: '2026-06-01' })).body).toMatchObject({ holidayWeeks: 6 })
  expect((await ask('list', {})).body).toMatchObject({
    rows: [{ name: 'Evening', baseRate: 12.8, validFrom: '2026-04-01', nextFrom: '2026-06-01' }],
  })
  // What was paid stays as it was.
  expect(await save({ validFrom: '2026-05-03', baseRate: 14 }, { id: 1, version: 2 })).toEqual(
    refused('A change begins today or later: what earlier days are paid by stays.'),
  )
  expect(await rateOn('2026-05-03')).toBe(12.8)
  expect((await save({ validFrom: '2026-05-04', baseRate: 14 }, { id: 1, version: 2 })).status).toBe(200)
  expect([await rateOn('2026-05-03'), await rateOn('2026-05-04'), await rateOn('2026-06-01')]).toEqual([
    12.8, 14, 13.5,
  ])
  expect((await save({ validFrom: '2026-06-01' }, { id: 1, version: 2 })).status).toBe(409)
  server.clock.now = NOON + 28 * DAY
  const later = await signIn(server, 'tom')
  expect((await ask('get', { id: 1 }, later)).body).toMatchObject({ validFrom: '2026-06-01', baseRate: 13.5 })
  const { body } = await ask('versions', { id: 1 }, later)
  expect(body).toMatchObject({
    versions: [{ validFrom: '2026-06-01' }, { validFrom: '2026-05-04' }, { validFrom: '2026-04-01' }],
  })
  expect(await auditTold(server.server.db)).toEqual([
    'CONTRACT_TYPE_ADDED | admin.configuration.contract-types | contractType | Evening',
    'CONTRACT_TYPE_CHANGED | admin.configuration.contract-types | contractType | Evening',
    'CONTRACT_TYPE_CHANGED | admin.configuration.contract-types | contractType | Evening',
  ])
})

test('A080 another name alone makes no version, and a type without terms gets its first from any day', async () => {
  await save({ validFrom: '2026-04-01' })
  expect((await save({ name: 'Night', validFrom: '2026-04-01' }, { id: 1, version: 1 })).status).toBe(200)
  expect((await ask('versions', { id: 1 })).body).toMatchObject({ versions: [{ validFrom: '2026-04-01' }] })
  const id = await addContractType(server.server.db, 'Employee', 'EMPLOYEE')
  expect((await ask('get', { id })).body).toMatchObject({
    validFrom: null,
    holidayWeeks: 5.6,
    minimumAge: 18,
  })
  expect(
    await save(
      { name: 'Employee', kind: 'EMPLOYEE', validFrom: '2025-01-01', baseRate: 20 },
      { id, version: 1 },
    ),
  ).toMatchObject({ body: { validFrom: '2025-01-01' } })
})

test('A081 a base rate under the statutory minimum of its first day is refused, and the minimum itself isn’t', async () => {
  const { db } = server.server
  await putSetting(db, 'workingTime.minimumRates', [
    { from: '2026-04-01', adult: 12.71, youth: 10.85, minor: 8 },
    { from: '2026-10-01', adult: 13, youth: 11, minor: 8 },
  ])
  expect(await save({ baseRate: 12.7 })).toEqual(refused('The rate is under the minimum of £12.71.'))
  expect(await save({ baseRate: 12.99, validFrom: '2026-10-01' })).toEqual(
    refused('The rate is under the minimum of £13.00.'),
  )
  expect((await ask('list', {})).body).toMatchObject({ rows: [] })
  expect((await save({ baseRate: 12.71, validFrom: '2026-09-30' })).status).toBe(200)
  expect(await save({ baseRate: 12.7 }, { id: 1, version: 1 })).toEqual(
    refused('The rate is under the minimum of £12.71.'),
  )
  expect((await save({ name: 'Agency', baseRate: null })).status).toBe(200)
})

test('one that people have isn’t deleted', async () => {
  const { db } = server.server
  await save({})
  await db.updateTable('users').set({ contractTypeID: 1 }).where('id', '>', 0).execute()
  const remove = () => ask('delete', { id: 1, version: 1 })
  expect(await remove()).toEqual(refused('2 people have this contract type.'))
  await db.updateTable('users').set({ contractTypeID: null }).where('userName', '=', 'ann').execute()
  expect(await remove()).toEqual(refused('1 person has this contract type.'))
  await db.updateTable('users').set({ contractTypeID: null }).execute()
  expect(await remove()).toEqual({ status: 200, body: { done: true } })
  expect((await ask('get', { id: 1 })).status).toBe(404)
  const told = await db.selectFrom('audit').select('action').orderBy('id').execute()
  expect(told.map(({ action }) => action)).toEqual(['CONTRACT_TYPE_ADDED', 'CONTRACT_TYPE_DELETED'])
})

test('what a contract type can’t say is refused', async () => {
  for (const values of [
    { weeklyHoursFrom: 20, weeklyHoursTo: 19 },
    { paidBreaks: 'ten minutes' },
    { holidayYearStart: '13-01' },
    { baseRate: 13.005 },
    { overtimeMultiplier: 0.9 },
    { minimumAge: 15 },
    { validFrom: '2026-02-30' },
    { name: '' },
  ])
    expect((await save(values)).status).toBe(400)
  expect((await save({ paidBreaks: '4:10, 6:20' })).status).toBe(200)
  expect(await save({ name: 'EVENING' })).toEqual(refused('There is a contract type of this name.'))
  await addPerson(server, { userName: 'bob' })
  expect((await ask('list', {}, await signIn(server, 'bob'))).status).toBe(403)
})

const row = (id: number) =>
  server.server.db
    .selectFrom('contractTypes')
    .where('id', '=', id)
    .select(['isActive', 'version'])
    .executeTakeFirstOrThrow()
test('one is deactivated while nobody has it or was offered it; nobody is given it then, and it is taken back', async () => {
  const { db } = server.server
  await save({})
  const give = (contractTypeID: number | null, ...names: string[]) =>
    db.updateTable('users').set({ contractTypeID }).where('userName', 'in', names).execute()
  await give(1, 'tom', 'ann')
  const deactivate = (isActive = false, version = 1) => ask('deactivate', { id: 1, version, isActive })
  expect(await deactivate()).toEqual(refused('2 people have this contract type.'))
  await give(null, 'tom')
  expect(await deactivate()).toEqual(refused('1 person has this contract type.'))
  // A leaver keeps it by name.
  await db.updateTable('users').set({ status: 'LEAVER' }).where('userName', '=', 'ann').execute()
  const id = await addApplicant(db, { contractTypeID: 1 })
  expect(await deactivate()).toEqual(refused('1 applicant was offered this contract type.'))
  await db.updateTable('applicants').set({ stage: 'STARTED' }).where('id', '=', id).execute()
  // An offer counts as long as it waits for an answer.
  const applicantID = await addApplicant(db, { stage: 'OFFER', name: 'Ida Ito', email: 'ida@mail.example' })
  const areaID = await addArea(db, 'Leeds')
  await db
    .insertInto('applicantOffers')
    .values({
      ...{ applicantID, contractTypeID: 1, areaID, startDate: '2026-06-01', rate: 1300 },
      ...{ state: 'OPEN', at: NOON, linkID: null, byID: null, answeredAt: null },
    })
    .execute()
  expect(await deactivate()).toEqual(refused('1 applicant was offered this contract type.'))
  await db.updateTable('applicantOffers').set({ state: 'WITHDRAWN' }).execute()
  expect(await row(1)).toEqual({ isActive: 1, version: 1 })
  expect((await deactivate()).body).toMatchObject({ isActive: false, version: 2 })
  expect((await deactivate()).status).toBe(409)
  expect((await ask('list', {})).body).toMatchObject({ rows: [{ name: 'Evening', isActive: false }] })
  const directory = await openDirectory(db)
  const before = (await readKept(db, [2])).get(2)
  const contractFaults = (contractTypeID: number | null, had: number | null) =>
    before &&
    personFaults(
      { ...before.values, contractTypeID },
      { ...before, values: { ...before.values, contractTypeID: had } },
      directory,
      null,
    ).filter(({ field }) => field === 'contractTypeID')
  expect(contractFaults(1, null)).toMatchObject([{ refusal: { code: 'person.contractGone' } }])
  expect(contractFaults(1, 1)).toEqual([])
  expect((await deactivate(true, 2)).body).toMatchObject({ isActive: true })
  expect(await auditTold(db)).toEqual([
    'CONTRACT_TYPE_ADDED | admin.configuration.contract-types | contractType | Evening',
    'CONTRACT_TYPE_DEACTIVATED | admin.configuration.contract-types | contractType | Evening',
    'CONTRACT_TYPE_REACTIVATED | admin.configuration.contract-types | contractType | Evening',
  ])
})

test('a merge moves people, offers, patterns, conditions and rates, and what can’t be is refused whole', async () => {
  const { db } = server.server
  await save({})
  const kept = await addContractType(db, 'Flexible', 'WORKER')
  const agencies = await addContractType(db, 'Temps', 'AGENCY')
  const others = await addContractType(db, 'Temporary', 'AGENCY')
  await db.updateTable('users').set({ contractTypeID: 1 }).where('userName', 'in', ['tom', 'ann']).execute()
  await addPerson(server, { userName: 'gone' })
  await db
    .updateTable('users')
    .set({ contractTypeID: 1, status: 'LEAVER' })
    .where('userName', '=', 'gone')
    .execute()
  const merge = (id: number, into: number, version = 1) => ask('merge', { id, version, into })
  expect(await merge(1, 1)).toEqual(refused('It cannot be merged into itself.'))
  expect(await merge(1, agencies)).toEqual(refused('Only one of them is for agency workers.'))
  expect(await merge(agencies, 1)).toEqual(refused('Only one of them is for agency workers.'))
  expect((await merge(1, 99)).status).toBe(404)
  expect((await merge(1, kept, 7)).status).toBe(409)
  await db.updateTable('contractTypes').set({ isActive: 0 }).where('id', '=', kept).execute()
  expect(await merge(1, kept)).toEqual(refused('‘Flexible’ is not active.'))
  await db.updateTable('contractTypes').set({ isActive: 1 }).where('id', '=', kept).execute()
  const holders = async () =>
    (
      await db
        .selectFrom('users')
        .select(['userName', 'contractTypeID'])
        .where('id', '>', 0)
        .orderBy('id')
        .execute()
    ).map(({ userName, contractTypeID }) => `${userName} ${contractTypeID}`)
  expect(await holders()).toEqual(['tom 1', 'ann 1', 'gone 1'])

  const applicant = await addApplicant(db, { stage: 'OFFER', contractTypeID: 1 })
  const areaID = await addArea(db, 'Leeds')
  for (const state of ['OPEN', 'WITHDRAWN'] as const)
    await db
      .insertInto('applicantOffers')
      .values({
        ...{ applicantID: applicant, contractTypeID: 1, areaID, startDate: '2026-06-01', rate: 1300 },
        ...{ state, at: NOON },
      } as never)
      .execute()
  await db
    .insertInto('shiftPatterns')
    .values({
      ...{ name: 'Evenings', nameKey: 'evenings', areaID: null, contractTypeID: 1, projectID: null },
      ...{ colour: 'TEAL', status: 'ACTIVE', version: 1, changedBy: null, changedAt: NOON, versions: '[]' },
    })
    .execute()
  const eligible = { areaIDs: [areaID], contractTypeIDs: [1, kept], skillIDs: [] }
  await db
    .insertInto('bookingWindows')
    .values({
      ...{
        name: 'June',
        nameKey: 'june',
        from: '2026-06-01',
        to: '2026-06-07',
        opensAt: NOON,
        closesAt: NOON,
      },
      ...{ approval: 'AUTO', location: 'HOME', state: 'OPEN', projectID: null, remindedAt: null, version: 1 },
      ...{ minimumHours: 3, maximumHours: 12, createdBy: null, changedBy: null, changedAt: NOON },
      conditions: JSON.stringify(eligible),
    })
    .execute()
  expect((await merge(1, kept)).body).toMatchObject({ id: kept, people: 2 })
  const pattern = await db.selectFrom('shiftPatterns').selectAll().executeTakeFirstOrThrow()
  expect(pattern).toMatchObject({ contractTypeID: kept, version: 2 })
  const window = await db.selectFrom('bookingWindows').selectAll().executeTakeFirstOrThrow()
  expect(window.version).toBe(2)
  expect(JSON.parse(window.conditions)).toEqual({ ...eligible, contractTypeIDs: [kept] })
  expect(await holders()).toEqual([`tom ${kept}`, `ann ${kept}`, `gone ${kept}`])
  expect(await row(1)).toEqual({ isActive: 0, version: 2 })
  // What it was is still known: pay of earlier days goes by it.
  expect(await rateOn('2026-05-04')).toBe(13)
  const offers = await db.selectFrom('applicantOffers').select('contractTypeID').orderBy('id').execute()
  expect(offers.map(({ contractTypeID }) => contractTypeID)).toEqual([kept, 1])
  const applied = await db.selectFrom('applicants').select('contractTypeID').executeTakeFirstOrThrow()
  expect(applied.contractTypeID).toBe(kept)
  expect((await auditTold(db)).slice(1)).toEqual([
    'CONTRACT_TYPE_MERGED | admin.configuration.contract-types | contractType | Evening',
    'PERSON_CHANGED | admin.configuration.contract-types | person | tom',
    'PERSON_CHANGED | admin.configuration.contract-types | person | ann',
  ])

  // Rates go with it but where the other has one for the same time.
  await addAgency(db, 'Bright')
  const stamp = { version: 1, changedBy: null, changedAt: NOON }
  const rate = (contractTypeID: number, dayKind: 'WEEKDAY' | 'SUNDAY') =>
    db
      .insertInto('agencyRates')
      .values({ ...AGENCY_RATE, ...stamp, contractTypeID, dayKind })
      .execute()
  await rate(agencies, 'WEEKDAY')
  await rate(agencies, 'SUNDAY')
  await rate(others, 'WEEKDAY')
  expect((await merge(agencies, others)).status).toBe(200)
  const rates = await db
    .selectFrom('agencyRates')
    .select(['contractTypeID', 'dayKind'])
    .orderBy('id')
    .execute()
  expect(rates).toEqual([
    { contractTypeID: agencies, dayKind: 'WEEKDAY' },
    { contractTypeID: others, dayKind: 'SUNDAY' },
    { contractTypeID: others, dayKind: 'WEEKDAY' },
  ])
})
