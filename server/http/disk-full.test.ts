import fs, { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { storageFault } from '../db/storage-faults.ts'
import { addProject, TASK_REQUESTS } from '../tasks/testing/task-fixture.ts'
import { postForm } from './testing/post-form.ts'
import { addPerson, post, said, signIn, startTestServer, type TestServer } from './testing/test-server.ts'

/**
 * While it is full, writing to a file is refused. The module itself is changed, since its users may be loaded
 * already.
 */
const disk = { isFull: false }
const { createWriteStream } = fs
fs.createWriteStream = (path, options) => {
  const stream = createWriteStream(path, options)
  const refused = () => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  // Several waiting parts are written by the second function.
  if (disk.isFull) {
    stream._write = (_part, _encoding, done) => done(refused())
    stream._writev = (_parts, done) => done(refused())
  }
  return stream
}
syncBuiltinESMExports()
afterAll(() => {
  fs.createWriteStream = createWriteStream
  syncBuiltinESMExports()
})

let server: TestServer
let log = ''

beforeEach(async () => {
  log = ''
  const logStream = new PassThrough()
  logStream.on('data', (chunk) => {
    log += chunk
  })
  server = await startTestServer({ logLevel: 'error', logStream })
})
afterEach(() => server.server.close())

/** Lets the database grow no further; SQLite then fails as on a full disk. */
const fill = () => sql`pragma max_page_count = 1`.execute(server.server.db)
const makeRoom = () => sql`pragma max_page_count = 1000000`.execute(server.server.db)

test('a full disk answers 503 with words, says so in the log, and lets go of what was begun', async () => {
  await addPerson(server, { userName: 'ann' })
  const ann = await signIn(server, 'ann')
  const note = {
    displayName: 'Quality desk',
    address: 'desk.example',
    username: 'x'.repeat(256),
    password: 'p',
  }
  const add = () => post(server, '/api/services/new-rdp', note, ann)
  await fill()
  const answers: { status: number; body: unknown }[] = []
  for (let attempt = 0; attempt < 60 && answers.at(-1)?.status !== 503; attempt += 1)
    answers.push(said(await add()))
  expect(answers.at(-1)).toEqual({
    status: 503,
    body: { value: 'The server has no room left to store anything. Please contact support.' },
  })
  expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true)
  expect(log).toContain('the disk is full: nothing can be stored until there is room')
  expect(log).not.toContain('cannot rollback')
  await makeRoom()
  expect((await add()).status).toBe(200)
})

test('an upload on a full disk answers 503 with one line in the log, and leaves no file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldwork-full-'))
  await server.server.close()
  const logStream = new PassThrough().on('data', (chunk) => {
    log += chunk
  })
  server = await startTestServer({ filesFolder: folder, logLevel: 'error', logStream })
  const permissions = ['GENERAL_CAN_USE_TEAM_CHAT', 'CHAT_CAN_ADD_ATTACHMENT'] as const
  await addPerson(server, { userName: 'ann', permissions })
  const ann = await signIn(server, 'ann')
  const form = new FormData()
  form.set('threadID', '1')
  form.set('file', new File(['a'.repeat(100_000)], 'call.webm'))
  disk.isFull = true
  const { status, body } = await postForm(
    server,
    '/api/communication/chat/send-attachment-to-thread',
    form,
    ann,
  )
  disk.isFull = false
  expect({ status, code: JSON.parse(body).code }).toEqual({ status: 503, code: 'server.diskFull' })
  expect(log.trim().split('\n')).toEqual([expect.stringContaining('the disk is full')])
  expect(readdirSync(folder, { recursive: true, withFileTypes: true }).filter((f) => f.isFile())).toEqual([])
  rmSync(folder, { recursive: true })
})

test('a task whose file has no room isn’t made, and is made once there is room', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldwork-full-'))
  await server.server.close()
  server = await startTestServer({ filesFolder: folder, logLevel: 'fatal' })
  const { db } = server.server
  const annID = await addPerson(server, { userName: 'ann', permissions: ['CALENDAR_CAN_USE_TASK_SCHEDULER'] })
  await addProject(db, 7, 'Rail')
  const ann = await signIn(server, 'ann')
  const add = () => {
    const form = new FormData()
    const fields = {
      ...(TASK_REQUESTS['tasks.addTask'] as Record<string, string | File>),
      userID: String(annID),
    }
    for (const [name, value] of Object.entries(fields))
      form.set(name, typeof value === 'number' ? String(value) : value)
    return postForm(server, '/api/iresearch/task-scheduler/add-task', form, ann)
  }
  const kept = async () => ({
    tasks: (await db.selectFrom('tasks').select('id').execute()).length,
    rows: (await db.selectFrom('taskFiles').select('id').execute()).length,
    files: readdirSync(folder, { recursive: true, withFileTypes: true }).filter((f) => f.isFile()).length,
  })
  disk.isFull = true
  expect((await add()).status).toBe(503)
  disk.isFull = false
  expect(await kept()).toEqual({ tasks: 0, rows: 0, files: 0 })
  expect((await add()).status).toBe(200)
  expect(await kept()).toEqual({ tasks: 1, rows: 1, files: 1 })
  rmSync(folder, { recursive: true })
})

test('a transaction that a full disk stopped is over, and its own error is told', async () => {
  const { db } = server.server
  await fill()
  const fillUp = db.transaction().execute(async (trx) => {
    for (let row = 0; row < 5000; row += 1)
      await trx
        .insertInto('areas')
        .values({ name: `area ${row} ${'x'.repeat(500)}` })
        .execute()
  })
  expect(storageFault(await fillUp.catch((error: unknown) => error))).toBe('full')
  expect(await db.selectFrom('areas').selectAll().where('name', 'like', 'area %').execute()).toEqual([])
  await makeRoom()
  await db.transaction().execute((trx) => trx.insertInto('areas').values({ name: 'Leeds' }).execute())
})

test('the answer names its request as the log does, whatever id the caller claims', async () => {
  await addPerson(server, { userName: 'ann' })
  const ann = await signIn(server, 'ann')
  await fill()
  const ids: unknown[] = []
  for (let attempt = 0; attempt < 60 && log === ''; attempt += 1) {
    const answer = await server.server.app.inject({
      method: 'POST',
      url: '/api/services/new-rdp',
      headers: { ...ann, 'x-request-id': 'claimed' },
      payload: { displayName: 'Desk', address: 'desk.example', username: 'x'.repeat(256), password: 'p' },
    })
    ids.push(answer.headers['x-request-id'])
  }
  expect(ids.at(-1)).toMatch(/^[\da-f-]{36}$/)
  expect(JSON.parse(log.split('\n')[0] ?? '')).toMatchObject({ reqId: ids.at(-1) })
  expect(new Set(ids).size).toBe(ids.length)
})

test.each([
  [Object.assign(new Error(), { code: 'ENOSPC' }), 'full'],
  [Object.assign(new Error(), { errcode: 13 }), 'full'],
  [new Error('wrapped', { cause: Object.assign(new Error(), { errcode: 13 }) }), 'full'],
  [Object.assign(new Error(), { code: 'EROFS' }), 'readOnly'],
  [Object.assign(new Error(), { errcode: 8 | (6 << 8) }), 'readOnly'],
  [Object.assign(new Error(), { errcode: 11 }), 'damaged'],
  [Object.assign(new Error(), { errcode: 5 }), null],
  [new Error('other'), null],
  ['text', null],
])('%# a fault of the storage is told by its code', (error, fault) => {
  expect(storageFault(error)).toBe(fault)
})
