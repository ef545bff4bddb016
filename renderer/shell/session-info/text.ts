export const SESSION_TEXT = {
  title: 'About this session',
  errors: 'Last errors',
  noErrors: 'Nothing has gone wrong since this page was opened.',
  copy: 'Copy diagnostics',
  copyLead: 'For a ticket. It holds no passwords, names or messages.',
  copied: 'Copied',
  copyFailed: 'The browser didn’t allow copying.',
  notBuild: 'Not known yet',
  browser: 'This is a browser',
  hub: {
    connected: 'Connected',
    connecting: 'Connecting',
    reconnecting: 'Connecting again',
    disconnected: 'Not connected',
  },
  link: { unknown: 'Not known', connected: 'Connected', disconnected: 'Not connected' },
} as const
