import * as z from 'zod/mini'
import { PERMISSION_ADMINS } from '../domain/permission-admin.ts'
import { VAULT_LIMITS, VAULT_SOURCES, VAULT_USES } from '../domain/vault.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID, timestamp, userID } from './primitives.ts'

/** Base64 of so many characters at most. What is in it, the server never knows. */
const base64 = (max: number) => z.string().check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/), z.maxLength(max))

/** A raw point of P-256: 65 bytes. */
const point = base64(88).check(z.minLength(88))
/** A signature of ECDSA over P-256: 64 bytes. */
const signature = base64(88).check(z.minLength(88))

/** The halves of a person's keys that everybody may see. */
const publicKeys = { encryptionKey: point, signingKey: point }

/** A person's keys as the server keeps them: the private halves sealed by a passphrase, and by a printed key. */
export const vaultKeys = z.object({
  /** From 1; a new passphrase makes the next. */
  version: recordID,
  ...publicKeys,
  /** Of the passphrase (Argon2id, 64 MiB, 3 passes, 1 lane). */
  salt: base64(24),
  byPassphrase: base64(1000),
  byRecovery: base64(1000),
})
export type VaultKeys = z.output<typeof vaultKeys>

/** An entry's data key for one reader. */
const entryKey = z.object({ userID, point, wrapped: base64(120) })
/** For each of its readers. */
const entryKeys = z.array(entryKey).check(z.minLength(1), z.maxLength(VAULT_LIMITS.readers))

const place = { source: z.enum(VAULT_SOURCES), sourceID: recordID }

/** Who reads an entry: not secret, signed with it, and read by clients only. Empty for a person's own. */
const manifest = z.string().check(z.maxLength(VAULT_LIMITS.manifest))

const sealed = {
  entryID: z.uuid(),
  /** From 1; each change makes the next. */
  version: recordID,
  /** The server can read it; everything else that was typed it can't. */
  label: z.string().check(z.trim(), z.minLength(1), z.maxLength(VAULT_LIMITS.label)),
  ciphertext: base64(VAULT_LIMITS.ciphertext),
  manifest: z._default(manifest, ''),
  signature,
}

/** Somebody with the keys that they had when they signed something. */
const signer = z.object({ userID, userName: z.string(), ...publicKeys })

export const vaultEntry = z.object({
  /** Whose it is: who added it. */
  userID,
  userName: z.string(),
  label: sealed.label,
  /** When it was added. */
  entryTime: timestamp,
  entryID: sealed.entryID,
  version: sealed.version,
  /** When this version was written, and by whom. */
  changedTime: timestamp,
  writer: signer,
  ciphertext: sealed.ciphertext,
  manifest,
  signature: sealed.signature,
  /** The data key for who asks. */
  key: entryKey,
})
export type VaultEntry = z.output<typeof vaultEntry>

export const viewVault = call({
  path: '/api/vault/view-vault',
  request: z.object(place),
  response: z.array(vaultEntry),
  summary:
    'The entries of a place that were written for who asks, sealed: only a client that has the person’s keys can open them. With USER `sourceID` is the person’s own id; a project or a task is refused to who isn’t of its people now.',
  spec: '3 §7',
  permission: 'CAN_USE_VAULT',
})

export const vaultPlace = z.object({
  /** What the place is called; empty for a person's own. */
  name: z.string(),
  /** Who reads what is in it. Who hasn't set a vault up has no keys yet. */
  people: z.array(
    z.object({
      userID,
      userName: z.string(),
      encryptionKey: z.nullable(point),
      signingKey: z.nullable(point),
    }),
  ),
  /** How many entries wait for a reader, who writes them for who asks. */
  waiting: z.int(),
  /** What was deleted lately, each signed by who did: what is missing without is noticed. */
  deleted: z.array(z.object({ entryID: sealed.entryID, version: sealed.version, signature, signer })),
})
export type VaultPlace = z.output<typeof vaultPlace>

export const viewVaultPlace = call({
  path: '/api/vault/place',
  request: z.object(place),
  response: vaultPlace,
  summary: 'Who reads the entries of a place, and what was deleted there.',
  spec: '3 §2',
  permission: 'CAN_USE_VAULT',
  extension: true,
})

export const vaultPlaces = call({
  path: '/api/vault/places',
  request: noPayload,
  response: z.array(
    z.object({
      ...place,
      name: z.string(),
      entries: z.int(),
      /** Whether entries of it have other readers than people, and who asks can write them anew. */
      isToRekey: z.boolean(),
    }),
  ),
  summary: 'The projects and tasks of who asks that have entries.',
  spec: '3 §2',
  permission: 'CAN_USE_VAULT',
  extension: true,
})

export const myVaultKeys = call({
  path: '/api/vault/my-keys',
  request: noPayload,
  response: z.object({ keys: z.nullable(vaultKeys) }),
  summary: 'The person’s own keys, sealed; null before the vault was set up.',
  spec: '3 §2',
  permission: 'CAN_USE_VAULT',
  extension: true,
})

export const saveVaultKeys = call({
  path: '/api/vault/save-keys',
  request: z.object({ keys: vaultKeys }),
  response: done,
  summary:
    'Sets the vault up (version 1), or seals the same keys anew; refused where the version isn’t the next, or another key pair stands.',
  spec: '3 §2',
  permission: 'CAN_USE_VAULT',
  extension: true,
})

export const startVaultAgain = call({
  path: '/api/vault/start-again',
  request: noPayload,
  response: done,
  summary: 'Gives up the person’s keys and all entries that are their own, for somebody who lost every key.',
  spec: '3 §2',
  permission: 'CAN_USE_VAULT',
  extension: true,
})

export const addVaultEntry = call({
  path: '/api/vault/add-entry',
  request: z.object({ ...place, ...sealed, keys: entryKeys }),
  response: done,
  summary: `Keeps a sealed entry; a place has ${VAULT_LIMITS.entries} at most.`,
  spec: '3 §2',
  permission: 'CAN_USE_VAULT',
  extension: true,
})

export const changeVaultEntry = call({
  path: '/api/vault/change-entry',
  request: z.object({ ...sealed, keys: entryKeys }),
  response: done,
  summary: 'Keeps the next version of an entry; refused where it was changed meanwhile.',
  spec: '3 §2',
  permission: 'CAN_USE_VAULT',
  extension: true,
})

export const rekeyVaultEntries = call({
  path: '/api/vault/rekey',
  request: z.object({
    entries: z
      .array(z.object({ ...sealed, keys: entryKeys }))
      .check(z.minLength(1), z.maxLength(VAULT_LIMITS.rekeyed)),
  }),
  response: z.object({ stale: z.array(sealed.entryID) }),
  summary:
    'The same entries for other readers, each with a data key of its own: what somebody else has written meanwhile is left alone and named.',
  spec: '3 §2',
  permission: 'CAN_USE_VAULT',
  extension: true,
})

export const deleteVaultEntry = call({
  path: '/api/vault/delete-entry',
  /** The signature is of the deletion, as the version after the last. */
  request: z.object({ entryID: sealed.entryID, version: sealed.version, signature }),
  response: done,
  summary: 'Deletes an entry for ever; refused where it was changed meanwhile.',
  spec: '3 §2',
  permission: 'CAN_USE_VAULT',
  extension: true,
})

export const noteVaultUse = call({
  path: '/api/vault/note-use',
  request: z.object({ entryID: sealed.entryID, use: z.enum(['VIEWED', 'COPIED']) }),
  response: done,
  summary: 'Notes that an entry was viewed or copied; its owner sees it.',
  spec: '3 §2',
  permission: 'CAN_USE_VAULT',
  extension: true,
})

export const vaultUses = call({
  path: '/api/vault/uses',
  request: z.object({ entryID: sealed.entryID }),
  response: z.array(z.object({ userID, userName: z.string(), use: z.enum(VAULT_USES), at: timestamp })),
  summary: `Who added, viewed, copied and changed an entry, newest first: the last ${VAULT_LIMITS.uses}. For who added it, and for its other readers where they are gone.`,
  spec: '3 §2',
  permission: 'CAN_USE_VAULT',
  extension: true,
})

/** What opens vaults of people who agreed to it: the public half, and who made it. */
const companyKey = z.object({ publicKey: point, madeBy: z.string(), madeTime: timestamp })

/** A person's private keys, sealed for the company's key. */
const companySeal = { companyKey: point, point, wrapped: base64(1000) }

/** By whoever decides what others may do. */
const keeper = { allOf: PERMISSION_ADMINS } as const

export const vaultCompanyKey = call({
  path: '/api/vault/company-key',
  request: noPayload,
  response: z.object({
    key: z.nullable(companyKey),
    /** The company's key that the person agreed to; null where they didn't, or started again since. */
    agreed: z.nullable(point),
  }),
  summary: 'The key by which the company opens vaults of people who agreed to it, if it has one.',
  spec: '3 §2',
  permission: 'CAN_USE_VAULT',
  extension: true,
})

export const agreeVaultCompanyKey = call({
  path: '/api/vault/company-agree',
  request: z.object({ seal: z.nullable(z.object(companySeal)) }),
  response: done,
  summary:
    'The person’s private keys, sealed in their browser for the company’s key; null takes that back. Refused where the company has another key by now.',
  spec: '3 §2',
  permission: 'CAN_USE_VAULT',
  extension: true,
})

export const setVaultCompanyKey = call({
  path: '/api/vault/company-set',
  request: z.object({
    /** The key that it takes the place of; null where there is none. */
    replaces: z.nullable(point),
    key: z.nullable(z.object({ publicKey: point, sealed: base64(1000) })),
  }),
  response: done,
  summary:
    'A new key of the company, whose private half only what was printed opens, or none any more. What was sealed for the one before is deleted. Refused where another stands by now.',
  spec: '3 §2',
  permission: keeper,
  extension: true,
})

export const vaultCompanyPeople = call({
  path: '/api/vault/company-people',
  request: noPayload,
  response: z.object({
    people: z.array(z.object({ userID, userName: z.string(), agreedTime: timestamp })),
    /** Of so many people who have a vault. */
    of: z.int(),
  }),
  summary: 'Who agreed to the company’s key, by name.',
  spec: '3 §2',
  permission: keeper,
  extension: true,
})

export const VAULT_REASON_MAX = 500
const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(VAULT_REASON_MAX))

export const openVaultForPerson = call({
  path: '/api/vault/company-open',
  request: z.object({ userID, reason }),
  response: z.object({
    keys: vaultKeys,
    seal: z.object(companySeal),
    /** The company's private key, as the printed one opens it. */
    sealed: base64(1000),
  }),
  summary:
    'What is needed to give somebody who lost passphrase and printed key a new printed key; written to the audit, and they are told. Never one’s own.',
  spec: '3 §2',
  permission: keeper,
  extension: true,
})

export const saveVaultKeysForPerson = call({
  path: '/api/vault/company-save',
  request: z.object({ userID, keys: vaultKeys }),
  response: done,
  summary:
    'The same keys of somebody under a new printed key. Only for who asked by `company-open` within the last hour; refused where the version isn’t the next.',
  spec: '3 §2',
  permission: keeper,
  extension: true,
})
