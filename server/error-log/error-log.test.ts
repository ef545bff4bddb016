import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  CLIENT_ERRORS_A_DAY,
  ERROR_OCCURRENCES_KEPT,
  ERROR_REPORTS_AN_HOUR,
  ERRORS_SENT_MAX,
} from '#shared/domain/errors.ts'
import { auditTold } from '../audit/testing/audit-actions.ts'
import { Background } from '../background.ts'
import { openTestDatabase } from '../db/testing/test-database.ts'
import {
  addPerson,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { ErrorLog, type ErrorReport, reportingLog } from './error-log.ts'

const NOON = Date.UTC(2026, 4, 4, 12)

/** A log of its own over an empty database; what was reported is written before it is read. */
async function alone() {
  const db = await openTestDatabase()
  const at = { now: NOON, build: 'build-1' }
  const background = new Background((error) => {
    throw error
  })
  const logged: string[] = []
  const errors = new ErrorLog({
    db,
    clock: () => at.now,
    background,
    build: () => at.build,
    log: (level, message) => void logged.push(`${level} ${message}`),
  })
  const rows = async () => {
    await background.settled()
    return db.selectFrom('errorEntries').selectAll().orderBy('id').execute()
  }
  const report = (changes: Partial<ErrorReport> = {}) =>
    errors.report({ source: 'SERVER', message: 'Error: it broke', place: 'tasks.loadTasks', ...changes })
  const occurrences = async () => {
    await background.settled()
    return db.selectFrom('errorOccurrences').selectAll().orderBy('id').execute()
  }
  return { db, at, errors, rows, report, occurrences, logged, background }
}

test('A114 errors that are alike are one, with count, people, build, first and last time', async () => {
  const { db, at, report, rows, occurrences } = await alone()
  report({ message: 'Error: task 12 of 7 broke', personID: 5, requestID: 'r-1' })
  await rows()
  at.now += 60_000
  report({ message: 'Error: task 99 of 8 broke', personID: 6, requestID: 'r-2' })
  report({ message: 'Error: task 3 of 1 broke', personID: 6, requestID: 'r-3' })
  expect(await rows()).toMatchObject([
    {
      ...{ count: 3, source: 'SERVER', level: 'ERROR', place: 'tasks.loadTasks', state: 'NEW' },
      ...{
        message: 'Error: task 12 of 7 broke',
        build: 'build-1',
        firstSeenAt: NOON,
        lastSeenAt: NOON + 60_000,
      },
    },
  ])
  const people = await db.selectFrom('errorPeople').select('personID').orderBy('personID').execute()
  expect(people).toEqual([{ personID: 5 }, { personID: 6 }])
  expect((await occurrences()).map(({ requestID, personID }) => `${requestID} ${personID}`)).toEqual([
    'r-1 5',
    'r-2 6',
    'r-3 6',
  ])
})

test('A114 another source, place, level or first frame is another error', async () => {
  const { report, rows } = await alone()
  const at = (file: string, line: number) => `Error: it broke\n    at run (/srv/${file}.ts:${line}:5)`
  report()
  report({ source: 'JOB' })
  report({ place: 'tasks.saveTask' })
  report({ level: 'WARNING' })
  report({ stack: at('a', 1) })
  report({ stack: at('b', 1) })
  report({ stack: at('b', 2) })
  expect((await rows()).map(({ count }) => count)).toEqual([1, 1, 1, 1, 1, 2])
})

test.each(['SERVER', 'WEB', 'DESKTOP', 'JOB', 'ADAPTOR'] as const)(
  'A114 a RESOLVED error of %s is NEW again in a later build, and in no other',
  async (source) => {
    const { db, at, errors, report, rows } = await alone()
    at.build = 'build-0'
    await errors.presentBuild(db)
    at.now += 1
    at.build = 'build-1'
    report({ source })
    await rows()
    const resolvedBuild = await errors.presentBuild(db)
    await db.updateTable('errorEntries').set({ state: 'RESOLVED', resolvedBuild }).execute()
    report({ source })
    report({ source, build: 'build-0' })
    report({ source, build: 'never-here' })
    expect(await rows()).toMatchObject([{ state: 'RESOLVED', count: 4, build: '' }])
    at.now += 1
    at.build = 'build-2'
    report({ source })
    expect(await rows()).toMatchObject([{ state: 'NEW', count: 5, build: 'build-2', resolvedBuild: null }])
  },
)

test.each(['ACKNOWLEDGED', 'IGNORED'] as const)(
  'A114 one that is %s stays that in a later build',
  async (state) => {
    const { db, at, report, rows } = await alone()
    report()
    await rows()
    await db.updateTable('errorEntries').set({ state, resolvedBuild: null }).execute()
    at.now += 1
    at.build = 'build-2'
    report()
    expect(await rows()).toMatchObject([{ state, count: 2 }])
  },
)

test('an error in a loop is one row, whose count is right and whose occurrences are few', async () => {
  const { report, rows, occurrences } = await alone()
  for (let round = 0; round < 8; round++) {
    for (let n = 0; n < 1000; n++) report({ requestID: `${round}-${n}` })
    // Of those that come at once the last are written.
    const written = (await occurrences()).filter(({ requestID }) => requestID.startsWith(`${round}-`))
    expect([written.length, written[0]?.requestID]).toEqual([20, `${round}-980`])
  }
  expect(await rows()).toMatchObject([{ count: 8000 }])
  const kept = await occurrences()
  expect(kept).toHaveLength(ERROR_OCCURRENCES_KEPT)
  expect(kept.at(-1)?.requestID).toBe('7-999')
})

test('windows that make up errors fill the log with so many a day, and no more', async () => {
  const { at, report, rows } = await alone()
  const words = (n: number) =>
    `Error: ${n.toString(26).replace(/./g, (one) => String.fromCharCode(97 + Number.parseInt(one, 26)))}`
  const made = async (from: number, to: number) => {
    for (let n = from; n < to; n++) {
      report({ source: 'WEB', message: words(n) })
      if (n % 50 === 49) await rows()
    }
  }
  await made(0, CLIENT_ERRORS_A_DAY + 5)
  const kept = await rows()
  expect(kept).toHaveLength(CLIENT_ERRORS_A_DAY + 1)
  expect(kept.at(-1)).toMatchObject({ message: 'Further errors that are not kept apart', count: 5 })
  report({ source: 'SERVER', message: 'Error: of the server' })
  expect(await rows()).toHaveLength(CLIENT_ERRORS_A_DAY + 2)
  at.now += 86_400_001
  await made(1000, 1001)
  expect(await rows()).toHaveLength(CLIENT_ERRORS_A_DAY + 3)
})

test('what can’t be written is logged, and the log goes on', async () => {
  const { db, report, rows, logged } = await alone()
  await db.schema.alterTable('errorPeople').renameTo('gone').execute()
  report({ personID: 4 })
  expect(await rows()).toEqual([])
  expect(logged).toEqual(['warn errors could not be written to the error log'])
  await db.schema.alterTable('gone').renameTo('errorPeople').execute()
  report({ personID: 4 })
  expect(await rows()).toMatchObject([{ count: 1 }])
})

test('A114 failing hub methods are the server’s errors, failing services are jobs', async () => {
  const { errors, rows } = await alone()
  const log = reportingLog(() => {}, errors)
  log('error', 'hub method failed', { method: 'focusOnThread', error: new TypeError('x is not a function') })
  log('error', 'a background service failed', { service: 'MAIL_QUEUE', err: new Error('no way') })
  log('warn', 'a renewed token was used again', {})
  expect(await rows()).toMatchObject([
    {
      source: 'SERVER',
      place: 'hub method failed: focusOnThread',
      message: 'TypeError: x is not a function',
    },
    { source: 'JOB', place: 'MAIL_QUEUE', message: 'Error: no way' },
  ])
})

let server: TestServer
let ann: { authorization: string }
beforeEach(async () => {
  server = await startTestServer()
  await addPerson(server, {
    userName: 'ann',
    permissions: ['ADMIN_CAN_SEE_ERROR_LOG', 'ADMIN_CAN_SEE_AUDIT_LOG'],
  })
  await addPerson(server, {
    userName: 'bob',
    displayName: 'Bobbie Marlowe',
    permissions: ['CAN_USE_SCRATCH_PAD'],
  })
  ann = await signIn(server, 'ann')
})
afterEach(() => server.server.close())

const ask = async (name: string, payload: object, as = ann) =>
  said(await post(server, `/api/admin/logs/errors${name}`, payload, as))
const WEB = { message: 'TypeError: x is not a function', place: '/connect/chat', stack: '' }
const send = (errors: readonly object[], as: { authorization: string }, more: object = {}) =>
  post(
    server,
    '/api/errors/report',
    {
      source: 'WEB',
      build: 'build-1',
      errors: errors.map((one) => ({ ...WEB, at: new Date(NOON).toISOString(), ...one })),
      ...more,
    },
    as,
  )
type Listed = { body: { rows: Record<string, unknown>[] } }
const listed = async () => ((await ask('', {})) as Listed).body.rows

test('A114 a fault of a call is an error with its request, person and stack', async () => {
  const bob = await signIn(server, 'bob')
  await server.server.db.schema.dropTable('scratchPads').execute()
  const failed = await post(server, '/api/scratch-pad/mine', {}, bob)
  expect(failed.status).toBe(500)
  await vi.waitFor(async () => expect(await listed()).toHaveLength(1))
  const [row] = await listed()
  expect(row).toMatchObject({ source: 'SERVER', state: 'NEW', count: 1, people: 1, build: 'build-1' })
  expect(row?.message).toMatch(/no such table|does not exist/)
  const { body } = (await ask('/occurrences', { id: row?.id })) as {
    body: { occurrences: Record<string, string>[] }
  }
  expect(body.occurrences).toMatchObject([
    { person: 'Bobbie Marlowe', requestID: failed.headers['x-request-id'], build: 'build-1' },
  ])
  expect(body.occurrences[0]?.stack).toMatch(/^at .*:\d+:\d+/)
})

test('A115 nothing of a request, of a person or of a secret stands in an error', async () => {
  const { errors } = server.server
  const planted = [
    'hunter2!',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
    'Will you marry me?',
    '07700 900123',
  ]
  const [password = '', token = '', text = '', phone = ''] = planted
  const failing = new Error(
    `cannot keep ${text} of Bobbie Marlowe (bob@mail.example), ${phone}, password: ${password} ${token}`,
  )
  failing.stack = `Error: ${text}\n    at keep (/srv/${token}/server/chat/keep.ts:1:2)\n    at ${text} (/srv/x.ts:1:1)`
  const bob = await signIn(server, 'bob')
  errors.report({
    source: 'SERVER',
    place: `chat.send ${token}`,
    message: String(failing),
    stack: failing.stack,
    sent: [text, password, phone],
    names: ['Bobbie Marlowe'],
  })
  errors.report({
    source: 'JOB',
    place: 'MAIL_QUEUE',
    message: `login failed for bob@mail.example, password is ${password}`,
  })
  errors.report({ source: 'ADAPTOR', place: 'SMTP', message: `535 "${text}" Bearer ${token}` })
  await send(
    [{ message: `"${text}" ${token} ${phone}`, place: `/chat?q=${password}`, stack: failing.stack }],
    bob,
  )
  await send([{ message: `"${text}" ${phone}` }], bob, { source: 'DESKTOP' })
  await vi.waitFor(async () => expect(await listed()).toHaveLength(5))
  const { db } = server.server
  const kept = JSON.stringify([
    await db.selectFrom('errorEntries').selectAll().execute(),
    await db.selectFrom('errorOccurrences').selectAll().execute(),
  ])
  for (const one of [...planted, 'marry', '900123', 'Marlowe', 'bob@mail', 'c2lnbmF0dXJl', bob.authorization])
    expect(kept).not.toContain(one)
  expect(new Set((await listed()).map(({ source }) => source))).toEqual(
    new Set(['SERVER', 'JOB', 'ADAPTOR', 'WEB', 'DESKTOP']),
  )
})

test('A115 a call that fails over what was sent keeps none of it', async () => {
  const bob = await signIn(server, 'bob')
  const { db } = server.server
  await db.schema.dropTable('scratchPads').execute()
  const secret = 'my bank card is lost and the code is zebra-crossing'
  const failed = await post(server, '/api/scratch-pad/save', { text: secret, revision: 0 }, bob)
  server.server.errors.report({
    source: 'SERVER',
    place: 'x',
    message: `could not store ${secret}`,
    sent: [secret],
  })
  await vi.waitFor(async () => expect((await listed()).length).toBeGreaterThan(0))
  expect(failed.status).toBeGreaterThan(399)
  const kept = JSON.stringify([
    await db.selectFrom('errorEntries').selectAll().execute(),
    await db.selectFrom('errorOccurrences').selectAll().execute(),
  ])
  expect(kept).not.toContain('zebra')
})

test('A114 an error is acknowledged, assigned and resolved by who saw its newest version, and audited', async () => {
  const bobID = (
    await server.server.db
      .selectFrom('users')
      .where('userName', '=', 'bob')
      .select('id')
      .executeTakeFirstOrThrow()
  ).id
  const annID = (
    await server.server.db
      .selectFrom('users')
      .where('userName', '=', 'ann')
      .select('id')
      .executeTakeFirstOrThrow()
  ).id
  server.server.errors.report({ source: 'SERVER', message: 'Error: it broke', place: 'x' })
  await vi.waitFor(async () => expect(await listed()).toHaveLength(1))
  const update = (payload: object) => ask('/update', { id: 1, version: 1, ...payload })
  // The build that it is compared with where it happens again.
  const resolvedIn = async () =>
    (await server.server.db.selectFrom('errorEntries').select('resolvedBuild').executeTakeFirst())
      ?.resolvedBuild
  expect(await update({ state: 'ACKNOWLEDGED' })).toMatchObject({
    status: 200,
    body: { version: 2, state: 'ACKNOWLEDGED' },
  })
  expect(await resolvedIn()).toBeNull()
  expect((await update({ state: 'RESOLVED' })).status).toBe(409)
  expect(await update({ version: 2, assignedTo: bobID })).toEqual({
    status: 400,
    body: { value: 'They can’t see the error log. Choose somebody who can.' },
  })
  expect((await ask('/assignees', {})).body).toEqual({ people: [{ id: annID, name: 'ann' }] })
  expect(await update({ version: 2, assignedTo: annID })).toMatchObject({
    body: { assignedTo: 'ann', version: 3 },
  })
  expect(await update({ version: 3, state: 'RESOLVED' })).toMatchObject({
    body: { state: 'RESOLVED', assignedTo: 'ann' },
  })
  expect(await resolvedIn()).toBe(await server.server.errors.presentBuild(server.server.db))
  expect((await ask('/overview', {})).body).toEqual({
    counts: [
      { state: 'NEW', count: 0 },
      { state: 'ACKNOWLEDGED', count: 0 },
      { state: 'RESOLVED', count: 1 },
      { state: 'IGNORED', count: 0 },
    ],
  })
  const told = await server.server.db
    .selectFrom('audit')
    .select(['action', 'changes'])
    .orderBy('id')
    .execute()
  expect(told.map(({ action, changes }) => [action, JSON.parse(changes)])).toEqual([
    ['ERROR_CHANGED', [{ field: 'state', before: 'NEW', after: 'ACKNOWLEDGED' }]],
    ['ERROR_CHANGED', [{ field: 'assignedTo', before: null, after: 'ann' }]],
    ['ERROR_CHANGED', [{ field: 'state', before: 'ACKNOWLEDGED', after: 'RESOLVED' }]],
  ])
})

test('A114 one ticket is raised for an error', async () => {
  server.server.errors.report({ source: 'WEB', message: 'Error: it broke', place: '/chat' })
  await vi.waitFor(async () => expect(await listed()).toHaveLength(1))
  const raised = await ask('/ticket', { id: 1, version: 1 })
  expect(raised).toMatchObject({ status: 200, body: { ticketID: 1, version: 2 } })
  expect(await ask('/ticket', { id: 1, version: 2 })).toEqual({
    status: 409,
    body: { value: 'There is a ticket for it: 1.' },
  })
  const tickets = await server.server.db.selectFrom('tickets').select('message').execute()
  expect(tickets).toEqual([{ message: 'Error 1 of the error log (WEB, /chat), seen once: Error: it broke' }])
  expect(await auditTold(server.server.db)).toEqual([
    'ERROR_CHANGED | admin.logs.error-log | error | Error: it broke',
  ])
})

test('somebody who doesn’t want it sends nothing, and nobody sends without end', async () => {
  const bob = await signIn(server, 'bob')
  expect(said(await post(server, '/api/errors/sharing', {}, bob)).body).toEqual({ isOn: true })
  await post(server, '/api/errors/save-sharing', { isOn: false }, bob)
  expect((await send([{}], bob)).status).toBe(200)
  expect(said(await post(server, '/api/errors/sharing', {}, bob)).body).toEqual({ isOn: false })
  expect(said(await post(server, '/api/errors/sharing', {}, ann)).body).toEqual({ isOn: true })
  await post(server, '/api/errors/save-sharing', { isOn: true }, bob)
  expect(
    (
      await send(
        Array.from({ length: ERRORS_SENT_MAX + 1 }, () => ({})),
        bob,
      )
    ).status,
  ).toBe(400)
  for (let n = 0; n < ERROR_REPORTS_AN_HOUR; n++) expect((await send([{}], bob)).status).toBe(200)
  expect((await send([{}], bob)).status).toBe(429)
  await vi.waitFor(async () =>
    expect(await listed()).toMatchObject([{ count: ERROR_REPORTS_AN_HOUR, people: 1 }]),
  )
})
