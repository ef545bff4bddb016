/** Words that the documents quote (spec 3 §2, §8). */
export const LAUNCHING = 'Launching remote session'
export const SAVED = 'Connection saved'
export const UPDATED = 'Connection Updated'
export const REMOVED = 'Connection removed'
export const ADD_TITLE = 'Add connection'
export const editTitle = (id: number): string => `Edit RDP_ID ${id}`

export const REMOTE_TEXT = {
  title: 'Remote desktops',
  lead: 'The computers that you work on from afar. Passwords are kept encrypted on the server.',
  filter: 'Filter by name',
  none: 'You have no remote desktops yet.',
  noMatch: 'No remote desktop has this name.',
  connect: 'Connect',
  cancel: 'Cancel',
  save: 'Save',
  remove: 'Remove',
  failed: 'Your remote desktops could not be fetched.',
  displayName: 'Display name',
  address: 'Computer',
  addressHint: 'Its name or IP address, with a port if it has one of its own.',
  username: 'User name',
  password: 'Password',
  keepPassword: 'Leave it empty to keep the stored password.',
  displayNameMissing: 'Give the connection a name',
  addressMissing: 'Enter the name or IP address of a computer, such as desk-12.example or 10.0.0.4:3390',
  usernameMissing: 'Enter the user name that you sign in with on that computer',
  passwordMissing: 'Enter the password of that user name',
} as const
