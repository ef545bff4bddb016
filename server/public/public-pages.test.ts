import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { postForm } from '../http/testing/post-form.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { PUBLIC_PATHS } from './public-link-handlers.ts'
import { addLinks, sampleSubject } from './testing/add-links.ts'

const DOCUMENTS_MAX = 10

const DONE = { status: 200, body: { done: true } }
const UNKNOWN = {
  status: 403,
  body: { value: 'This link is not one of ours, or it is not complete.' },
}
const USED = { status: 409, body: { value: 'This link was used already.' } }
const EXPIRED = { status: 410, body: { value: 'This link is too old.' } }
const HOUR = 3_600_000

let server: TestServer
let issuerID: number
let bearer: { authorization: string }

beforeAll(async () => {
  server = await startTestServer({
    signInLimits: {
      perUserName: { failures: 1000, windowSeconds: 60 },
      perAddress: { failures: 1000, windowSeconds: 60 },
    },
  })
  issuerID = await addPerson(server, {
    userName: 'ann',
    permissions: ['PROJECTS_CAN_USE_SHAREABLES', 'ADMIN_CAN_SEE_CONFIGURATION', 'PROJECTS_CAN_SHARE_WIDGETS'],
  })
  bearer = await signIn(server, 'ann')
})
afterAll(() => server.server.close())
beforeEach(async () => {
  server.clock.now = NOON
  await server.server.db.deleteFrom('publicLinks').execute()
  await addLinks(server, issuerID)
})

const ask = async (path: string, payload: object, headers = {}) =>
  said(await post(server, `/api/public/${path}`, payload, headers))
const answersOf = async (purpose: string) => {
  const { id } = await server.server.db
    .selectFrom('publicLinks')
    .select('id')
    .where('purpose', '=', purpose as 'SURVEY')
    .executeTakeFirstOrThrow()
  const { body } = said(await post(server, '/api/public-links/answers', { id }, bearer))
  return (body as { kind: string; answer: unknown }[]).map(({ kind, answer }) => [kind, answer])
}
const mailSince = (count: number) =>
  server.mails.slice(count).map(({ to, subject, text }) => ({ to, subject, text }))

const PAGES = [
  ['S016', 'wurksafe/open', 'wurksafe', 'WURKSAFE'],
  ['S017', 'survey/open', 'survey', 'SURVEY'],
  ['S018', 'whatsapp/pre-auth/ticket/open', 'ticket', 'TICKET'],
  ['S019', 'contact-details/open', 'contact_details', 'CONTACT_DETAILS'],
  ['S019', 'research/email-verify/open', 'research_email', 'RESEARCH_EMAIL'],
  ['S020', 'customer/job-order-details/open', 'job_order', 'JOB_ORDER'],
  ['S021', 'expenses/submit-doc/open', 'expense', 'EXPENSE'],
  ['an applicant’s', 'application/open', 'application', 'APPLICATION'],
  ['B038', 'offer/open', 'offer', 'OFFER'],
  ['S022', 'user-meeting/open', 'meeting', 'MEETING'],
  ['S025', 'wurkshare/widget/redemtion/preview', 'widget', 'WIDGET'],
] as const

/** The documents' own paths (spec 1 §2.1). */
const LINKS = [
  ['S016', 'WURKSAFE', '/public/wurksafe/'],
  ['S017', 'SURVEY', '/public/survey/'],
  ['S018', 'TICKET', '/public/whatsapp/pre-auth/ticket/'],
  ['S019', 'CONTACT_DETAILS', '/public/contact-details/validate/'],
  ['S019', 'RESEARCH_EMAIL', '/public/research/email-verify/validate/'],
  ['S020', 'JOB_ORDER', '/public/customer/job-order-details/'],
  ['S021', 'EXPENSE', '/public/expenses/submit-doc/'],
  ['S022', 'MEETING', '/public/user-meeting/'],
  ['S025', 'WIDGET', '/public/wurkshare/widget/'],
] as const

test.each(LINKS)('%s a link of kind %s leads to %s', (_id, purpose, path) => {
  expect(PUBLIC_PATHS[purpose]).toBe(path)
})

describe('public links', () => {
  test.each(PAGES)(
    '%s %s shows what its link is about, to who has no account',
    async (_id, path, token, purpose) => {
      const { status, body } = await ask(path, { token })
      expect(status).toBe(200)
      expect(body).toMatchObject(sampleSubject(purpose))
    },
  )

  test.each(PAGES)('%s %s tells unknown, used and expired links apart', async (_id, path, token, purpose) => {
    expect(await ask(path, { token: 'never-issued' })).toEqual(UNKNOWN)
    const other = purpose === 'SURVEY' ? 'ticket' : 'survey'
    expect(await ask(path, { token: other })).toEqual(UNKNOWN)
    server.clock.now = NOON + HOUR
    expect(await ask(path, { token })).toEqual(EXPIRED)
    await server.server.db.updateTable('publicLinks').set({ usedAt: NOON }).execute()
    expect(await ask(path, { token })).toEqual(USED)
  })

  test('are issued with a token that is told once and kept as a hash', async () => {
    const subject = sampleSubject('SURVEY')
    const { body } = said(await post(server, '/api/public-links/issue/survey', { subject, days: 3 }, bearer))
    const { url, token, expiresAt } = body as { url: string; token: string; expiresAt: string }
    expect(url).toMatch(new RegExp(`^http://[^/]+/public/survey/${token}$`))
    expect(expiresAt).toBe(new Date(NOON + 3 * 24 * HOUR).toISOString())
    expect(await ask('survey/open', { token })).toEqual({ status: 200, body: subject })
    const rows = await server.server.db.selectFrom('publicLinks').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('are listed without their tokens, with how often they were answered, and can be ended', async () => {
    await ask('user-meeting/answer', { token: 'meeting', name: 'Dana', isComing: true })
    const list = async () =>
      said(await post(server, '/api/public-links/list', {}, bearer)).body as Record<string, unknown>[]
    const meeting = (await list()).find(({ purpose }) => purpose === 'MEETING')
    expect(meeting).toMatchObject({
      about: 'Wave 4: results and next steps',
      issuedBy: 'ann',
      usedAt: null,
      answers: 1,
    })
    expect(Object.keys(meeting ?? {})).not.toContain('token')
    expect(said(await post(server, '/api/public-links/end', { id: meeting?.id }, bearer))).toEqual(DONE)
    expect(await ask('user-meeting/open', { token: 'meeting' })).toEqual(EXPIRED)
    expect(said(await post(server, '/api/public-links/end', { id: 999_999 }, bearer)).status).toBe(400)
  })

  test('who tries many tokens is held up', async () => {
    const strict = await startTestServer({
      signInLimits: {
        perUserName: { failures: 3, windowSeconds: 60 },
        perAddress: { failures: 3, windowSeconds: 60 },
      },
    })
    const statuses = []
    for (let attempt = 0; attempt < 4; attempt += 1)
      statuses.push((await post(strict, '/api/public/survey/open', { token: `t${attempt}` })).status)
    expect(statuses).toEqual([403, 403, 403, 429])
    await strict.server.close()
  })
})

const ANSWERS = [
  { id: 'overall', answer: '10' },
  { id: 'manner', answer: 'Friendly' },
  { id: 'length', answer: 'Too long' },
]

describe('a survey', () => {
  test('keeps its answers once', async () => {
    const comment = { id: 'comment', answer: '  Thank you ' }
    expect(await ask('survey/send', { token: 'survey', answers: [comment, ...ANSWERS] })).toEqual(DONE)
    expect(await ask('survey/send', { token: 'survey', answers: ANSWERS })).toEqual(USED)
    expect(await answersOf('SURVEY')).toEqual([
      ['SURVEY', { answers: [...ANSWERS, { id: 'comment', answer: 'Thank you' }] }],
    ])
  })

  test('sent again because its answer got lost is no second use', async () => {
    const headers = { 'idempotency-key': 'one' }
    const sent = () => ask('survey/send', { token: 'survey', answers: ANSWERS }, headers)
    expect([await sent(), await sent()]).toEqual([DONE, DONE])
    expect(await answersOf('SURVEY')).toHaveLength(1)
  })

  test('two at once are one', async () => {
    const both = await Promise.all(
      [1, 2].map(() => ask('survey/send', { token: 'survey', answers: ANSWERS })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('refuses a missing answer and one that is not offered, and stays open', async () => {
    expect(await ask('survey/send', { token: 'survey', answers: ANSWERS.slice(1) })).toEqual({
      status: 400,
      body: { value: 'Please answer: How likely are you to take part again?' },
    })
    const wrong = [{ id: 'overall', answer: '11' }, ...ANSWERS.slice(1)]
    expect((await ask('survey/send', { token: 'survey', answers: wrong })).status).toBe(400)
    expect((await ask('survey/open', { token: 'survey' })).status).toBe(200)
  })

  test('of no link, or an old one, is refused as such', async () => {
    expect(await ask('survey/send', { token: 'never-issued', answers: [] })).toEqual(UNKNOWN)
    server.clock.now = NOON + HOUR
    expect(await ask('survey/send', { token: 'survey', answers: ANSWERS })).toEqual(EXPIRED)
  })
})

test('a safety check-in and a report are kept and mailed to who issued the key; a report needs words', async () => {
  const before = server.mails.length
  const send = (kind: string, message: string) =>
    ask('wurksafe/send', { token: 'wurksafe', name: 'Beth', kind, message })
  expect(await send('CHECK_IN', '')).toEqual(DONE)
  expect(await send('REPORT', 'A dog\r\nBcc: x')).toEqual(DONE)
  expect((await send('REPORT', ' ')).status).toBe(400)
  expect(await answersOf('WURKSAFE')).toEqual([
    ['CHECK_IN', { name: 'Beth', message: '' }],
    ['REPORT', { name: 'Beth', message: 'A dog\r\nBcc: x' }],
  ])
  expect(mailSince(before)).toMatchObject([
    { to: 'ann@mail.example', subject: 'Safe and well: Home working North' },
    { subject: 'Safety report: Home working North', text: expect.stringContaining('From Beth.') },
  ])
})

test('a reply to a ticket joins its messages and is mailed; the same request again adds nothing', async () => {
  const before = server.mails.length
  const reply = { token: 'ticket', message: ' margaret.holt@mail.example ' }
  const headers = { 'idempotency-key': 'r1' }
  await ask('whatsapp/pre-auth/ticket/reply', reply, headers)
  const { body } = await ask('whatsapp/pre-auth/ticket/reply', reply, headers)
  const { messages } = body as { messages: object[] }
  expect(messages).toHaveLength(3)
  expect(messages.at(-1)).toEqual({
    from: 'Margaret Holt',
    text: 'margaret.holt@mail.example',
    at: new Date(NOON).toISOString(),
    isOwn: true,
  })
  expect(mailSince(before)).toMatchObject([{ subject: 'Reply to T-2041: Voucher has not arrived' }])
  expect((await ask('whatsapp/pre-auth/ticket/reply', { token: 'ticket', message: ' ' })).status).toBe(400)
})

test('contact details are confirmed, or put right, once', async () => {
  const confirm = (isRight: boolean, correction: string) =>
    ask('contact-details/validate', { token: 'contact_details', isRight, correction })
  expect(await confirm(false, '')).toEqual({
    status: 400,
    body: { value: 'Please say what is not right.' },
  })
  expect(await confirm(false, 'New number')).toEqual(DONE)
  expect(await confirm(true, '')).toEqual(USED)
  expect(await answersOf('CONTACT_DETAILS')).toEqual([
    ['CONTACT_DETAILS', { isRight: false, correction: 'New number' }],
  ])
})

test('a mail address is confirmed once', async () => {
  expect(await ask('research/email-verify/validate', { token: 'research_email' })).toEqual(DONE)
  expect(await ask('research/email-verify/validate', { token: 'research_email' })).toEqual(USED)
})

test('a guest says whether they come, and the host hears of it', async () => {
  const before = server.mails.length
  await ask('user-meeting/answer', { token: 'meeting', name: ' Dana ', isComing: false })
  expect(await answersOf('MEETING')).toEqual([['GUEST', { name: 'Dana', isComing: false }]])
  expect(mailSince(before)[0]?.text).toContain('Dana is not coming.')
})

describe('documents of an expense', () => {
  const PDF = new TextEncoder().encode('%PDF-1.7 …')
  async function hand(content: Uint8Array<ArrayBuffer>, name = 'ticket.pdf', headers = {}) {
    const form = new FormData()
    form.append('token', 'expense')
    form.append('document', new File([content], name, { type: 'application/pdf' }))
    return said(await postForm(server, '/api/public/expenses/submit-doc', form, headers))
  }

  test('are kept with their names, once a request', async () => {
    await hand(PDF, 'C:\\tickets\\ticket.pdf', { 'idempotency-key': 'k' })
    const { body } = await hand(PDF, 'ticket.pdf', { 'idempotency-key': 'k' })
    expect(body).toMatchObject({ reference: 'EX-0932', documents: [{ fileName: 'ticket.pdf' }] })
    expect((await ask('expenses/submit-doc/open', { token: 'expense' })).body).toEqual(body)
    const files = await server.server.db.selectFrom('publicFiles').selectAll().execute()
    expect(files).toMatchObject([{ contentType: 'application/pdf', content: PDF }])
  })

  test('are refused where they are none, or there are enough', async () => {
    expect(await hand(new TextEncoder().encode('<svg onload>'))).toEqual({
      status: 400,
      body: { value: 'A document is a PDF, PNG, JPEG or WebP file.' },
    })
    for (let count = 0; count < DOCUMENTS_MAX; count += 1) expect((await hand(PDF)).status).toBe(200)
    expect((await hand(PDF)).status).toBe(400)
  })
})

describe('privacy documents', () => {
  const get = async (url: string) => server.server.app.inject(url)

  test('S263 S024 their names are text, by default Privacy policy and Privacy Notice, and need no token', async () => {
    for (const [path, name] of [
      ['privacy-policy-name', 'Privacy policy'],
      ['privacy-notice-name', 'Privacy Notice'],
    ]) {
      const answer = await get(`/api/auth/${path}`)
      expect(answer.headers['content-type']).toContain('text/plain')
      expect({ status: answer.statusCode, body: answer.body }).toEqual({ status: 200, body: name })
    }
  })

  test('S263 S023 S024 a deployment has its own', async () => {
    const own = { title: 'Data promise', lastUpdated: new Date(NOON).toISOString(), sections: [] }
    const setting = { name: 'privacyPolicy', value: JSON.stringify(own) }
    await server.server.db.insertInto('settings').values(setting).execute()
    expect((await get('/api/auth/privacy-policy-name')).body).toBe('Data promise')
    expect((await get('/api/public/privacy-policy')).json()).toEqual(own)
    expect((await get('/api/public/privacy-notice')).json()).toMatchObject({ title: 'Privacy Notice' })
    await server.server.db.deleteFrom('settings').where('name', '=', setting.name).execute()
  })
})
