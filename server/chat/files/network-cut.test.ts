import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type ClientRequest, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { chatMessage } from '#shared/contract/chat-entities.ts'
import { addPerson, post, signIn, startTestServer, type TestServer } from '../../http/testing/test-server.ts'

let folder: string
let server: TestServer
let ann: { authorization: string }
let threadID: number
let port: number

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldwork-cut-'))
  server = await startTestServer({ filesFolder: folder })
  const permissions = ['GENERAL_CAN_USE_TEAM_CHAT', 'CHAT_CAN_ADD_ATTACHMENT'] as const
  await addPerson(server, { userName: 'ann', permissions })
  const bob = await addPerson(server, { userName: 'bob', permissions })
  ann = await signIn(server, 'ann')
  const made = await post(server, '/api/my-team-chatroom/start-conversation', { users: [bob] }, ann)
  threadID = z.object({ threadID: z.number() }).parse(JSON.parse(made.body)).threadID
  port = Number(new URL(await server.server.listen(0, '127.0.0.1')).port)
})
afterAll(async () => {
  await server.server.close()
  rmSync(folder, { recursive: true })
})

const files = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length
const answered = z.object({ messages: z.array(chatMessage) })
const texts = async () => {
  const page = await post(server, '/api/my-team-chatroom/load-thread-chat-messages', { threadID }, ann)
  return answered.parse(JSON.parse(page.body)).messages.map(({ message }) => message)
}

const BOUNDARY = 'cut-here'
const field = (name: string, value: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const SIZE = 3 * 1024 * 1024
const FORM = Buffer.concat([
  Buffer.from(field('threadID', '0').replace('\r\n0\r\n', '\r\nTHREAD\r\n')),
  Buffer.from(field('message', 'The recording')),
  Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="call.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`,
  ),
  Buffer.alloc(SIZE, 'voice'),
  Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
])
const form = () => Buffer.from(FORM.toString('latin1').replace('THREAD', String(threadID)), 'latin1')

function begin(key: string, length: number): ClientRequest {
  return request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/api/communication/chat/send-attachment-to-thread',
    headers: {
      ...ann,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': length,
      'idempotency-key': key,
    },
  })
}
/** Sends that many bytes of the form, then cuts the connection. */
function cutAt(key: string, bytes: number): Promise<void> {
  const body = form()
  const sending = begin(key, body.length)
  return new Promise((resolve) => {
    sending.on('error', () => {})
    sending.on('close', () => resolve())
    sending.write(body.subarray(0, bytes), () => setImmediate(() => sending.destroy()))
  })
}
function sendWhole(key: string): Promise<number> {
  const body = form()
  return new Promise((resolve, reject) => {
    const sending = begin(key, body.length)
    sending.on('error', reject)
    sending.on('response', (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    sending.end(body)
  })
}

test('an upload whose network is cut leaves nothing; tried again with its key it arrives once', async () => {
  const whole = form().length
  for (const bytes of [20, 300, Math.floor(whole / 2), whole - 10]) await cutAt('upload-1', bytes)
  await vi.waitFor(() => expect(files()).toBe(0))
  expect(await texts()).toEqual([])
  expect(await sendWhole('upload-1')).toBe(200)
  expect(await sendWhole('upload-1')).toBe(200)
  expect(await texts()).toEqual(['call.bin\nThe recording'])
  await vi.waitFor(() => expect(files()).toBe(1))
})

test('a network that is cut after the last byte, before the answer: the second attempt is the same message', async () => {
  const body = form()
  const before = (await texts()).length
  const sending = begin('upload-2', body.length)
  const gone = new Promise<void>((resolve) => sending.on('close', () => resolve()))
  sending.on('error', () => {})
  sending.end(body, () => sending.destroy())
  await gone
  expect(await sendWhole('upload-2')).toBe(200)
  expect(await texts()).toHaveLength(before + 1)
  await vi.waitFor(() => expect(files()).toBe(before + 1))
})
