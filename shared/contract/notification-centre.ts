import * as z from 'zod/mini'
import { call } from './http-call.ts'
import { done, noPayload, recordID, timestamp } from './primitives.ts'

/** What a notification is about, for its looks (spec 1 §3). */
export const notificationClass = z.enum(['info', 'success', 'warning', 'danger'])
export type NotificationClass = z.output<typeof notificationClass>

/** An item of the notification centre (spec 1 §3). */
export const notificationItem = z.object({
  id: recordID,
  time: timestamp,
  message: z.string(),
  cssClass: notificationClass,
})
export type NotificationItem = z.output<typeof notificationItem>

export const myNotifications = call({
  path: '/api/notification-centre/mine',
  request: noPayload,
  response: z.array(notificationItem),
  summary: 'What the person has been told and not cleared, newest first; 100 at most.',
  spec: '1 §2.8',
  extension: true,
  scope: 'notifications:read',
})

export const clearNotifications = call({
  path: '/api/notification-centre/clear',
  request: z.object({ ids: z.array(recordID).check(z.minLength(1), z.maxLength(100)) }),
  response: done,
  summary: 'Clears notifications of the person; those of others are left alone.',
  spec: '1 §2.8',
  extension: true,
})
