import { afterEach, beforeEach, expect, test } from 'vitest'
import { DEFAULT_LABELS } from '#shared/domain/ui-labels.ts'
import {
  addPerson,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'

let server: TestServer
let admin: { authorization: string }
let other: { authorization: string }

beforeEach(async () => {
  server = await startTestServer()
  await addPerson(server, { userName: 'ann', permissions: ['ADMIN_CAN_EDIT_SETTINGS'] })
  await addPerson(server, { userName: 'bob' })
  admin = await signIn(server, 'ann')
  other = await signIn(server, 'bob')
})
afterEach(() => server.server.close())

async function labels(): Promise<Record<string, string>> {
  const url = '/api/passport-validation/settings/ui-labels'
  return (await server.server.app.inject({ url, headers: other })).json()
}
const update = async (body: unknown, headers = admin) =>
  said(await post(server, '/api/admin/settings/ui-labels/update', body, headers))

test('S129 S276 the labels of ui-labels begin as the standard wording, change for everybody, and go back', async () => {
  expect(await labels()).toEqual(DEFAULT_LABELS)
  expect(DEFAULT_LABELS).toMatchObject({
    ...{ 'projectManagement.epic': 'Epic/Client', 'projectManagement.story': 'Story/Project' },
    ...{ 'jobOrder.status': 'Status', 'jobOrder.subStatus': 'Sub-status', 'jobOrder.type': 'Type' },
  })
  const own = { 'navigation.tracker': ' My work ', 'jobOrder.status': '<b>State</b>' }
  expect(await update({ labels: own })).toEqual({ status: 200, body: { done: true } })
  expect(await labels()).toEqual({
    ...DEFAULT_LABELS,
    'navigation.tracker': 'My work',
    'jobOrder.status': '<b>State</b>',
  })
  await update({ labels: { 'navigation.tracker': null } })
  expect(await labels()).toEqual({ ...DEFAULT_LABELS, 'jobOrder.status': '<b>State</b>' })
})

test('S129 only who may edit settings changes them', async () => {
  const body = { labels: { 'navigation.tracker': 'Mine' } }
  expect((await update(body, other)).status).toBe(403)
  expect(await labels()).toEqual(DEFAULT_LABELS)
})

test.each([
  ['a key that nobody knows', { labels: { 'navigation.nowhere': 'x' } }],
  ['a key of every object', { labels: { constructor: 'x' } }],
  ['an empty label', { labels: { 'navigation.tracker': '  ' } }],
  ['a very long label', { labels: { 'navigation.tracker': 'x'.repeat(61) } }],
  ['a number', { labels: { 'navigation.tracker': 5 } }],
])('%s is refused in words, and nothing changes', async (_what, body) => {
  expect(await update(body)).toEqual({ status: 400, body: { value: expect.stringMatching(/\w/) } })
  expect(await labels()).toEqual(DEFAULT_LABELS)
})
