export const TEXT = {
  lead: 'There is a new version of the agreement. Please read and accept it to go on.',
  leadAgain: 'It is time to read the agreement again. Please accept it to go on.',
  accept: 'Accept',
  logOut: 'Log out',
} as const
