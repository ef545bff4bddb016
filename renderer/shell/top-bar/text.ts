/** What the top bar says (spec 1 §2.7). */
export const TOP_BAR_TEXT = {
  menu: 'Open menu',
  reload: 'Fieldwork: reload to fetch the latest version',
  tools: 'Tools',
  update: 'Update available',
  passport: 'Passport check',
  history: 'App history',
  calendar: 'Calendar',
  notifications: 'Notifications',
  tickets: 'Support tickets',
  toDo: 'To-do tasks',
  drawer: 'App drawer',
  noHistory: 'The screens and tools that you open are listed here.',
  recent: 'Recent',
} as const

/** Names of the drawer's actions (spec 1 §2.7). */
export const ACTION_TEXT = {
  notifications: 'Notifications',
  calendar: 'Calendar',
  tickets: 'Support tickets',
  planner: 'Task planner',
  vault: 'Secure vault',
  phone: 'Online users / phone call',
  notes: 'Sticky notes',
  'scratch-pad': 'Scratch pad',
  documents: 'Documents',
  checklist: 'My checklist',
  mood: 'Mood capture',
  analyser: 'AI report analyser',
  dialler: 'Dialler launch',
} as const

export const ACCOUNT_TEXT = {
  picture: 'Update my picture',
  myPicture: 'My picture',
  details: 'Personal details',
  tickets: 'My support tickets',
  checklist: 'My checklist',
  devtools: 'Open Devtools',
  hardware: 'Hardware testing',
  settings: 'Settings',
  remoteDesktops: 'Remote desktops',
  activeApp: 'Active App',
  twoFactor: 'Two-factor sign-in',
  browserNotifications: 'Browser notifications',
  logout: 'Log out',
} as const

export const PASSPORT_TEXT = {
  lead: 'What this machine and its connections need for work.',
  good: 'Fit for work',
  attention: 'Could be better',
  problem: 'Needs attention',
  unknown: 'Not tested yet',
  skipped: 'Not needed',
  inBrowser: 'Not known in a browser',
  test: 'Hardware testing',
} as const
