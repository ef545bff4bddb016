import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { parse } from 'content-disposition'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { chatMessage } from '#shared/contract/chat-entities.ts'
import {
  sendAttachmentToChatroom,
  sendAttachmentToThread,
  WATCH_VIDEO_PATH,
} from '#shared/contract/chat-files.ts'
import { FILE_TOO_BIG, MAX_ATTACHMENT_BYTES } from '#shared/domain/chat-files.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import { FolderStore } from '../../files/folder-store.ts'
import { keepFile } from '../../files/keeping.ts'
import { sweepFiles, UNDER_WAY_MS } from '../../files/sweep-files.ts'
import { postForm } from '../../http/testing/post-form.ts'
import { addPerson, post, signIn, startTestServer, type TestServer } from '../../http/testing/test-server.ts'
import { sheetText, wordText } from './office-text.ts'
import { StreamTokens } from './stream-tokens.ts'
import { rangeOf } from './streaming.ts'

let folder: string
let server: TestServer
let ann: { authorization: string }
let bob: { authorization: string }
let threadID: number

const CHAT = ['GENERAL_CAN_USE_TEAM_CHAT', 'CHAT_CAN_ADD_ATTACHMENT'] as const

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldwork-attached-'))
  server = await startTestServer({ filesFolder: folder })
  await addPerson(server, { userName: 'ann', permissions: CHAT })
  const bobID = await addPerson(server, {
    userName: 'bob',
    permissions: [
      'GENERAL_CAN_USE_TEAM_CHAT',
      'CHAT_CAN_REVOKE_ATTACHMENT',
      // Signed in more than once.
      'AUTH_CAN_USE_MULTI_TOKEN',
    ],
  })
  await addPerson(server, { userName: 'eve', permissions: CHAT })
  ann = await signIn(server, 'ann')
  bob = await signIn(server, 'bob')
  const made = await post(server, '/api/my-team-chatroom/start-conversation', { users: [bobID] }, ann)
  threadID = z.object({ threadID: z.number() }).parse(JSON.parse(made.body)).threadID
})
afterAll(async () => {
  await server.server.close()
  rmSync(folder, { recursive: true })
})

const sentMessage = z.object({ message: chatMessage })
const PATH = '/api/communication/chat/send-attachment-to-thread'

function formOf(file: File, fields: Record<string, string> = {}): FormData {
  const form = new FormData()
  form.append('threadID', String(threadID))
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file)
  return form
}
const upload = (file: File, fields = {}, headers: Record<string, string> = ann) =>
  postForm(server, PATH, formOf(file, fields), headers)
async function sent(file: File, fields = {}, headers = ann) {
  return sentMessage.parse(JSON.parse((await upload(file, fields, headers)).body)).message
}
const at = (id: number) => ({ id, source: 'MESSAGE', sourceID: threadID })
const details = async (id: number, prepareStream = false) =>
  JSON.parse(
    (await post(server, '/api/my-team-chatroom/get-attachment-details', { ...at(id), prepareStream }, bob))
      .body,
  )
const filesIn = (isIncoming: boolean) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (one) =>
      one.isFile() && one.name !== 'installation' && one.parentPath.endsWith('incoming') === isIncoming,
  ).length
const stored = () => filesIn(false)

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3)

let before: number
beforeEach(() => {
  before = stored()
})

test('C192 C215 C219 a file comes by form with its caption, lies on disk, and is loaded and downloaded by the other', async () => {
  const content = Buffer.alloc(12 * 1024 * 1024, 'fieldwork ')
  const message = await sent(new File([content], 'C:\\big\\all calls.csv'), {
    message: 'Here it is',
    replyTo: '',
  })
  expect(message).toMatchObject({
    type: 'CENTRAL_FILE_HUB',
    message: 'all calls.csv\nHere it is',
    allowPreview: true,
  })
  expect(stored()).toBe(before + 1)
  const row = await server.server.db
    .selectFrom('attachments')
    .selectAll()
    .where('messageID', '=', message.id)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ content: null, size: content.length, fileName: 'all calls.csv' })
  const loaded = await post(
    server,
    '/api/communication/chat/load-attachment-from-thread',
    { id: message.id },
    bob,
  )
  expect(JSON.parse(loaded.body)).toMatchObject({
    attachment: { fileName: 'all calls.csv', size: content.length },
  })
  // The other call is for chatrooms. A message that isn't there is refused like one of somebody else.
  for (const [name, id] of [
    ['load-attachment-from-chatroom', message.id],
    ['load-attachment-from-thread', 987_654],
  ] as const) {
    const refused = await post(server, `/api/communication/chat/${name}`, { id }, bob)
    expect(refused.status).toBe(403)
  }
  const download = await server.server.app.inject({
    method: 'POST',
    url: '/api/my-team-chatroom/download-attachment',
    payload: at(message.id),
    headers: bob,
  })
  expect(download.rawPayload.equals(content)).toBe(true)
  expect(download.headers['content-disposition']).toContain('all calls.csv')
  expect(download.headers['content-length']).toBe(String(content.length))
})

test('C192 C215 a file sent without a message whose name has quotation marks and percent signs comes back under its name', async () => {
  const fileName = 'Zoë said "100 %41" (1).csv'
  const message = await sent(new File(['a,b'], fileName))
  expect(message.message).toBe(fileName)
  expect(await details(message.id)).toMatchObject({ fileName })
  const path = '/api/my-team-chatroom/download-attachment'
  const { headers } = await post(server, path, at(message.id), bob)
  const header = headers['content-disposition'] ?? ''
  expect(header).toMatch(/^attachment; filename="Zo_ said _100 _41_ \(1\)\.csv"; filename\*=UTF-8''/)
  expect(parse(String(header)).parameters.filename).toBe(fileName)
})

test('C215 the same form with the same key is one message and one file', async () => {
  const key = { ...ann, 'idempotency-key': 'outbox-7' }
  const file = () => new File([PNG], 'chart.png')
  const first = await sent(file(), { type: 'FILE' }, key)
  // As after a crash between the message and its answer.
  await server.server.db.deleteFrom('idempotency').execute()
  const second = await sent(file(), { type: 'FILE' }, key)
  expect([second.id, second.type]).toEqual([first.id, 'FILE'])
  expect(stored()).toBe(before + 1)
  expect((await upload(new File(['other'], 'chart.txt'), {}, key)).status).toBe(422)
  expect(stored()).toBe(before + 1)
})

test('C215 C156 a file is refused without CHAT_CAN_ADD_ATTACHMENT, to who is no member, and empty; none is left behind', async () => {
  const file = new File(['x'], 'a.txt')
  expect((await upload(file, {}, bob)).status).toBe(403)
  expect((await upload(file, {}, await signIn(server, 'eve'))).status).toBe(403)
  expect((await upload(new File([], 'a.txt'))).status).toBe(400)
  expect((await upload(file, { replyTo: '9999' })).status).toBe(400)
  expect(stored()).toBe(before)
  // The arrived file is removed after the answer.
  await vi.waitFor(() => expect(filesIn(true)).toBe(0))
})

test('C155 a file over 209715200 bytes is refused in its words, before it is read where it says so', async () => {
  const answer = await server.server.app.inject({
    method: 'POST',
    url: PATH,
    headers: {
      ...ann,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': String(MAX_ATTACHMENT_BYTES + 2 * 1024 * 1024),
    },
    payload: '--x--',
  })
  expect(FILE_TOO_BIG).toBe('This file is too big to upload. Maximum size allowed is 200MB.')
  expect(answer.json()).toEqual({
    value: FILE_TOO_BIG,
    code: 'file.tooBig',
    params: { maxBytes: 209_715_200 },
  })
  expect([answer.statusCode, MAX_ATTACHMENT_BYTES]).toEqual([400, 209_715_200])
})

test.each([
  ['to a thread', sendAttachmentToThread, { threadID: 7 }],
  ['to a chatroom', sendAttachmentToChatroom, { chatroom: 'PROJECT: 7' }],
])('C155 %s a file of 209715200 bytes is taken, one of a byte more is not', (_, call, to) => {
  const said = (size: number) => {
    const file = new File(['x'], 'film.mp4')
    Object.defineProperty(file, 'size', { value: size })
    const read = call.request.safeParse({ ...to, file })
    return read.success ? 'taken' : read.error.issues.map(({ message }) => message)
  }
  expect(said(209_715_200)).toBe('taken')
  expect(said(209_715_201)).toEqual([FILE_TOO_BIG])
  expect(call.fileMax).toBe(209_715_200)
})

test('C193 C200 C194 C110 an image is previewed and fetched in full as a data address, a text by its words', async () => {
  const image = await sent(new File([PNG], 'chart.png'))
  const address = `data:image/png;base64,${Buffer.from(PNG).toString('base64')}`
  const ask = async (path: string, id: number) =>
    (await post(server, `/api/my-team-chatroom/${path}`, at(id), bob)).body
  expect(await ask('fetch-full-image', image.id)).toBe(address)
  expect(await ask('preview-message', image.id)).toBe(address)
  expect(await details(image.id)).toMatchObject({ fileName: 'chart.png', filePath: '', preview: address })
  const text = await sent(new File(['Zoë, 5'], 'notes.txt'))
  expect(await ask('preview-message', text.id)).toBe('Zoë, 5')
  const full = await post(server, '/api/my-team-chatroom/fetch-full-image', at(text.id), bob)
  expect(full).toMatchObject({
    status: 400,
    body: JSON.stringify({ value: 'File not available', code: 'file.notAvailable' }),
  })
  expect(await details((await sent(new File(['<b>'], 'page.html'))).id, true)).toMatchObject({
    filePath: '',
    preview: '',
    contentType: 'application/octet-stream',
  })
})

test('C110 C119 what can be shown has a path to stream by and is offered as a preview, each kind for itself', async () => {
  const told = await Promise.all(
    ['a.mp4', 'a.mp3', 'a.pdf', 'a.png', 'a.txt', 'a.docx', 'a.xlsx', 'a.html', 'a.svg', 'a.exe'].map(
      async (name) => {
        const { id, allowPreview } = await sent(new File(['x'], name))
        const { filePath } = await details(id, true)
        return [name, filePath !== '', allowPreview]
      },
    ),
  )
  expect(told).toEqual([
    ['a.mp4', true, true],
    ['a.mp3', true, true],
    ['a.pdf', true, true],
    ['a.png', true, true],
    ['a.txt', true, true],
    ['a.docx', false, true],
    ['a.xlsx', false, true],
    ['a.html', false, false],
    ['a.svg', false, true],
    ['a.exe', false, false],
  ])
})

test('C219 C224 audio and video stream by their filePath, whole and in parts, until one leaves or the message goes', async () => {
  const content = Buffer.from('0123456789')
  const film = await sent(new File([content], 'film.mp4'))
  const { filePath } = await details(film.id, true)
  const watch = (headers = {}, token = filePath) =>
    server.server.app.inject({ url: `${WATCH_VIDEO_PATH}?token=${encodeURIComponent(token)}`, headers })
  expect(WATCH_VIDEO_PATH).toBe('/api/public/secure/video-play/watch-video')
  const whole = await watch()
  expect([whole.statusCode, whole.body, whole.headers['content-type']]).toEqual([
    200,
    '0123456789',
    'video/mp4',
  ])
  const part = await watch({ range: 'bytes=2-4' })
  expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10'])
  expect((await watch({ range: 'bytes=-3' })).body).toBe('789')
  expect((await watch({ range: 'bytes=10-' })).statusCode).toBe(416)
  expect((await watch({}, `${filePath.slice(0, -2)}aa`)).statusCode).toBe(403)
  expect((await watch({}, 'x')).statusCode).toBe(403)
  // Loaded by its id alone it comes with such an address, too.
  const loaded = await post(
    server,
    '/api/communication/chat/load-attachment-from-thread',
    { id: film.id },
    bob,
  )
  const { attachment } = JSON.parse(loaded.body) as { attachment: { filePath: string } }
  expect((await watch({}, attachment.filePath)).body).toBe('0123456789')
  server.clock.now += 12 * 60 * 60 * 1000
  expect((await watch()).statusCode).toBe(403)
  server.clock.now -= 12 * 60 * 60 * 1000
  await post(server, '/api/my-team-chatroom/delete-message', at(film.id), ann)
  expect((await watch()).statusCode).toBe(400)
  expect(stored()).toBe(before)
})

test('C196 with a deleted message its file goes, and no other one', async () => {
  const [gone, stays] = [await sent(new File(['1'], 'a.txt')), await sent(new File(['2'], 'b.txt'))]
  expect(stored()).toBe(before + 2)
  expect((await post(server, '/api/my-team-chatroom/delete-message', at(gone.id), ann)).status).toBe(200)
  expect(stored()).toBe(before + 1)
  expect(await details(stays.id)).toMatchObject({ fileName: 'b.txt' })
})

describe('an address that streams', () => {
  const addressOf = async (file: File, headers: Record<string, string>) => {
    const { id } = await sent(file)
    const path = '/api/my-team-chatroom/get-attachment-details'
    const { body } = await post(server, path, { ...at(id), prepareStream: true }, headers)
    const { filePath } = JSON.parse(body)
    return { id, url: `${WATCH_VIDEO_PATH}?token=${encodeURIComponent(filePath)}` }
  }
  const statusOf = async (url: string) => (await server.server.app.inject({ url })).statusCode

  test('C224 gives a PDF and a text by their parts, as no page, and leaves nothing on the machine', async () => {
    for (const [name, type] of [
      ['plan.pdf', 'application/pdf'],
      ['calls.log', 'text/plain; charset=utf-8'],
      ['calls.csv', 'text/csv; charset=utf-8'],
    ] as const) {
      const { url } = await addressOf(new File(['0123456789'], name), bob)
      const { statusCode, body, headers } = await server.server.app.inject({
        url,
        headers: { range: 'bytes=4-5' },
      })
      expect([name, statusCode, body, headers['content-type']]).toEqual([name, 206, '45', type])
      expect(headers).toMatchObject({
        'accept-ranges': 'bytes',
        'content-range': 'bytes 4-5/10',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining('sandbox'),
      })
    }
    for (const name of ['page.html', 'plan.svg', 'sheet.xlsx']) {
      const { id } = await sent(new File(['<p>'], name))
      expect([name, (await details(id, true)).filePath]).toEqual([name, ''])
    }
  })

  test('C224 is of one sign-in: it goes on over a renewal, and ends with the sign-out and no other', async () => {
    const [one, other] = [await signIn(server, 'bob'), await signIn(server, 'bob')]
    const own = await addressOf(new File(['mine'], 'own.pdf'), one)
    const others = await addressOf(new File(['mine'], 'other.pdf'), other)
    const renewed = await post(server, '/api/auth/renew-token', null, one)
    expect([renewed.status, await statusOf(own.url)]).toEqual([200, 200])
    // The renewed session's grace has ended.
    server.clock.now += 60_000
    expect(await statusOf(own.url)).toBe(200)
    await post(server, '/api/auth/logout', null, { authorization: `Bearer ${renewed.body}` })
    expect([await statusOf(own.url), await statusOf(others.url)]).toEqual([403, 200])
    await post(server, '/api/auth/logout', null, other)
    expect(await statusOf(others.url)).toBe(403)
  })

  test('C224 ends with the permission to chat and with the account', async () => {
    const { db } = server.server
    const { url } = await addressOf(new File(['mine'], 'own.pdf'), bob)
    const { id: userID } = await db
      .selectFrom('users')
      .where('userName', '=', 'bob')
      .select('id')
      .executeTakeFirstOrThrow()
    const active = (isActive: number) =>
      db.updateTable('users').set({ isActive }).where('id', '=', userID).execute()
    await active(0)
    expect(await statusOf(url)).toBe(403)
    await active(1)
    expect(await statusOf(url)).toBe(200)
    const held = { userID, permission: PERMISSIONS.GENERAL_CAN_USE_TEAM_CHAT }
    await db
      .deleteFrom('userPermissions')
      .where('userID', '=', userID)
      .where('permission', '=', held.permission)
      .execute()
    expect(await statusOf(url)).toBe(403)
    await db.insertInto('userPermissions').values(held).execute()
    expect(await statusOf(url)).toBe(200)
  })

  test('C224 is had by members only, and ends for who leaves', async () => {
    const { id, url } = await addressOf(new File(['mine'], 'own.pdf'), bob)
    const path = '/api/my-team-chatroom/get-attachment-details'
    const eve = await signIn(server, 'eve')
    expect((await post(server, path, { ...at(id), prepareStream: true }, eve)).status).toBe(403)
    const { db } = server.server
    const membership = await db
      .deleteFrom('threadMembers')
      .where('threadID', '=', threadID)
      .where(({ eb, selectFrom }) =>
        eb('userID', '=', selectFrom('users').select('id').where('userName', '=', 'bob')),
      )
      .returningAll()
      .executeTakeFirstOrThrow()
    expect(await statusOf(url)).toBe(403)
    await db.insertInto('threadMembers').values(membership).execute()
    expect(await statusOf(url)).toBe(200)
  })
})

test('C220 C169 a file is revoked by who may: it is gone, and its message says so', async () => {
  const message = await sent(new File(['secret'], 'list.txt'))
  const revoke = (headers: Record<string, string>) =>
    post(
      server,
      '/api/communication/chat/delete-attachment-from-thread',
      { id: message.id, msgThreadID: threadID },
      headers,
    )
  expect((await revoke(ann)).status).toBe(403)
  expect((await revoke(bob)).status).toBe(200)
  expect(stored()).toBe(before)
  const page = await post(server, '/api/my-team-chatroom/load-thread-chat-messages', { threadID }, ann)
  expect(page.body).toContain('The file list.txt was revoked')
  expect((await revoke(bob)).status).toBe(400)
})

test('what a server that was ended in the middle left is swept away; what messages have stays', async () => {
  const files = new FolderStore(folder)
  const kept = await sent(new File(['stays'], 'a.txt'))
  await keepFile(files, new File(['goes'], 'b.txt'), server.server.db)
  await sweepFiles(server.server.db, files, () => Date.now() + UNDER_WAY_MS + 60_000)
  expect(stored()).toBe(before + 1)
  expect(await details(kept.id)).toMatchObject({ preview: 'stays' })
})

test('C224 an address streams for 12 hours, and was signed here', () => {
  const clock = { now: 1_000 }
  const streams = new StreamTokens(Buffer.alloc(32, 1), () => clock.now)
  const token = streams.issue(7, 'a-session')
  clock.now += 12 * 60 * 60 * 1000 - 1
  expect(streams.read(token)).toEqual({ messageID: 7, sessionID: 'a-session' })
  expect(streams.read(token.replace(/^7/, '8'))).toBeNull()
  expect(streams.read(token.replace('a-session', 'b-session'))).toBeNull()
  expect(new StreamTokens(Buffer.alloc(32, 2), () => clock.now).read(token)).toBeNull()
  clock.now += 1
  expect(streams.read(token)).toBeNull()
})

test.each([
  [undefined, null],
  ['bytes=0-', { start: 0, end: 9 }],
  ['bytes=3-99', { start: 3, end: 9 }],
  ['bytes=-20', { start: 0, end: 9 }],
  ['bytes=-0', 'beyond'],
  ['bytes=5-2', null],
  ['bytes=0-1,4-5', null],
  ['items=0-1', null],
])('the Range %s of ten bytes is %o', (header, range) => {
  expect(rangeOf(header, 10)).toEqual(range)
})

/** A zip archive of packed entries, as Word and Excel write them. */
function zipOf(entries: Record<string, string>): Buffer {
  const files: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(entries)) {
    const packed = deflateRawSync(text)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50)
    head.writeUInt16LE(8, 8)
    head.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    files.push(head, Buffer.from(name), packed)
    list.push(entry, Buffer.from(name))
    at += 30 + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(Object.keys(entries).length, 10)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...files, ...list, end])
}

test('C119 the words of a Word document and the cells of an Excel sheet are read', async () => {
  const word = zipOf({
    'word/document.xml':
      '<w:p><w:r><w:t>Quota &amp; plan</w:t></w:r></w:p><w:p><w:r><w:t xml:space="preserve">Second </w:t><w:t>line</w:t></w:r></w:p>',
  })
  expect(wordText(word)).toBe('Quota & plan\nSecond line')
  const sheet = zipOf({
    'xl/sharedStrings.xml': '<sst><si><t>Region</t></si><si><r><t>Nor</t></r><r><t>th</t></r></si></sst>',
    'xl/worksheets/sheet1.xml':
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1"><v>12</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" s="1"/></row>',
  })
  expect(sheetText(sheet)).toBe('Region\t\t12\nNorth\t')
  expect(await details((await sent(new File([Uint8Array.from(word)], 'plan.docx'))).id)).toMatchObject({
    preview: 'Quota & plan\nSecond line',
  })
  expect(await details((await sent(new File(['no archive at all'], 'plan.xlsx'))).id)).toMatchObject({
    preview: '',
  })
})
