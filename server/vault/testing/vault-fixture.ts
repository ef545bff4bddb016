import type { Database } from '../../db/database.ts'
import { NOON } from '../../http/testing/test-server.ts'
import { audit } from '../../records/audit.ts'

/** Stands for bytes that the server can't read: all that it sees of them is their length. */
const POINT = `${'A'.repeat(87)}=`
const OTHER_POINT = `${'B'.repeat(87)}=`
export const ENTRY_ID = '0b54c0de-0001-4000-8000-000000000001'
export const NEW_ENTRY_ID = '0b54c0de-0002-4000-8000-000000000002'

export const VAULT_KEYS = {
  version: 1,
  encryptionKey: POINT,
  signingKey: OTHER_POINT,
  salt: 'c2FsdHNhbHRzYWx0c2E=',
  byPassphrase: 'cGFzcw==',
  byRecovery: 'cHJpbnQ=',
}

/** Somebody's agreement to the company's key. */
export const COMPANY_SEAL = { companyKey: POINT, point: OTHER_POINT, wrapped: 'c2VhbA==' }

/** A sealed entry for one reader, as a client sends it. */
export const sealedEntry = (entryID: string, version: number, readerID: number) => ({
  entryID,
  version,
  label: 'Survey admin',
  ciphertext: 'c2VjcmV0',
  signature: POINT,
  keys: [{ userID: readerID, point: POINT, wrapped: 'a2V5' }],
})

/** Good requests of the person with the id 1, whose vault `addVault` made. */
export const VAULT_REQUESTS: Record<string, unknown> = {
  'vault.viewVault': { source: 'USER', sourceID: 1 },
  'vault.saveVaultKeys': { keys: { ...VAULT_KEYS, version: 2 } },
  'vault.addVaultEntry': { source: 'USER', sourceID: 1, ...sealedEntry(NEW_ENTRY_ID, 1, 1) },
  'vault.changeVaultEntry': sealedEntry(ENTRY_ID, 2, 1),
  'vault.deleteVaultEntry': { entryID: ENTRY_ID, version: 2, signature: POINT },
  'vault.viewVaultPlace': { source: 'USER', sourceID: 1 },
  'vault.rekeyVaultEntries': { entries: [sealedEntry(ENTRY_ID, 2, 1)] },
  'vault.noteVaultUse': { entryID: ENTRY_ID, use: 'VIEWED' },
  'vault.vaultUses': { entryID: ENTRY_ID },
  'vault.agreeVaultCompanyKey': { seal: COMPANY_SEAL },
  'vault.setVaultCompanyKey': { replaces: POINT, key: { publicKey: OTHER_POINT, sealed: 'c2VhbGVk' } },
  'vault.openVaultForPerson': { userID: 2, reason: 'Lost both' },
  'vault.saveVaultKeysForPerson': { userID: 2, keys: { ...VAULT_KEYS, version: 2 } },
}

/** The person's keys and one entry. */
export async function addVault(db: Database, userID: number): Promise<void> {
  await db
    .insertInto('vaultKeys')
    .values({ ...VAULT_KEYS, userID, updatedAt: NOON })
    .execute()
  const { keys, ...entry } = sealedEntry(ENTRY_ID, 1, userID)
  const times = { entryTime: NOON, changedAt: NOON }
  await db
    .insertInto('vaultEntries')
    .values({ ...entry, ...times, userID, writerID: userID, source: 'USER', sourceID: userID })
    .execute()
  await db
    .insertInto('vaultEntryKeys')
    .values(keys.map((key) => ({ ...key, entryID: ENTRY_ID })))
    .execute()
}

/** A key of the company, and a colleague with a vault who agreed to it and whose keys were just opened by it. */
export async function addCompanyKey(
  db: Database,
  { keeperID, userID }: { readonly keeperID: number; readonly userID: number },
): Promise<void> {
  await db
    .insertInto('vaultCompanyKeys')
    .values({ publicKey: POINT, sealed: 'c2VhbGVk', madeBy: keeperID, madeAt: NOON, holds: 1 })
    .execute()
  await db
    .insertInto('vaultKeys')
    .values({ ...VAULT_KEYS, userID, updatedAt: NOON })
    .execute()
  await db
    .insertInto('vaultCompanySeals')
    .values({ ...COMPANY_SEAL, encryptionKey: VAULT_KEYS.encryptionKey, userID, at: NOON })
    .execute()
  const opened = { action: 'VAULT_OPENED_BY_COMPANY', page: '', recordType: 'person', label: '' }
  const keeper = { userID: keeperID, displayName: '' }
  await audit(db, keeper, NOON, { ...opened, recordID: userID })
}
