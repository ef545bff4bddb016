import { afterAll, beforeAll, expect, test } from 'vitest'
import { lastDayOfHolidayYear } from '#shared/domain/holiday-balance.ts'
import { USUAL_TERMS } from '#shared/records/admin/contract-type.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'

const DAY = 86_400_000
let server: TestServer
const ids: Record<string, number> = {}
const as: Record<string, Record<string, string>> = {}
const db = () => server.server.db

// NOON is 4 May 2026; holiday years begin on 1 April.
beforeAll(async () => {
  server = await startTestServer()
  const { id: contractTypeID } = await db()
    .insertInto('contractTypes')
    .values({ name: 'A', nameKey: 'a', kind: 'EMPLOYEE', version: 1, changedBy: null, changedAt: NOON })
    .returning('id')
    .executeTakeFirstOrThrow()
  const terms = JSON.stringify({ ...USUAL_TERMS, holidayWeeks: 5.6, holidayYearStart: '04-01' })
  await db().insertInto('contractTerms').values({ contractTypeID, validFrom: '2020-01-01', terms }).execute()
  const add = async (userName: string, displayName: string, managerID?: number, may = false) => {
    const permissions = may ? (['IMANAGER_CAN_SEE_HOLIDAY_BALANCE'] as const) : []
    const own = managerID === undefined ? {} : { managerID }
    ids[userName] = await addPerson(server, { userName, displayName, permissions, ...own })
    as[userName] = await signIn(server, userName)
    await db()
      .updateTable('users')
      .set({ contractTypeID, weeklyHours: 37.5, startDate: '2020-01-01' })
      .where('id', '=', ids[userName] ?? 0)
      .execute()
  }
  await add('boss', 'Marcus', undefined, true)
  await add('amy', 'Amy', ids.boss)
  await add('ben', 'Ben', ids.boss)
  await add('out', 'Out', undefined, true)
  for (const [name, permissions] of [
    ['pam', ['IRESOURCE_CAN_SEE_BOOKINGS', 'IRESOURCE_CAN_PROCESS_SHIFT']],
    ['hal', ['IRESOURCE_CAN_SEE_BOOKINGS', 'HR_CAN_MANAGE_HOLIDAY']],
    ['sees', ['IRESOURCE_CAN_SEE_BOOKINGS']],
    ['blind', ['HR_CAN_MANAGE_HOLIDAY']],
  ] as const)
    ids[name] = await addPerson(server, { userName: name, displayName: name, permissions: [...permissions] })
  as.pam = await signIn(server, 'pam')
  const holiday = { userID: ids.amy ?? 0, type: 'HOLIDAY' as const, dayPart: 'DAY' as const, reason: '' }
  for (const [start, state, hours] of [
    ['2026-06-01', 'APPROVED', 37.5],
    ['2026-05-26', 'PENDING', 7.5],
    ['2026-07-01', 'DECLINED', 7.5],
    ['2026-03-02', 'APPROVED', 7.5],
  ] as const)
    await db()
      .insertInto('bookingRequests')
      .values({
        ...{
          ...holiday,
          state,
          hours,
          start: Date.parse(`${start}T00:00+01:00`),
          askedAt: NOON,
          decisionNote: '',
        },
        end: Date.parse(`${start}T00:00+01:00`) + (hours === 37.5 ? 5 : 1) * DAY,
      } as never)
      .execute()
  await db()
    .insertInto('holidayEntries')
    .values({
      ...{ userID: ids.amy ?? 0, yearFrom: '2026-04-01', kind: 'CARRIED', hours: 7.5, reason: 'Sick' },
      ...{ byID: null, at: NOON },
    } as never)
    .execute()
})
afterAll(() => server.server.close())

const ask = async (call: string, payload: object, who = 'boss') =>
  said(await post(server, `/api/manager/holiday-balance/${call}`, payload, as[who]))
const told = (userID = 0) =>
  db().selectFrom('notifications').where('userID', '=', userID).select(['subject', 'body']).execute()

test('4 §4.3.3 a year lists what makes up a balance, of one’s own line alone', async () => {
  expect(await ask('year', { id: ids.amy })).toEqual({
    status: 200,
    body: {
      ...{ from: '2026-04-01', to: '2027-03-31', remindedAt: null },
      holidays: [
        expect.objectContaining({ hours: 7.5, state: 'PENDING', start: '2026-05-25T23:00:00.000Z' }),
        expect.objectContaining({ hours: 37.5, state: 'APPROVED', end: '2026-06-05T23:00:00.000Z' }),
      ],
      entries: [expect.objectContaining({ kind: 'CARRIED', hours: 7.5, reason: 'Sick' })],
    },
  })
  const gone = { status: 404, body: { value: 'There is no such holiday balance.' } }
  expect(await ask('year', { id: ids.amy }, 'out')).toEqual(gone)
  expect(await ask('year', { id: 999 })).toEqual(gone)
  expect((await ask('year', { id: ids.amy }, 'amy')).status).toBe(403)
})

test('4 §4.3.3 a reminder says what is free and until when, once a day each; nobody else’s people are reminded', async () => {
  await db()
    .updateTable('users')
    .set({ weeklyHours: null })
    .where('id', '=', ids.ben ?? 0)
    .execute()
  const everybody = { ids: [ids.amy, ids.ben, ids.amy] }
  expect((await ask('remind', everybody)).body).toEqual({ reminded: 1, already: 0, nothing: 1 })
  // 210 + 7.5 carried over − 37.5 booked − 7.5 pending.
  const reminder = {
    subject: 'You have 172.5 hours of holiday to take by 2027-03-31',
    body: 'Marcus reminds you to plan it in My calendar.',
  }
  expect(await told(ids.amy)).toEqual([reminder])
  expect(await told(ids.ben)).toEqual([])
  const remindedAt = (at: number) => db().updateTable('holidayReminders').set({ at }).execute()
  await remindedAt(NOON - DAY + 1)
  expect((await ask('remind', everybody)).body).toEqual({ reminded: 0, already: 1, nothing: 1 })
  expect((await ask('year', { id: ids.amy })).body).toMatchObject({
    remindedAt: new Date(NOON - DAY + 1).toISOString(),
  })
  // The same again within a minute would be one notification.
  server.clock.now = NOON + 120_000
  await remindedAt(server.clock.now - DAY)
  expect((await ask('remind', everybody)).body).toMatchObject({ reminded: 1, already: 0 })
  expect(await told(ids.amy)).toHaveLength(2)
  const entries = await db()
    .selectFrom('audit')
    .where('action', '=', 'HOLIDAY_REMINDED')
    .selectAll()
    .execute()
  expect(entries.map(({ actorID, personID }) => [actorID, personID])).toEqual([
    [ids.boss, ids.amy],
    [ids.boss, ids.amy],
  ])
  // One who isn't of the line refuses all of it.
  await remindedAt(NOON - DAY)
  expect((await ask('remind', { ids: [ids.amy, ids.out] })).status).toBe(404)
  expect(await told(ids.amy)).toHaveLength(2)
  expect((await ask('remind', { ids: [] })).status).toBe(400)
  expect((await ask('remind', { ids: [ids.amy] }, 'amy')).status).toBe(403)
})

test('4 §4.3.3 ‘Ask for approval’ tells those who decide, once a day a request, and is marked where they decide', async () => {
  server.clock.now = NOON
  const of = async (state: string) => {
    const { holidays } = (await ask('year', { id: ids.amy })).body as {
      holidays: { id: number; state: string; urgedAt: string | null }[]
    }
    return holidays.find((one) => one.state === state)
  }
  const waiting = await of('PENDING')
  expect(waiting?.urgedAt).toBeNull()
  const id = waiting?.id ?? 0
  expect(await ask('ask-approval', { id })).toEqual({ status: 200, body: { told: 2 } })
  const news = {
    subject: 'Marcus asks for a decision on the holiday of Amy, 26 May to 26 May',
    body: 'It waits in Pending requests.',
  }
  for (const name of ['pam', 'hal']) expect([name, await told(ids[name])]).toEqual([name, [news]])
  for (const name of ['sees', 'blind']) expect([name, await told(ids[name])]).toEqual([name, []])
  expect((await of('PENDING'))?.urgedAt).toBe(new Date(NOON).toISOString())
  const pending = async () =>
    said(await post(server, '/api/resource/booking/pending', {}, as.pam)).body as { urged?: object }[]
  expect((await pending()).map(({ urged }) => urged)).toEqual([
    { by: 'Marcus', at: new Date(NOON).toISOString() },
  ])
  const urgedAt = (at: number) => db().updateTable('bookingRequests').set({ urgedAt: at }).execute()
  await urgedAt(NOON - DAY + 1)
  expect((await ask('ask-approval', { id })).body).toEqual({ told: 0 })
  // The same again within a minute would be one notification.
  server.clock.now = NOON + 120_000
  await urgedAt(server.clock.now - DAY)
  expect((await ask('ask-approval', { id })).body).toEqual({ told: 2 })
  const decided = (await of('APPROVED'))?.id ?? 0
  expect(await ask('ask-approval', { id: decided })).toEqual({
    status: 409,
    body: { value: "The request is APPROVED and can't be asked about." },
  })
  const gone = (one: string) => ({ status: 404, body: { value: `There is no such ${one}.` } })
  expect(await ask('ask-approval', { id }, 'out')).toEqual(gone('holiday balance'))
  expect(await ask('ask-approval', { id: 999 })).toEqual(gone('request'))
  expect((await ask('ask-approval', { id }, 'amy')).status).toBe(403)
})

test('the last day of a holiday year, over a leap day', () => {
  expect(lastDayOfHolidayYear('2027-03-01')).toBe('2028-02-29')
  expect(lastDayOfHolidayYear('2026-01-01')).toBe('2026-12-31')
})
