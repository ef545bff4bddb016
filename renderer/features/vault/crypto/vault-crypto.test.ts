import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createStorage } from '../../../services/storage/storage.ts'
import { stretched } from '../argon2.ts'
import { sha256, toBase64, utf8 } from './bytes.ts'
import { type EntryFacts, openEntry, type SealedEntry, sealEntry } from './entries.ts'
import { VaultFault } from './fault.ts'
import {
  fingerprintOf,
  type Identity,
  makeKeys,
  openKeys,
  resealKeys,
  type SealedKeys,
  type StretchPassphrase,
} from './identity.ts'
import { createKnownVault, type KnownVault } from './known.ts'
import { newRecoveryKey, recoveryBytes } from './recovery-key.ts'

const ANN = 7
const BEN = 8
/** Quick, and different for each passphrase and salt. */
const quick: StretchPassphrase = (passphrase, salt) => sha256(utf8(`${passphrase} ${toBase64(salt)}`))
const SECRETS = { passphrase: 'seven green bottles', recoveryKey: newRecoveryKey() }
const SECRET = {
  username: 'admin',
  password: 'pässwörd€',
  address: 'https://crm.example',
  notes: '',
  totp: '',
}
const FACTS: EntryFacts = {
  entryID: 'e1',
  source: 'USER',
  sourceID: ANN,
  version: 2,
  label: 'CRM admin',
  manifest: '',
}

/** Which fault the work ends with; null where it doesn't. */
const faultOf = async (work: () => unknown): Promise<string | null> => {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof VaultFault) return error.kind
    throw error
  }
}

let annKeys: SealedKeys
let benKeys: SealedKeys
let ann: Identity
let ben: Identity
beforeAll(async () => {
  annKeys = await makeKeys(ANN, 1, SECRETS, quick)
  benKeys = await makeKeys(BEN, 1, { ...SECRETS, passphrase: 'another one' }, quick)
  ann = await openKeys(ANN, annKeys, SECRETS, quick)
  ben = await openKeys(BEN, benKeys, { passphrase: 'another one' }, quick)
})

const keyOf = ({ keys }: SealedEntry, userID: number) => {
  const key = keys.find((one) => one.userID === userID)
  if (!key) throw new Error('not for them')
  return key
}
/** One character of base64 is another. */
const bent = (text: string, at = text.length >> 1) =>
  `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`

describe('keys', () => {
  test('the passphrase and the printed key open them, nothing else does', async () => {
    expect(ann.userID).toBe(ANN)
    const { recoveryKey } = SECRETS
    expect(await faultOf(() => openKeys(ANN, annKeys, { recoveryKey }, quick))).toBeNull()
    expect(await faultOf(() => openKeys(ANN, annKeys, { passphrase: 'Seven green bottles' }, quick))).toBe(
      'passphrase',
    )
    expect(await faultOf(() => openKeys(ANN, annKeys, { recoveryKey: newRecoveryKey() }, quick))).toBe(
      'recoveryKey',
    )
  })

  test('the cost of a passphrase is Argon2id with 64 MiB and 3 passes', async () => {
    const salt = new Uint8Array(16).fill(7)
    // As Node's own gives it: argon2id with memory 65536, passes 3, parallelism 1, tagLength 32.
    const key = toBase64(await stretched('seven green bottles', salt))
    expect(key).toBe('GY+vJJDIgsaVCN+UbAfe+5a1mPPxphi08L2XVpUqPQQ=')
  }, 20_000)

  test('a printed key is eight groups of four, and is read however it is typed', () => {
    const printed = newRecoveryKey()
    expect(printed).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){7}[0-9A-HJKMNP-TV-Z]{4}$/)
    const typed = printed.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
    expect(recoveryBytes(typed)).toEqual(recoveryBytes(printed))
    for (const wrong of ['', printed.slice(1), `${printed}7`, printed.replace(/^./, 'U')])
      expect(() => recoveryBytes(wrong), wrong).toThrow(VaultFault)
  })

  test('a new passphrase keeps the keys; the old passphrase and the old print open the new seal no more', async () => {
    const next = { passphrase: 'eight green bottles', recoveryKey: newRecoveryKey() }
    const { recoveryKey } = SECRETS
    const again = await resealKeys(ANN, annKeys, { recoveryKey }, next, quick)
    expect(again).toMatchObject({ version: 2, encryptionKey: annKeys.encryptionKey })
    expect(await faultOf(() => openKeys(ANN, again, { passphrase: next.passphrase }, quick))).toBeNull()
    expect(await faultOf(() => openKeys(ANN, again, SECRETS, quick))).toBe('passphrase')
    expect(await faultOf(() => openKeys(ANN, again, { recoveryKey }, quick))).toBe('recoveryKey')
  })

  test('opened keys can’t be read out of the browser', async () => {
    const made = vi.spyOn(crypto.subtle, 'importKey')
    const opened = await openKeys(ANN, annKeys, SECRETS, quick)
    const privates = await Promise.all(
      made.mock.results.filter((_, n) => made.mock.calls[n]?.[0] === 'pkcs8').map(({ value }) => value),
    )
    made.mockRestore()
    expect(privates.map((key: CryptoKey) => [key.algorithm.name, key.extractable])).toEqual([
      ['ECDH', false],
      ['ECDSA', false],
    ])
    const told = Object.values(opened).filter((value) => typeof value !== 'function')
    expect(told.sort()).toEqual([ANN, 1, annKeys.encryptionKey, annKeys.signingKey].sort())
  })

  test.each<[string, (keys: SealedKeys) => SealedKeys]>([
    ['another version', (keys) => ({ ...keys, version: 2 })],
    ['another’s encryption key', (keys) => ({ ...keys, encryptionKey: benKeys.encryptionKey })],
    ['another’s signing key', (keys) => ({ ...keys, signingKey: benKeys.signingKey })],
    ['another salt', (keys) => ({ ...keys, salt: benKeys.salt })],
    ['a bent seal', (keys) => ({ ...keys, byPassphrase: bent(keys.byPassphrase) })],
    ['the seal of the printed key', (keys) => ({ ...keys, byPassphrase: keys.byRecovery })],
    ['another’s seal', (keys) => ({ ...keys, byPassphrase: benKeys.byPassphrase })],
    ['no base64', (keys) => ({ ...keys, byPassphrase: '€' })],
  ])('keys with %s aren’t taken', async (_what, change) => {
    expect(await faultOf(() => openKeys(ANN, change(annKeys), SECRETS, quick))).toBe('passphrase')
  })

  test('another’s keys, whole and with their own passphrase, aren’t taken for the person’s', async () => {
    expect(await faultOf(() => openKeys(ANN, benKeys, { passphrase: 'another one' }, quick))).toBe(
      'passphrase',
    )
  })
})

describe('entries', () => {
  let sealed: SealedEntry
  let older: SealedEntry
  let other: SealedEntry
  let bens: SealedEntry
  beforeAll(async () => {
    sealed = await sealEntry(ann, FACTS, SECRET, [ann, ben])
    older = await sealEntry(ann, { ...FACTS, version: 1 }, { ...SECRET, password: 'old' }, [ann])
    other = await sealEntry(ann, { ...FACTS, entryID: 'e2' }, SECRET, [ann])
    bens = await sealEntry(ben, FACTS, { ...SECRET, password: 'planted' }, [ann, ben])
  })

  const opened = ({
    facts = FACTS,
    entry = sealed,
    key = keyOf(sealed, ANN),
    writer = ann,
    reader = ann,
  }: {
    facts?: EntryFacts
    entry?: Pick<SealedEntry, 'ciphertext' | 'signature'>
    key?: SealedEntry['keys'][number]
    writer?: Identity
    reader?: Identity
  } = {}) => openEntry(reader, facts, { ...entry, key }, writer)

  test('W008 each reader opens it', async () => {
    expect(await opened()).toEqual(SECRET)
    expect(await opened({ reader: ben, key: keyOf(sealed, BEN) })).toEqual(SECRET)
  })

  test('W008 how long the secret is isn’t told', async () => {
    const short = await sealEntry(ann, FACTS, { ...SECRET, password: 'a' }, [ann])
    expect(short.ciphertext).toHaveLength(sealed.ciphertext.length)
    const long = await sealEntry(ann, FACTS, { ...SECRET, notes: 'x'.repeat(300) }, [ann])
    expect(long.ciphertext.length).toBeGreaterThan(sealed.ciphertext.length)
  })

  test('the same secret is never sealed the same twice', async () => {
    const again = await sealEntry(ann, FACTS, SECRET, [ann])
    expect(again.ciphertext).not.toBe(sealed.ciphertext)
    expect(keyOf(again, ANN).wrapped).not.toBe(keyOf(sealed, ANN).wrapped)
  })

  test.each<[string, () => Parameters<typeof opened>[0]]>([
    ['another entry’s id', () => ({ facts: { ...FACTS, entryID: 'e2' } })],
    ['another version', () => ({ facts: { ...FACTS, version: 3 } })],
    ['another label', () => ({ facts: { ...FACTS, label: 'CRM' } })],
    ['another place', () => ({ facts: { ...FACTS, sourceID: BEN } })],
    ['another kind of place', () => ({ facts: { ...FACTS, source: 'PROJECT' } })],
    ['other readers', () => ({ facts: { ...FACTS, manifest: '{}' } })],
    ['the older text', () => ({ entry: older })],
    ['the older text and its key', () => ({ entry: older, key: keyOf(older, ANN) })],
    ['the older key', () => ({ key: keyOf(older, ANN) })],
    ['another entry’s text', () => ({ entry: other })],
    ['another entry’s text and its key', () => ({ entry: other, key: keyOf(other, ANN) })],
    ['another entry’s key', () => ({ key: keyOf(other, ANN) })],
    ['the key of another reader', () => ({ key: keyOf(sealed, BEN) })],
    ['a bent text', () => ({ entry: { ...sealed, ciphertext: bent(sealed.ciphertext) } })],
    ['a bent signature', () => ({ entry: { ...sealed, signature: bent(sealed.signature) } })],
    ['a bent key', () => ({ key: { ...keyOf(sealed, ANN), wrapped: bent(keyOf(sealed, ANN).wrapped) } })],
    ['a bent point', () => ({ key: { ...keyOf(sealed, ANN), point: bent(keyOf(sealed, ANN).point) } })],
    ['another’s writing as the person’s own', () => ({ entry: bens, key: keyOf(bens, ANN) })],
    ['the person’s own writing as another’s', () => ({ writer: ben })],
    ['no base64', () => ({ entry: { ...sealed, ciphertext: '€' } })],
    ['another reader', () => ({ reader: ben })],
  ])('W008 an entry with %s isn’t opened', async (_what, change) => {
    expect(await faultOf(() => opened(change()))).toBe('entryForeign')
  })
})

describe('what a device has seen', () => {
  let known: KnownVault
  let storage: ReturnType<typeof createStorage>
  const at = (entryID: string, version: number, signature = `${entryID} ${version} and its signature`) => ({
    entryID,
    version,
    signature,
  })
  const again = (userID = ANN) => createKnownVault(storage, userID)
  beforeAll(async () => {
    storage = createStorage(null, new EventTarget())
    known = again()
    await known.noteOwnKeys({ ...annKeys, version: 2 })
    await known.comparePerson({ userID: BEN, ...benKeys })
    known.noteEntry('USER 7', at('e1', 2))
    known.noteEntry('USER 7', at('e2', 1))
    known.noteEntry('PROJECT 3', at('e3', 1))
  })

  test('its person’s keys: the first are believed, others and older ones are noticed', async () => {
    expect(await faultOf(() => again(9).requireOwnKeys(benKeys))).toBeNull()
    expect(await faultOf(() => again().requireOwnKeys({ ...annKeys, version: 2 }))).toBeNull()
    expect(await faultOf(() => again().requireOwnKeys({ ...annKeys, version: 3 }))).toBeNull()
    expect(await faultOf(() => again().requireOwnKeys(annKeys))).toBe('keysOld')
    const mixed = { ...annKeys, version: 3, signingKey: benKeys.signingKey }
    expect(await faultOf(() => again().requireOwnKeys(mixed))).toBe('keysChanged')
    expect(await faultOf(() => again().requireOwnKeys({ ...benKeys, version: 3 }))).toBe('keysChanged')
  })

  test('others’ keys are those that were first seen, until somebody has compared the words', async () => {
    const bens = { userID: BEN, ...benKeys }
    const others = { userID: BEN, ...annKeys }
    expect(await again().comparePerson(bens)).toBeNull()
    expect(await again().comparePerson(others)).toBe(await fingerprintOf(benKeys))
    expect(await faultOf(() => again().requireSigner(bens))).toBeNull()
    expect(await faultOf(() => again().requireSigner(others))).toBe('readerChanged')
    await again().acceptPerson(others)
    expect(await again().comparePerson(others)).toBeNull()
    // What they signed before stays theirs.
    expect(await faultOf(() => again().requireSigner(bens))).toBeNull()
  })

  test('versions of entries, and entries that went', () => {
    expect(() => again().newestSeen()(at('e1', 2))).not.toThrow()
    expect(() => again().newestSeen()(at('e1', 3))).not.toThrow()
    expect(() => again().newestSeen()(at('e1', 1))).toThrow('entryOld')
    expect(() => again().newestSeen()(at('e1', 2, 'another of the same version'))).toThrow('entryForked')
    expect([...again().missing('USER 7', ['e1'])]).toEqual([['e2', 1]])
    expect([...again().missing('USER 7', ['e1', 'e2'])]).toEqual([])
    again().forgetEntries(['e2'])
    expect([...again().missing('USER 7', ['e1'])]).toEqual([])
    again().forgetPlace('PROJECT 3')
    expect([...again().missing('PROJECT 3', [])]).toEqual([])
  })

  test('nothing of one person’s is another’s, and it can be given up', async () => {
    expect([...again(BEN).missing('USER 7', [])]).toEqual([])
    again().forget()
    expect(await faultOf(() => again().requireOwnKeys(benKeys))).toBeNull()
  })
})
