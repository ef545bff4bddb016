import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ERASURE_WAITS_MS, EXPORT_KEPT_MS, formerName } from '#shared/domain/person-data.ts'
import { checkProof } from '../audit/proof.ts'
import { auditActions, auditTold } from '../audit/testing/audit-actions.ts'
import type { Database } from '../db/database.ts'
import { scrub } from '../db/durability.ts'
import {
  addPerson,
  holdAlone,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { keepPicture } from '../legal/company-pictures.ts'
import { audit } from '../records/audit.ts'
import { anyRows } from '../retention/rules.ts'
import { ErasuresFile, eraseAgain } from './erasures-file.ts'
import { EXPORT_SECTIONS, PERSONAL_TABLES, personalTables } from './personal-tables.ts'
import { privacyServices } from './privacy-services.ts'
import { unzipped } from './testing/unzip.ts'

let folder: string
let server: TestServer
let ann: { authorization: string }
let tom: { authorization: string }
let leaverID: number
let otherID: number
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldwork-privacy-'))
  server = await start()
  await addPerson(server, { userName: 'ann', permissions: ['ADMIN_CAN_ERASE_PERSONAL_DATA'] })
  await addPerson(server, { userName: 'tom', permissions: ['ADMIN_CAN_ERASE_PERSONAL_DATA'] })
  leaverID = await addPerson(server, { userName: 'maria.keller', displayName: 'Maria Keller' })
  otherID = await addPerson(server, { userName: 'paul', displayName: 'Paul Owusu' })
  ann = await signIn(server, 'ann')
  tom = await signIn(server, 'tom')
})
afterEach(async () => {
  await server.server.close()
  rmSync(folder, { recursive: true, force: true })
})

const start = () =>
  startTestServer({
    databaseFile: join(folder, 'data.db'),
    filesFolder: join(folder, 'files'),
    backups: {
      folder: join(folder, 'backups'),
      take: async () => {},
      verify: async () => {},
    },
  })
const db = () => server.server.db
const ask = async (name: string, payload: object = {}, as = ann) =>
  said(await post(server, `/api/privacy/${name}`, payload, as))
const leave = (id = leaverID) =>
  db().updateTable('users').set({ status: 'LEAVER', isActive: 0 }).where('id', '=', id).execute()

/** What the person can be reached by; nothing of it may be left. */
const PLANTED = {
  email: 'maria.keller@private-mail.example',
  mobile: '07700900777',
  address: '14 Larkspur Crescent, Otley',
  payrollNumber: 'PR-558812',
  legalName: 'Maria Elisabeth Keller-Brandt',
} as const
const SECRET_NOTE = 'the spare key is under the geranium'
const FILE_TEXT = 'scan of a passport of Maria'

async function thread(): Promise<number> {
  const { id } = await db()
    .insertInto('threads')
    .values({
      ...{
        type: 'MESSAGE' as never,
        source: 'MESSAGE' as never,
        sourceID: 1,
        label: 'Maria Keller, Paul Owusu',
      },
      ...{ displayLabel: 'Maria Keller', displayGroupLabel: '', isGroup: 0, parentID: null, status: '' },
      ...{ priority: '', createdAt: 0, lastMessageID: null, lastMessageTime: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function message(threadID: number, userID: number, text: string): Promise<number> {
  const { id } = await db()
    .insertInto('messages')
    .values({
      ...{
        threadID,
        userID,
        text,
        type: 'TEXT',
        entryTime: server.clock.now,
        editTime: null,
        deletedAt: null,
      },
      ...{ pinnedTime: null, broadcastTime: null, broadcastUserID: null, topicID: null, replyToID: null },
      ...{ tokenType: null, overallStatus: '', clientID: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A life of somebody: data in many tables, and in what others wrote. */
async function live() {
  const now = server.clock.now
  const { email, mobile, payrollNumber, legalName, address } = PLANTED
  await db()
    .updateTable('users')
    .set({ email, mobile, payrollNumber, legalName, knownAs: 'Mia' })
    .where('id', '=', leaverID)
    .execute()
  const own = { userID: leaverID }
  await db()
    .insertInto('contactDetails')
    .values({ ...own, type: 'ADDRESS' as never, label: 'Home', value: address })
    .execute()
  await db()
    .insertInto('moods')
    .values({ ...own, moodValue: 2, comments: 'tired', at: now, isShared: 0 })
    .execute()
  await db()
    .insertInto('scratchPads')
    .values({ ...own, text: SECRET_NOTE, revision: 1, updatedAt: now })
    .execute()
  await db()
    .insertInto('profilePictures')
    .values({ ...own, contentType: 'image/png', content: Buffer.from('PICTURE-OF-MARIA'), updatedAt: now })
    .execute()
  await db()
    .insertInto('documents')
    .values({
      ...own,
      name: 'passport.pdf',
      contentType: 'application/pdf',
      size: 5,
      content: Buffer.from(FILE_TEXT),
      uploadedAt: now,
      deletedAt: null,
    })
    .execute()
  await db()
    .insertInto('mails')
    .values({
      version: 1,
      messageID: '<1@x>',
      kind: 'OTHER',
      to: email,
      from: '',
      subject: 'Rota',
      userID: leaverID,
      state: 'SENT',
      content: null,
      createdAt: now,
      expiresAt: null,
      nextAt: now,
      leaseID: null,
      leaseUntil: null,
      tries: 1,
      firstTriedAt: now,
      endedAt: now,
      lastAnswer: '',
    })
    .execute()
  await db()
    .insertInto('notifications')
    .values({
      userID: otherID,
      type: 1 as never,
      subject: 'Ticket: 4 was raised by Maria Keller',
      body: '',
      source: '',
      sourceID: null,
      cssClass: 'info' as never,
      isRead: 0,
      entryTime: now,
    })
    .execute()
  const threadID = await thread()
  const hers = await message(threadID, leaverID, `ring me on ${mobile}, or write to ${email}`)
  const mention = await message(threadID, otherID, 'Maria knows where the forms are')
  await db().insertInto('mentions').values({ messageID: mention, userID: leaverID }).execute()
  await message(threadID, otherID, 'my own mail is paul.owusu@home.example')
  const storedAs = 'ab/abcdef00-0000-4000-8000-000000000000'
  mkdirSync(join(folder, 'files', 'ab'), { recursive: true })
  const { writeFileSync } = await import('node:fs')
  writeFileSync(join(folder, 'files', storedAs), FILE_TEXT)
  await db()
    .insertInto('attachments')
    .values({ messageID: hers, fileName: 'scan.txt', contentType: 'text/plain', storedAs, size: 27 })
    .execute()
  await db()
    .insertInto('audit')
    .values({
      ...{
        at: now,
        actorID: null,
        actorName: 'Ann',
        action: 'PERSON_CHANGED',
        page: '',
        recordType: 'person',
      },
      ...{
        recordID: leaverID,
        label: 'Maria Keller',
        changes: JSON.stringify([{ field: 'email', before: null, after: email }]),
        reason: `moved to ${address}`,
        personID: leaverID,
      },
    })
    .execute()
  return { threadID, hers }
}

/** Runs the services that are due. */
async function tend(): Promise<string[]> {
  const lines: string[] = []
  const files = { remove: async (name: string) => rmSync(join(folder, 'files', name), { force: true }) }
  const erasures = new ErasuresFile([folder, join(folder, 'backups')])
  for (const service of privacyServices({
    db: db(),
    files,
    exports: { tend: async () => [] } as never,
    erasures,
  }))
    await service.run({
      startedAt: server.clock.now,
      since: null,
      log: (line) => void lines.push(line),
      signal: new AbortController().signal,
    })
  return lines
}

/** Every byte of the data folder. */
function bytesOf(at = folder): string {
  return readdirSync(at)
    .map((name) => {
      const path = join(at, name)
      return statSync(path).isDirectory() ? bytesOf(path) : `${name}\n${readFileSync(path, 'latin1')}`
    })
    .join('\n')
}

async function exported(id: number, as = ann) {
  const answer = await server.server.app.inject({
    method: 'POST',
    url: '/api/privacy/export/download',
    headers: as,
    payload: { id },
  })
  return {
    status: answer.statusCode,
    files: answer.statusCode === 200 ? unzipped(answer.rawPayload) : new Map<string, Buffer>(),
  }
}
const ready = (id: number) =>
  vi.waitFor(async () => {
    const row = await db()
      .selectFrom('privacyRequests')
      .where('id', '=', id)
      .select('state')
      .executeTakeFirst()
    expect(row?.state).toBe('READY')
  })

const ABOUT_PEOPLE =
  /^(?:userID|personID|ownerID|hostID|raisedBy|byID|email|mobile|phone|phoneNumber|address|respondentName|displayName)$/
/** They have such a column, and it isn't about somebody of the company. */
const NOT_OF_PEOPLE = ['agencies', 'areas', 'installation', 'broadcasts', 'defconAlerts', 'systemFlags']

test('A153 A154 every table with a column about people has a line that says what becomes of it', async () => {
  const tables = await db().introspection.getTables()
  const known: Record<string, unknown> = PERSONAL_TABLES
  const missing = tables
    .filter(({ name }) => !/^(?:kysely_|messageWords|sqlite_)/.test(name) && !NOT_OF_PEOPLE.includes(name))
    .filter(({ columns }) => columns.some(({ name }) => ABOUT_PEOPLE.test(name)))
    .map(({ name }) => name)
    .filter((name) => known[name] === undefined || known[name] === 'NOTHING')
  expect(missing).toEqual([])
})

test('a table whose rows name a person has a rule for them, or says why it has none', async () => {
  const tables = await db().introspection.getTables()
  const silent = tables
    .filter(({ columns }) => columns.some(({ name }) => name === 'userID' || name === 'personID'))
    .map(({ name }) => name)
    .filter((name) => (PERSONAL_TABLES as Record<string, unknown>)[name] === 'NOTHING')
  expect(silent).toEqual([])
  for (const [table, { person, hide = [], blank = {} }] of personalTables()) {
    const columns = tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? []
    for (const column of [person, ...hide, ...Object.keys(blank)])
      expect(columns, `${table}.${column}`).toContain(column)
  }
})

test('A126 the page of an export shows the company’s logo where it has one', async () => {
  await live()
  const page = async () => {
    const { body } = await ask('export/request', { userID: leaverID, reason: 'They asked' })
    const { id } = body as { id: number }
    await ready(id)
    return String((await exported(id)).files.get('index.html'))
  }
  expect(await page()).not.toContain('<img')
  const content = Buffer.from('<svg></svg>')
  await keepPicture(server.server.db, { kind: 'LOGO', content, by: null, at: 0 })
  expect(await page()).toContain(
    `<img class="logo" src="data:image/svg+xml;base64,${content.toString('base64')}" alt=`,
  )
})

test('A154 an export holds every kind of record about a person, with a page to read and their files', async () => {
  await live()
  const { body } = await ask('export/request', { userID: leaverID, reason: 'They asked' })
  const { id } = body as { id: number }
  await ready(id)
  const { files } = await exported(id)
  const data = JSON.parse(String(files.get('data.json')))
  expect(data.person).toBe('Maria Keller')
  const tables = data.sections.map(({ table }: { table: string }) => table)
  const wanted = personalTables().flatMap(([table, { section }]) =>
    section === null ? [] : [table as string],
  )
  expect([...tables].sort()).toEqual([...wanted, 'mentions'].sort())
  const text = String(files.get('data.json')) + String(files.get('index.html'))
  for (const one of [
    ...Object.values(PLANTED),
    'Mia',
    SECRET_NOTE,
    'tired',
    'ring me on',
    'Maria knows where',
    'passport.pdf',
  ])
    expect(text, one).toContain(one)
  for (const section of Object.values(EXPORT_SECTIONS))
    expect(String(files.get('index.html'))).toContain(`<h2>${section}</h2>`)
  const contents = [...files]
    .filter(([name]) => name.startsWith('files/'))
    .map(([, content]) => String(content))
  expect(contents.sort()).toEqual(['PICTURE-OF-MARIA', FILE_TEXT, FILE_TEXT])
  for (const [name] of files) if (name.startsWith('files/')) expect(text).toContain(name)
  expect(await auditTold(db())).toEqual([
    'PERSON_CHANGED |  | person | Maria Keller',
    'PERSON_EXPORTED | admin.active-users | person | Maria Keller',
    'PERSON_EXPORT_FETCHED | admin.active-users | person | Maria Keller',
  ])
})

test('A154 of others it has the display name and no more, and no secret at all', async () => {
  await live()
  await db()
    .updateTable('users')
    .set({ email: 'paul.owusu@home.example', mobile: '07700900111', legalName: 'Paul Kofi Owusu' })
    .where('id', '=', otherID)
    .execute()
  await db().updateTable('users').set({ managerID: otherID }).where('id', '=', leaverID).execute()
  const passwordHash = (
    await db().selectFrom('users').where('id', '=', leaverID).select('passwordHash').executeTakeFirstOrThrow()
  ).passwordHash
  const { id } = (await ask('export/request', { userID: leaverID, reason: 'x' })).body as { id: number }
  await ready(id)
  const { files } = await exported(id)
  const text = [...files.values()].join('\n')
  expect(text).toContain('Paul Owusu')
  for (const one of ['paul.owusu@home.example', '07700900111', 'Kofi', passwordHash])
    expect(text).not.toContain(one)
  const { sections } = JSON.parse(String(files.get('data.json'))) as {
    sections: { table: string; records: Record<string, unknown>[] }[]
  }
  expect(sections.find(({ table }) => table === 'users')?.records).toMatchObject([
    // What isn't known stands there as well.
    { managerID: 'Paul Owusu', agencyID: null },
  ])
  expect(sections.find(({ table }) => table === 'moods')?.records).toMatchObject([
    { moodValue: 2, comments: 'tired', at: '2026-05-04 13:00' },
  ])
  // Nobody is told by a number.
  const told = sections.flatMap(({ table, records }) =>
    records.flatMap((record) => Object.entries(record).map(([column, value]) => ({ table, column, value }))),
  )
  const people = told.filter(({ column }) =>
    /(?:By|(?:manager|owner|coach|host|caller|sender)ID)$/.test(column),
  )
  expect(people.filter(({ value }) => typeof value === 'number')).toEqual([])
})

test('A154 its link is good for 7 days, and for whoever asked for it', async () => {
  const { id } = (await ask('export/request', { userID: leaverID, reason: 'x' })).body as { id: number }
  await ready(id)
  expect((await exported(id)).status).toBe(200)
  expect((await exported(id, tom)).status).toBe(404)
  expect((await exported(id, {} as never)).status).toBe(401)
  await db()
    .updateTable('sessions')
    .set({ expiresAt: server.clock.now + 20 * 86_400_000 })
    .execute()
  server.clock.now += EXPORT_KEPT_MS - 1
  ann = await signIn(server, 'ann')
  expect((await exported(id)).status).toBe(200)
  server.clock.now += 1
  expect((await exported(id)).status).toBe(410)
  const told = await db()
    .selectFrom('audit')
    .where('personID', '=', leaverID)
    .select('action')
    .orderBy('id')
    .execute()
  expect(told.map(({ action }) => action)).toEqual([
    'PERSON_EXPORTED',
    'PERSON_EXPORT_FETCHED',
    'PERSON_EXPORT_FETCHED',
  ])
})

test('A154 somebody without the permission gets their own data and nobody else’s', async () => {
  const paul = await signIn(server, 'paul')
  expect((await ask('export/request', { userID: leaverID, reason: 'x' }, paul)).status).toBe(403)
  const { id } = (await ask('export/mine', {}, paul)).body as { id: number }
  await ready(id)
  expect((await ask('export/list', {}, paul)).body).toMatchObject({ exports: [{ id, state: 'READY' }] })
  expect((await ask('export/list', { userID: otherID }, ann)).body).toEqual({ exports: [] })
  const { files } = await exported(id, paul)
  expect(JSON.parse(String(files.get('data.json'))).person).toBe('Paul Owusu')
})

const wanted = (changes: object = {}) => ({
  ...{ userID: leaverID, userName: 'maria.keller', withTexts: false, reason: 'They asked' },
  ...changes,
})

test('A155 an erasure needs a leaver, their user name, a second approver and 7 days', async () => {
  expect(await ask('erase/request', wanted())).toEqual({
    status: 400,
    body: { value: 'Deactivate this person first.' },
  })
  await leave()
  expect((await ask('erase/request', wanted({ userName: 'maria' }))).body).toEqual({
    value: 'That is not this person’s user name.',
  })
  expect((await ask('erase/request', wanted(), await signIn(server, 'paul'))).status).toBe(403)
  const { body } = await ask('erase/request', wanted())
  const [{ id } = { id: 0 }] = (body as { erasures: { id: number }[] }).erasures
  expect((await ask('erase/request', wanted())).status).toBe(409)
  expect(await ask('erase/approve', { id })).toEqual({
    status: 403,
    body: { value: 'Somebody else has to approve it.' },
  })
  server.clock.now += 30 * 86_400_000
  ;[ann, tom] = [await signIn(server, 'ann'), await signIn(server, 'tom')]
  expect(await tend()).toEqual([])
  expect(await ask('erase/approve', { id }, tom)).toMatchObject({
    status: 200,
    body: {
      erasures: [
        {
          state: 'APPROVED',
          approvedBy: 'tom',
          effectiveAt: new Date(server.clock.now + ERASURE_WAITS_MS).toISOString(),
        },
      ],
    },
  })
  server.clock.now += ERASURE_WAITS_MS - 1
  expect(await tend()).toEqual([])
  server.clock.now += 1
  expect(await tend()).toEqual([`Person ${leaverID} erased`])
  expect(
    await db()
      .selectFrom('users')
      .where('id', '=', leaverID)
      .select(['displayName', 'userName', 'email'])
      .execute(),
  ).toEqual([{ displayName: formerName(leaverID), userName: `former.colleague.${leaverID}`, email: null }])
  const told = await db().selectFrom('notifications').select('subject').execute()
  expect(told).toEqual([{ subject: 'An erasure of Former colleague 3 waits for your approval' }])
})

test('A155 it can be cancelled until it takes effect, and not after', async () => {
  await leave()
  const first = (await ask('erase/request', wanted())).body as { erasures: { id: number }[] }
  const id = first.erasures[0]?.id ?? 0
  await ask('erase/approve', { id }, tom)
  server.clock.now += ERASURE_WAITS_MS
  ann = await signIn(server, 'ann')
  expect(await ask('erase/cancel', { id })).toMatchObject({ body: { erasures: [{ state: 'CANCELLED' }] } })
  expect(await tend()).toEqual([])
  expect((await ask('erase/cancel', { id })).status).toBe(409)
  expect((await ask('erase/approve', { id }, await signIn(server, 'tom'))).status).toBe(409)
  expect((await auditActions(db())).filter((action) => action.startsWith('ERASURE'))).toEqual([
    'ERASURE_REQUESTED',
    'ERASURE_APPROVED',
    'ERASURE_CANCELLED',
  ])
})

test('A155 somebody who came back, or on whom there is a legal hold, isn’t erased', async () => {
  await leave()
  await db()
    .insertInto('legalHolds')
    .values({
      personID: leaverID,
      projectID: null,
      reason: 'x',
      placedBy: 1,
      placedAt: 0,
      liftedBy: null,
      liftedAt: null,
    })
    .execute()
  expect((await ask('erase/request', wanted())).body).toEqual({
    value: 'There is a legal hold on this person.',
  })
  expect((await ask('erase/preview', { userID: leaverID })).body).toMatchObject({
    refusal: 'There is a legal hold on this person.',
  })
  await db().updateTable('legalHolds').set({ liftedAt: 1 }).execute()
  const { erasures } = (await ask('erase/request', wanted())).body as { erasures: { id: number }[] }
  await ask('erase/approve', { id: erasures[0]?.id }, tom)
  server.clock.now += ERASURE_WAITS_MS
  await db().updateTable('legalHolds').set({ liftedAt: null }).execute()
  expect(await tend()).toEqual([`Person ${leaverID} waits: there is a legal hold`])
  await db().updateTable('legalHolds').set({ liftedAt: 1 }).execute()
  await db().updateTable('users').set({ status: 'ACTIVE', isActive: 1 }).where('id', '=', leaverID).execute()
  expect(await tend()).toEqual([])
  expect(await db().selectFrom('users').where('id', '=', leaverID).select('displayName').execute()).toEqual([
    { displayName: 'Maria Keller' },
  ])
})

async function erase(withTexts: boolean) {
  await leave()
  const { erasures } = (await ask('erase/request', wanted({ withTexts }))).body as {
    erasures: { id: number }[]
  }
  await ask('erase/approve', { id: erasures[0]?.id }, tom)
  server.clock.now += ERASURE_WAITS_MS
  expect(await tend()).toEqual([`Person ${leaverID} erased`])
}

test('A155 afterwards contact data, picture, notes and files are nowhere in database or files, and the audit is whole', async () => {
  await live()
  const { id: meetingID } = await db()
    .insertInto('meetings')
    .values({
      ...{ hostID: otherID, subject: 'Talk', agenda: '', announcedAt: null, isImmediate: 0 },
      ...{ start: 0, end: 1 },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const guest = (email: string, name: string) => ({ meetingID, email: email.toLowerCase(), name })
  await db()
    .insertInto('meetingGuests')
    .values([guest(PLANTED.email, 'Maria Keller'), guest('gus@example.org', 'Gus')])
    .execute()
  await vi.waitFor(async () => {
    const waiting = await db().selectFrom('audit').where('sequence', 'is', null).select('id').execute()
    expect(waiting).toEqual([])
  })
  await scrub(db())
  const before = bytesOf()
  const planted = [...Object.values(PLANTED), SECRET_NOTE, FILE_TEXT, 'PICTURE-OF-MARIA']
  for (const one of planted) expect(before.includes(one), one).toBe(true)
  await erase(false)
  const after = bytesOf()
  for (const one of [...planted, 'Maria Keller']) expect(after.includes(one), one).toBe(false)
  expect(await db().selectFrom('meetingGuests').select('name').execute()).toEqual([{ name: 'Gus' }])
  // Her messages go on under the new name, without what she could be reached by.
  expect(await db().selectFrom('messages').where('userID', '=', leaverID).select('text').execute()).toEqual([
    { text: 'ring me on [removed], or write to [removed]' },
  ])
  await vi.waitFor(async () => {
    const waiting = await db().selectFrom('audit').where('sequence', 'is', null).select('id').execute()
    expect(waiting).toEqual([])
  })
  await holdAlone(db(), 1, ['ADMIN_CAN_SEE_AUDIT_LOG'])
  const verified = said(await post(server, '/api/admin/audit/verify', {}, await signIn(server, 'ann')))
  expect(verified).toMatchObject({ status: 200, body: { verdict: { isWhole: true } } })
})

test('A155 contact data in audit entries about others goes, the rest of them stays, and the chain tells it from an edit', async () => {
  await live()
  const { email, mobile, address } = PLANTED
  const rest = {
    page: '',
    recordType: 'person',
    recordID: otherID,
    label: `Paul, not ${email.toUpperCase()}`,
  }
  await audit(db(), { userID: 1, displayName: 'Ann' }, server.clock.now, {
    ...rest,
    ...{ action: 'PERSON_CHANGED', reason: `Maria rang from ${mobile}` },
    changes: [{ field: 'address', before: `“${address}”`, after: 'Leeds' }],
  })
  const chained = () =>
    vi.waitFor(async () => {
      const waiting = await db().selectFrom('audit').where('sequence', 'is', null).select('id').execute()
      expect(waiting).toEqual([])
    })
  // One that isn't in the chain yet is changed without a trace.
  await chained()
  await erase(false)
  await chained()
  const told = await db()
    .selectFrom('audit')
    .where('action', '=', 'PERSON_CHANGED')
    .where('personID', '=', otherID)
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(told).toMatchObject({
    ...{ actorName: 'Ann', label: 'Paul, not [removed]', reason: 'Maria rang from [removed]' },
    changes: JSON.stringify([{ field: 'address', before: '“[removed]”', after: 'Leeds' }]),
  })
  const { changes } = await db()
    .selectFrom('audit')
    .where('action', '=', 'PERSON_ERASED')
    .select('changes')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(changes)).toEqual([
    { field: 'redacted', before: null, after: [[told.sequence, expect.any(String)]] },
  ])
  await holdAlone(db(), 1, ['ADMIN_CAN_SEE_AUDIT_LOG'])
  const ann = await signIn(server, 'ann')
  const verdict = async () => {
    const { body } = said(await post(server, '/api/admin/audit/verify', {}, ann))
    return (body as { verdict: unknown }).verdict
  }
  expect(await verdict()).toMatchObject({ isWhole: true })
  // An export of it alone, or of everything, is whole, too.
  for (const request of [{}, { searchTerm: 'Paul, not' }]) {
    const { body } = await post(server, '/api/admin/audit/export', request, ann)
    expect((await checkProof(body)).verdict).toMatchObject({ isWhole: true })
  }
  await chained()
  const set = (values: object) => db().updateTable('audit').set(values).where('id', '=', told.id).execute()
  await set({ reason: 'Paul rang' })
  expect(await verdict()).toMatchObject({ isWhole: false, sequence: told.sequence, kind: 'EDITED' })
  await set({ reason: told.reason, recordID: 1 })
  expect(await verdict()).toMatchObject({ isWhole: false, sequence: told.sequence, kind: 'EDITED' })
  await set({ recordID: told.recordID })
  expect(await verdict()).toMatchObject({ isWhole: true })
  expect(await auditTold(db())).toEqual([
    'PERSON_CHANGED |  | person | ',
    'PERSON_CHANGED |  | person | Paul, not [removed]',
    'ERASURE_REQUESTED | admin.active-users | person | ',
    'ERASURE_APPROVED | admin.active-users | person | ',
    'PERSON_ERASED |  | person | Former colleague 3',
    'EXPORTED | admin.audit-logs | auditEntry | Audit entries with their proof',
    'EXPORTED | admin.audit-logs | auditEntry | Audit entries with their proof',
  ])
})

test('A155 messages lose their text where that was chosen', async () => {
  await live()
  await erase(true)
  expect(await db().selectFrom('messages').where('userID', '=', leaverID).select('text').execute()).toEqual([
    { text: '' },
  ])
  expect(
    await db().selectFrom('messages').where('userID', '=', otherID).select('text').orderBy('id').execute(),
  ).toEqual([{ text: 'Maria knows where the forms are' }, { text: 'my own mail is paul.owusu@home.example' }])
})

test('A155 a preview counts what is deleted, anonymised and kept, each with its reason', async () => {
  await live()
  const { body } = await ask('erase/preview', { userID: leaverID })
  expect(body).toMatchObject({ refusal: 'Deactivate this person first.', erasures: [] })
  const { deleted, kept } = body as {
    deleted: { what: string; count: number }[]
    kept: { what: string; why: string }[]
  }
  expect(deleted).toContainEqual({ what: 'Mood answers', count: 1, why: '' })
  expect(kept.map(({ what }) => what)).toContain('Messages')
  for (const { why } of kept) expect(why).not.toBe('')
})

test('A156 a database from before an erasure is erased anew before anybody is served', async () => {
  await live()
  const before = join(folder, 'before.db')
  await anyVacuumInto(db(), before)
  await erase(true)
  await server.server.close()
  const { copyFileSync } = await import('node:fs')
  for (const name of ['data.db-wal', 'data.db-shm']) rmSync(join(folder, name), { force: true })
  copyFileSync(before, join(folder, 'data.db'))
  rmSync(before)
  // The folder's own list is lost with it; the one beside the backups is there.
  rmSync(join(folder, 'erasures.jsonl'))
  expect(readFileSync(join(folder, 'backups', 'erasures.jsonl'), 'utf8')).not.toContain('Maria')
  server = await start()
  expect(
    await db().selectFrom('users').where('id', '=', leaverID).select(['displayName', 'email']).execute(),
  ).toEqual([{ displayName: formerName(leaverID), email: null }])
  expect(await db().selectFrom('messages').where('userID', '=', leaverID).select('text').execute()).toEqual([
    { text: '' },
  ])
  for (const one of Object.values(PLANTED)) expect(bytesOf().includes(one), one).toBe(false)
  const kept = new ErasuresFile([join(folder, 'backups')]).read()
  expect(kept).toMatchObject([{ personID: leaverID, withTexts: true }])
  expect(await eraseAgain(db(), kept, 1, async () => {})).toBe(0)
})

const anyVacuumInto = async (from: Database, to: string) => {
  const { DatabaseSync } = await import('node:sqlite')
  await anyRows(from).selectFrom('users').select('id').execute()
  const copy = new DatabaseSync(join(folder, 'data.db'))
  copy.exec(`vacuum into '${to}'`)
  copy.close()
}
