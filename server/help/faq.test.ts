import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const article = { answer: 'So.', version: 1, updatedAt: NOON }
  const rows = [
    ['Pay', 2, 'Second of pay', [], 'PUBLISHED'],
    ['Pay', 1, 'First of pay', [], 'PUBLISHED'],
    ['Home', 9, 'For whoever has a VPN or calls', ['CAN_USE_VPN', 'CAN_INTERVIEW'], 'PUBLISHED'],
    ['Home', 1, 'Not ready', [], 'DRAFT'],
    ['Home', 2, 'For nobody any more', ['A_PERMISSION_THAT_WENT'], 'PUBLISHED'],
  ] as const
  await server.server.db
    .insertInto('faqArticles')
    .values(
      rows.map(([category, place, question, audience, state]) => {
        return { ...article, category, place, question, audience: JSON.stringify(audience), state }
      }),
    )
    .execute()
  await addPerson(server, { userName: 'ann', permissions: ['CAN_USE_FAQ'] })
  await addPerson(server, { userName: 'ben', permissions: ['CAN_USE_FAQ', 'CAN_INTERVIEW'] })
  await addPerson(server, { userName: 'cyd', permissions: ['CAN_INTERVIEW'] })
})
afterAll(() => server.server.close())

const list = async (userName: string) =>
  said(await post(server, '/api/support/faq/list', {}, await signIn(server, userName)))
const questions = async (userName: string) =>
  ((await list(userName)).body as { question: string }[]).map(({ question }) => question)

test('what is published is given by category and place, each to whom it is meant for', async () => {
  expect(await questions('ann')).toEqual(['First of pay', 'Second of pay'])
  expect(await questions('ben')).toEqual(['For whoever has a VPN or calls', 'First of pay', 'Second of pay'])
  expect((await list('ann')).body).toContainEqual({
    id: 2,
    category: 'Pay',
    question: 'First of pay',
    answer: 'So.',
    updatedAt: new Date(NOON).toISOString(),
  })
})

test('nobody reads it without CAN_USE_FAQ', async () => {
  expect((await list('cyd')).status).toBe(403)
})
