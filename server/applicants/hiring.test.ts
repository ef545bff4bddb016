import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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

const DAY_MS = 86_400_000
let server: TestServer
let rita: Record<string, string>
let rob: Record<string, string>
let ann: Record<string, string>
let restore: () => Promise<void>
let mailedBefore = 0
const mails = () => server.mails.slice(mailedBefore)
beforeAll(async () => {
  server = await startTestServer()
  const { db } = server.server
  const permissions = ['IRECRUITMENT_CAN_PROCESS_NEW_PERSON'] as const
  await addPerson(server, { userName: 'rita', displayName: 'Rita Reed', permissions })
  await addPerson(server, { userName: 'rob', displayName: 'Rob Roe', permissions })
  await addPerson(server, { userName: 'ann', displayName: 'Ann Ash' })
  for (const id of [1, 2])
    await db
      .insertInto('contractTypes')
      .values({
        ...{
          id,
          name: id === 1 ? 'Casual worker' : 'Employee',
          nameKey: `${id}`,
          kind: 'WORKER',
          version: 1,
        },
        ...{ changedBy: null, changedAt: NOON },
      })
      .execute()
  await db
    .insertInto('contractTerms')
    .values({ contractTypeID: 1, validFrom: '2026-01-01', terms: '{}', baseRate: 13.1 })
    .execute()
  await db.insertInto('areas').values({ id: 70, name: 'Leeds' }).execute()
  rita = await signIn(server, 'rita')
  rob = await signIn(server, 'rob')
  ann = await signIn(server, 'ann')
  restore = await takeSnapshot(db)
})
beforeEach(() => {
  server.clock.now = NOON
  mailedBefore = server.mails.length
  return restore()
})
afterAll(() => server.server.close())

const call = async (name: string, payload: object, as = rita) =>
  said(await post(server, `/api/recruitment/${name}`, payload, as))
const visit = async (name: string, payload: object) =>
  said(await post(server, `/api/public/offer/${name}`, payload))
const refused = (status: number, value: string) => ({ status, body: { value } })
const stageOf = async (id: number) =>
  (await call('applicants/get', { id })).body as { stage: string; version: number }
const moved = async (id: number, stage: string) =>
  call('applicants/stage', { id, version: (await stageOf(id)).version, stage })
const OFFER = { contractTypeID: 1, areaID: 70, startDate: '2026-06-01', rate: 1310 }
const offer = async (id: number, over: object = {}) =>
  call('applicants/offer', { id, version: (await stageOf(id)).version, ...OFFER, ...over })
const tokenIn = (body: unknown) => /\/public\/offer\/([\w-]+)$/.exec((body as { url: string }).url)?.[1] ?? ''
const events = async () =>
  (await server.server.db.selectFrom('audit').orderBy('id').select(['action', 'actorName']).execute())
    .map(({ action, actorName }) => `${actorName}: ${action}`)
    .filter((line) => !/READ|SIGN/.test(line))

test('6 §3 an applicant leaves the interview with a scorecard that says HIRE alone', async () => {
  const id = await addApplicant(server.server.db, { stage: 'INTERVIEW' })
  const NO = refused(400, 'No scorecard recommends to hire them.')
  expect(await moved(id, 'OFFER')).toEqual(NO)
  const card = (recommendation: string, as = rita) =>
    call('interviews/scorecard', { applicantID: id, score: 4, recommendation, notes: ' Clear ' }, as)
  for (const recommendation of ['HOLD', 'REJECT']) {
    expect((await card(recommendation)).status).toBe(200)
    expect(await moved(id, 'OFFER')).toEqual(NO)
  }
  expect((await card('HIRE', rob)).status).toBe(200)
  expect((await moved(id, 'OFFER')).status).toBe(200)
  expect(await card('HOLD')).toEqual(refused(409, 'Hal Holt is not at the interview.'))
})

test('6 §3.3 others’ scorecards are hidden until one’s own is in; the average is the mean of the scores', async () => {
  const id = await addApplicant(server.server.db, { stage: 'INTERVIEW' })
  const card = (score: number, as: typeof rita) =>
    call('interviews/scorecard', { applicantID: id, score, recommendation: 'HIRE', notes: 'Warm' }, as)
  await card(5, rita)
  expect((await call('applicants/hiring', { id }, rob)).body).toMatchObject({
    ...{ own: null, others: [], othersCount: 1, average: null },
  })
  expect((await card(2, rob)).body).toMatchObject({
    own: { score: 2, recommendation: 'HIRE', notes: 'Warm' },
    others: [{ byName: 'Rita Reed', score: 5, recommendation: 'HIRE', notes: 'Warm' }],
    ...{ othersCount: 1, average: 3.5 },
  })
  // One each: the later one counts.
  expect((await card(4, rob)).body).toMatchObject({ own: { score: 4 }, othersCount: 1, average: 4.5 })
  for (const score of [0, 6, 1.5]) expect((await card(score, rita)).status).toBe(400)
  for (const score of [1, 5]) expect((await card(score, rita)).status).toBe(200)
  for (const name of [
    'applicants/hiring',
    'interviews/scorecard',
    'applicants/offer',
    'applicants/offer/withdraw',
  ])
    expect(
      (await call(name, { id, applicantID: id, score: 3, recommendation: 'HIRE', version: 1, ...OFFER }, ann))
        .status,
    ).toBe(403)
})

test('B038 an offer is accepted by a public link, which makes the applicant HIRED with what it says', async () => {
  const id = await addApplicant(server.server.db, { stage: 'OFFER' })
  expect(await moved(id, 'HIRED')).toEqual(refused(400, 'They have not accepted an offer.'))
  const made = await offer(id)
  expect(made).toMatchObject({ status: 200, body: { isMailed: true } })
  const token = tokenIn(made.body)
  await expect.poll(() => mails().length).toBe(1)
  expect(mails()[0]).toMatchObject({ to: 'hal.holt@mail.example' })
  expect(mails()[0]?.text).toContain(`/public/offer/${token}`)
  expect(await visit('open', { token })).toMatchObject({
    status: 200,
    body: {
      ...{ name: 'Hal Holt', contract: 'Casual worker', area: 'Leeds', startDate: '2026-06-01', rate: 1310 },
    },
  })
  expect((await call('applicants/hiring', { id })).body).toMatchObject({
    offer: { state: 'OPEN', contract: 'Casual worker', until: new Date(NOON + 14 * DAY_MS).toISOString() },
  })
  expect((await visit('answer', { token, isAccepted: true })).status).toBe(200)
  expect(await stageOf(id)).toMatchObject({ stage: 'HIRED' })
  const row = await server.server.db
    .selectFrom('applicants')
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirst()
  expect(row).toMatchObject({ contractTypeID: 1, areaID: 70, startDate: '2026-06-01', stageReason: '' })
  expect((await visit('answer', { token, isAccepted: false })).status).toBe(409)
  expect(await events()).toEqual(['Rita Reed: APPLICANT_OFFERED', 'Offer: APPLICANT_OFFER_ACCEPTED'])
})

test('B038 a link is good for 14 days, a declined, withdrawn or replaced offer moves nobody', async () => {
  const { db } = server.server
  const id = await addApplicant(db, { stage: 'OFFER', email: '', emailKey: '' })
  const first = await offer(id)
  expect(first).toMatchObject({ body: { isMailed: false } })
  const second = await offer(id)
  const OVER = refused(409, 'This offer is no longer open. Please ask who sent it to you.')
  expect(await visit('answer', { token: tokenIn(first.body), isAccepted: true })).toEqual(OVER)
  expect((await call('applicants/offer/withdraw', { id })).status).toBe(200)
  expect(await call('applicants/offer/withdraw', { id })).toEqual(
    refused(409, 'No offer waits for their answer.'),
  )
  expect(await visit('answer', { token: tokenIn(second.body), isAccepted: true })).toEqual(OVER)
  const third = tokenIn((await offer(id)).body)
  expect((await visit('answer', { token: third, isAccepted: false })).status).toBe(200)
  expect(await stageOf(id)).toMatchObject({ stage: 'OFFER' })
  expect(await moved(id, 'HIRED')).toEqual(refused(400, 'They have not accepted an offer.'))
  const late = tokenIn((await offer(id)).body)
  server.clock.now = NOON + 14 * DAY_MS
  expect((await visit('answer', { token: late, isAccepted: true })).status).toBe(410)
  server.clock.now = NOON + 14 * DAY_MS - 1
  // Who was let go meanwhile isn't hired by a link.
  await db.updateTable('applicants').set({ stage: 'WITHDRAWN' }).where('id', '=', id).execute()
  expect(await visit('answer', { token: late, isAccepted: true })).toEqual(OVER)
  await db.updateTable('applicants').set({ stage: 'OFFER' }).where('id', '=', id).execute()
  expect((await visit('answer', { token: late, isAccepted: true })).status).toBe(200)
  expect(mailedOffers()).toEqual([])
})

test('B038 the link of an offer that was taken back says so; who is let go or merged away takes theirs back', async () => {
  const { db } = server.server
  const id = await addApplicant(db, { stage: 'OFFER' })
  const OVER = refused(409, 'This offer is no longer open. Please ask who sent it to you.')
  const first = tokenIn((await offer(id)).body)
  const second = tokenIn((await offer(id)).body)
  expect(await visit('open', { token: first })).toEqual(OVER)
  expect((await visit('open', { token: second })).status).toBe(200)
  const { version } = await stageOf(id)
  const gone = { id, version, stage: 'WITHDRAWN', reason: 'Found other work' }
  expect((await call('applicants/stage', gone)).status).toBe(200)
  expect(await visit('open', { token: second })).toEqual(OVER)
  expect((await call('applicants/hiring', { id })).body).toMatchObject({ offer: { state: 'WITHDRAWN' } })
  // Back at the offer later, the old one isn't good again.
  await db.updateTable('applicants').set({ stage: 'OFFER' }).where('id', '=', id).execute()
  expect(await visit('answer', { token: second, isAccepted: true })).toEqual(OVER)
  expect(await stageOf(id)).toMatchObject({ stage: 'OFFER' })

  const other = await addApplicant(db, { name: 'Hal Holt the second', stage: 'NEW' })
  const third = tokenIn((await offer(id)).body)
  const merged = { id: other, version: (await stageOf(other)).version, otherID: id }
  expect((await call('applicants/merge', merged)).status).toBe(200)
  expect(await visit('open', { token: third })).toEqual(OVER)
  expect(await visit('answer', { token: third, isAccepted: true })).toEqual(OVER)
})

const mailedOffers = () => mails().filter(({ subject }) => subject.includes('offer'))

test('6 §3.4 an offer has a contract, an area, a day to come and what the law asks', async () => {
  const id = await addApplicant(server.server.db, { stage: 'OFFER' })
  expect((await offer(id, { contractTypeID: 9 })).status).toBe(400)
  expect((await offer(id, { areaID: 99 })).status).toBe(400)
  expect(await offer(id, { startDate: '2026-05-03' })).toEqual(
    refused(400, 'The first day of work has passed.'),
  )
  expect((await offer(id, { startDate: '2026-05-04' })).status).toBe(200)
  const low = await offer(id, { rate: 500 })
  expect(low.status).toBe(400)
  expect(JSON.stringify(low.body)).toMatch(/The rate is under the minimum of £\d+\.\d\d\./)
  expect((await call('applicants/offer', { id, version: 1, ...OFFER })).status).toBe(409)
  const early = await addApplicant(server.server.db, { stage: 'INTERVIEW', name: 'Ida Ives' })
  expect(await offer(early)).toEqual(refused(409, 'Ida Ives is not at the offer.'))
})
