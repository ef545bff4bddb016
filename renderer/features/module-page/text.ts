export const MODULE_PAGE_TEXT = {
  noContent: 'This installation has no content for this page.',
  toDashboard: 'Go to the dashboard',
  consentTitle: 'Access for an app',
  oauthTitle: 'External task accounts',
  oauthNothing: 'This installation is not connected to an external task service.',
  oauthRefused: 'The external service refused the connection.',
} as const
