import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bodyFault, plainBody, unknownField } from '#shared/domain/bulk-mail.ts'
import { auditTold } from '../audit/testing/audit-actions.ts'
import { inOneUnit } from '../db/unit-of-work.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { saveSettings } from '../settings/save-settings.ts'
import { BulkMails } from './bulk-mails.ts'

const ALL = { kind: 'FILTERS' }
const LETTER = { subject: 'Hello {knownAs}', body: 'Dear {displayName},\n\nwe close at {area}.' }

let server: TestServer
let samID: number
let sam: { authorization: string }
beforeEach(async () => {
  server = await startTestServer()
  samID = await addPerson(server, {
    userName: 'sam',
    displayName: 'Sam Send',
    permissions: ['ADMIN_CAN_SEND_DANGEROUS_EMAIL'],
  })
  sam = await signIn(server, 'sam')
})
afterEach(() => server.server.close())

const ask = async (name: string, payload: object = {}, as = sam) =>
  said(await post(server, `/api/admin/dangerous-email/${name}`, payload, as))
const tested = (letter = LETTER, as = sam) => ask('test', letter, as)
const send = (count: number, more: object = {}, as = sam) =>
  ask('send', { audience: ALL, ...LETTER, count, reason: 'Closing early', ...more }, as)
const value = (text: string) => ({ value: text })

/** So many people more, each with an address. */
async function crowd(count: number): Promise<number[]> {
  const ids: number[] = []
  for (let i = 0; i < count; i += 100) {
    const rows = Array.from({ length: Math.min(100, count - i) }, (_, k) => ({
      ...{ userName: `p${i + k}`, displayName: `P ${i + k}`, role: '', userType: 'INTERVIEWER' },
      ...{ areaID: null, managerID: null, email: `p${i + k}@mail.example`, passwordHash: '' },
      ...{ isActive: 1, status: 'ACTIVE' as const, createdAt: NOON },
    }))
    const made = await server.server.db.insertInto('users').values(rows).returning('id').execute()
    ids.push(...made.map(({ id }) => id))
  }
  return ids
}

/** A turn of the job, as a server does it. */
const outboxOf = () => ({
  post: async (mail: { to: string; subject: string; userID?: number }) => {
    const { id } = await server.server.db
      .insertInto('mails')
      .values({
        ...{ version: 1, messageID: `<${Math.random()}>`, kind: 'BULK', to: mail.to, from: '' },
        ...{ subject: mail.subject, userID: mail.userID ?? null, state: 'QUEUED', content: '{}' },
        ...{ createdAt: server.clock.now, nextAt: server.clock.now, tries: 0, lastAnswer: '' },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },
  cancel: async (id: number) => {
    await server.server.db.updateTable('mails').set({ state: 'CANCELLED' }).where('id', '=', id).execute()
    return null
  },
})
const mailer = (outbox: ReturnType<typeof outboxOf> = outboxOf()) =>
  new BulkMails({ db: server.server.db, clock: () => server.clock.now, outbox })
const tend = (mails = mailer()) => mails.tend(inOneUnit)
const queued = async () =>
  (
    await server.server.db
      .selectFrom('mails')
      .innerJoin('bulkMailPeople as p', 'p.mailID', 'mails.id')
      .select(['mails.to', 'mails.state'])
      .orderBy('mails.id')
      .execute()
  ).map(({ to, state }) => `${to} ${state}`)
const mailings = async () =>
  ((await ask('list')).body as { mailings: { state: string; sent: number; cancelled: number }[] }).mailings
const sent = () =>
  server.server.db.updateTable('mails').set({ state: 'SENT' }).where('state', '=', 'QUEUED').execute()

describe('before it goes', () => {
  test('A129 it goes only after a test since the last change, the exact number and a reason', async () => {
    await crowd(2)
    expect((await send(3)).body).toEqual(value('Send yourself a test first.'))
    expect(await tested()).toEqual({ status: 200, body: { done: true } })
    expect(server.mails.at(-1)).toMatchObject({
      to: 'sam@mail.example',
      subject: 'Hello Sam Send',
      text: 'Dear Sam Send,\n\nwe close at .',
    })
    for (const changed of [{ subject: 'Hello' }, { body: 'Dear all' }])
      expect((await send(3, changed)).body).toEqual(value('Send yourself a test first.'))
    for (const count of [2, 4]) expect((await send(count)).body).toEqual(value('Type 3 to confirm.'))
    expect((await send(3, { reason: ' ' })).status).toBe(400)
    expect((await send(3)).status).toBe(200)
    // Somebody else's test isn't one's own.
    await addPerson(server, { userName: 'eve', permissions: ['ADMIN_CAN_SEND_DANGEROUS_EMAIL'] })
    expect((await send(4, {}, await signIn(server, 'eve'))).body).toEqual(
      value('Send yourself a test first.'),
    )
  })

  test('A129 a test that wasn’t handed over counts for nothing', async () => {
    await tested()
    await server.server.db.updateTable('mails').set({ state: 'FAILED' }).execute()
    expect((await send(1)).body).toEqual(value('Send yourself a test first.'))
  })

  test('A129 an unknown field and a tag that isn’t allowed are refused', async () => {
    expect((await tested({ ...LETTER, body: 'Dear {nickname}' })).body).toEqual(
      value('There is no field {nickname}.'),
    )
    expect((await tested({ ...LETTER, body: '<script>x</script>' })).status).toBe(400)
    expect((await tested({ subject: 'x'.repeat(151), body: 'x' })).status).toBe(400)
    expect(
      (await tested({ subject: 'x'.repeat(150), body: '<p>Dear <b>{displayName}</b></p>' })).status,
    ).toBe(200)
  })

  test.each([
    ['<p>x</p>', null],
    ['<ul><li>a</li></ul><a href="https://a.example" title="t">a</a>', null],
    ['<p>x', '<p>'],
    ['<p><b>x</p></b>', '</p>'],
    ['<a href="javascript:alert(1)">x</a>', '<a href="javascript:alert(1)">'],
    ['<a href="/relative">x</a>', '<a href="/relative">'],
    ['<p onclick="x">y</p>', '<p onclick="x">'],
    ['<img src="https://a.example/x.png">', '<img src="https://a.example/x.png">'],
    ['<style>p { background: url(x) }</style>', '<style>'],
    ['1 < 2', '< 2'],
  ])('A129 %s is let through or named', (body, fault) => {
    expect(bodyFault(body)).toBe(fault)
  })

  test('fields are escaped in tags, and tags become plain text', async () => {
    expect(unknownField('{area} {manager}')).toBeNull()
    expect(plainBody('<h1>Hi</h1><p>a &amp; <a href="https://b.example">b</a></p><ul><li>c</li></ul>')).toBe(
      'Hi\n\na & b (https://b.example)\n\n- c',
    )
    await server.server.db.updateTable('users').set({ displayName: '<b>Sam</b>' }).execute()
    const letter = { subject: 's', body: '<p>{displayName}</p>' }
    const { body } = await ask('preview', { audience: ALL, letter })
    expect((body as { shown: { html: string } }).shown.html).toContain('<p>&lt;b&gt;Sam&lt;/b&gt;</p>')
  })

  test('A129 filters choose; leavers and people without an address are left out and counted, others by name', async () => {
    const { db } = server.server
    const [ann = 0, ben = 0, cat = 0, dan = 0] = await crowd(4)
    const set = (id: number, values: object) =>
      db.updateTable('users').set(values).where('id', '=', id).execute()
    await set(ann, { email: null })
    await set(ben, { status: 'LEAVER', isActive: 0 })
    await set(cat, { userType: 'RESOURCE' })
    await set(dan, { status: 'SUSPENDED', isActive: 0 })
    const preview = async (audience: object, leaveOutIDs: number[] = []) => {
      const { body } = await ask('preview', { audience, leaveOutIDs })
      const { people, withoutAddress, leavers } = body as {
        people: { id: number }[]
        withoutAddress: number
        leavers: number
      }
      return [people.map(({ id }) => id).sort(), withoutAddress, leavers]
    }
    expect(await preview(ALL)).toEqual([[samID, cat, dan].sort(), 1, 1])
    expect(await preview({ ...ALL, userTypes: ['RESOURCE'] })).toEqual([[cat], 0, 0])
    expect(await preview({ ...ALL, statuses: ['SUSPENDED', 'LEAVER'] })).toEqual([[dan], 0, 1])
    expect(await preview(ALL, [samID])).toEqual([[cat, dan].sort(), 1, 1])
    expect(await preview({ kind: 'ADDRESSES', addresses: ['P2@mail.example', 'p1@mail.example'] })).toEqual([
      [cat],
      0,
      1,
    ])
    expect(
      (await ask('preview', { audience: { kind: 'ADDRESSES', addresses: ['x@y.example'] } })).body,
    ).toEqual(value('Nobody here has the address x@y.example.'))
    const many = ['x@y.example', 'P2@mail.example', 'Z@y.example']
    expect((await ask('preview', { audience: { kind: 'ADDRESSES', addresses: many } })).body).toEqual(
      value('Nobody here has the addresses x@y.example, z@y.example.'),
    )
  })
})

test('a letter is listed with its words, reason and audience by names, for whoever approves; who was left out is kept', async () => {
  const { db } = server.server
  const [ann = 0, ben = 0, cat = 0] = await crowd(3)
  const { id: leeds } = await db
    .insertInto('areas')
    .values({ name: 'Leeds', nameKey: 'leeds' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('users').set({ areaID: leeds }).where('id', 'in', [ann, ben, cat]).execute()
  await db.updateTable('users').set({ unreachedEmail: 'p1@mail.example' }).where('id', '=', ben).execute()
  await tested()
  const audience = { ...ALL, areaIDs: [leeds], userTypes: ['INTERVIEWER'], statuses: ['ACTIVE', 'SUSPENDED'] }
  expect((await ask('preview', { audience })).body).toMatchObject({
    unreached: 1,
    people: [{ isUnreached: false }, { id: ben, isUnreached: true }, { isUnreached: false }],
  })
  await send(2, { audience, leaveOutIDs: [cat] })
  await send(1, { audience: { kind: 'ADDRESSES', addresses: ['p0@mail.example'] } })
  await send(4)
  expect(await mailings()).toMatchObject([
    { filters: [], addresses: null, leftOut: 0 },
    { filters: [], addresses: 1, leftOut: 0 },
    {
      ...LETTER,
      ...{ reason: 'Closing early', addresses: null, leftOut: 1 },
      filters: [
        { filter: 'userTypes', names: ['Interviewer'] },
        { filter: 'areaIDs', names: ['Leeds'] },
        { filter: 'statuses', names: ['Active', 'Suspended'] },
      ],
    },
  ])
})

describe('A130 a second holder', () => {
  /** Who was told that a letter waits for approval. */
  const asked = () =>
    server.server.db
      .selectFrom('notifications')
      .where('source', '=', 'BULK_MAIL')
      .select(['userID', 'subject'])
      .execute()

  test('above 500 somebody else approves, never the sender', async () => {
    const eveID = await addPerson(server, {
      userName: 'eve',
      permissions: ['ADMIN_CAN_SEND_DANGEROUS_EMAIL'],
    })
    await crowd(499)
    await tested()
    const { body } = await send(501)
    const { id } = body as { id: number }
    expect(await asked()).toEqual([
      { userID: eveID, subject: 'Sam Send wants to send an e-mail to 501 people' },
    ])
    expect(await mailings()).toMatchObject([{ state: 'WAITING_APPROVAL', startsAt: null }])
    server.clock.now += 3_600_000
    sam = await signIn(server, 'sam')
    expect(await tend()).toBe(0)
    expect((await ask('approve', { id })).status).toBe(403)
    const eve = await signIn(server, 'eve')
    expect((await ask('approve', { id }, eve)).status).toBe(200)
    expect((await ask('approve', { id }, eve)).status).toBe(409)
    expect(await mailings()).toMatchObject([{ state: 'WAITING' }])
  })

  test('500 need none, and the database takes neither one’s own nor none', async () => {
    await addPerson(server, { userName: 'eve', permissions: ['ADMIN_CAN_SEND_DANGEROUS_EMAIL'] })
    await crowd(498)
    await tested()
    expect((await send(500)).status).toBe(200)
    expect(await asked()).toEqual([])
    expect(await mailings()).toMatchObject([{ state: 'WAITING' }])
    const set = (values: object) => server.server.db.updateTable('bulkMails').set(values).execute()
    await expect(set({ approvedBy: samID })).rejects.toThrow(/constraint/i)
    await set({ needsApproval: 1, state: 'WAITING_APPROVAL' })
    await expect(set({ state: 'RUNNING' })).rejects.toThrow(/constraint/i)
  })
})

describe('A131 Stop', () => {
  async function begin(count: number) {
    await crowd(count - 1)
    await tested()
    const { body } = await send(count)
    return (body as { id: number }).id
  }

  test('within 60 seconds sends nothing', async () => {
    const id = await begin(3)
    server.clock.now += 59_999
    expect(await tend()).toBe(0)
    expect((await ask('stop', { id })).status).toBe(200)
    server.clock.now += 10 * 60_000
    expect(await tend()).toBe(0)
    expect(await queued()).toEqual([])
    expect(await mailings()).toMatchObject([{ state: 'STOPPED', sent: 0, cancelled: 3 }])
    expect((await ask('stop', { id })).status).toBe(409)
  })

  test('where nobody set another pace, 60 go a minute', async () => {
    await begin(61)
    server.clock.now += 60_000
    expect(await tend()).toBe(60)
    server.clock.now += 59_999
    expect(await tend()).toBe(0)
    server.clock.now += 1
    expect(await tend()).toBe(1)
  })

  test('as many go a minute as the setting says, and no more', async () => {
    const change = { key: 'messages.bulkMailsPerMinute', value: 2, version: null }
    await saveSettings(server.server.db, [change], { caller: { userID: samID, displayName: '' }, at: NOON })
    await begin(5)
    server.clock.now += 60_000
    expect(await tend()).toBe(2)
    expect(await tend()).toBe(0)
    server.clock.now += 59_999
    expect(await tend()).toBe(0)
    server.clock.now += 1
    expect(await tend()).toBe(2)
    server.clock.now += 60_000
    expect(await tend()).toBe(1)
    await sent()
    await tend()
    expect(await mailings()).toMatchObject([{ state: 'DONE', sent: 5 }])
    expect(await auditTold(server.server.db)).toEqual([
      'SETTING_CHANGED | admin.configuration.settings | setting | Pace of mail to many',
      'DANGEROUS_EMAIL_SENT | admin.dangerous-email-sender | bulkMail | Hello {knownAs}',
    ])
  })

  test('later cancels exactly those not handed over', async () => {
    const change = { key: 'messages.bulkMailsPerMinute', value: 4, version: null }
    await saveSettings(server.server.db, [change], { caller: { userID: samID, displayName: '' }, at: NOON })
    const id = await begin(6)
    server.clock.now += 60_000
    await tend()
    const set = (to: string, state: 'SENT' | 'SENDING' | 'DEFERRED') =>
      server.server.db
        .updateTable('mails')
        .set({ state })
        .where('to', '=', to)
        .where('state', '=', 'QUEUED')
        .execute()
    await set('sam@mail.example', 'SENT')
    await set('p0@mail.example', 'SENDING')
    await set('p1@mail.example', 'DEFERRED')
    expect((await ask('stop', { id })).status).toBe(200)
    expect(await queued()).toEqual([
      'sam@mail.example SENT',
      'p0@mail.example SENDING',
      'p1@mail.example CANCELLED',
      'p2@mail.example CANCELLED',
    ])
    server.clock.now += 60_000
    expect(await tend()).toBe(0)
    expect(await mailings()).toMatchObject([{ state: 'STOPPED', sent: 1, cancelled: 4 }])
  })

  test('a server that dies between two mails sends each once, and there is one audit entry', async () => {
    const id = await begin(4)
    server.clock.now += 60_000
    let posts = 0
    const good = outboxOf()
    const dying = {
      ...good,
      post: async (mail: { to: string; subject: string; userID?: number }) => {
        const mailID = await good.post(mail)
        if (++posts === 3) throw new Error('killed')
        return mailID
      },
    }
    await expect(tend(mailer(dying))).rejects.toThrow('killed')
    expect(await queued()).toHaveLength(2)
    // Two servers at once take up what is left.
    await Promise.all([tend(), tend()])
    expect((await queued()).map((line) => line.split(' ')[0]).sort()).toEqual(
      ['p0', 'p1', 'p2', 'sam'].map((name) => `${name}@mail.example`),
    )
    await sent()
    await tend()
    const audited = await server.server.db
      .selectFrom('audit')
      .where('recordType', '=', 'bulkMail')
      .select(['action', 'actorID', 'recordID', 'reason', 'changes'])
      .execute()
    expect(audited).toMatchObject([
      { action: 'DANGEROUS_EMAIL_SENT', actorID: samID, recordID: id, reason: 'Closing early' },
    ])
    const changes = JSON.parse(audited[0]?.changes ?? '[]') as { field: string; after: unknown }[]
    expect(Object.fromEntries(changes.map(({ field, after }) => [field, after]))).toMatchObject({
      ...{ count: 4, body: LETTER.body, audience: { kind: 'FILTERS' } },
      result: { sent: 4, failed: 0, cancelled: 0 },
    })
  })
})

test('each call is for holders alone', async () => {
  await addPerson(server, { userName: 'eve', permissions: ['ADMIN_CAN_SEE_USERS'] })
  const eve = await signIn(server, 'eve')
  for (const [name, request] of Object.entries({
    ...{ choices: {}, preview: { audience: ALL }, test: LETTER, approve: { id: 1 }, stop: { id: 1 } },
    ...{ list: {}, send: { audience: ALL, ...LETTER, count: 1, reason: 'x' } },
  }))
    expect([name, (await ask(name, request, eve)).status]).toEqual([name, 403])
})
