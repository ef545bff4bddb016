/**
 * Prints how long 500 entries of a project's vault take to be written anew once somebody is removed: opened,
 * sealed for the people who are left, sent and kept, by a real server in this process.
 * Run: node scripts/bootstrap.mjs tests/bench/vault.ts
 */
import { performance } from 'node:perf_hooks'
import { sha256, toBase64, utf8 } from '../../renderer/features/vault/crypto/bytes.ts'
import { sealEntry } from '../../renderer/features/vault/crypto/entries.ts'
import { fingerprintOf, holdInPage, type Identity } from '../../renderer/features/vault/crypto/identity.ts'
import { manifestOf } from '../../renderer/features/vault/crypto/manifest.ts'
import { createKeyring } from '../../renderer/features/vault/keyring.ts'
import { createPlaceVault } from '../../renderer/features/vault/place-store.ts'
import { ApiError } from '../../renderer/services/http/api-client.ts'
import { createStorage } from '../../renderer/services/storage/storage.ts'
import { addPerson, post, signIn, startTestServer } from '../../server/http/testing/test-server.ts'
import { addVaultEntry } from '../../shared/contract/vault.ts'

const ENTRIES = 500
const ROUNDS = 5
const PROJECT = { source: 'PROJECT', sourceID: 7 } as const
const SECRET = { username: 'crm', password: 'pw-1', address: 'https://crm', notes: 'n'.repeat(200), totp: '' }

type Server = Awaited<ReturnType<typeof startTestServer>>

/** A window of somebody, without the page around it. */
async function windowOf(server: Server, userID: number, userName: string) {
  const bearer = await signIn(server, userName)
  const api = {
    call: async ({ path }: { path: string }, payload: unknown) => {
      const { status, body } = await post(server, path, payload ?? null, bearer)
      if (status !== 200) throw new ApiError('refused', body, status)
      return JSON.parse(body)
    },
  }
  const parts = {
    api: api as never,
    storage: createStorage(null, new EventTarget()),
    timers: { after: () => () => {} } as never,
  }
  const keyring = createKeyring({
    ...parts,
    userID,
    // Argon2id is paid once, when the vault is opened.
    stretch: (passphrase, salt) => sha256(utf8(`${passphrase} ${toBase64(salt)}`)),
    hold: holdInPage,
    clipboard: { copy: async () => true, clear: async () => {} },
  })
  await keyring.setUp(`passphrase of ${userName}`)
  const newID = () => crypto.randomUUID()
  return { api, keyring, vault: createPlaceVault({ ...parts, newID, keyring, place: PROJECT }) }
}

/** Entries as the window would write them one by one. */
async function fill(
  { keyring, api }: Awaited<ReturnType<typeof windowOf>>,
  people: readonly Identity[],
): Promise<void> {
  const readers = []
  for (const { userID, encryptionKey, signingKey } of people) {
    const keys = { encryptionKey, signingKey }
    readers.push({ userID, ...keys, fingerprint: await fingerprintOf(keys) })
  }
  const manifest = await manifestOf(readers, [])
  for (let n = 0; n < ENTRIES; n += 1) {
    const facts = { ...PROJECT, entryID: crypto.randomUUID(), version: 1, label: `Entry ${n}`, manifest }
    await api.call(addVaultEntry, { ...facts, ...(await sealEntry(keyring.mine(), facts, SECRET, readers)) })
  }
}

async function measure(readers: number): Promise<number[]> {
  const server = await startTestServer()
  const { db } = server.server
  const users: number[] = []
  for (let n = 0; n <= readers; n += 1)
    users.push(await addPerson(server, { userName: `p${n}`, permissions: ['CAN_USE_VAULT'] }))
  const { id: threadID } = await db
    .insertInto('threads')
    .values({
      type: 'CHATROOM',
      ...PROJECT,
      label: 'Rail',
      displayLabel: 'Rail',
      displayGroupLabel: '',
      isGroup: 1,
      status: '',
      priority: '',
      createdAt: 1,
      lastMessageID: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const member = (userID: number) =>
    db
      .insertInto('threadMembers')
      .values({ threadID, userID, isAdmin: 0, isArchived: 0, lastReadMessageID: 0 })
      .execute()
  for (const userID of users) await member(userID)
  const windows = []
  for (const [n, userID] of users.entries()) windows.push(await windowOf(server, userID, `p${n}`))
  const [first] = windows
  const last = users.at(-1)
  if (!first || last === undefined) throw new Error('nobody')
  await fill(
    first,
    windows.map(({ keyring }) => keyring.mine()),
  )
  await first.vault.read()
  const took: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await db.deleteFrom('threadMembers').where('userID', '=', last).execute()
    const start = performance.now()
    await first.vault.read()
    took.push(performance.now() - start)
    const keys = await db.selectFrom('vaultEntryKeys').select('userID').distinct().execute()
    if (keys.length !== readers) throw new Error(`written for ${keys.length} and not ${readers}`)
    await member(last)
    await first.vault.read()
  }
  await server.server.close()
  return took.sort((a, b) => a - b)
}

for (const readers of [2, 10]) {
  const took = await measure(readers)
  const [least = 0, median = 0, most = 0] = [took[0], took[Math.floor(ROUNDS / 2)], took.at(-1)]
  console.log(
    `${ENTRIES} entries written anew for ${readers} people: ${[least, median, most].map(Math.round).join(' / ')} ms (least, median, most of ${ROUNDS})`,
  )
}
