import { createHash } from 'node:crypto'
import type { AuditKey, SignedPoint } from './audit-key.ts'
import { isSigned } from './audit-key.ts'
import {
  type AuditRow,
  BLANK,
  type ChainedRow,
  checkChain,
  ERASED,
  isIntact,
  type Redactions,
  redactionsIn,
  type Verdict,
} from './chain.ts'

/** The first line of an export. */
interface Head {
  readonly format: 'fieldwork audit 1'
  readonly publicKey: string
  /** Whether it is the whole chain. What matched filters only is checked entry by entry, and as one file. */
  readonly isWhole: boolean
  readonly end: SignedPoint | null
  readonly roots: readonly SignedPoint[]
  /** Where the chain begins, if its oldest part is gone. */
  readonly checkpoint?: SignedPoint | null
}

/** The last line: a signature over all lines before it, so that none can be changed, added or left out. */
interface Tail {
  readonly lines: number
  readonly signature: SignedPoint
}

const FORMAT = 'fieldwork audit 1'
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

const signedFile = (key: AuditKey, lines: readonly string[]) =>
  key.sign({
    kind: 'ROOT',
    at: 0,
    sequence: lines.length,
    hash: hashOf(lines.join('\n')),
    entries: lines.length,
  })

export interface ProofOptions {
  readonly key: AuditKey
  readonly rows: readonly AuditRow[]
  readonly isWhole: boolean
  readonly end: SignedPoint | null
  readonly roots: readonly SignedPoint[]
  readonly checkpoint: SignedPoint | null
  readonly redactions: Redactions
}

/** Entries as JSON lines, with what checks them without the server (spec 5 §5.6). */
export function proofOf({ key, rows, isWhole, end, roots, checkpoint, redactions }: ProofOptions): string {
  const head: Head = { format: FORMAT, publicKey: key.publicKey, isWhole, end, roots, checkpoint }
  // Without the erasure that an entry was changed by, nobody could tell that from an edit: its values stay away.
  const shown = rows.map((row) =>
    isWhole || isIntact(row) || !isIntact(row, redactions) ? row : { ...row, ...BLANK, salt: null },
  )
  const lines = [JSON.stringify(head), ...shown.map((row) => JSON.stringify(row))]
  const tail: Tail = { lines: lines.length, signature: signedFile(key, lines) }
  return `${[...lines, JSON.stringify(tail)].join('\n')}\n`
}

/** What a check of an export says. */
export interface ProofVerdict {
  readonly verdict: Verdict
  /** The key that it was signed with, to be compared with the installation's own. */
  readonly publicKey: string
  readonly isWhole: boolean
}

/** The text is no export of an audit. */
export class NoProof extends Error {
  constructor() {
    super('This file is no export of an audit log.')
    this.name = 'NoProof'
  }
}

function parsed<T>(line: string | undefined): T {
  try {
    return JSON.parse(line ?? '') as T
  } catch {
    throw new NoProof()
  }
}

/**
 * Checks an export.
 * @param publicKey the installation's, where it is known; else the one in the file is taken for it
 * @throws NoProof
 */
export async function checkProof(text: string, publicKey: string | null = null): Promise<ProofVerdict> {
  const all = text.trimEnd().split('\n')
  const head = parsed<Partial<Head> | null>(all[0])
  if (head?.format !== FORMAT || typeof head.publicKey !== 'string') throw new NoProof()
  const key = publicKey ?? head.publicKey
  const isWhole = head.isWhole === true
  const told = (verdict: Verdict): ProofVerdict => ({ verdict, publicKey: String(head.publicKey), isWhole })
  const rows: ChainedRow[] = []
  let tail: Tail | null = null
  for (const [place, line] of all.slice(1).entries()) {
    const read = readLine(line)
    if (read === null) return told({ isWhole: false, sequence: lastOf(rows) + 1, kind: 'EDITED' })
    if ('signature' in read && place === all.length - 2) tail = read as unknown as Tail
    else rows.push(read as unknown as ChainedRow)
  }
  const { end = null, roots = [], checkpoint = null } = head
  const points = [end, checkpoint].filter((point) => point !== null)
  const forged = [...points, ...roots].find((point) => !isSigned(point, key))
  const verdict = isWhole
    ? await checkChain(rows, {
        end,
        roots: roots.filter((one) => one !== forged),
        checkpoint: checkpoint === forged ? null : checkpoint,
        redactions: redactionsIn(rows.filter(({ action }) => action === ERASED)),
      })
    : checkEach(rows)
  if (!verdict.isWhole) return told(verdict)
  if (forged) return told({ isWhole: false, sequence: forged.sequence, kind: 'EDITED' })
  // Every entry is as it was; without its signature the file may lack some.
  if (!tail) return told({ isWhole: false, sequence: lastOf(rows) + 1, kind: 'CUT_OFF' })
  const lines = all.slice(0, -1)
  const isAsSigned =
    tail.signature.entries === lines.length &&
    tail.signature.hash === hashOf(lines.join('\n')) &&
    isSigned(tail.signature, key)
  if (!isAsSigned) {
    const kind = tail.signature.entries === lines.length ? 'EDITED' : 'MISSING'
    return told({ isWhole: false, sequence: rows[0]?.sequence ?? 0, kind })
  }
  return told(verdict)
}

const lastOf = (rows: readonly ChainedRow[]) => rows.at(-1)?.sequence ?? 0

function readLine(line: string): Record<string, unknown> | null {
  try {
    return JSON.parse(line) as Record<string, unknown> | null
  } catch {
    return null
  }
}

/** Entries that needn't follow each other: each by itself, those that do by their links. */
function checkEach(rows: readonly ChainedRow[]): Verdict {
  let before: ChainedRow | null = null
  for (const row of rows) {
    const sequence = row.sequence ?? 0
    if (before && sequence <= (before.sequence ?? 0)) return { isWhole: false, sequence, kind: 'REORDERED' }
    const isLinked = before?.sequence !== sequence - 1 || before.hash === row.previousHash
    if (!isIntact(row) || !isLinked) return { isWhole: false, sequence, kind: 'EDITED' }
    before = row
  }
  const at = (row: ChainedRow | undefined) => (typeof row?.at === 'number' ? row.at : null)
  return { isWhole: true, entries: rows.length, from: at(rows[0]), to: at(rows.at(-1)) }
}
