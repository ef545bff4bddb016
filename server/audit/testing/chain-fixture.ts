import { Sealer } from '../../auth/sealer.ts'
import type { Database } from '../../db/database.ts'
import { NOON } from '../../http/testing/test-server.ts'
import { audit } from '../../records/audit.ts'
import { AuditChain } from '../audit-chain.ts'
import { AuditKey } from '../audit-key.ts'
import { type AuditRow, type ChainedRow, type ChainPoint, hashAfter, sealedText } from '../chain.ts'

/** An entry about a person's own change, chained: otherwise the server does it a moment later. */
export async function addAuditEntry(db: Database, personID: number): Promise<void> {
  const entry = {
    ...{ action: 'PERSON_CHANGED', page: 'admin.active-users' },
    ...{ recordType: 'person', recordID: personID, label: 'Ann' },
  }
  await audit(db, { userID: personID, displayName: 'Ann' }, NOON, entry)
  const key = await AuditKey.open(db, await Sealer.open(db))
  await new AuditChain({ db, clock: () => NOON, key, keepRoot: () => {} }).tend()
}

/** A good request of who has what `addAuditEntry` made. */
export const AUDIT_REQUESTS: Record<string, unknown> = {
  'audit.searchAudit': {},
  'audit.getAuditEntry': { id: 1 },
  'audit.exportAudit': {},
}

/** An entry that isn't chained. */
export const entry = (id: number, over: Partial<AuditRow> = {}): AuditRow => ({
  id,
  at: 1_000 * id,
  actorID: 7,
  actorName: 'Priya Nair',
  actorKind: 'PERSON',
  onBehalfOf: '',
  action: 'SKILL_CHANGED',
  page: 'admin.configuration.skills',
  recordType: 'skill',
  recordID: id,
  personID: null,
  label: `Skill ${id}`,
  changes: JSON.stringify([{ field: 'name', before: 'a', after: `b${id}` }]),
  reason: '',
  address: '192.0.2.1',
  sessionID: 's1',
  requestID: `r${id}`,
  readKey: null,
  sequence: null,
  salt: null,
  sealed: null,
  previousHash: null,
  hash: null,
  ...over,
})

/** A chain of these entries, as it is when nobody touched it. */
export function chained(entries: readonly AuditRow[]): AuditRow[] {
  let previousHash = ''
  return entries.map((one, place) => {
    const [sequence, salt] = [place + 1, `salt${place}`]
    const sealed = sealedText(one, sequence, salt)
    const hash = hashAfter(previousHash, sealed)
    const row = { ...one, sequence, salt, sealed, previousHash, hash }
    previousHash = hash
    return row
  })
}

/** So many entries that nobody touched. */
export const untouched = (count: number) =>
  chained(Array.from({ length: count }, (_, place) => entry(place + 1)))

/** The end of a chain that nobody touched. */
export const endOf = (rows: readonly ChainedRow[]): ChainPoint => ({
  sequence: rows.at(-1)?.sequence ?? 0,
  hash: rows.at(-1)?.hash ?? '',
  entries: rows.length,
})

/** What of an entry can be changed. */
export const COLUMNS = [
  ...['id', 'at', 'actorID', 'actorName', 'actorKind', 'onBehalfOf', 'action', 'page', 'recordType'],
  ...['recordID', 'personID', 'label', 'changes', 'reason', 'address', 'sessionID', 'requestID'],
] as const
export const SEALS = ['salt', 'sealed', 'previousHash', 'hash'] as const

/** As somebody does who knows how the chain is made, but not the key of its end. */
export function rechained(rows: readonly AuditRow[], from: number): AuditRow[] {
  let previousHash = rows[from - 1]?.hash ?? ''
  return rows.map((row, place) => {
    if (place < from) return row
    const sealed = sealedText(row, row.sequence ?? 0, row.salt ?? '')
    const again = { ...row, sealed, previousHash, hash: hashAfter(previousHash, sealed) }
    previousHash = again.hash
    return again
  })
}
