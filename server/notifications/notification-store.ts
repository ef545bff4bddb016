import type { NotificationRow } from '#shared/contract/notifications.ts'
import { NOTIFICATION_TYPES, type NotificationType } from '#shared/domain/notifications.ts'
import type { Database } from '../db/database.ts'
import type { NotificationTable } from '../db/schema/day.ts'

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

/** Stores notifications, in the caller's transaction if there is one. Telling people comes after that. */
export async function keepNotifications(
  db: Database,
  at: number,
  told: readonly NewNotification[],
): Promise<KeptNotification[]> {
  const kept: KeptNotification[] = []
  for (const one of told) {
    const { body = '', source = '', sourceID = null, cssClass = 'info' } = one
    const stored = { ...one, body, source, sourceID, cssClass, isRead: 0, entryTime: at }
    const { id } = await db
      .insertInto('notifications')
      .values(stored)
      .returning('id')
      .executeTakeFirstOrThrow()
    kept.push({ userID: one.userID, row: notificationRowOf({ id, ...stored }) })
  }
  return kept
}
