import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AdaptorInfo, SmtpTestResult } from '#shared/contract/adaptors.ts'
import type { PersonDetails } from '#shared/contract/admin-users.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { readReports } from './delivery-reports.ts'
import { Mailbox } from './imap.ts'
import { readReport } from './report-parts.ts'
import { startMailServer } from './testing/mail-server.ts'
import { deliveryReport, startMailboxServer, type TestMailbox } from './testing/mailbox-server.ts'

let server: TestServer
let keeper: Record<string, string>
let annID: number
let mailbox: TestMailbox
let reports: Awaited<ReturnType<typeof startMailboxServer>>
let letters: Awaited<ReturnType<typeof startMailServer>>

beforeEach(async () => {
  server = await startTestServer()
  await addPerson(server, {
    userName: 'keeper',
    permissions: [
      'ADMIN_CAN_MANAGE_ADAPTORS',
      'ADMIN_CAN_SEE_EMAIL_LOG',
      'ADMIN_CAN_SEE_USERS',
      'ADMIN_CAN_SEE_BACKGROUND_SERVICES',
      'ADMIN_CAN_EDIT_SETTINGS',
    ],
  })
  annID = await addPerson(server, { userName: 'ann' })
  await server.server.db
    .updateTable('users')
    .set({ email: 'Ann@Mail.example' })
    .where('id', '=', annID)
    .execute()
  keeper = await signIn(server, 'keeper')
  mailbox = { user: 'office', password: 'pass "word" \\', mails: [], validity: 7 }
  reports = await startMailboxServer({
    get user() {
      return mailbox.user
    },
    password: String.raw`pass \"word\" \\`,
    get mails() {
      return mailbox.mails
    },
    get validity() {
      return mailbox.validity
    },
  })
  letters = await startMailServer({ login: { user: 'office', password: mailbox.password } })
})
afterEach(async () => {
  await server.server.close()
  await reports.close()
  await letters.close()
})

const ask = async (path: string, request: object) =>
  said(await post(server, `/api/admin/${path}`, request, keeper))
const settings = () => ({
  ...{ host: 'localhost', port: letters.port, security: 'NONE', user: 'office', from: 'office@work.example' },
  ...{ replyTo: '', perMinute: 60, reportsHost: 'localhost', reportsPort: reports.port },
})
const configuration = (call: string, request: object) => ask(`configuration/adaptors/${call}`, request)
const addMail = async (messageID: string, to = 'ann@mail.example') =>
  server.server.db
    .insertInto('mails')
    .values({
      ...{ version: 1, messageID, kind: 'OTHER', to, from: 'office@work.example', subject: 'Hello' },
      ...{ state: 'SENT', content: null, createdAt: NOON, nextAt: NOON, tries: 1, lastAnswer: '250 ok' },
    })
    .execute()
const access = () => ({
  ...{ host: 'localhost', port: reports.port, security: 'NONE' as const },
  ...{ user: 'office', password: mailbox.password },
})
const look = () => readReports({ db: server.server.db, clock: () => NOON }, access())
const mails = async () =>
  server.server.db.selectFrom('mails').select(['messageID', 'state', 'lastAnswer']).orderBy('id').execute()
/** Whom Active users lists by that filter. */
const unreached = async (answer: boolean) => {
  const filters = [{ field: 'isUnreached', operator: 'IS', values: [answer ? 'true' : 'false'] }]
  const { body } = await ask('users/list', { filters })
  return (body as { rows: { userName: string }[] }).rows.map(({ userName }) => userName).sort()
}
const ann = async () => (await ask('users/get', { id: annID })).body as PersonDetails

test('a report that a mail came back marks the mail and the person’s address, until the address is another one', async () => {
  await addMail('<one@work.example>')
  await addMail('<two@work.example>', 'bob@mail.example')
  mailbox.mails.push('Subject: Lunch?\r\n\r\nSecret', deliveryReport('<one@work.example>'))
  expect((await ann()).emailUnreachedAt).toBeNull()
  expect(await look()).toBe(1)
  expect(await mails()).toEqual([
    { messageID: '<one@work.example>', state: 'BOUNCED', lastAnswer: '5.1.1 550 no such mailbox' },
    { messageID: '<two@work.example>', state: 'SENT', lastAnswer: '250 ok' },
  ])
  expect((await ann()).emailUnreachedAt).toBe(new Date(NOON).toISOString())
  expect([await unreached(true), await unreached(false)]).toEqual([['ann'], ['keeper']])
  const attempts = await ask('logs/email/attempts', { id: 1 })
  expect(attempts.body).toMatchObject({
    attempts: [{ outcome: 'BOUNCED', answer: '5.1.1 550 no such mailbox' }],
  })
  // Nobody else's mail is fetched, and nothing is changed in the mailbox.
  expect(reports.commands.filter((words) => words.includes('BODY.PEEK[]'))).toEqual([
    'UID FETCH 2 (UID BODY.PEEK[]<0.262144>)',
  ])
  await server.server.db
    .updateTable('users')
    .set({ email: 'ann@new.example' })
    .where('id', '=', annID)
    .execute()
  expect((await ann()).emailUnreachedAt).toBeNull()
  expect([await unreached(true), await unreached(false)]).toEqual([[], ['ann', 'keeper']])
})

test('a mailbox is read on from where it was, and anew where its numbers begin anew; a report twice changes nothing', async () => {
  await addMail('<one@work.example>')
  mailbox.mails.push(deliveryReport('<one@work.example>'))
  expect(await look()).toBe(1)
  expect(await look()).toBe(0)
  expect(reports.commands.filter((words) => words.startsWith('UID FETCH'))).toHaveLength(2)
  await addMail('<two@work.example>')
  mailbox.mails.push(deliveryReport('<one@work.example>'), deliveryReport('<two@work.example>'))
  expect(await look()).toBe(1)
  await addMail('<three@work.example>')
  mailbox.validity = 8
  mailbox.mails.splice(0, 3, deliveryReport('<three@work.example>'))
  expect(await look()).toBe(1)
})

test.each([
  ['of a delay', deliveryReport('<one@work.example>', { action: 'delayed', status: '4.4.1' })],
  ['of a mail that nobody sent', deliveryReport('<other@work.example>')],
  ['without the mail’s id', deliveryReport('none')],
  [
    'that is an ordinary mail',
    deliveryReport('<one@work.example>').replace('multipart/report', 'multipart/mixed'),
  ],
])('a report %s marks nothing', async (_, raw) => {
  await addMail('<one@work.example>')
  mailbox.mails.push(raw)
  expect(await look()).toBe(0)
  expect((await mails()).map(({ state }) => state)).toEqual(['SENT'])
  expect((await ann()).emailUnreachedAt).toBeNull()
})

test('a report’s parts may be encoded, and its first recipient that failed counts', () => {
  const raw = deliveryReport('<one@work.example>')
  const [, fields = ''] = /message\/delivery-status\r\n\r\n([\s\S]*?)\r\n--cut/.exec(raw) ?? []
  const encoded = raw.replace(
    `message/delivery-status\r\n\r\n${fields}`,
    `message/delivery-status\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(fields).toString('base64')}\r\n`,
  )
  const read = {
    action: 'failed',
    status: '5.1.1',
    address: 'ann@mail.example',
    words: '550 no such mailbox',
  }
  expect(readReport(encoded)).toEqual({ messageID: '<one@work.example>', addresses: [read] })
})

test('A095 the mailbox is set beside the mail server, tested as the last step, and its password goes to no other', async () => {
  const tested = { kind: 'SMTP', settings: settings(), password: mailbox.password, to: 'ann@mail.example' }
  const good = (await configuration('test', tested)).body as SmtpTestResult
  expect(good.isOk).toBe(true)
  expect(good.steps.at(-1)).toEqual({
    ...{ step: 'REPORTS', isOk: true, words: 'The mailbox of office at localhost can be read.' },
  })
  const request = { kind: 'SMTP', isEnabled: true, settings: settings(), password: mailbox.password }
  const { id, version } = (await configuration('save', request)).body as AdaptorInfo
  expect(
    await configuration('save', {
      ...{ id, version, kind: 'SMTP', isEnabled: true },
      settings: { ...settings(), reportsHost: '127.0.0.1' },
    }),
  ).toMatchObject({ status: 400 })
  for (const wrong of [{ reportsHost: 'mail.example' }, { user: '' }])
    expect(
      await configuration('save', { ...request, id, version, settings: { ...settings(), ...wrong } }),
    ).toMatchObject({ status: 400 })
  await addMail('<one@work.example>')
  mailbox.mails.push(deliveryReport('<one@work.example>'))
  await ask('configuration/background-services/run', { key: 'MAIL_REPORTS' })
  await expect.poll(async () => (await mails()).map(({ state }) => state)).toEqual(['BOUNCED'])
  mailbox.user = 'somebody'
  const bad = (await configuration('test', tested)).body as SmtpTestResult
  expect(bad.isOk).toBe(false)
  expect(bad.steps.map(({ isOk }) => isOk)).toEqual([true, true, true, true, false])
  expect(bad.steps.at(-1)).toMatchObject({
    step: 'REPORTS',
    words: expect.stringContaining('wrong password'),
  })
  // Where no letter goes out, the mailbox isn't asked.
  const asked = { ...tested, settings: { ...settings(), user: 'nobody' }, to: 'ann@mail.example' }
  const none = (await configuration('test', asked)).body as SmtpTestResult
  expect(none.isOk).toBe(false)
  expect(none.steps.at(-1)).toEqual({ step: 'REPORTS', isOk: null, words: 'Not tried.' })
  await expect(Mailbox.open({ ...access(), host: 'mail.example' })).rejects.toThrow('this machine only')
})
