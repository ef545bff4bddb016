import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mainHub } from '#shared/hubs/main.ts'
import { auditTold } from '../audit/testing/audit-actions.ts'
import { createLiveClients } from '../http/testing/live-clients.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'

import { htmlLetter } from '../mail/html.ts'
import { putSetting } from '../settings/settings.ts'
import { BRIGHT_SURVEYS } from './testing/bright-surveys.ts'

let server: TestServer
let ann: { authorization: string }
let bob: { authorization: string }
beforeEach(async () => {
  server = await startTestServer()
  await addPerson(server, { userName: 'ann', permissions: ['ADMIN_CAN_UPDATE_TENANT'] })
  await addPerson(server, { userName: 'bob' })
  await addPerson(server, { userName: 'vic', permissions: ['ADMIN_CAN_VIEW_TENANT'] })
  await server.server.db.insertInto('tenant').values(BRIGHT_SURVEYS).execute()
  ann = await signIn(server, 'ann')
  bob = await signIn(server, 'bob')
})
afterEach(() => server.server.close())

const ask = async (name: string, payload: object = {}, as = ann) =>
  said(await post(server, `/api/admin/tenant/${name}`, payload, as))
const agreement = async () => (await server.server.app.inject('/api/auth/user-agreement')).json()
const asked = async (as = bob) => said(await post(server, '/api/auth/agreement/state', {}, as)).body
const accept = async (id: number, as = bob) =>
  said(await post(server, '/api/auth/agreement/accept', { id }, as))
const draft = (text: string, version = 0) => ({
  kind: 'AGREEMENT',
  title: 'Terms',
  sections: [{ heading: 'One', text }],
  version,
})
/** Writes and publishes a version of the agreement; answers its id. */
async function publish(text: string): Promise<number> {
  const { id, version } = (await ask('legal/save-draft', draft(text))).body as { id: number; version: number }
  server.clock.now += 1000
  expect(await ask('legal/publish', { id, version })).toMatchObject({ status: 200 })
  return id
}

test('A126 the product’s texts name the company and its contact, and are not approved until published', async () => {
  const { body } = await ask('get')
  expect(body).toMatchObject({
    company: { companyName: 'Bright Surveys' },
    present: [
      { kind: 'AGREEMENT', title: 'End-user agreement of Bright Surveys', isApproved: false },
      { kind: 'POLICY', isApproved: false },
      { kind: 'NOTICE', isApproved: false },
    ],
  })
  expect(JSON.stringify(body)).toContain('dpo@bright.example')
  expect(JSON.stringify(body)).not.toMatch(/northgate|\{company\}|\{contact\}/i)
})

test('A126 what the company hasn’t said of itself is empty', async () => {
  await server.server.db.deleteFrom('tenant').execute()
  const { body } = await ask('get')
  expect((body as { company: object }).company).toEqual({
    companyName: expect.any(String),
    ...{ legalName: '', registeredAddress: '', dataProtectionEmail: '', supportContact: '' },
    ...{ mailFooter: '', companyNumber: '', staffDomains: [] },
    ...{ isWhatsappEnabled: true, isEmailEnabled: true },
  })
})

test('A126 another company name holds in the texts, and who saw an older one is refused', async () => {
  const facts = {
    companyName: 'Clear Surveys',
    legalName: 'Clear Ltd',
    registeredAddress: '2 Mill Street',
    dataProtectionEmail: 'dpo@clear.example',
    supportContact: 'Desk',
  }
  expect(await ask('update', { ...facts, version: 1 })).toEqual({ status: 200, body: { version: 2 } })
  expect((await agreement()).title).toBe('End-user agreement of Clear Surveys')
  expect((await ask('update', { ...facts, version: 1 })).status).toBe(409)
  expect((await ask('update', { ...facts, companyName: ' ', version: 2 })).status).toBe(400)
  const entry = await server.server.db
    .selectFrom('audit')
    .where('action', '=', 'TENANT_CHANGED')
    .select('changes')
    .executeTakeFirstOrThrow()
  expect(entry.changes).toContain('{"field":"companyName","before":"Bright Surveys","after":"Clear Surveys"}')
})

test('A126 each of the company’s facts changes when it is given, and stays when it isn’t', async () => {
  const names = {
    ...{ companyName: 'Clear Surveys', legalName: 'Clear Ltd', registeredAddress: '2 Mill Street' },
    ...{ dataProtectionEmail: 'dpo@clear.example', supportContact: 'Desk', mailFooter: 'Clear Ltd, Leeds' },
  }
  const others = {
    ...{ companyNumber: '01234567', staffDomains: ['clear.example', 'clear.test'] },
    ...{ isWhatsappEnabled: false, isEmailEnabled: false },
  }
  const company = async () => ((await ask('get')).body as { company: object }).company
  expect((await ask('update', { ...names, ...others, version: 1 })).status).toBe(200)
  expect(await company()).toEqual({ ...names, ...others })
  expect((await ask('update', { ...names, version: 2 })).status).toBe(200)
  expect(await company()).toEqual({ ...names, ...others })
  const { isWhatsappEnabled: _, ...but } = others
  const turned = { ...but, companyNumber: '', isEmailEnabled: true }
  expect((await ask('update', { ...names, ...turned, version: 3 })).status).toBe(200)
  expect(await company()).toEqual({ ...names, ...turned, isWhatsappEnabled: false })
})

test('A127 a draft changes nothing; published it holds, and what held is superseded', async () => {
  const saved = await ask('legal/save-draft', draft('First'))
  expect((await agreement()).title).toBe('End-user agreement of Bright Surveys')
  const { id } = saved.body as { id: number }
  // Of two who write, the one who saw the older is refused; there is one draft of a kind.
  expect((await ask('legal/save-draft', draft('Second'))).status).toBe(409)
  expect(await ask('legal/save-draft', draft('Second', 1))).toEqual({ status: 200, body: { id, version: 2 } })
  expect((await ask('legal/publish', { id, version: 1 })).status).toBe(409)
  server.clock.now = NOON + 1000
  expect((await ask('legal/publish', { id, version: 2 })).status).toBe(200)
  expect(await agreement()).toEqual({
    title: 'Terms',
    lastUpdated: '2026-05-04T12:00:01.000Z',
    sections: [{ heading: 'One', text: 'Second' }],
  })
  expect((await ask('legal/publish', { id, version: 2 })).status).toBe(404)
  await publish('Third')
  const { texts } = (await ask('get')).body as { texts: { state: string; publishedBy: string }[] }
  expect(texts.map(({ state, publishedBy }) => [state, publishedBy])).toEqual([
    ['PUBLISHED', 'ann'],
    ['SUPERSEDED', 'ann'],
  ])
})

test('A127 publishing asks everybody, and acceptances are listed by person, version and time', async () => {
  expect(await asked()).toEqual({ asked: null })
  const first = await publish('First')
  expect(await asked()).toMatchObject({ asked: { id: first, title: 'Terms' } })
  expect(await accept(first)).toMatchObject({ status: 200 })
  expect(await asked()).toEqual({ asked: null })
  expect(await asked(ann)).toMatchObject({ asked: { id: first } })

  const second = await publish('Second')
  expect(await asked()).toMatchObject({ asked: { id: second } })
  expect(await accept(first)).toEqual({
    status: 409,
    body: { value: 'A newer version was published meanwhile. Please read that one.' },
  })
  server.clock.now += 60_000
  await accept(second)
  await accept(second)
  await accept(second, ann)
  const { rows, missing } = (await ask('legal/acceptances')).body as {
    rows: { userName: string; version: string; acceptedAt: string }[]
    missing: number
  }
  expect(rows.map(({ userName, version, acceptedAt }) => [userName, version, acceptedAt])).toEqual([
    ['ann', '2026-05-04T12:00:02.000Z', '2026-05-04T12:01:02.000Z'],
    ['bob', '2026-05-04T12:00:02.000Z', '2026-05-04T12:01:02.000Z'],
    ['bob', '2026-05-04T12:00:01.000Z', '2026-05-04T12:00:01.000Z'],
  ])
  expect(missing).toBe(1)
  expect(await auditTold(server.server.db)).toEqual([
    'LEGAL_DRAFT_SAVED | admin.tenant | legalText | User agreement: Terms',
    'LEGAL_PUBLISHED | admin.tenant | legalText | User agreement: Terms',
    'LEGAL_DRAFT_SAVED | admin.tenant | legalText | User agreement: Terms',
    'LEGAL_PUBLISHED | admin.tenant | legalText | User agreement: Terms',
  ])
})

test('A127 who is signed in hears of a new agreement within their session, of a new policy nobody does', async () => {
  const url = await server.server.listen(0, '127.0.0.1')
  const clients = createLiveClients()
  try {
    const window = await clients.open(server, `${url}${mainHub.path}`, bob, ['agreementPublished'])
    const policy = { ...draft('Policy'), kind: 'POLICY' }
    const saved = (await ask('legal/save-draft', policy)).body as object
    expect((await ask('legal/publish', saved)).status).toBe(200)
    await publish('First')
    await vi.waitFor(() => expect(window.heard).toHaveLength(1))
  } finally {
    await clients.closeAll()
  }
})

test('A083 ‘Ask for the agreement again after’ asks so many days after it was accepted, and lists each acceptance', async () => {
  const DAY = 86_400_000
  const id = await publish('First')
  const asksAgain = async () => ((await asked()) as { asked: object | null }).asked !== null
  const acceptedAt = server.clock.now
  expect(await accept(id)).toMatchObject({ status: 200 })
  server.clock.now += 400 * DAY
  bob = await signIn(server, 'bob')
  expect(await asksAgain()).toBe(false)
  await putSetting(server.server.db, 'signIn.agreementDays', 30)
  server.clock.now = acceptedAt + 30 * DAY - 1
  expect(await asksAgain()).toBe(false)
  server.clock.now += 1
  // What was accepted until now doesn't count any more, also where a window still has it.
  expect(await asked()).toMatchObject({
    asked: { id, after: new Date(acceptedAt + 30 * DAY).toISOString() },
  })
  const both = await Promise.all([accept(id), accept(id)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(await asksAgain()).toBe(false)
  ann = await signIn(server, 'ann')
  const { rows } = (await ask('legal/acceptances')).body as { rows: { acceptedAt: string }[] }
  expect(rows.map((row) => Date.parse(row.acceptedAt))).toEqual([acceptedAt + 30 * DAY, acceptedAt])
  expect(await auditTold(server.server.db)).toEqual([
    'LEGAL_DRAFT_SAVED | admin.tenant | legalText | User agreement: Terms',
    'LEGAL_PUBLISHED | admin.tenant | legalText | User agreement: Terms',
  ])
})

test('A126 the company’s name and its footer stand in every letter, as text and as HTML, and tags in it are harmless', async () => {
  const { company, version } = (await ask('get')).body as { company: object; version: number }
  const mailFooter = 'Bright Surveys Ltd, 1 Mill Street\nNo. 123 <b>&</b>'
  expect(await ask('update', { ...company, mailFooter, version })).toMatchObject({ status: 200 })
  expect((await ask('get')).body).toMatchObject({ company: { mailFooter } })
  await post(server, '/api/auth/forgot-password', { userName: 'bob' })
  await vi.waitFor(() => expect(server.mails).toHaveLength(1))
  expect(server.mails[0]?.text).toMatch(/\n\n-- \nBright Surveys Ltd, 1 Mill Street\nNo\. 123 <b>&<\/b>$/)
  const html = htmlLetter({
    ...{ subject: 'One', text: 'Two', companyName: 'Bright Surveys', button: null },
    footer: mailFooter,
  })
  expect(html).toContain('Bright Surveys Ltd, 1 Mill Street<br>No. 123 &lt;b&gt;&amp;&lt;/b&gt;')
  expect(
    await ask('update', { ...company, mailFooter: 'x'.repeat(1001), version: version + 1 }),
  ).toMatchObject({
    status: 400,
  })
})

test('who may only look changes nothing, and who may neither sees nothing', async () => {
  const vic = await signIn(server, 'vic')
  expect((await ask('get', {}, vic)).status).toBe(200)
  expect((await ask('legal/acceptances', {}, vic)).status).toBe(200)
  expect((await ask('legal/save-draft', draft('First'), vic)).status).toBe(403)
  expect((await ask('legal/publish', { id: 1, version: 1 }, vic)).status).toBe(403)
  for (const name of ['get', 'legal/acceptances']) expect((await ask(name, {}, bob)).status).toBe(403)
})
