export const TEXT = {
  lead: 'There is a new version of the agreement. Please read and accept it to go on.',
  accept: 'Accept',
  logOut: 'Log out',
} as const
