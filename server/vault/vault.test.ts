import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { VaultEntry } from '#shared/contract/vault.ts'
import { VAULT_LIMITS } from '#shared/domain/vault.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
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
const setUp = (bearer = ann) => ask('save-keys', { keys: VAULT_KEYS }, bearer)
const add = (entryID = ENTRY_ID, userID = annID, bearer = ann) =>
  ask('add-entry', { source: 'USER', sourceID: userID, ...sealedEntry(entryID, 1, userID) }, bearer)

test('W083 W084 W212 view-vault: the person’s entries, each with whose it is, its label, time and what is sealed', async () => {
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
    expect(await ask('view-vault', { source, sourceID: 3 })).toEqual({ status: 200, body: [] })
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
  expect(await ask('view-vault', { source: 'TASK', sourceID: annID })).toMatchObject({
    body: [{ entryID: NEW_ENTRY_ID }],
  })
  // Nor is it with another task.
  expect(await ask('view-vault', { source: 'TASK', sourceID: annID + 1 })).toEqual({ status: 200, body: [] })
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
    ['delete-entry', { entryID: ENTRY_ID }],
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
  ).toMatchObject(refusedWith(400, 'vault.noPlace'))
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
  expect(await ask('delete-entry', { entryID: NEW_ENTRY_ID }, ben)).toEqual(DONE)
  for (const table of ['vaultEntries', 'vaultEntryKeys', 'vaultUses'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
})
