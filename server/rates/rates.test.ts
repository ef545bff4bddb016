import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addAgency } from '../agencies/testing/agency-fixture.ts'
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
import { addSkills } from '../skills/testing/skill-fixture.ts'
import { AGENCY_RATE, addContractType, EXPENSE_RATE } from './testing/rate-fixture.ts'

let server: TestServer
let tom: { authorization: string }
let fay: { authorization: string }
let annID: number
let welsh: number
let restore: () => Promise<void>
beforeAll(async () => {
  server = await startTestServer()
  const { db } = server.server
  await addPerson(server, {
    userName: 'tom',
    permissions: ['ADMIN_CAN_MANAGE_AGENCY_RATES', 'ADMIN_CAN_MANAGE_EXPENSE_RATES'],
  })
  await addPerson(server, {
    userName: 'fay',
    displayName: 'Fay',
    permissions: ['IFINANCE_CAN_FINANCE_EXPENSES'],
  })
  annID = await addPerson(server, { userName: 'ann' })
  await addAgency(db)
  await addContractType(db, 'Temp')
  const [id = 0] = await addSkills(db, [{ name: 'Welsh' }])
  welsh = id
  tom = await signIn(server, 'tom')
  fay = await signIn(server, 'fay')
  restore = await takeSnapshot(db)
})
beforeEach(() => {
  server.clock.now = NOON
  return restore()
})
afterAll(() => server.server.close())

const refused = (value: string, status = 400) => ({ status, body: { value } })
const ask = async (kind: 'agency' | 'expense', name: string, payload: object, as = tom) =>
  said(await post(server, `/api/admin/configuration/${kind}-rates/${name}`, payload, as))
const save = (values: object = {}, seen: object = {}) =>
  ask('agency', 'save', { rate: { ...AGENCY_RATE, ...values }, ...seen })
const find = async (asked: object = {}) =>
  (
    await ask('agency', 'try', {
      ...{ agencyID: 1, contractTypeID: 1, skillID: null, day: '2026-05-05', time: '09:00' },
      ...asked,
    })
  ).body as { rate: { pay: number } | null; why: string[] }

test('A111 rates that overlap are refused with the day, and such as are apart are not', async () => {
  expect(await save({ validTo: '2026-06-30' })).toMatchObject({
    body: { margin: 4.5, marginPercent: 25.7, isUsed: false, agency: 'Bright Staffing' },
  })
  expect(await save()).toEqual(refused('Another rate covers 2026-01-01.'))
  expect(await save({ validFrom: '2026-06-30' })).toEqual(refused('Another rate covers 2026-06-30.'))
  expect((await save({ validFrom: '2026-07-01', pay: 14 })).status).toBe(200)
  expect((await save({ validFrom: '2025-01-01', validTo: '2025-12-31' })).status).toBe(200)
  expect(await save({ validFrom: '2025-12-31', validTo: '2026-01-01' })).toMatchObject({ status: 400 })
  const evening = { fromTime: '18:00', toTime: '22:00' }
  expect((await save(evening)).status).toBe(200)
  expect((await save({ fromTime: '22:00', toTime: '02:00' })).status).toBe(200)
  expect(await save({ fromTime: '01:00', toTime: '03:00' })).toEqual(
    refused('Another rate covers 2026-01-01.'),
  )
  expect(await save({ fromTime: '21:59', toTime: '22:30' })).toEqual(
    refused('Another rate covers 2026-01-01.'),
  )
  for (const values of [{ dayKind: 'SATURDAY' }, { skillID: welsh }])
    expect((await save(values)).status).toBe(200)
  // A rate doesn't overlap itself.
  expect((await save({ ...evening, pay: 15 }, { id: 4, version: 1 })).status).toBe(200)
})

test('A111 of the rates that hold the one for the skill wins, then the one for a part of the day', async () => {
  const rates = [
    [{}, 13],
    [{ fromTime: '18:00', toTime: '22:00' }, 14],
    [{ skillID: welsh }, 15],
    [{ skillID: welsh, fromTime: '18:00', toTime: '22:00' }, 16],
    [{ dayKind: 'PUBLIC_HOLIDAY' }, 20],
  ] as const
  for (const [values, pay] of rates) expect((await save({ ...values, pay, charge: 25 })).status).toBe(200)
  const pay = async (asked: object) => (await find(asked)).rate?.pay ?? null
  // The skill comes before the part of the day.
  const beginsOn = (validFrom: string) =>
    server.server.db.updateTable('agencyRates').set({ validFrom }).where('pay', '=', 16).execute()
  await beginsOn('2026-05-06')
  expect(await pay({ skillID: welsh, time: '18:00' })).toBe(15)
  await beginsOn('2026-01-01')
  expect(await pay({})).toBe(13)
  expect([await pay({ time: '17:59' }), await pay({ time: '18:00' }), await pay({ time: '22:00' })]).toEqual([
    13, 14, 13,
  ])
  expect(await pay({ skillID: welsh })).toBe(15)
  expect(await pay({ skillID: welsh, time: '18:00' })).toBe(16)
  // A bank holiday, a Saturday, and a day before any rate.
  expect(await pay({ day: '2026-05-04' })).toBe(20)
  expect(await pay({ day: '2026-05-09' })).toBe(null)
  expect(await pay({ day: '2025-12-31' })).toBe(null)
  expect((await find({ skillID: welsh, time: '18:00' })).why).toEqual([
    '2026-05-05 is a weekday.',
    'It holds from 2026-01-01 on.',
    'It is for the skill Welsh, which comes before one for none.',
    'It is for 18:00 to 22:00, which comes before one for all day.',
  ])
  expect((await find({ day: '2026-05-09' })).why).toEqual([
    '2026-05-09 is a saturday.',
    'No rate holds then.',
  ])
})

const addLine = (state: 'DRAFT' | 'APPROVED' | 'LOCKED', day = '2026-04-30') =>
  server.server.db
    .insertInto('payLines')
    .values({
      ...{ userID: annID, day, element: 'BASIC', hours: 8, rate: 13, multiplier: 1, amount: 104 },
      ...{
        source: 'attendance day',
        sourceID: null,
        projectID: null,
        contractTypeID: 1,
        agencyRateID: 1,
        state,
      },
    })
    .execute()

test.each(['APPROVED', 'LOCKED'] as const)(
  'A112 a rate that a pay line uses which is %s can only be ended, not changed',
  async (state) => {
    await save()
    await addLine(state)
    const seen = { id: 1, version: 1 }
    const used = refused('An approved pay line goes by this rate: it can only be ended.')
    for (const values of [
      { pay: 14 },
      { charge: 18 },
      { validFrom: '2026-02-01' },
      { fromTime: '08:00' },
      {},
    ])
      expect(await save(values, seen)).toEqual(used)
    expect(await save({ pay: 14, validTo: '2026-12-31' }, seen)).toEqual(used)
    expect(await ask('agency', 'remove', seen)).toEqual(used)
    expect(await save({ validTo: '2026-04-29' }, seen)).toEqual(
      refused('Pay of 2026-04-30 goes by this rate.'),
    )
    expect(await save({ validTo: '2026-04-30' }, seen)).toMatchObject({
      body: { validTo: '2026-04-30', isUsed: true, pay: 13 },
    })
  },
)

test('A112 a rate that only a draft uses is changed; without any line it is removed', async () => {
  await save()
  await addLine('DRAFT')
  expect((await save({ pay: 14 }, { id: 1, version: 1 })).status).toBe(200)
  expect((await ask('agency', 'remove', { id: 1, version: 2 })).status).toBe(400)
  await server.server.db.deleteFrom('payLines').execute()
  expect((await ask('agency', 'remove', { id: 1, version: 2 })).status).toBe(200)
  const told = await server.server.db.selectFrom('audit').select('action').orderBy('id').execute()
  expect(told.map(({ action }) => action)).toEqual([
    ...['AGENCY_RATE_ADDED', 'AGENCY_RATE_CHANGED', 'AGENCY_RATE_REMOVED'],
  ])
  expect(await auditTold(server.server.db)).toEqual([
    'AGENCY_RATE_ADDED | admin.configuration.agency-rates | agencyRate | Bright Staffing, Temp, Weekday',
    'AGENCY_RATE_CHANGED | admin.configuration.agency-rates | agencyRate | Bright Staffing, Temp, Weekday',
    'AGENCY_RATE_REMOVED | admin.configuration.agency-rates | agencyRate | Bright Staffing, Temp, Weekday',
  ])
})

const expense = (values: object = {}, seen: object = {}) =>
  ask('expense', 'save', { rate: { ...EXPENSE_RATE, ...values }, ...seen })
const claim = async (category: string, day: string, units: number, before = 0) => {
  const { status, body } = await ask('expense', 'try', { category, day, units, before })
  return status === 200 ? (body as { amount: number }).amount : (body as { value: string }).value
}

test('A113 the mileage that comes with the product is used in a claim once a finance user confirmed it', async () => {
  const { body } = await ask('expense', 'list', {})
  expect(body).toMatchObject({
    rows: [
      { category: 'MILEAGE_CAR', rate: 45, secondRate: 25, aboveUnits: 10_000, isConfirmed: false },
      { category: 'MILEAGE_MOTORCYCLE', rate: 24, isConfirmed: false },
      { category: 'MILEAGE_BICYCLE', rate: 20, isConfirmed: false },
    ],
  })
  const no = 'Finance has not confirmed this rate yet.'
  for (const category of ['MILEAGE_CAR', 'MILEAGE_MOTORCYCLE', 'MILEAGE_BICYCLE'])
    expect(await claim(category, '2026-05-04', 100)).toBe(no)
  const confirm = (as: typeof tom) => ask('expense', 'confirm', { id: 1, version: 1 }, as)
  expect((await confirm(tom)).status).toBe(403)
  // Changing it isn't confirming it.
  expect(await confirm(fay)).toMatchObject({ body: { isConfirmed: true, confirmedBy: 'Fay' } })
  expect(await confirm(fay)).toEqual(refused('This rate is confirmed already.'))
  expect(await claim('MILEAGE_CAR', '2026-05-04', 100)).toBe(45)
  expect(await claim('MILEAGE_CAR', '2026-05-04', 100, 9_900)).toBe(45)
  expect(await claim('MILEAGE_CAR', '2026-05-04', 100, 9_950)).toBe(35)
  expect(await claim('MILEAGE_CAR', '2026-05-04', 100, 10_000)).toBe(25)
  expect(await claim('MILEAGE_BICYCLE', '2026-05-04', 100)).toBe(no)
  expect(await auditTold(server.server.db)).toEqual([
    'EXPENSE_RATE_CONFIRMED | admin.configuration.expenses-rates | expenseRate | Mileage, car',
  ])
})

test('A113 a default that an admin changed still waits for finance', async () => {
  const values = {
    ...EXPENSE_RATE,
    ...{ category: 'MILEAGE_BICYCLE', unit: 'MILE', rate: 21, cap: null, receiptAbove: null, vat: 0 },
    validFrom: '2011-04-06',
  }
  expect(await ask('expense', 'save', { rate: values, id: 3, version: 1 })).toMatchObject({
    body: { rate: 21, isConfirmed: false },
  })
  expect(await claim('MILEAGE_BICYCLE', '2026-05-04', 1)).toBe('Finance has not confirmed this rate yet.')
})

test('A113 other figures may begin today, and a rate that begins today is still changed itself', async () => {
  expect((await expense({ validFrom: '2026-01-01' })).status).toBe(200)
  expect(await expense({ validFrom: '2026-05-04', rate: 1200 }, { id: 4, version: 1 })).toMatchObject({
    body: { id: 5, rate: 1200, validFrom: '2026-05-04' },
  })
  expect(await expense({ validFrom: '2026-05-04', rate: 1300 }, { id: 5, version: 1 })).toMatchObject({
    body: { id: 5, rate: 1300, validFrom: '2026-05-04' },
  })
  expect([await claim('MEALS', '2026-05-03', 1), await claim('MEALS', '2026-05-04', 1)]).toEqual([10, 13])
})

test('A113 a changed rate holds from its effective date, and earlier days keep the old one', async () => {
  expect((await expense({ validFrom: '2026-01-01' })).status).toBe(200)
  expect(await claim('MEALS', '2026-05-04', 2)).toBe(20)
  expect(await claim('MEALS', '2025-12-31', 1)).toBe('No rate holds on 2025-12-31.')
  const seen = { id: 4, version: 1 }
  const past = refused('Other figures begin on a later day: what was claimed by this rate stays.')
  expect(await expense({ validFrom: '2026-01-01', rate: 1200 }, seen)).toEqual(past)
  expect(await expense({ validFrom: '2026-05-03', rate: 1200 }, seen)).toEqual(past)
  expect(await expense({ validFrom: '2026-06-01', rate: 1200 }, seen)).toMatchObject({
    body: { id: 5, rate: 1200, validFrom: '2026-06-01', isConfirmed: true },
  })
  expect([await claim('MEALS', '2026-05-31', 1), await claim('MEALS', '2026-06-01', 1)]).toEqual([10, 12])
  expect((await ask('expense', 'get', { id: 4 })).body).toMatchObject({ rate: 1000, validTo: '2026-05-31' })
  expect(await expense({ validFrom: '2026-02-01', validTo: '2026-02-28' })).toEqual(
    refused('Another rate covers 2026-02-01.'),
  )
})

test('rates that can’t be are refused, and who may not keep rates sees none', async () => {
  for (const values of [
    { pay: -1 },
    { pay: 13.005 },
    { toTime: '00:00', fromTime: '00:00' },
    { fromTime: '9:00' },
    { validTo: '2025-12-31' },
    { dayKind: 'MONDAY' },
  ])
    expect((await save(values)).status).toBe(400)
  for (const values of [{ agencyID: 99 }, { contractTypeID: 99 }, { skillID: 99 }])
    expect((await save(values)).status).toBe(404)
  for (const values of [
    { secondRate: 5 },
    { aboveUnits: 5 },
    { rate: -1 },
    { vat: 101 },
    { category: 'FUN' },
  ])
    expect((await expense(values)).status).toBe(400)
  for (const kind of ['agency', 'expense'] as const)
    expect((await ask(kind, 'list', {}, fay)).status).toBe(403)
})
