import { beforeEach, describe, expect, test } from 'vitest'
import {
  addVaultEntry,
  changeVaultEntry,
  deleteVaultEntry,
  myVaultKeys,
  noteVaultUse,
  rekeyVaultEntries,
  saveVaultKeys,
  type VaultEntry,
  type VaultKeys,
  type VaultPlace,
  viewVault,
  viewVaultPlace,
} from '#shared/contract/vault.ts'
import { createSecretClipboard } from '../../services/page/secret-clipboard.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { manualTimers } from '../../testing/manual-timers.ts'
import { sha256, toBase64, utf8 } from './crypto/bytes.ts'
import { openEntry, sealEntry, type VaultSecret } from './crypto/entries.ts'
import { holdInPage, type StretchPassphrase } from './crypto/identity.ts'
import { keyWords } from './crypto/key-words.ts'
import { manifestOf } from './crypto/manifest.ts'
import { createKeyring } from './keyring.ts'
import { createPlaceVault } from './place-store.ts'

const TASK = { source: 'TASK', sourceID: 4 } as const
const SECRET: VaultSecret = { username: 'crm', password: 'pw-1', address: '', notes: '', totp: '' }
const quick: StretchPassphrase = (passphrase, salt) => sha256(utf8(`${passphrase} ${toBase64(salt)}`))

type Sent = Pick<VaultEntry, 'entryID' | 'version' | 'label' | 'ciphertext' | 'manifest' | 'signature'> & {
  readonly keys: VaultEntry['key'][]
}
type Stored = Sent & { readonly userID: number; readonly writer: VaultEntry['writer'] }

/** A server of one task's vault, as the real one keeps it; a test changes what it answers. */
function serverOf() {
  const names = new Map<number, string>()
  const keys = new Map<number, VaultKeys>()
  const people = new Set<number>()
  const stored = new Map<string, Stored>()
  let deleted: VaultPlace['deleted'] = []
  const lies: {
    entries: (entries: VaultEntry[]) => VaultEntry[]
    place: (place: VaultPlace) => VaultPlace
  } = { entries: (entries) => entries, place: (place) => place }
  const signer = (userID: number) => {
    const { encryptionKey, signingKey } = keys.get(userID) ?? { encryptionKey: '', signingKey: '' }
    return { userID, userName: names.get(userID) ?? '', encryptionKey, signingKey }
  }
  const requireMember = (userID: number) => {
    if (!people.has(userID)) throw refused(403, 'no', '', 'vault.notYours')
  }
  const write = (userID: number, entry: Sent): boolean => {
    if ((stored.get(entry.entryID)?.version ?? 0) !== entry.version - 1) return false
    if (!entry.keys.every((key) => people.has(key.userID)))
      throw refused(409, 'no', '', 'vault.readersChanged')
    const owner = stored.get(entry.entryID)?.userID ?? userID
    stored.set(entry.entryID, { ...entry, userID: owner, writer: signer(userID) })
    return true
  }
  const change = (userID: number, entry: Sent) => {
    requireMember(userID)
    if (!write(userID, entry)) throw refused(409, 'no', '', 'vault.changedMeanwhile')
    return { done: true }
  }
  const entryFor = (userID: number, { keys: all, ...entry }: Stored): VaultEntry[] => {
    const key = all.find((one) => one.userID === userID)
    const at = '2026-11-20T09:30:00.000Z'
    return key ? [{ ...entry, key, userName: '', entryTime: at, changedTime: at }] : []
  }
  const view = (userID: number) => [...stored.values()].flatMap((entry) => entryFor(userID, entry))

  /** Somebody's device, with nothing in its storage, whose vault is open. */
  async function device(userID: number, name: string) {
    const at = fakeServices({ timers: manualTimers() })
    names.set(userID, name)
    at.answer(myVaultKeys, () => ({ keys: keys.get(userID) ?? null }))
    at.answer(saveVaultKeys, (request: { keys: VaultKeys }) => {
      keys.set(userID, request.keys)
      return { done: true }
    })
    at.answer(viewVault, () => {
      requireMember(userID)
      return lies.entries(view(userID))
    })
    at.answer(viewVaultPlace, () => {
      requireMember(userID)
      const all = [...people].map((id) => {
        const { encryptionKey, signingKey, ...who } = signer(id)
        return { ...who, encryptionKey: encryptionKey || null, signingKey: signingKey || null }
      })
      const waiting = [...stored.values()].filter((one) => !one.keys.some((key) => key.userID === userID))
      return lies.place({ name: 'Task', people: all, waiting: waiting.length, deleted })
    })
    at.answer(addVaultEntry, (entry: Sent) => change(userID, entry))
    at.answer(changeVaultEntry, (entry: Sent) => change(userID, entry))
    at.answer(rekeyVaultEntries, ({ entries }: { entries: Sent[] }) => {
      requireMember(userID)
      return { stale: entries.flatMap((entry) => (write(userID, entry) ? [] : [entry.entryID])) }
    })
    at.answer(deleteVaultEntry, (gone: Pick<VaultEntry, 'entryID' | 'version' | 'signature'>) => {
      stored.delete(gone.entryID)
      deleted = [...deleted, { ...gone, signer: signer(userID) }]
      return { done: true }
    })
    at.answer(noteVaultUse, () => ({ done: true }))
    const clipboard = createSecretClipboard(at.services.timers, async () => {})
    const keyring = createKeyring({ ...at.services, userID, stretch: quick, hold: holdInPage, clipboard })
    if (keys.has(userID)) {
      await keyring.load()
      await keyring.unlock(`passphrase of ${name}`)
    } else await keyring.setUp(`passphrase of ${name}`)
    const newID = () => `${name}-${stored.size + 1}`
    const vault = createPlaceVault({ ...at.services, newID, keyring, place: TASK })
    const entries = () => vault.store.getState().entries
    const entry = (label = 'CRM') => {
      const found = entries().find((one) => one.entry.label === label)
      if (!found) throw new Error(`no ${label}`)
      return found
    }
    /** What is read of an entry, or which fault it has. */
    const reads = async (label = 'CRM') => {
      const found = entry(label)
      return found.fault ?? (await vault.secretOf(found, 'VIEWED')).password
    }
    return { ...at, userID, keyring, vault, entries, entry, reads }
  }
  const setDeleted = (next: VaultPlace['deleted']) => {
    deleted = next
  }
  return { device, people, stored, keys, lies, view, setDeleted, deleted: () => deleted }
}

type Server = ReturnType<typeof serverOf>
type Device = Awaited<ReturnType<Server['device']>>
let server: Server
let ann: Device
let ben: Device
beforeEach(async () => {
  server = serverOf()
  ann = await server.device(1, 'Ann')
  ben = await server.device(2, 'Ben')
  for (const userID of [1, 2]) server.people.add(userID)
  await ann.vault.read()
  await ann.vault.save(null, 'CRM', SECRET)
  await ben.vault.read()
})

describe('sharing', () => {
  test('each of the people reads an entry, and the next version is anybody’s', async () => {
    expect([await ann.reads(), await ben.reads()]).toEqual(['pw-1', 'pw-1'])
    const { entry, manifest } = ben.entry()
    await ben.vault.save({ entry, left: manifest.left }, 'CRM', { ...SECRET, password: 'pw-2' })
    await ann.vault.read()
    expect(await ann.reads()).toBe('pw-2')
  })

  test('who is added waits for a reader, who writes what there is for them', async () => {
    const cat = await server.device(3, 'Cat')
    server.people.add(3)
    await cat.vault.read()
    expect(cat.vault.store.getState()).toMatchObject({ entries: [], waiting: 1 })
    await ben.vault.read()
    await cat.vault.read()
    expect(await cat.reads()).toBe('pw-1')
    expect(cat.vault.store.getState().waiting).toBe(0)
    expect(cat.entry().manifest.left).toEqual([])
  })

  test('who is removed reads nothing written afterwards, with all keys that they had, and it is to be changed at its source', async () => {
    const old = ben.entry().entry
    server.people.delete(2)
    await ben.vault.read()
    expect(ben.vault.store.getState()).toMatchObject({ phase: 'gone', entries: [], missing: [] })
    await ann.vault.read()
    expect(ann.entry()).toMatchObject({ manifest: { left: [2] }, entry: { version: 2 } })
    // Whatever the server gave ben now: his old key, and the new text and key of ann's.
    const [next] = server.view(1)
    if (!next) throw new Error('gone')
    const facts = { ...TASK, ...next }
    for (const key of [old.key, next.key])
      await expect(openEntry(ben.keyring.mine(), facts, { ...next, key }, next.writer)).rejects.toThrow(
        'entryForeign',
      )
    expect([...server.stored.values()].flatMap(({ keys }) => keys.map((key) => key.userID))).toEqual([1])
  })

  test('the mark stays with other changes and goes with a new password', async () => {
    server.people.delete(2)
    await ann.vault.read()
    const before = ann.entry()
    await ann.vault.save({ entry: before.entry, left: before.manifest.left }, 'CRM', {
      ...SECRET,
      notes: 'a',
    })
    expect(ann.entry().manifest.left).toEqual([2])
    await ann.vault.save({ entry: ann.entry().entry, left: [] }, 'CRM', { ...SECRET, password: 'pw-3' })
    expect(ann.entry().manifest.left).toEqual([])
  })

  test('of many entries, in more calls than one, each is written for the people of today', async () => {
    for (let n = 0; n < 60; n += 1) await ann.vault.save(null, `Entry ${n}`, SECRET)
    server.people.delete(2)
    await ann.vault.read()
    expect(ann.made.filter(({ path }) => path === rekeyVaultEntries.path)).toHaveLength(2)
    expect([...server.stored.values()].every(({ keys }) => keys.length === 1)).toBe(true)
  })

  test('who is removed while an entry is written isn’t written for', async () => {
    server.people.delete(2)
    await ann.vault.save(null, 'Later', SECRET)
    expect(server.view(2).map(({ label }) => label)).not.toContain('Later')
    expect(await ann.reads('Later')).toBe('pw-1')
  })
})

describe('keys of others', () => {
  test('other keys than the first are refused loudly and nothing is written for them, until the words were compared', async () => {
    const first = server.keys.get(2)
    const stranger = await server.device(9, 'Stranger')
    const strangers = server.keys.get(stranger.userID)
    if (!first || !strangers) throw new Error('no keys')
    server.keys.set(2, { ...strangers })
    await ann.vault.read()
    const person = ann.vault.store.getState().people.find(({ userID }) => userID === 2)
    expect(person).toMatchObject({ keys: 'changed' })
    expect(keyWords(person?.fingerprint ?? '')).not.toBe(keyWords(person?.before ?? ''))
    await ann.vault.save(null, 'Later', SECRET)
    expect(server.view(2).map(({ label }) => label)).toEqual(['CRM'])
    await ann.vault.acceptPerson(2)
    expect(ann.vault.store.getState().people.map(({ keys }) => keys)).toEqual(['known', 'known'])
    expect(server.view(2).map(({ label }) => label)).toEqual(['CRM', 'Later'])
  })

  test('a third pair than the one that was compared isn’t taken', async () => {
    const swap = async (userID: number, name: string) => {
      await server.device(userID, name)
      const next = server.keys.get(userID)
      if (next) server.keys.set(2, next)
    }
    await swap(8, 'One')
    await ann.vault.read()
    await swap(9, 'Two')
    await expect(ann.vault.acceptPerson(2)).rejects.toThrow('readerChanged')
  })

  test('two devices that trust different keys of somebody don’t undo each other’s work', async () => {
    const cat = await server.device(3, 'Cat')
    server.people.add(3)
    await ann.vault.read()
    await ben.vault.read()
    await server.device(9, 'Stranger')
    const others = server.keys.get(9)
    if (others) server.keys.set(3, others)
    void cat
    await ben.vault.read()
    await ben.vault.acceptPerson(3)
    const { version } = ben.entry().entry
    for (let n = 0; n < 3; n += 1) {
      await ann.vault.read()
      await ben.vault.read()
    }
    expect(ben.entry().entry.version).toBe(version)
  })
})

describe('deletions', () => {
  test('what one of the people deleted isn’t missed; what is only gone is', async () => {
    await ann.vault.save(null, 'Other', SECRET)
    await ben.vault.read()
    await ann.vault.remove(ann.entry('Other').entry)
    await ben.vault.read()
    expect(ben.vault.store.getState().missing).toEqual([])
    server.lies.entries = () => []
    await ben.vault.read()
    expect(ben.vault.store.getState().missing).toHaveLength(1)
  })

  test.each<[string, (one: VaultPlace['deleted'][number]) => VaultPlace['deleted'][number]]>([
    ['of another entry', (one) => ({ ...one, entryID: 'Ann-1' })],
    ['of a version that was seen', (one) => ({ ...one, version: 1 })],
    ['that is signed by nobody', (one) => ({ ...one, signature: toBase64(new Uint8Array(64)) })],
    ['with another’s keys', (one) => ({ ...one, signer: { ...one.signer, userID: 2 } })],
  ])('a deletion %s is none', async (_what, change) => {
    await ann.vault.save(null, 'Other', SECRET)
    await ben.vault.read()
    await ann.vault.remove(ann.entry('Other').entry)
    server.setDeleted(server.deleted().map(change))
    server.lies.entries = () => []
    await ben.vault.read()
    expect(ben.vault.store.getState().missing).toHaveLength(2)
  })
})

/** Numbers that come the same at every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

test('a server that answers with wrong keys, old versions or other people’s entries is noticed every time', async () => {
  const CASES = 200
  const random = seeded(20_261_123)
  const pick = <T>(from: readonly T[]): T => {
    const found = from[Math.floor(random() * from.length)]
    if (found === undefined) throw new Error('nothing to pick')
    return found
  }
  const history: VaultEntry[] = []
  const keep = () => history.push(...server.view(2))
  keep()
  for (let n = 0; n < 5; n += 1) await ann.vault.save(null, `Entry ${n}`, { ...SECRET, password: `pw ${n}` })
  await ben.vault.read()
  keep()
  for (const { entry, manifest } of ann.entries())
    await ann.vault.save({ entry, left: manifest.left }, entry.label, { ...SECRET, password: 'next' })
  await ben.vault.read()
  keep()
  const stranger = await server.device(9, 'Stranger')
  const strangerID = stranger.keyring.mine()
  const forged = async (entry: VaultEntry, version: number): Promise<VaultEntry> => {
    const readers = [strangerID, { userID: 2, ...pub(2) }]
    const manifest = await manifestOf(readers, [])
    const facts = { ...TASK, entryID: entry.entryID, version, label: entry.label, manifest }
    const { keys, ...sealed } = await sealEntry(strangerID, facts, SECRET, readers)
    const key = keys.find((one) => one.userID === 2)
    if (!key) throw new Error('not for ben')
    return { ...entry, ...sealed, manifest, version, key }
  }
  function pub(userID: number) {
    const held = server.keys.get(userID)
    if (!held) throw new Error('no keys')
    return { encryptionKey: held.encryptionKey, signingKey: held.signingKey }
  }
  const truth = server.view(2)
  const bent = (text: string) => {
    const at = Math.floor(random() * (text.length - 4))
    return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
  }
  const FIELDS = ['ciphertext', 'signature', 'label'] as const
  const ATTACKS: Readonly<Record<string, (entry: VaultEntry) => VaultEntry | Promise<VaultEntry> | null>> = {
    'an older version': (entry) =>
      history.find((one) => one.entryID === entry.entryID && one.version < entry.version) ?? null,
    'another entry under this id': (entry) => ({
      ...pick(truth.filter(({ entryID }) => entryID !== entry.entryID)),
      entryID: entry.entryID,
    }),
    'a later version by word only': (entry) => ({ ...entry, version: entry.version + 1 }),
    'bits changed': (entry) => {
      const field = pick(FIELDS)
      return { ...entry, [field]: bent(entry[field]) }
    },
    'readers added to the manifest': (entry) => ({
      ...entry,
      manifest: entry.manifest.replace('"left":[]', '"left":[3]'),
    }),
    'a manifest taken away': (entry) => ({ ...entry, manifest: '' }),
    'another writer named': (entry) => ({ ...entry, writer: { ...entry.writer, userID: 2 } }),
    'the writer’s keys replaced': (entry) => ({ ...entry, writer: { ...entry.writer, ...pub(9) } }),
    'written by a stranger as the writer': async (entry) => ({
      ...(await forged(entry, entry.version + 1)),
      writer: { ...entry.writer, ...pub(9) },
    }),
    'written by a stranger under the seen version': (entry) => forged(entry, entry.version),
    'kept back': () => null,
  }
  const names = Object.keys(ATTACKS)
  const passed: string[] = []
  for (let n = 0; n < CASES; n += 1) {
    const name = names[n % names.length] ?? ''
    const target = pick(truth)
    const lie = await ATTACKS[name]?.(target)
    server.lies.entries = (entries) =>
      entries.flatMap((entry) => {
        if (entry.entryID !== target.entryID) return [entry]
        return lie ? [lie] : []
      })
    await ben.vault.read()
    const { entries, missing } = ben.vault.store.getState()
    const shown = entries.find(({ entry }) => entry.entryID === target.entryID)
    const isNoticed = shown ? shown.fault !== null : missing.includes(target.entryID)
    if (!isNoticed) passed.push(`${n} ${name} of ${target.label}`)
    // The others are as they were.
    expect(entries.filter(({ fault }) => fault !== null).length).toBeLessThanOrEqual(1)
  }
  expect(passed).toEqual([])
  server.lies.entries = (entries) => entries
  await ben.vault.read()
  expect(ben.entries().map(({ fault }) => fault)).toEqual(truth.map(() => null))
})
