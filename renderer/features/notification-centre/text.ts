export const CENTRE_TEXT = {
  title: 'Notifications',
  /** Quoted by spec 1 §2.8. */
  clear: 'Clear all notifications',
  finished: "You've finished!",
  failed: 'Older notifications could not be fetched.',
  retry: 'Try again',
  dismiss: 'Dismiss',
  seeAll: 'See all',
} as const
