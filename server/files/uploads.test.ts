import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WATCH_VIDEO_PATH } from '#shared/contract/chat-files.ts'
import { postForm } from '../http/testing/post-form.ts'
import {
  addGrantor,
  addPerson,
  post,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import type { FileStore } from './file-store.ts'
import { openStore } from './open-store.ts'
import { startS3, type TestS3 } from './testing/s3.ts'

let home: string
let s3: TestS3
let store: FileStore
let server: TestServer
let ann: { authorization: string }
let threadID: number
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'fieldwork-uploads-'))
  s3 = await startS3()
  const { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY } = s3.keys
  store = await openStore(s3.placeOf('a'), home, { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY })
  server = await startTestServer({ files: store })
  const permissions = [
    'GENERAL_CAN_USE_TEAM_CHAT',
    'CHAT_CAN_ADD_ATTACHMENT',
    'CHAT_CAN_REVOKE_ATTACHMENT',
  ] as const
  await addGrantor(server)
  await addPerson(server, { userName: 'ann', permissions })
  const bob = await addPerson(server, { userName: 'bob', permissions })
  ann = await signIn(server, 'ann')
  const made = await post(server, '/api/my-team-chatroom/start-conversation', { users: [bob] }, ann)
  threadID = JSON.parse(made.body).threadID
})
afterAll(async () => {
  await server.server.close()
  await s3.stop()
  rmSync(home, { recursive: true })
})

function upload(text: string, name = 'a.txt') {
  const form = new FormData()
  form.append('threadID', String(threadID))
  form.append('file', new File([text], name))
  return postForm(server, '/api/communication/chat/send-attachment-to-thread', form, ann)
}
const CHAT = '/api/communication/chat'
const preview = async (id: number) =>
  (
    await post(
      server,
      '/api/my-team-chatroom/preview-message',
      { id, source: 'MESSAGE', sourceID: threadID },
      ann,
    )
  ).body
async function stored(): Promise<number> {
  let count = 0
  for await (const some of store.list()) count += some.length
  return count
}
const messages = async () => (await server.server.db.selectFrom('messages').select('id').execute()).length
const MEANWHILE = 'Files can’t be stored or opened at the moment. Please try again in a few minutes.'

test('a file of a message lies in the store of objects, is shown and streamed in parts, and leaves nothing on this machine', async () => {
  const { message } = JSON.parse((await upload('0123456789')).body)
  expect(await stored()).toBe(1)
  expect(readdirSync(join(home, 'incoming'))).toEqual([])
  expect(await preview(message.id)).toContain('0123456789')
  const at = { id: message.id, source: 'MESSAGE', sourceID: threadID, prepareStream: true }
  const details = await post(server, '/api/my-team-chatroom/get-attachment-details', at, ann)
  const { filePath } = JSON.parse(details.body)
  const part = await server.server.app.inject({
    url: `${WATCH_VIDEO_PATH}?token=${filePath}`,
    headers: { range: 'bytes=2-4' },
  })
  expect([part.statusCode, part.body]).toEqual([206, '234'])
  const gone = await post(
    server,
    `${CHAT}/delete-attachment-from-thread`,
    { id: message.id, msgThreadID: threadID },
    ann,
  )
  expect(gone.status).toBe(200)
  expect(await stored()).toBe(0)
})

test('while the store is away an upload is refused in words and keeps nothing; a removal is kept; afterwards all goes on', async () => {
  const { message } = JSON.parse((await upload('stays')).body)
  const other = JSON.parse((await upload('goes')).body).message
  const before = await messages()
  await s3.away()
  const refused = await upload('lost')
  expect([refused.status, JSON.parse(refused.body)]).toEqual([
    503,
    { value: MEANWHILE, code: 'server.filesAway' },
  ])
  expect(await messages()).toBe(before)
  expect(readdirSync(join(home, 'incoming'))).toEqual([])
  const shown = await post(
    server,
    '/api/my-team-chatroom/preview-message',
    { id: message.id, source: 'MESSAGE', sourceID: threadID },
    ann,
  )
  expect([shown.status, JSON.parse(shown.body).value]).toEqual([503, MEANWHILE])
  const revoke = { id: other.id, msgThreadID: threadID }
  expect((await post(server, `${CHAT}/delete-attachment-from-thread`, revoke, ann)).status).toBe(200)
  // Every server sees the same store: this one still is of use.
  const ready = await server.server.app.inject('/health/ready')
  expect([ready.statusCode, JSON.parse(ready.body).failing]).toEqual([200, ['files']])
  await s3.back()
  expect(await preview(message.id)).toContain('stays')
  expect((await upload('again')).status).toBe(200)
  expect(await messages()).toBe(before + 1)
})
