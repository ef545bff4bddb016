export const MAGIC_TEXT = {
  title: 'Is this you?',
  lead: 'Somebody is signing in to Fieldwork with a link that was mailed to you. Confirm only if that was you, just now.',
  confirm: 'Yes, it’s me',
  deny: 'No, it isn’t',
  deniedTitle: 'Good that you asked yourself',
  denied:
    'Nobody has been signed in. If this happens again, tell support: somebody may be trying to use your account.',
  doneTitle: 'Confirmed',
  done: 'You can go back to the window where you are signing in: it goes on by itself. This one can be closed.',
  failedTitle: 'This link doesn’t work',
  failed:
    'It may have been used before, be too old, or have come through incomplete. Please start again where you sign in.',
} as const

export const RESET_TEXT = {
  title: 'A new password',
  lead: 'Choose a new password. Every device that is signed in as you will have to sign in again.',
  rule: 'At least 12 characters. A few words in a row are good.',
  password: 'New password',
  repeat: 'New password again',
  show: 'Show the password',
  save: 'Save the new password',
  tooShort: 'Please choose a password of at least 12 characters',
  tooLong: 'A password has at most 256 characters',
  different: 'The two passwords are not the same',
  doneTitle: 'Your password is changed',
  done: 'Sign in with the new one from now on.',
  toSignIn: 'Go to sign-in',
  failedTitle: 'This link doesn’t work',
  failed:
    'It may have been used before, be too old, or have come through incomplete. Choose ‘Forgot your password?’ where you sign in for a new one.',
} as const

export const INVITATION_TEXT = {
  title: 'Your invitation',
  loading: 'Opening the invitation',
  welcome: (name: string) => `Welcome, ${name}`,
  lead: (company: string, userName: string) =>
    `${company} has made an account for you. Your user name is ${userName}. Choose a password and accept the agreement.`,
  rule: 'At least 12 characters. A few words in a row are good.',
  password: 'Password',
  repeat: 'Password again',
  agree: 'I accept the end-user agreement',
  notAgreed: 'Please accept the agreement.',
  accept: 'Accept the invitation',
  again: 'Try again',
  doneTitle: 'You are in',
  done: (userName: string) => `Your account is ready. Sign in as ${userName}.`,
  failed:
    'It may have been used before, be too old, or have come through incomplete. Ask whoever invited you for a new one.',
} as const

export const UNREACHABLE = 'The server cannot be reached. Please check your network and try again.'
