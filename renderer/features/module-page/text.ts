export const MODULE_PAGE_TEXT = {
  noContent: 'This installation has no content for this page.',
  toDashboard: 'Go to the dashboard',
  calendarConfirmed: 'Your request has been confirmed',
  calendarClose: 'You can now close this screen',
  oauthTitle: 'External task accounts',
  oauthNothing: 'This installation is not connected to an external task service.',
  oauthRefused: 'The external service refused the connection.',
} as const
