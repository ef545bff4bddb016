import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { AuditTable } from '../db/schema/records.ts'

/** An entry as the database has it. */
export type AuditRow = Selectable<AuditTable>

/** What of an entry the chain holds for everybody to read. */
const PLAIN = [
  'id',
  'at',
  'actorID',
  'actorKind',
  'action',
  'page',
  'recordType',
  'recordID',
  'personID',
  'sessionID',
  'requestID',
] as const
/** What of it may be about a person: the chain holds digests, so that erasing the values leaves it whole. */
export const PERSONAL = ['actorName', 'onBehalfOf', 'label', 'changes', 'reason', 'address'] as const

/** What stands in their place once they are erased. */
export const BLANK = {
  actorName: '',
  onBehalfOf: '',
  label: '',
  changes: '[]',
  reason: '',
  address: '',
} as const

type Plain = (typeof PLAIN)[number]
type Personal = (typeof PERSONAL)[number]
type Values = Pick<AuditRow, Plain | Personal>

/** What comes before the first entry. */
export const START_HASH = ''

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

/** What of an entry is hashed: JSON of its fields in one order. */
export function sealedText(values: Values, sequence: number, salt: string): string {
  const digests = PERSONAL.map((field) => [field, sha256(`${salt}\0${field}\0${values[field]}`)])
  const plain = PLAIN.map((field) => [field, values[field]])
  return JSON.stringify(Object.fromEntries([['sequence', sequence], ...plain, ...digests]))
}

export const hashAfter = (previousHash: string, sealed: string): string => sha256(previousHash + sealed)

/** A place of the chain: the last entry's sequence and hash, and how many there are up to it. */
export interface ChainPoint {
  readonly sequence: number
  readonly hash: string
  readonly entries: number
}

export type ChainFault = 'EDITED' | 'MISSING' | 'REORDERED' | 'CUT_OFF'

export type Verdict =
  | {
      readonly isWhole: true
      readonly entries: number
      /** In milliseconds since 1970; null where there is no entry. */
      readonly from: number | null
      readonly to: number | null
    }
  | { readonly isWhole: false; readonly sequence: number; readonly kind: ChainFault }

/** A chained entry; what a proof holds has no values beside the sealed ones. */
export type ChainedRow = Pick<AuditRow, 'sequence' | 'sealed' | 'previousHash' | 'hash'> & Partial<AuditRow>

/** What the chain is held against. */
export interface ChainProof {
  /** The signed end; null where there is none. */
  readonly end: ChainPoint | null
  /** Signed places of before, in any order. */
  readonly roots: readonly ChainPoint[]
  /** The signed place up to which entries were taken out after their retention; without it none were. */
  readonly checkpoint?: ChainPoint | null
  /** What erasures took out of entries about others. */
  readonly redactions?: Redactions
}

/** Entries that an erasure took contact data out of: what each may be since, by its sequence. */
export type Redactions = ReadonlyMap<number, ReadonlySet<string>>

/** The field of an erasure's changes that names them: a list of sequences with their digests. */
export const REDACTED = 'redacted'

/** What an entry is, whose values were changed by an erasure; its salt is a new one. */
export const redactionOf = (row: Values, sequence: number, salt: string): string =>
  sha256(sealedText(row, sequence, salt))

type RedactedList = readonly (readonly [number, string])[]

/** The list in an erasure's changes; none in what can't be read, which the chain finds as edited. */
function redactedIn(changes: string): RedactedList {
  try {
    const read = JSON.parse(changes) as readonly { field: string; after: RedactedList }[]
    return read.flatMap(({ field, after }) => (field === REDACTED && Array.isArray(after) ? after : []))
  } catch {
    return []
  }
}

/** What these erasures say that they took out of entries about others. The chain says whether they are genuine. */
export function redactionsIn(erasures: Iterable<{ readonly changes?: string }>): Redactions {
  const found = new Map<number, Set<string>>()
  for (const { changes } of erasures) {
    for (const [sequence, digest] of redactedIn(changes ?? '[]'))
      found.set(sequence, (found.get(sequence) ?? new Set()).add(digest))
  }
  return found
}

interface Sealed extends Readonly<Partial<Record<Plain | Personal, unknown>>> {
  readonly sequence: number
}

function readSealed(text: string | null): Sealed | null {
  try {
    const read = JSON.parse(text ?? '') as Sealed | null
    return read !== null && Number.isSafeInteger(read.sequence) ? read : null
  } catch {
    return null
  }
}

/** Whether an entry's columns are what was sealed. What was erased has no values to compare. */
function isAsSealed(row: ChainedRow, sealed: Sealed, redactions?: Redactions): boolean {
  if (row.id === undefined) return true
  const values = row as AuditRow
  const { sequence } = sealed
  if (values.salt !== null && sealedText(values, sequence, values.salt) === row.sealed) return true
  if (!PLAIN.every((field) => values[field] === sealed[field])) return false
  if (values.salt !== null)
    return redactions?.get(sequence)?.has(redactionOf(values, sequence, values.salt)) === true
  return PERSONAL.every((field) => values[field] === '' || values[field] === '[]')
}

/** Whether an entry is what its hash says, whatever comes before it. */
export function isIntact(row: ChainedRow, redactions?: Redactions): boolean {
  const sealed = readSealed(row.sealed)
  return (
    sealed !== null &&
    sealed.sequence === row.sequence &&
    hashAfter(row.previousHash ?? '', row.sealed ?? '') === row.hash &&
    isAsSealed(row, sealed, redactions)
  )
}

/** What an entry that erases a person's data is called (spec 5 §6.9). */
export const ERASED = 'PERSON_ERASED'

/**
 * Checks the audit's chain (spec 5 §5.6).
 *
 * @param rows chained entries, by their sequence
 * @returns the first broken place and what is wrong there
 */
export async function checkChain(
  rows: AsyncIterable<ChainedRow> | Iterable<ChainedRow>,
  { end, roots, checkpoint, redactions }: ChainProof,
): Promise<Verdict> {
  const begins = checkpoint ?? { sequence: 0, hash: START_HASH, entries: 0 }
  const rootsBySequence = new Map(roots.map((root) => [root.sequence, root]))
  /** Entries whose values are gone, by the people they are about: each needs its erasure. */
  const erased = new Map<number, (number | null | undefined)[]>()
  const erasures = new Set<number>()
  let previous: ChainPoint & { readonly at: number | null } = { ...begins, at: null }
  let from: number | null = null
  /** A place that breaks the order: whether what belongs there comes later decides what it is called. */
  let gap: number | null = null
  /** An entry that doesn't follow the one before it: which of the two was rewritten, the next one tells. */
  let doubt: { readonly sequence: number; readonly hash: string | null } | null = null
  const broken = (sequence: number, kind: ChainFault): Verdict => ({ isWhole: false, sequence, kind })
  for await (const row of rows) {
    if (doubt) return broken(doubt.sequence - (row.previousHash === doubt.hash ? 1 : 0), 'EDITED')
    const sealed = readSealed(row.sealed)
    if (gap !== null) {
      if (sealed?.sequence === gap) return broken(gap, 'REORDERED')
      continue
    }
    const wanted = previous.sequence + 1
    if (row.sequence !== wanted || (sealed !== null && sealed.sequence !== wanted)) {
      // An entry whose text says another place, and whose hash isn't of that text, was edited where it stands.
      const isOwn = sealed !== null && hashAfter(row.previousHash ?? '', row.sealed ?? '') === row.hash
      if (row.sequence === wanted && !isOwn) return broken(wanted, 'EDITED')
      gap = wanted
      continue
    }
    if (sealed === null || hashAfter(row.previousHash ?? '', row.sealed ?? '') !== row.hash)
      return broken(wanted, 'EDITED')
    if (row.previousHash !== previous.hash) {
      if (wanted === begins.sequence + 1) return broken(wanted, 'EDITED')
      doubt = { sequence: wanted, hash: row.hash }
      continue
    }
    if (!isAsSealed(row, sealed, redactions)) return broken(wanted, 'EDITED')
    const root = rootsBySequence.get(wanted)
    if (root && (root.hash !== row.hash || root.entries !== wanted)) return broken(wanted, 'EDITED')
    if (row.salt === null && row.id !== undefined) erased.set(wanted, [row.personID, row.actorID])
    if (sealed.action === ERASED && typeof sealed.personID === 'number') erasures.add(sealed.personID)
    const at = typeof sealed.at === 'number' ? sealed.at : null
    from ??= at
    previous = { sequence: wanted, hash: row.hash, entries: previous.entries + 1, at }
  }
  if (gap !== null) return broken(gap, 'MISSING')
  if (doubt) return broken(doubt.sequence - (end?.hash === doubt.hash ? 1 : 0), 'EDITED')
  for (const [sequence, people] of erased)
    if (!people.some((id) => typeof id === 'number' && erasures.has(id))) return broken(sequence, 'EDITED')
  const last = Math.max(end?.sequence ?? 0, ...roots.map(({ sequence }) => sequence))
  if (previous.sequence < last) return broken(previous.sequence + 1, 'CUT_OFF')
  if (previous.sequence > (end?.sequence ?? 0)) return broken((end?.sequence ?? 0) + 1, 'EDITED')
  if (end && (end.hash !== previous.hash || end.entries !== previous.entries))
    return broken(previous.sequence, 'EDITED')
  return { isWhole: true, entries: previous.entries - begins.entries, from, to: previous.at }
}
