import * as z from 'zod/mini'
import type { Database } from '../../db/database.ts'

/** What the audit calls everything that was done, in its order. */
export async function auditActions(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('audit').select('action').orderBy('id').execute()
  return rows.map(({ action }) => action)
}

/** Of each entry, in order: action, page, type of record and label. */
export async function auditTold(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('audit')
    .select(['action', 'page', 'recordType', 'label'])
    .orderBy('id')
    .execute()
  return rows.map((row) => Object.values(row).join(' | '))
}

const CHANGES = z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() }))
const MOST = 3
const LONGEST = 40

function shown(value: unknown): string {
  const text = JSON.stringify(value ?? null)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

/** All that the audit says since an entry: as `auditTold`, then the first three changes, the reason, and who if not `by`. */
export async function toldSince(db: Database, id: number, by: number): Promise<string[]> {
  const rows = await db.selectFrom('audit').where('id', '>', id).selectAll().orderBy('id').execute()
  return rows.map(({ action, page, recordType, label, changes, reason, actorID }) => {
    const all = CHANGES.parse(JSON.parse(changes))
    const first = all
      .slice(0, MOST)
      .map(({ field, before, after }) => `${field}: ${shown(before)} → ${shown(after)}`)
    const more = all.length > MOST ? [`${all.length - MOST} more`] : []
    const who = actorID === by ? '' : `by ${actorID}`
    const parts = [action, page, recordType, label, [...first, ...more].join(', '), reason, who]
    return parts.slice(0, parts.findLastIndex((part) => part !== '') + 1).join(' | ')
  })
}
