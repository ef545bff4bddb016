import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { takeSnapshot } from '../db/testing/snapshot.ts'
import { addPerson, NOON, post, said, startTestServer, type TestServer } from '../http/testing/test-server.ts'
import { addLinks } from '../public/testing/add-links.ts'
import { APPLICATIONS_AN_ADDRESS } from './applications.ts'

const NED = {
  ...{ token: 'application', name: ' Ned New ', email: 'ned@mail.example', mobile: '', languages: 'Welsh' },
  ...{ availability: 'Evenings', workLocation: 'HOME', message: '<b>Hello</b>\n=1+1', hasConsent: true },
}
let server: TestServer
let restore: () => Promise<void>
beforeAll(async () => {
  server = await startTestServer()
  await addLinks(server, await addPerson(server, { userName: 'ann' }))
  restore = await takeSnapshot(server.server.db)
})
beforeEach(() => {
  server.clock.now = NOON
  return restore()
})
afterAll(() => server.server.close())

const send = async (some: object = {}, headers = {}) =>
  said(await post(server, '/api/public/application/send', { ...NED, ...some }, headers))
const kept = () => server.server.db.selectFrom('applicants').orderBy('id').selectAll().execute()
const DONE = { status: 200, body: { done: true } }

test('6 §3 who applies through the form stands at NEW, from WEBSITE, with consent; their text stays a text', async () => {
  expect(await send()).toEqual(DONE)
  expect(await kept()).toMatchObject([
    {
      ...{ name: 'Ned New', stage: 'NEW', source: 'WEBSITE', consentAt: NOON, languages: '["Welsh"]' },
      ...{ workLocation: 'HOME', rightToWork: 'NOT_CHECKED', personID: null, ownerID: null },
      notes: 'Telephone interviewer, Leeds\n\n<b>Hello</b>\n=1+1',
    },
  ])
  const { db } = server.server
  const audited = await db.selectFrom('audit').select(['action', 'actorName', 'actorID']).execute()
  expect(audited).toEqual([{ action: 'APPLICANT_APPLIED', actorName: 'Application form', actorID: null }])
  // What they wrote isn't kept twice.
  expect(await db.selectFrom('publicAnswers').select('answer').execute()).toEqual([{ answer: '{}' }])
})

test('6 §3 an application that comes twice, with its key or by the same person within a day, is one, and the answer is the same', async () => {
  const key = { 'idempotency-key': 'one' }
  expect(await send({}, key)).toEqual(DONE)
  expect(await send({}, key)).toEqual(DONE)
  expect(await send({ email: 'NED@mail.example', name: 'N. New' })).toEqual(DONE)
  expect(await kept()).toHaveLength(1)
  await Promise.all([send({ email: 'two@mail.example' }), send({ email: 'two@mail.example' })])
  expect(await kept()).toHaveLength(2)
  server.clock.now = NOON + 25 * 3_600_000
  await server.server.db
    .updateTable('publicLinks')
    .set({ expiresAt: NOON + 48 * 3_600_000 })
    .execute()
  expect(await send()).toEqual(DONE)
  expect(await kept()).toHaveLength(3)
})

test('6 §3 what is too long, isn’t agreed to, has no name or address, or comes by another link is refused and keeps nothing', async () => {
  for (const some of [
    { hasConsent: false },
    { name: ' ' },
    { name: 'x'.repeat(201) },
    { name: 'a\u0000b' },
    { email: 'none' },
    { email: '' },
    { mobile: '1'.repeat(41) },
    { message: 'x'.repeat(2001) },
    { availability: 'x'.repeat(501) },
    { languages: 'x'.repeat(201) },
    { workLocation: 'MOON' },
  ])
    expect([some, (await send(some)).status]).toEqual([some, 400])
  expect((await send({ token: 'survey' })).status).toBe(403)
  server.clock.now = NOON + 3_600_000
  expect((await send()).status).toBe(410)
  expect(await kept()).toEqual([])
  server.clock.now = NOON
  const most = { message: 'x'.repeat(2000), name: 'x'.repeat(200), mobile: '1'.repeat(40) }
  expect(await send(most)).toEqual(DONE)
})

test('6 §3 an address sends so many applications in an hour', async () => {
  const { failures } = APPLICATIONS_AN_ADDRESS
  for (let at = 0; at < failures; at++)
    expect((await send({ email: `a${at}@mail.example` })).status).toBe(200)
  expect((await send({ email: 'more@mail.example' })).status).toBe(429)
  expect(await kept()).toHaveLength(failures)
  server.clock.now = NOON + 3_600_000
  await server.server.db
    .updateTable('publicLinks')
    .set({ expiresAt: NOON + 48 * 3_600_000 })
    .execute()
  expect((await send({ email: 'more@mail.example' })).status).toBe(200)
})
