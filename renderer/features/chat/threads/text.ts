import { TEXT as SHARED } from '../text.ts'

/** The list of conversations, as people read it, with what several views of the chat say. */
export const TEXT = {
  ...SHARED,
  filterChats: 'Filter chats',
  groupThreads: 'Group threads',
  markAllRead: 'Mark all as read',
  chatMenu: 'Chat options',
  noChats: 'No chats yet. Start one with a colleague.',
  noMatch: 'No chats match.',
  showArchived: 'Show archived',
  archive: 'Archive',
  unarchive: 'Take out of the archive',
  archivedNow: (name: string) => `${name} is archived.`,
  markUnread: 'Mark as unread',
  markRead: 'Mark as read',
  snooze: 'Snooze',
  unsnooze: 'End snooze',
  snoozeChoices: {
    '30-minutes': 'For 30 minutes',
    '1-hour': 'For 1 hour',
    tomorrow: 'Until tomorrow morning',
    '1-week': 'For a week',
  },
} as const
