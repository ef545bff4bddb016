import { beforeAll, expect, test } from 'vitest'
import { vaultCommands } from '../../electron/commands/vault.ts'
import { HeldVaultKeys } from '../../electron/services/vault/held-keys.ts'
import { sha256, toBase64, utf8 } from '../../renderer/features/vault/crypto/bytes.ts'
import { type EntryFacts, openEntry, sealEntry } from '../../renderer/features/vault/crypto/entries.ts'
import {
  holdInPage,
  type Identity,
  makeKeys,
  openKeys,
  type SealedKeys,
  type StretchPassphrase,
} from '../../renderer/features/vault/crypto/identity.ts'
import { newRecoveryKey } from '../../renderer/features/vault/crypto/recovery-key.ts'
import { holdInHost } from '../../renderer/features/vault/hold-in-host.ts'
import { hostCommands } from '../../shared/host/commands.ts'

const ANN = 7
const SECRETS = { passphrase: 'seven green bottles', recoveryKey: newRecoveryKey() }
const SECRET = { username: 'crm', password: 'pässwörd€', address: '', notes: '', totp: '' }
const FACTS: EntryFacts = {
  entryID: 'e1',
  source: 'USER',
  sourceID: ANN,
  version: 1,
  label: 'CRM',
  manifest: '',
}
const quick: StretchPassphrase = (passphrase, salt) => sha256(utf8(`${passphrase} ${toBase64(salt)}`))

/** A client with two windows: what each sends is checked and answered as in main. */
function client() {
  const { vaultKeys } = vaultCommands(new HeldVaultKeys())
  const gone = new Map<number, () => void>()
  const sent: string[] = []
  const windowOf = (windowId: number) =>
    holdInHost({
      invoke: async (_name: string, request: unknown) => {
        const { request: schema, value } = hostCommands.vaultKeys
        sent.push(JSON.stringify(request))
        const answer = await vaultKeys(schema.parse(request), {
          windowId,
          onPageGone: (action) => void gone.set(windowId, action),
          afterAnswer: () => {},
        })
        return { ok: true, value: value.parse(answer) }
      },
    } as never)
  return { windowOf, gone, sent }
}

let keys: SealedKeys
let inPage: Identity
beforeAll(async () => {
  keys = await makeKeys(ANN, 1, SECRETS, quick)
  inPage = await openKeys(ANN, keys, SECRETS, quick, holdInPage)
})

test.each([
  ['the passphrase', { passphrase: SECRETS.passphrase }],
  ['the printed key', { recoveryKey: SECRETS.recoveryKey }],
])('W008 keys that the host holds, opened by %s, seal and open what keys of a page do', async (_what, by) => {
  const { windowOf } = client()
  const inHost = await openKeys(ANN, keys, by, quick, windowOf(1))
  for (const [writer, reader] of [
    [inPage, inHost],
    [inHost, inPage],
  ] as const) {
    const { keys: wrapped, ...sealed } = await sealEntry(writer, FACTS, SECRET, [reader])
    const [key] = wrapped
    if (!key) throw new Error('for nobody')
    expect(await openEntry(reader, FACTS, { ...sealed, key }, writer)).toEqual(SECRET)
  }
})

test.each([
  ['a person’s own', ''],
  // Nothing is longer as JSON.
  ['read by as many as can be', '"'.repeat(40_000)],
])('W008 the host signs the longest entry, %s', async (_what, manifest) => {
  const inHost = await openKeys(ANN, keys, SECRETS, quick, client().windowOf(1))
  const longest = {
    username: '€'.repeat(200),
    password: '€'.repeat(1000),
    address: '€'.repeat(500),
    notes: '€'.repeat(10_000),
    totp: '€'.repeat(1000),
  }
  const facts = { ...FACTS, manifest }
  const { keys: wrapped, ...sealed } = await sealEntry(inHost, facts, longest, [inHost])
  const [key] = wrapped
  if (!key) throw new Error('for nobody')
  expect(await openEntry(inPage, facts, { ...sealed, key }, inHost)).toEqual(longest)
})

test('W008 the host signs up to 208 000 characters, of base64 alone', () => {
  const takes = (bytes: string) =>
    hostCommands.vaultKeys.request.safeParse({
      do: 'sign',
      handle: '0b9f2c34-5d3c-4c1e-8f43-0d5f8c1f9a11',
      bytes,
    }).success
  expect(takes('A'.repeat(208_000))).toBe(true)
  expect(takes('A'.repeat(208_001))).toBe(false)
  expect(takes('A-A')).toBe(false)
  expect(takes('')).toBe(false)
})

test('W008 a wrong passphrase, other keys and damaged ones open nothing in the host', async () => {
  const { windowOf } = client()
  const open = (changed: SealedKeys, passphrase = SECRETS.passphrase) =>
    openKeys(ANN, changed, { passphrase }, quick, windowOf(1))
  await expect(open(keys, 'seven green bottle')).rejects.toThrow('passphrase')
  await expect(open({ ...keys, version: 2 })).rejects.toThrow('passphrase')
  await expect(open({ ...keys, byPassphrase: keys.byRecovery })).rejects.toThrow('passphrase')
  await expect(open({ ...keys, byPassphrase: 'AAAA' })).rejects.toThrow('passphrase')
})

test('W008 the host does nothing for another window, after the keys were closed, or once the page is gone', async () => {
  const { windowOf, gone, sent } = client()
  const first = await openKeys(ANN, keys, SECRETS, quick, windowOf(1))
  const second = await openKeys(ANN, keys, SECRETS, quick, windowOf(1))
  const handle = JSON.parse(sent.at(-1) ?? '').handle
  const other = windowOf(2)
  const theirs = await openKeys(ANN, keys, SECRETS, quick, other)
  // A handle that another window found out.
  const stolen = client()
  expect(handle).toMatch(/^[0-9a-f-]{36}$/)
  await expect(openKeys(ANN, keys, { passphrase: 'no' }, quick, stolen.windowOf(1))).rejects.toThrow()

  await expect(first.sign(utf8('a'))).resolves.toHaveLength(64)
  first.close()
  await expect(first.sign(utf8('a'))).rejects.toThrow('not there')
  await expect(first.derive(utf8('a'))).rejects.toThrow('not there')
  // Letting go of one opening leaves the other.
  await expect(second.sign(utf8('a'))).resolves.toHaveLength(64)
  gone.get(1)?.()
  await expect(second.sign(utf8('a'))).rejects.toThrow('not there')
  await expect(theirs.sign(utf8('a'))).resolves.toHaveLength(64)
})

test('W008 a handle is its window’s alone, and of many openings the last eight hold', async () => {
  const held = new HeldVaultKeys()
  const lock = toBase64(
    await quick(
      SECRETS.passphrase,
      Uint8Array.from(atob(keys.salt), (c) => c.charCodeAt(0)),
    ),
  )
  const about = toBase64(
    utf8(
      JSON.stringify([
        'fieldwork vault 1',
        'keys',
        ANN,
        1,
        keys.encryptionKey,
        keys.signingKey,
        'passphrase',
      ]),
    ),
  )
  const open = async () => (await held.open(1, { lock, sealed: keys.byPassphrase, about })) ?? 'none'
  const handles = []
  for (let n = 0; n < 9; n += 1) handles.push(await open())
  const [oldest = '', next = ''] = handles
  expect(await held.sign(1, oldest, 'YQ==')).toBeNull()
  expect(await held.sign(1, next, 'YQ==')).not.toBeNull()
  expect(await held.sign(2, next, 'YQ==')).toBeNull()
  expect(await held.derive(2, next, keys.encryptionKey)).toBeNull()
  held.close(2, next)
  expect(await held.derive(1, next, keys.encryptionKey)).not.toBeNull()
  expect(await held.derive(1, next, 'YQ==')).toBeNull()
})
