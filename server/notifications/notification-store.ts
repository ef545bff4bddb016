import type { NotificationRow } from '#shared/contract/notifications.ts'
import { NOTIFICATION_TYPES, type NotificationType } from '#shared/domain/notifications.ts'
import type { Database } from '../db/database.ts'
import type { NotificationTable } from '../db/schema/day.ts'

/** What somebody is to be told. */
export interface NewNotification {
  readonly userID: number
  readonly type: NotificationType
  /** Names what it leads to with its id, as domain/notifications.ts reads it. */
  readonly subject: string
  readonly body?: string
  readonly source?: string
  readonly sourceID?: number
  readonly cssClass?: NotificationTable['cssClass']
}

/** A notification that was kept, and whose it is. */
export interface KeptNotification {
  readonly userID: number
  readonly row: NotificationRow
}

/** The number of a stored type's name; whatever has none is an update like others. */
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

/** Keeps notifications, in a transaction that the caller may hold; telling of them is for after it. */
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
