import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { VaultEntry } from '#shared/contract/vault.ts'
import { VAULT_LIMITS } from '#shared/domain/vault.ts'
import { Background } from '../background.ts'
import { afterCommit, inOneUnit } from '../db/unit-of-work.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { addTaskRow } from '../tasks/testing/task-fixture.ts'
import { VaultNews } from './news.ts'
import { ENTRY_ID, NEW_ENTRY_ID, sealedEntry, VAULT_KEYS } from './testing/vault-fixture.ts'

let server: TestServer
let annID: number
let benID: number
let ann: { authorization: string }
let ben: { authorization: string }
beforeAll(async () => {
  server = await startTestServer()
  annID = await addPerson(server, { userName: 'ann', displayName: 'Ann Lee', permissions: ['CAN_USE_VAULT'] })
  benID = await addPerson(server, { userName: 'ben', permissions: ['CAN_USE_VAULT'] })
  ann = await signIn(server, 'ann')
  ben = await signIn(server, 'ben')
})
afterAll(() => server.server.close())
beforeEach(async () => {
  server.clock.now = NOON
  const { db } = server.server
  await db.deleteFrom('vaultEntries').execute()
  await db.deleteFrom('vaultKeys').execute()
  await db.deleteFrom('vaultDeletions').execute()
  await db.deleteFrom('threads').execute()
  await db.deleteFrom('tasks').execute()
})

const DONE = { status: 200, body: { done: true } }
const ask = async (name: string, payload: object = {}, bearer = ann) =>
  said(await post(server, `/api/vault/${name}`, payload, bearer))
const refusedWith = (status: number, code: string) => ({ status, body: expect.objectContaining({ code }) })
const full = async (name: string, payload: object = {}, bearer = ann) => {
  const { status, body } = await post(server, `/api/vault/${name}`, payload, bearer)
  return { status, body: JSON.parse(body) }
}
const view = async (bearer = ann, sourceID = annID): Promise<readonly VaultEntry[]> => {
  const { body } = await post(server, '/api/vault/view-vault', { source: 'USER', sourceID }, bearer)
  return JSON.parse(body)
}
/** That the entry's first version is deleted. */
const deletion = (entryID = ENTRY_ID, version = 2) => ({ entryID, version, signature: VAULT_KEYS.signingKey })
const setUp = (bearer = ann) => ask('save-keys', { keys: VAULT_KEYS }, bearer)
const add = (entryID = ENTRY_ID, userID = annID, bearer = ann) =>
  ask('add-entry', { source: 'USER', sourceID: userID, ...sealedEntry(entryID, 1, userID) }, bearer)

test('W008 W083 W084 W212 view-vault: the person’s entries, each with whose it is, its label, time and what is sealed', async () => {
  expect(await setUp()).toEqual(DONE)
  expect(await view()).toEqual([])
  expect(await add()).toEqual(DONE)
  server.clock.now += 1000
  expect(await add(NEW_ENTRY_ID)).toEqual(DONE)
  const { keys, ...sealed } = sealedEntry(ENTRY_ID, 1, annID)
  const time = new Date(NOON).toISOString()
  expect(await view()).toEqual([
    {
      ...sealed,
      userID: annID,
      userName: 'Ann Lee',
      manifest: '',
      entryTime: time,
      changedTime: time,
      writer: {
        userID: annID,
        userName: 'Ann Lee',
        encryptionKey: VAULT_KEYS.encryptionKey,
        signingKey: VAULT_KEYS.signingKey,
      },
      key: keys[0],
    },
    expect.objectContaining({ entryID: NEW_ENTRY_ID, entryTime: new Date(NOON + 1000).toISOString() }),
  ])
  for (const source of ['PROJECT', 'TASK'])
    expect(await full('view-vault', { source, sourceID: 3 })).toMatchObject(
      refusedWith(403, 'vault.notYours'),
    )
  expect((await ask('view-vault', { source: 'TEAM', sourceID: 3 })).status).toBe(400)

  // With somebody else's key beside it an entry is there once, with one's own.
  const { db } = server.server
  const own = await db
    .selectFrom('vaultEntryKeys')
    .selectAll()
    .where('entryID', '=', ENTRY_ID)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('vaultEntryKeys')
    .values({ ...own, userID: benID, wrapped: 'b3RoZXI=' })
    .execute()
  expect((await view()).map(({ entryID, key }) => [entryID, key.userID])).toEqual([
    [ENTRY_ID, annID],
    [NEW_ENTRY_ID, annID],
  ])
  // What lies with a task of the person's number isn't in their own vault.
  await db.updateTable('vaultEntries').set({ source: 'TASK' }).where('entryID', '=', NEW_ENTRY_ID).execute()
  expect((await view()).map(({ entryID }) => entryID)).toEqual([ENTRY_ID])
})

test('W212 nobody sees or touches another’s vault, with the right to use vaults', async () => {
  await setUp()
  await setUp(ben)
  await add()
  expect(await full('view-vault', { source: 'USER', sourceID: annID }, ben)).toMatchObject(
    refusedWith(403, 'vault.notYours'),
  )
  const payload = { source: 'USER', sourceID: annID, ...sealedEntry(NEW_ENTRY_ID, 1, benID) }
  expect(await full('add-entry', payload, ben)).toMatchObject(refusedWith(403, 'vault.notYours'))
  for (const [name, body] of [
    ['change-entry', sealedEntry(ENTRY_ID, 2, benID)],
    ['delete-entry', deletion()],
    ['rekey', { entries: [sealedEntry(ENTRY_ID, 2, benID)] }],
    ['note-use', { entryID: ENTRY_ID, use: 'VIEWED' }],
    ['uses', { entryID: ENTRY_ID }],
  ] as const)
    expect(await full(name, body, ben), name).toMatchObject(refusedWith(400, 'vault.gone'))
  expect(await view()).toHaveLength(1)
  // With somebody else's id the entry that stands isn't written over.
  expect(
    await full('add-entry', { source: 'USER', sourceID: benID, ...sealedEntry(ENTRY_ID, 1, benID) }, ben),
  ).toMatchObject(refusedWith(409, 'vault.changedMeanwhile'))
  expect(await view()).toEqual([expect.objectContaining({ userID: annID, version: 1 })])
})

test('without the right to use vaults there is none', async () => {
  await addPerson(server, { userName: 'cat' })
  const cat = await signIn(server, 'cat')
  expect((await ask('my-keys', {}, cat)).status).toBe(403)
})

test('the keys: set up once, changed by their next version only, and for the same pair only', async () => {
  expect(await ask('my-keys')).toEqual({ status: 200, body: { keys: null } })
  expect(await full('save-keys', { keys: { ...VAULT_KEYS, version: 2 } })).toMatchObject(
    refusedWith(409, 'vault.keysChanged'),
  )
  expect(await setUp()).toEqual(DONE)
  expect(await full('save-keys', { keys: VAULT_KEYS })).toMatchObject(refusedWith(409, 'vault.keysChanged'))
  const next = { ...VAULT_KEYS, version: 2, byPassphrase: 'bmV4dA==' }
  for (const wrong of [
    { version: 3 },
    { encryptionKey: VAULT_KEYS.signingKey },
    { signingKey: VAULT_KEYS.encryptionKey },
  ])
    expect(await full('save-keys', { keys: { ...next, ...wrong } })).toMatchObject(
      refusedWith(409, 'vault.keysChanged'),
    )
  expect(await ask('save-keys', { keys: next })).toEqual(DONE)
  expect(await ask('my-keys')).toEqual({ status: 200, body: { keys: next } })
  expect(await ask('my-keys', {}, ben)).toEqual({ status: 200, body: { keys: null } })
})

test('W083 an entry is for its person alone, of a vault that is set up, in their own place', async () => {
  expect(
    await full('add-entry', { source: 'USER', sourceID: annID, ...sealedEntry(ENTRY_ID, 1, annID) }),
  ).toMatchObject(refusedWith(400, 'vault.notSetUp'))
  await setUp()
  const [own] = sealedEntry(ENTRY_ID, 1, annID).keys
  const [bens] = sealedEntry(ENTRY_ID, 1, benID).keys
  for (const keys of [[bens], [own, bens]])
    expect(
      await full('add-entry', { source: 'USER', sourceID: annID, ...sealedEntry(ENTRY_ID, 1, annID), keys }),
    ).toMatchObject(refusedWith(400, 'vault.otherReaders'))
  expect(
    await full('add-entry', { source: 'PROJECT', sourceID: 3, ...sealedEntry(ENTRY_ID, 1, annID) }),
  ).toMatchObject(refusedWith(403, 'vault.notYours'))
  expect(await view()).toEqual([])
})

test('a change needs the version before it; the second of two windows is told', async () => {
  await setUp()
  await add()
  server.clock.now += 5000
  const changed = { ...sealedEntry(ENTRY_ID, 2, annID), label: 'New label', ciphertext: 'bmV3' }
  expect(await ask('change-entry', changed)).toEqual(DONE)
  expect(await view()).toEqual([
    expect.objectContaining({
      label: 'New label',
      ciphertext: 'bmV3',
      version: 2,
      entryTime: new Date(NOON).toISOString(),
      changedTime: new Date(NOON + 5000).toISOString(),
    }),
  ])
  for (const version of [1, 2, 4])
    expect(await full('change-entry', { ...changed, version, label: 'Late' })).toMatchObject(
      refusedWith(409, 'vault.changedMeanwhile'),
    )
  expect((await view()).map(({ label }) => label)).toEqual(['New label'])
})

test('W083 who added, viewed, copied and changed an entry is there for its owner, newest first', async () => {
  await setUp()
  await add()
  for (const use of ['VIEWED', 'COPIED']) {
    server.clock.now += 1000
    expect(await ask('note-use', { entryID: ENTRY_ID, use })).toEqual(DONE)
  }
  await ask('change-entry', sealedEntry(ENTRY_ID, 2, annID))
  const by = (use: string, at: number) => ({
    userID: annID,
    userName: 'Ann Lee',
    use,
    at: new Date(at).toISOString(),
  })
  expect(await ask('uses', { entryID: ENTRY_ID })).toEqual({
    status: 200,
    body: [
      by('CHANGED', NOON + 2000),
      by('COPIED', NOON + 2000),
      by('VIEWED', NOON + 1000),
      by('ADDED', NOON),
    ],
  })
})

test('W212 the last entry that fits is kept, the next is refused', async () => {
  await setUp()
  const { keys, ...entry } = sealedEntry('', 1, annID)
  const times = { entryTime: NOON, changedAt: NOON }
  const row = { ...entry, ...times, userID: annID, writerID: annID, source: 'USER', sourceID: annID } as const
  const rows = Array.from({ length: VAULT_LIMITS.entries - 1 }, (_, n) => ({ ...row, entryID: `e${n}` }))
  for (let at = 0; at < rows.length; at += 100)
    await server.server.db
      .insertInto('vaultEntries')
      .values(rows.slice(at, at + 100))
      .execute()
  expect(await add()).toEqual(DONE)
  expect(
    await full('add-entry', { source: 'USER', sourceID: annID, ...sealedEntry(NEW_ENTRY_ID, 1, annID) }),
  ).toMatchObject(refusedWith(400, 'vault.full'))
})

test('deleting and starting again leave nothing, of the person alone', async () => {
  await setUp()
  await setUp(ben)
  await add()
  await add(NEW_ENTRY_ID, benID, ben)
  expect(await ask('start-again')).toEqual(DONE)
  expect(await ask('my-keys')).toEqual({ status: 200, body: { keys: null } })
  expect(await view()).toEqual([])
  const { db } = server.server
  expect(await db.selectFrom('vaultEntryKeys').select('userID').execute()).toEqual([{ userID: benID }])
  expect(await setUp()).toEqual(DONE)
  expect(await ask('delete-entry', deletion(NEW_ENTRY_ID), ben)).toEqual(DONE)
  for (const table of ['vaultEntries', 'vaultEntryKeys', 'vaultUses'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
})

/** A project of ann's and ben's, whose vault cat isn't of; what is in it is for both. */
async function share() {
  const { db } = server.server
  await setUp()
  await setUp(ben)
  await addRoom('PROJECT', 7, [annID, benID])
  expect(await ask('add-entry', { ...PROJECT, ...forBoth(1) })).toEqual(DONE)
  return db
}

const PROJECT = { source: 'PROJECT', sourceID: 7 } as const
const forBoth = (version: number, readers = [annID, benID]) => ({
  ...sealedEntry(ENTRY_ID, version, annID),
  manifest: '{"readers":[]}',
  keys: readers.flatMap((userID) => sealedEntry(ENTRY_ID, version, userID).keys),
})

async function addRoom(source: 'PROJECT' | 'TASK_CHAT', sourceID: number, people: readonly number[]) {
  const { db } = server.server
  const label = { label: 'Rail tracker', displayLabel: 'Rail tracker', displayGroupLabel: '' }
  const { id } = await db
    .insertInto('threads')
    .values({
      ...label,
      type: 'CHATROOM',
      source,
      sourceID,
      isGroup: 1,
      status: '',
      priority: '',
      createdAt: NOON,
      lastMessageID: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const member = { threadID: id, isAdmin: 0, isArchived: 0, lastReadMessageID: 0 }
  await db
    .insertInto('threadMembers')
    .values(people.map((userID) => ({ ...member, userID })))
    .execute()
}

const viewShared = async (bearer: typeof ann, place: object = PROJECT) => full('view-vault', place, bearer)

describe('a vault that is shared (spec 3 §2)', () => {
  test('W083 W084 W212 each of a project’s people gets the entry with their own key, and nobody else any of it', async () => {
    await share()
    const [anns] = (await viewShared(ann)).body as VaultEntry[]
    const [bens] = (await viewShared(ben)).body as VaultEntry[]
    expect(anns?.key.userID).toBe(annID)
    expect(bens).toMatchObject({ key: { userID: benID }, userName: 'Ann Lee', version: 1 })
    expect((await full('place', PROJECT, ben)).body).toMatchObject({
      name: 'Rail tracker',
      people: [{ userID: annID }, { userID: benID }],
      waiting: 0,
      deleted: [],
    })
    expect((await full('places', {}, ben)).body).toEqual([
      { ...PROJECT, name: 'Rail tracker', entries: 1, isToRekey: false },
    ])
    await addPerson(server, { userName: 'eve', permissions: ['CAN_USE_VAULT'] })
    const eve = await signIn(server, 'eve')
    await setUp(eve)
    for (const name of ['view-vault', 'place'])
      expect(await full(name, PROJECT, eve), name).toMatchObject(refusedWith(403, 'vault.notYours'))
    expect((await full('places', {}, eve)).body).toEqual([])
    expect(await full('change-entry', forBoth(2), eve)).toMatchObject(refusedWith(400, 'vault.gone'))
    expect(await full('rekey', { entries: [forBoth(2)] }, eve)).toMatchObject(refusedWith(400, 'vault.gone'))
    // The same refusal where there is no such project at all.
    expect(await full('place', { ...PROJECT, sourceID: 999 }, eve)).toMatchObject(
      refusedWith(403, 'vault.notYours'),
    )
  })

  test('who is removed is cut off at once, and the next reader writes it anew without them', async () => {
    const db = await share()
    await db.deleteFrom('threadMembers').where('userID', '=', benID).execute()
    expect(await viewShared(ben)).toMatchObject(refusedWith(403, 'vault.notYours'))
    expect(await full('change-entry', forBoth(2), ben)).toMatchObject(refusedWith(400, 'vault.gone'))
    expect(await full('note-use', { entryID: ENTRY_ID, use: 'VIEWED' }, ben)).toMatchObject(
      refusedWith(400, 'vault.gone'),
    )
    expect((await full('places')).body).toMatchObject([{ ...PROJECT, isToRekey: true }])
    // Nothing is written for who is no reader any more.
    expect(await full('rekey', { entries: [forBoth(2)] })).toMatchObject(
      refusedWith(409, 'vault.readersChanged'),
    )
    expect(await full('rekey', { entries: [forBoth(2, [annID])] })).toEqual({
      status: 200,
      body: { stale: [] },
    })
    expect(await db.selectFrom('vaultEntryKeys').select('userID').execute()).toEqual([{ userID: annID }])
    expect((await full('places')).body).toMatchObject([{ ...PROJECT, isToRekey: false }])
    expect((await full('uses', { entryID: ENTRY_ID })).body).toMatchObject([
      { use: 'REKEYED' },
      { use: 'ADDED' },
    ])
  })

  test('who is added waits for a reader; of two readers who write it anew one is told', async () => {
    const db = await share()
    const danID = await addPerson(server, {
      userName: `dan${server.clock.now}`,
      permissions: ['CAN_USE_VAULT'],
    })
    const dan = await signIn(server, `dan${server.clock.now}`)
    const room = await db.selectFrom('threads').select('id').executeTakeFirstOrThrow()
    const member = { threadID: room.id, isAdmin: 0, isArchived: 0, lastReadMessageID: 0 }
    await db
      .insertInto('threadMembers')
      .values({ ...member, userID: danID })
      .execute()
    expect((await viewShared(dan)).body).toEqual([])
    expect((await full('place', PROJECT, dan)).body).toMatchObject({ waiting: 1 })
    // Without a vault there is nobody to write for.
    expect((await full('places')).body).toMatchObject([{ isToRekey: false }])
    expect(await full('rekey', { entries: [forBoth(2, [annID, benID, danID])] })).toMatchObject(
      refusedWith(409, 'vault.readersChanged'),
    )
    await setUp(dan)
    expect((await full('places')).body).toMatchObject([{ isToRekey: true }])
    const all = forBoth(2, [annID, benID, danID])
    const both = await Promise.all([ann, ben].map((bearer) => full('rekey', { entries: [all] }, bearer)))
    expect(both.map(({ body }) => body.stale.length).sort()).toEqual([0, 1])
    expect((await viewShared(dan)).body).toMatchObject([{ version: 2, key: { userID: danID } }])
  })

  test('an entry is deleted by who added it, and the others are told that it was', async () => {
    const db = await share()
    expect(await full('delete-entry', deletion(), ben)).toMatchObject(refusedWith(403, 'vault.notWriter'))
    expect(await full('uses', { entryID: ENTRY_ID }, ben)).toMatchObject(refusedWith(403, 'vault.notWriter'))
    expect(await full('delete-entry', deletion(ENTRY_ID, 3))).toMatchObject(
      refusedWith(409, 'vault.changedMeanwhile'),
    )
    expect(await ask('delete-entry', deletion())).toEqual(DONE)
    expect((await full('place', PROJECT, ben)).body.deleted).toMatchObject([
      { entryID: ENTRY_ID, version: 2, signer: { userID: annID } },
    ])
    expect(await db.selectFrom('vaultEntries').selectAll().execute()).toEqual([])
  })

  test('W084 W212 a task’s vault is for whose it is, who made it and who is in its conversation', async () => {
    const { db } = server.server
    const catID = await addPerson(server, {
      userName: `cat${server.clock.now}`,
      permissions: ['CAN_USE_VAULT'],
    })
    const cat = await signIn(server, `cat${server.clock.now}`)
    for (const bearer of [ann, ben, cat]) await setUp(bearer)
    await db
      .insertInto('projects')
      .values({ id: 7, code: 'P7', name: 'Rail', epicID: null, kind: 'CATI', createdAt: 1 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const id = await addTaskRow(db, { userID: annID, createdBy: benID })
    const task = { source: 'TASK', sourceID: id } as const
    expect(await ask('add-entry', { ...task, ...forBoth(1) })).toEqual(DONE)
    expect((await viewShared(ben, task)).body).toHaveLength(1)
    expect(await viewShared(cat, task)).toMatchObject(refusedWith(403, 'vault.notYours'))
    await addRoom('TASK_CHAT', id, [catID])
    expect((await full('place', task, cat)).body).toMatchObject({ waiting: 1 })
    await db.updateTable('tasks').set({ deletedAt: NOON }).where('id', '=', id).execute()
    for (const bearer of [ann, ben, cat])
      expect(await viewShared(bearer, task)).toMatchObject(refusedWith(403, 'vault.notYours'))
  })
})

test('who reads a place is told with the commit of what changed there, so that no death of a server comes between', async () => {
  const told: number[] = []
  const main = { toUser: (userID: number) => void told.push(userID) }
  const background = new Background((error) => expect(error).toBeNull())
  const news = new VaultNews({ db: server.server.db, main, background })
  const place = { source: 'USER', sourceID: annID } as const
  let atCommit: number[] = []
  await inOneUnit(async () => {
    news.changed(place, [benID])
    void afterCommit(() => {
      atCommit = [...told]
    })
  })
  expect(atCommit).toEqual([annID, benID])
  await expect(
    inOneUnit(async () => {
      news.changed(place)
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  await background.settled()
  expect(told).toEqual([annID, benID])
  // Outside of units it is told a moment later.
  news.changed(place)
  await background.settled()
  expect(told).toEqual([annID, benID, annID])
})
