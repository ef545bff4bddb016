import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { EmailJob } from '#shared/contract/email-verification.ts'
import type { EmailJobState } from '#shared/domain/email-checks.ts'
import { Adaptors } from '../adaptors/adaptors.ts'
import { Sealer } from '../auth/sealer.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { CERTIFICATE } from '../mail/testing/certificate.ts'
import { startReceiver } from '../webhooks/testing/receiver.ts'
import { EmailVerifications } from './email-verifications.ts'
import type { FindMailServers } from './mail-servers.ts'

const DAY_MS = 86_400_000
/** With 64 letters, an @ and `.exampl` 254 letters. */
const LONG = ['a', 'b', 'c'].map((letter) => letter.repeat(60)).join('.')
let server: TestServer
let outside: Awaited<ReturnType<typeof startReceiver>>
let ann: Record<string, string>
const asked: string[] = []
const findMailServers: FindMailServers = async (domain) => {
  asked.push(domain)
  if (domain === 'broken.example') throw new Error('No name server.')
  return domain === 'none.example' ? 'NONE' : domain === 'slow.example' ? 'UNKNOWN' : 'SOME'
}
// The list of mailboxes to throw away takes seconds to be fetched for the first time: no test waits for it.
beforeAll(async () => {
  await import('disposable-email-domains/index.json', { with: { type: 'json' } })
})
beforeEach(async () => {
  asked.length = 0
  outside = await startReceiver()
  server = await startTestServer({
    ...{ mailCertificates: CERTIFICATE, webhookNetworks: ['127.0.0.1', '::1'], findMailServers },
  })
  await addPerson(server, {
    userName: 'ann',
    permissions: ['IRESEARCH_CAN_VERIFY_EMAIL', 'ADMIN_CAN_MANAGE_ADAPTORS'],
  })
  await addPerson(server, { userName: 'bob', permissions: ['IRESEARCH_CAN_LOOK_UP_ADDRESS'] })
  ann = await signIn(server, 'ann')
})
afterEach(async () => {
  await server.server.close()
  await outside.close()
})

const call = async (name: string, payload: object = {}, as = ann) =>
  said(await post(server, `/api/iresearch/verification/${name}`, payload, as))
const begin = async (addresses: readonly string[], purpose = 'Panel') =>
  (await call('new', { addresses, purpose })).body as EmailJob
async function over(id: number, state: EmailJobState = 'DONE'): Promise<EmailJob> {
  const read = async () => (await call('results', { id })).body as EmailJob
  await expect.poll(async () => (await read()).state).toBe(state)
  return read()
}
async function rowsOf(purpose = 'Panel') {
  const filters = [{ field: 'purpose', operator: 'IS', values: [purpose] }]
  const { body } = await call('list', { filters, pageSize: 500 })
  return (body as { rows: { id: number; address: string; result: string; reasons: string }[] }).rows
}
async function connect(monthlyLimit: number | null, answerOf: (email: string) => object): Promise<void> {
  outside.answer.bodyOf = ({ path }) => answerOf(new URLSearchParams(path.split('?')[1]).get('email') ?? '')
  const settings = { address: `https://localhost:${outside.port}/v2`, monthlyLimit }
  const adaptor = {
    kind: 'EMAIL_VERIFICATION',
    name: 'Zero',
    isEnabled: true,
    settings,
    secrets: { key: 'k' },
  }
  const { status } = said(await post(server, '/api/admin/configuration/adaptors/save', adaptor, ann))
  expect(status).toBe(200)
}

test('B117 each address of a list is valid, risky, invalid or unknown, with its reasons; no mail is sent', async () => {
  await call('stop-list/add', {
    addresses: ['Gone@Mail.example', '@quiet.example', '@xn--bcher-kva.example'],
  })
  const list: readonly (readonly [address: string, result: string, reasons: string])[] = [
    ['ann.lee@mail.example', 'VALID', ''],
    ['jörg@müller.example', 'INVALID', 'Not the form of an address'],
    ['jorg@müller.example', 'VALID', ''],
    ['no at sign', 'INVALID', 'Not the form of an address'],
    [`${'x'.repeat(64)}@${LONG}.exampl`, 'VALID', ''],
    [`${'x'.repeat(64)}@${LONG}.example`, 'INVALID', 'Not the form of an address'],
    [`${'x'.repeat(65)}@a.example`, 'INVALID', 'Not the form of an address'],
    ['gone@mail.example', 'INVALID', 'On the stop list'],
    ['anybody@quiet.example', 'INVALID', 'On the stop list'],
    ['no body@quiet.example', 'INVALID', 'Not the form of an address; On the stop list'],
    ['ann@bücher.example', 'INVALID', 'On the stop list'],
    ['ann@none.example', 'INVALID', 'Its domain has no mail server'],
    ['ann@mailinator.com', 'RISKY', 'A mailbox to throw away'],
    ['Info@mail.example', 'RISKY', 'A role and no person'],
    ['ANN.LEE@mail.example', 'RISKY', 'Stands in the list before'],
    ['ann@slow.example', 'UNKNOWN', 'Its domain could not be asked'],
    ['ann@broken.example', 'UNKNOWN', 'Its domain could not be asked'],
    ['info@slow.example', 'RISKY', 'A role and no person; Its domain could not be asked'],
  ]
  const job = await begin(list.map(([address]) => address))
  expect(job).toMatchObject({ state: 'RUNNING', total: 18, purpose: 'Panel', projectName: null })
  expect(await over(job.id)).toMatchObject({
    ...{ total: 18, checked: 18, paidChecks: 0 },
    counts: { VALID: 3, RISKY: 4, INVALID: 9, UNKNOWN: 2 },
  })
  const found = new Map((await rowsOf()).map(({ address, result, reasons }) => [address, [result, reasons]]))
  expect([...found].toSorted()).toEqual(list.map(([address, ...rest]) => [address, rest]).toSorted())
  expect(server.mails).toEqual([])
  expect(outside.received).toEqual([])
  // A domain is asked for once a list.
  expect(asked.filter((domain) => domain === 'mail.example')).toHaveLength(1)
  expect(asked).toContain('xn--mller-kva.example')
})

test('B117 a list has 10,000 addresses at most, and all of them are checked', async () => {
  const many = (n: number) => Array.from({ length: n }, (_, at) => `p${at}@mail.example`)
  expect((await call('new', { addresses: many(10_001), purpose: 'Panel' })).status).toBe(400)
  for (const wrong of [{ addresses: [] }, { addresses: ['a@b.example'], purpose: ' ' }, { addresses: [''] }])
    expect((await call('new', { purpose: 'Panel', ...wrong })).status).toBe(400)
  expect((await call('new', { addresses: ['a@b.example'], purpose: 'P', projectID: 99 })).status).toBe(404)
  const { id } = await begin(many(10_000))
  expect((await over(id)).counts).toEqual({ VALID: 10_000, RISKY: 0, INVALID: 0, UNKNOWN: 0 })
  expect(server.mails).toEqual([])
  const bob = await signIn(server, 'bob')
  for (const name of ['list', 'new', 'results', 'jobs', 'ask-to-confirm', 'stop-list'])
    expect((await call(name, { id, ids: [1], addresses: ['a@b.example'], purpose: 'P' }, bob)).status).toBe(
      403,
    )
})

test('B117 a provider’s answer counts, is asked for once an address, and not for what is invalid anyway', async () => {
  await connect(null, (email) => ({
    status:
      { 'bad@mail.example': 'invalid', 'all@mail.example': 'catch-all', 'odd@mail.example': 'unknown' }[
        email
      ] ?? 'valid',
  }))
  const { id } = await begin([
    ...['good@mail.example', 'bad@mail.example', 'all@mail.example', 'odd@mail.example'],
    ...['good@mail.example', 'ann@none.example', 'nothing'],
  ])
  expect((await over(id)).paidChecks).toBe(4)
  const found = (await rowsOf()).map(({ address, result, reasons }) => [address, result, reasons])
  expect(found).toContainEqual([
    'bad@mail.example',
    'INVALID',
    'The provider says that there is no such mailbox',
  ])
  expect(found).toContainEqual(['all@mail.example', 'RISKY', 'The provider has doubts'])
  expect(found).toContainEqual(['odd@mail.example', 'UNKNOWN', 'The provider could not tell'])
  expect(found).toContainEqual(['good@mail.example', 'VALID', ''])
  expect(outside.received).toHaveLength(4)
  expect((await call('jobs')).body).toMatchObject({ isConnected: true, used: 4, limit: null })
})

test('6 §9.6 at the month’s limit, and where the provider is silent, the rest is unknown', async () => {
  await connect(1, () => ({ status: 'valid' }))
  const first = await begin(['a@mail.example', 'b@mail.example'])
  expect(await over(first.id)).toMatchObject({ paidChecks: 1, counts: { VALID: 1, UNKNOWN: 1 } })
  expect((await rowsOf()).map(({ reasons }) => reasons)).toContain('The monthly limit of checks is reached')
  server.clock.now += 31 * DAY_MS
  ann = await signIn(server, 'ann')
  outside.answer.status = 500
  const second = await begin(['a@mail.example', 'b@mail.example'], 'Again')
  await over(second.id)
  expect((await rowsOf('Again')).map(({ reasons }) => reasons)).toEqual([
    'The provider did not answer',
    'The monthly limit of checks is reached',
  ])
})

test('B118 ‘Ask to confirm’ mails the public link, and its use makes the address confirmed', async () => {
  const { id } = await begin(['ann.lee@mail.example', 'no address', 'ben@mail.example', 'BEN@mail.example'])
  await over(id)
  const rows = await rowsOf()
  const ids = rows.map((row) => row.id)
  // The invalid one is left out, and one person is asked once.
  expect((await call('ask-to-confirm', { ids })).body).toEqual({ asked: 2, left: 2 })
  await expect.poll(() => server.mails.length).toBe(2)
  const letter = server.mails.find(({ to }) => to === 'ann.lee@mail.example')
  expect(letter?.subject).toBe('Is this your address? Panel')
  const token = /\/public\/research\/email-verify\/validate\/([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
  const open = async () => said(await post(server, '/api/public/research/email-verify/open', { token }))
  expect((await open()).body).toEqual({
    ...{ name: 'ann.lee@mail.example', email: 'ann.lee@mail.example', study: 'Panel' },
  })
  const stateOf = async (address: string) => {
    const row = (await rowsOf()).find((one) => one.address === address)
    return (await call('get', { id: row?.id })).body
  }
  expect(await stateOf('ann.lee@mail.example')).toMatchObject({ confirmation: 'ASKED', confirmedAt: null })
  // Nobody is asked again while the link is good.
  server.clock.now += 14 * DAY_MS - 1
  ann = await signIn(server, 'ann')
  expect((await call('ask-to-confirm', { ids })).body).toEqual({ asked: 0, left: 4 })
  const used = said(await post(server, '/api/public/research/email-verify/validate', { token }))
  expect(used.status).toBe(200)
  expect(await stateOf('ann.lee@mail.example')).toMatchObject({
    ...{ confirmation: 'CONFIRMED', confirmedAt: new Date(NOON + 14 * DAY_MS - 1).toISOString() },
  })
  expect(await stateOf('ben@mail.example')).toMatchObject({ confirmation: 'ASKED' })
  server.clock.now += 1
  expect(await stateOf('ben@mail.example')).toMatchObject({ confirmation: 'NOT_ASKED' })
  await call('stop-list/add', { addresses: ['ben@mail.example'] })
  expect((await call('ask-to-confirm', { ids })).body).toEqual({ asked: 0, left: 4 })
})

test('6 §9.6 the stop list takes addresses and domains, each once, and gives them back', async () => {
  expect((await call('stop-list/add', { addresses: ['ann'] })).body).toEqual({
    value: 'ann is neither an address nor a domain such as @mail.example.',
  })
  expect(
    (await call('stop-list/add', { addresses: ['A@x.example', 'a@X.example', '@y.example'] })).body,
  ).toEqual({
    added: 2,
  })
  expect((await call('stop-list/add', { addresses: ['a@x.example'] })).body).toEqual({ added: 0 })
  const { entries } = (await call('stop-list')).body as { entries: { id: number; address: string }[] }
  expect(entries.map(({ address }) => address)).toEqual(['@y.example', 'a@x.example'])
  expect((await call('stop-list/remove', { id: entries[0]?.id })).status).toBe(200)
  expect((await call('stop-list/remove', { id: entries[0]?.id })).status).toBe(404)
})

test('6 §9.6 a list goes on where its server ended, can be stopped, and is kept for 30 days', async () => {
  const { db } = server.server
  const tend = async () =>
    new EmailVerifications({
      ...{ db, clock: () => server.clock.now, findMailServers, background: { run: () => {} } },
      ...{ adaptors: new Adaptors({ db, clock: () => server.clock.now, sealer: await Sealer.open(db) }) },
      rules: { allowedNetworks: [], answerMs: 1000 },
    }).tend()
  const { id } = await begin(['a@mail.example', 'b@mail.example'])
  await over(id)
  expect((await call('stop', { id })).body).toEqual({ value: 'This list is not being checked.' })
  // As a server leaves it that ended half-way.
  await db
    .updateTable('emailVerifications')
    .set({ state: 'RUNNING', leaseUntil: server.clock.now + 1, isStopAsked: 0 })
    .execute()
  await db
    .updateTable('verifiedAddresses')
    .set({ result: null })
    .where('address', '=', 'b@mail.example')
    .execute()
  await tend()
  expect((await call('results', { id })).body).toMatchObject({ state: 'RUNNING', checked: 1 })
  server.clock.now += 1
  await tend()
  expect((await call('results', { id })).body).toMatchObject({ state: 'DONE', checked: 2 })
  await db.updateTable('emailVerifications').set({ state: 'RUNNING', leaseUntil: server.clock.now }).execute()
  expect((await call('stop', { id })).status).toBe(200)
  await tend()
  expect((await call('results', { id })).body).toMatchObject({ state: 'STOPPED' })
  server.clock.now = NOON + 30 * DAY_MS - 1
  ann = await signIn(server, 'ann')
  await tend()
  expect((await call('results', { id })).status).toBe(200)
  server.clock.now = NOON + 30 * DAY_MS
  await tend()
  expect((await call('results', { id })).status).toBe(404)
  expect(await db.selectFrom('verifiedAddresses').selectAll().execute()).toEqual([])
})
