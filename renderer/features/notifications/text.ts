import type { NotificationType } from '#shared/domain/notifications.ts'

export const NOTIFICATIONS_TEXT = {
  title: 'Notifications',
  close: 'Close',
  search: 'Search notifications',
  show: 'Show',
  filters: { All: 'All', Unread: 'Unread', Read: 'Read' },
  unread: (count: number) => (count === 0 ? 'All read' : `${count} unread`),
  selectAll: 'Select all on this page',
  select: (subject: string) => `Select: ${subject}`,
  markAsRead: 'Mark as read',
  selected: (count: number) => `${count} selected`,
  isUnread: 'Unread',
  none: 'You have no notifications.',
  noneFound: 'No notification matches.',
  failed: 'The notifications could not be fetched.',
  oneFailed: 'This notification could not be fetched.',
  retry: 'Try again',
  pages: 'Pages of notifications',
  system: 'Notify me while Fieldwork is in the background',
  /** Quoted by spec 3 §2. */
  ok: 'OK',
  milestone: 'Milestone achieved',
  achieved: (date: string) => `Achieved on ${date}`,
} as const

export const TYPE_LABELS: Readonly<Record<NotificationType, string>> = {
  NEW_UPDATE: 'Update',
  MESSAGE: 'Message',
  EMAIL: 'Email',
  REQUESTED_HELP: 'Help',
  GAMIFICATION_MILESTONE_ACHIEVED: 'Milestone',
}
