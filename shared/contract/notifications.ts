import * as z from 'zod/mini'
import { NOTIFICATION_TEXT } from '../domain/notifications.ts'
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../domain/tickets.ts'
import { call } from './http-call.ts'
import { done, recordID, timestamp } from './primitives.ts'

/** The number of a type; see domain/notifications.ts. Unknown numbers are accepted. */
const type = z.int().check(z.nonnegative())

/** A row of the notification list (spec 3 §3); `type`, `source` and `sourceID` are extensions. */
export const notificationRow = z.object({
  id: recordID,
  subject: z.string(),
  isRead: z.boolean(),
  entryTime: timestamp,
  type,
  source: z.string(),
  sourceID: z.nullable(z.int()),
})
export type NotificationRow = z.output<typeof notificationRow>

/** A notification (spec 3 §3). `body` may be HTML, to be sanitised, or a milestone's JSON. */
export const notificationRecord = z.object({
  type,
  subject: z.string(),
  body: z.string(),
  source: z.string(),
  sourceID: z.nullable(z.int()),
})
export type NotificationRecord = z.output<typeof notificationRecord>

export const storedNotification = z.object({
  id: recordID,
  ...notificationRecord.shape,
  isRead: z.boolean(),
  entryTime: timestamp,
})
export type StoredNotification = z.output<typeof storedNotification>

export const searchNotifications = call({
  path: '/api/communication/notification/search',
  request: z.object({
    /** Looked for in subjects. */
    searchTerm: z._default(z.string().check(z.maxLength(200)), ''),
    show: z._default(z.enum(['All', 'Read', 'Unread']), 'All'),
    page: z._default(z.int().check(z.positive(), z.maximum(1_000_000)), 1),
    pageSize: z._default(z.literal(PAGE_SIZES), DEFAULT_PAGE_SIZE),
  }),
  response: z.object({ total: z.int(), unread: z.int(), notifications: z.array(notificationRow) }),
  summary: "A page of the person's notifications, newest first, and how many of all are unread.",
  spec: '3 §7',
  scope: 'notifications:read',
})

export const viewNotification = call({
  path: '/api/communication/notification/view',
  request: z.object({ id: recordID }),
  response: storedNotification,
  summary: "One of the person's notifications with its body.",
  spec: '3 §2',
  extension: true,
  scope: 'notifications:read',
})

export const markManyAsRead = call({
  path: '/api/communication/notification/mark-asread-multiple-notifications',
  request: z.object({
    ids: z.array(recordID).check(
      z.refine((ids) => ids.length > 0, { error: NOTIFICATION_TEXT.selectOne }),
      z.maxLength(500),
    ),
  }),
  response: done,
  summary: "Marks the person's notifications as read; those of others are left alone.",
  spec: '3 §7',
})

export const markAsRead = call({
  path: '/api/communication/notification/asread',
  request: z.object({ id: recordID, ...notificationRecord.shape }),
  response: done,
  summary: "Marks one of the person's notifications as read: the one of that id.",
  spec: '3 §7',
})
