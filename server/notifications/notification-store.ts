import type { NotificationRow } from '#shared/contract/notifications.ts'
import { NOTIFICATION_TYPES, type NotificationType } from '#shared/domain/notifications.ts'
import type { Database } from '../db/database.ts'
import type { NotificationTable } from '../db/schema/day.ts'
import { htmlOf } from './html.ts'

/** A notification for somebody. */
export interface NewNotification {
  readonly userID: number
  readonly type: NotificationType
  /** Names the record that it opens by word and id, as domain/notifications.ts reads it. */
  readonly subject: string
  readonly body?: string
  readonly source?: string
  readonly sourceID?: number
  readonly cssClass?: NotificationTable['cssClass']
  /** It tells of no change, as a reminder: it joins no burst. */
  readonly isAlone?: true
}

/** A stored notification and its person. */
export interface KeptNotification {
  readonly userID: number
  readonly row: NotificationRow
}

/** The number of a type's name; unknown ones count as an update. */
export function typeNumber(name: string): number {
  const names: readonly string[] = NOTIFICATION_TYPES
  return Math.max(0, names.indexOf(name))
}

interface StoredRow {
  readonly id: number
  readonly type: string
  readonly subject: string
  readonly isRead: number
  readonly entryTime: number
  readonly source: string
  readonly sourceID: number | null
}

/** A stored notification as lists show it. */
export function notificationRowOf(row: StoredRow): NotificationRow {
  const { id, subject, source, sourceID } = row
  return {
    id,
    subject,
    isRead: row.isRead === 1,
    entryTime: new Date(row.entryTime).toISOString(),
    type: typeNumber(row.type),
    source,
    sourceID,
  }
}

/** What happens to somebody within so long is one notification (spec 4 §5.3). */
export const BURST_MS = 60_000
/** The matters of the working day; each has bursts of its own. */
const BURST_SOURCES: ReadonlySet<string> = new Set([
  ...['ALLOCATION', 'ATTENDANCE', 'BOOKING_WINDOW', 'CALENDAR', 'CAMPAIGN', 'COACHING', 'QC_REVIEW'],
  ...['SHIFT', 'SHIFT_REQUEST', 'TARGET'],
])
/** A body of more signs than that leaves out what came first. */
const BODY_MAX = 2000

const AND_MORE = / \(and \d+ more\)$/

/** The notification of a burst once another change has joined it: the newest first, the others below. */
function joined(
  before: { readonly subject: string; readonly body: string; readonly changes: number },
  { subject, body = '' }: Pick<NewNotification, 'subject' | 'body'>,
): { readonly subject: string; readonly body: string } {
  const last = before.subject.replace(AND_MORE, '')
  // The same words again say nothing more.
  if (last === subject && before.changes === 1) return { subject, body: body === '' ? before.body : body }
  const newest = `${body}${htmlOf(last)}`
  const all = `${newest}${before.body}`
  return {
    subject: `${subject} (and ${before.changes} more)`,
    body: all.length <= BODY_MAX ? all : newest,
  }
}

const SOON_MS = 24 * 3_600_000

/** Whether a shift is nearer than the one that was told of, and near: it may be told at night, too (server/messages). */
async function isNearer(db: Database, at: number, now: number | null, before: number | null) {
  if (now === null || now === before) return false
  const rows = await db
    .selectFrom('shifts')
    .where('id', 'in', [now, before ?? 0])
    .select(['id', 'start'])
    .execute()
  const startOf = (id: number | null) => rows.find((row) => row.id === id)?.start
  const start = startOf(now)
  return start !== undefined && start < at + SOON_MS && start < (startOf(before) ?? Number.POSITIVE_INFINITY)
}

/** What became of a notification that came into a burst: what is told of it, or what it begins with. */
type Joined =
  | { readonly rows: readonly NotificationRow[] }
  | {
      readonly rows: null
      readonly changed: { readonly subject: string; readonly body: string; readonly changes: number }
      /** The one whose place it takes. */
      readonly read: StoredRow
    }

/** Adds to the burst that goes on; null where none does. */
async function joinBurst(
  db: Database,
  at: number,
  burst: string,
  told: NewNotification,
): Promise<Joined | null> {
  const { source, sourceID = null, cssClass = 'info' } = told
  // Until nobody else joined it in between.
  for (;;) {
    const open = await db
      .selectFrom('notifications')
      .where('burst', '=', burst)
      .selectAll()
      .executeTakeFirst()
    if (!open) return null
    const isOver = open.isRead === 1 || open.entryTime <= at - BURST_MS
    const isNew = !isOver && source === 'SHIFT' && (await isNearer(db, at, sourceID, open.sourceID))
    const isSame = open.subject === told.subject && open.changes === 1
    const changed = { ...joined(open, told), changes: open.changes + (isSame ? 0 : 1) }
    // What is nearer stays what it opens.
    const about = source === 'SHIFT' ? (open.sourceID ?? sourceID) : sourceID
    const set = isOver
      ? { burst: null }
      : isNew
        ? { burst: null, isRead: 1 }
        : { ...changed, sourceID: about, cssClass }
    const done = await db
      .updateTable('notifications')
      .set(set)
      .where('id', '=', open.id)
      .where('changes', '=', open.changes)
      .where('subject', '=', open.subject)
      .where('isRead', '=', open.isRead)
      .returning('id')
      .executeTakeFirst()
    if (!done) continue
    if (isOver) return null
    return isNew ? { rows: null, changed, read: open } : { rows: [notificationRowOf({ ...open, ...set })] }
  }
}

async function keepOne(db: Database, at: number, told: NewNotification): Promise<readonly NotificationRow[]> {
  const { body = '', source = '', sourceID = null, cssClass = 'info' } = told
  const burst = BURST_SOURCES.has(source) && !told.isAlone ? `${told.userID} ${source}` : null
  const { isAlone: _, ...fields } = told
  const stored = { ...fields, body, source, sourceID, cssClass, isRead: 0, entryTime: at, burst }
  for (;;) {
    const into = burst === null ? null : await joinBurst(db, at, burst, told)
    if (into?.rows) return into.rows
    const values = { ...stored, ...into?.changed }
    const made = await db
      .insertInto('notifications')
      .values(values)
      .onConflict((conflict) => conflict.column('burst').doNothing())
      .returning('id')
      .executeTakeFirst()
    // Else somebody began the same burst just now: it is joined.
    if (made)
      return [
        ...(into ? [notificationRowOf({ ...into.read, isRead: 1 })] : []),
        notificationRowOf({ id: made.id, ...values }),
      ]
  }
}

/**
 * Stores notifications, in the caller's transaction if there is one. Telling people comes after that. What changes for
 * one person of one matter of the working day within 60 seconds is one notification: what joins it, changes it. One
 * whose place another took comes as read.
 */
export async function keepNotifications(
  db: Database,
  at: number,
  told: readonly NewNotification[],
): Promise<KeptNotification[]> {
  const kept: KeptNotification[] = []
  for (const one of told) for (const row of await keepOne(db, at, one)) kept.push({ userID: one.userID, row })
  return kept
}
