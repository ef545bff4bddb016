import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FileNote } from '#shared/contract/file-notes.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import {
  addPerson,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'

let server: TestServer
const db = () => server.server.db
const ids: Record<string, number> = {}
const HELD: Readonly<Record<string, readonly PermissionName[]>> = {
  mia: ['IMANAGER_CAN_SEE_INTERACTIONS'],
  hal: ['HR_CAN_SEE_MODULE'],
  out: ['ISUPERVISOR_CAN_SEE_HR'],
}

beforeEach(async () => {
  server = await startTestServer()
  const managers: Readonly<Record<string, string>> = { sam: 'mia', ivy: 'sam' }
  for (const name of ['mia', 'hal', 'out', 'sam', 'ivy', 'bob'])
    ids[name] = await addPerson(server, {
      userName: name,
      permissions: HELD[name] ?? [],
      ...(managers[name] !== undefined && { managerID: ids[managers[name]] ?? 0 }),
    })
})
afterEach(() => server.server.close())

const ask = async (as: string, path: string, payload: object = {}) =>
  said(await post(server, path, payload, await signIn(server, as)))
const write = (as: string, about: string, more: object = {}) =>
  ask(as, '/api/hr/file-notes/save', {
    userID: ids[about],
    kind: 'CONCERN',
    text: 'Late three times this week',
    ...more,
  })
const mine = async (as: string) =>
  ((await ask(as, '/api/itracker/file-notes')).body as { notes: FileNote[] }).notes

test('B072 whoever a note is about sees it and is told, whatever they may open, and can reply once', async () => {
  const { status, body } = await write('mia', 'ivy')
  expect(status).toBe(200)
  const { id } = body as { id: number }
  expect(await mine('ivy')).toMatchObject([
    { id, by: 'mia', kind: 'CONCERN', text: 'Late three times this week', reply: '', acknowledgedAt: null },
  ])
  expect(await mine('bob')).toEqual([])
  const told = await db()
    .selectFrom('notifications')
    .where('userID', '=', ids.ivy ?? 0)
    .selectAll()
    .execute()
  expect(told).toMatchObject([
    { subject: 'mia wrote a note about you', body: 'Late three times this week', source: 'FILE_NOTE' },
  ])
  const reply = (as: string, text = 'The bus was late') => ask(as, '/api/hr/file-notes/reply', { id, text })
  expect(await reply('bob')).toEqual({ status: 404, body: { value: 'There is no such note.' } })
  expect(await reply('mia')).toMatchObject({ status: 404 })
  expect((await reply('ivy')).status).toBe(200)
  expect(await reply('ivy', 'And again')).toEqual({
    status: 409,
    body: { value: 'You have replied to this note already.' },
  })
  expect(await mine('ivy')).toMatchObject([{ reply: 'The bus was late', repliedAt: expect.any(String) }])
  const author = await db()
    .selectFrom('notifications')
    .where('userID', '=', ids.mia ?? 0)
    .select(['subject', 'body'])
    .execute()
  expect(author).toEqual([{ subject: 'ivy replied to your note', body: 'The bus was late' }])
})

test('a note is written about somebody of one’s line, team or company, never about oneself', async () => {
  for (const [as, about, status] of [
    ['mia', 'sam', 200],
    ['mia', 'ivy', 200],
    ['mia', 'bob', 404],
    ['mia', 'mia', 404],
    ['out', 'ivy', 404],
    ['hal', 'bob', 200],
    ['hal', 'hal', 404],
    ['bob', 'ivy', 403],
  ] as const)
    expect([as, about, (await write(as, about)).status]).toEqual([as, about, status])
  await db()
    .updateTable('users')
    .set({ userType: 'AGENCY' })
    .where('id', '=', ids.hal ?? 0)
    .execute()
  expect((await write('hal', 'bob')).status).toBe(404)
  const seen = (await ask('mia', '/api/hr/file-notes/list')).body as { notes: FileNote[] }
  expect(seen.notes.map(({ name }) => name).toSorted()).toEqual(['ivy', 'sam'])
  expect((await ask('mia', '/api/hr/file-notes/list', { userID: ids.bob })).status).toBe(404)
})

test('a note has 3 to 2,000 characters and one of three kinds', async () => {
  for (const [text, status] of [
    ['no', 400],
    ['yes', 200],
    ['x'.repeat(2000), 200],
    ['x'.repeat(2001), 400],
  ] as const)
    expect((await write('mia', 'ivy', { text })).status).toBe(status)
  for (const kind of ['RECOGNITION', 'CONCERN', 'NEUTRAL'])
    expect((await write('mia', 'ivy', { kind })).status).toBe(200)
  expect((await write('mia', 'ivy', { kind: 'PRAISE' })).status).toBe(400)
})

test('acknowledging twice keeps the first time', async () => {
  const { id } = (await write('mia', 'ivy')).body as { id: number }
  await ask('ivy', '/api/hr/file-notes/acknowledge', { id })
  const [first] = await mine('ivy')
  server.clock.now += 60_000
  await ask('ivy', '/api/hr/file-notes/acknowledge', { id })
  expect((await mine('ivy'))[0]?.acknowledgedAt).toBe(first?.acknowledgedAt)
  expect((await ask('bob', '/api/hr/file-notes/acknowledge', { id })).status).toBe(404)
})

test('4 §4.4.2 a recognition may pop up on the person’s screen, as far as a quest message goes; no other note does', async () => {
  const popped = async () =>
    await db()
      .selectFrom('shellMessages')
      .orderBy('id')
      .select(['userID', 'kind', 'icon', 'message', 'senderID'])
      .execute()
  await write('mia', 'ivy', { kind: 'CONCERN', isCheered: true })
  await write('mia', 'ivy', { kind: 'RECOGNITION' })
  expect((await write('mia', 'bob', { kind: 'RECOGNITION', isCheered: true })).status).toBe(404)
  expect(await popped()).toEqual([])
  // 140 characters with the name are whole, one more is cut.
  for (const length of [135, 136])
    await write('mia', 'ivy', { kind: 'RECOGNITION', text: 'x'.repeat(length), isCheered: true })
  const of = { userID: ids.ivy, kind: 'QUEST', icon: '⭐', senderID: ids.mia }
  expect(await popped()).toEqual([
    { ...of, message: `mia: ${'x'.repeat(135)}` },
    { ...of, message: `mia: ${'x'.repeat(134)}…` },
  ])
  expect((await mine('ivy')).filter(({ kind }) => kind === 'RECOGNITION')).toHaveLength(3)
})
