/** What a person reads while signing in; the quoted ones are spec 1 §5 and §8 to the letter. */
export const SIGN_IN_TEXT = {
  userNameMissing: 'Please include a valid username',
  passwordMissing: 'Please include a valid password',
  agreementMissing: 'Please accept UELA',
  bothBlank: "User Name & Password can't be empty",
  unreachable: 'Unable to connect to authentication services, please try again',
  unreadableToken:
    'The server sent a sign-in that this version of Fieldwork cannot read. Please contact support.',
  userNameTooLong: 'A user name has at most 512 characters. What was beyond that has been left out.',
  passwordTooLong: 'A password has at most 512 characters. What was beyond that has been left out.',
  codeMissing: 'Please enter the six digits that your authenticator app shows',
  recoveryCodeMissing: 'Please enter one of your recovery codes',
  storageBlocked:
    'This browser keeps nothing for Fieldwork, so you will be signed in only until this page is closed.',
  notEncrypted: 'This connection is not encrypted.',
  title: 'Sign in',
  userName: 'User name',
  password: 'Password',
  showPassword: 'Show the password',
  capsLock: 'Caps Lock is on',
  code: 'One-time code',
  recoveryCode: 'Recovery code',
  useRecoveryCode: 'Use a recovery code instead',
  useOneTimeCode: 'Use a code from the app instead',
  next: 'Next',
  previous: 'Previous',
  retry: 'Retry',
  signIn: 'Sign in',
  signingIn: 'Signing you in…',
  forgotPassword: 'Forgot your password?',
} as const

/** CONFIRM_MAGIC_LINK, by what the live channel is doing. */
export const MAGIC_LINK_TEXT = {
  lead: 'We’ve sent a link to your e-mail address.',
  howTo:
    'Open it on this or any other device and confirm there that it’s you. This window then goes on by itself.',
  CONNECTING: 'Connecting…',
  WAITING: 'Waiting for you to open the link…',
  LOST: 'The connection was lost. Joining again…',
  REFUSED: 'This sign-in is no longer waiting for a link. Please start again.',
  noMail: 'No mail after a minute or two? Look among the junk, or choose Retry for a new link.',
} as const

export const AGREEMENT_TEXT = {
  accept: 'I accept the',
  name: 'end-user agreement (UELA)',
  title: 'End-user agreement',
  changed: 'The agreement has changed since you accepted it. Please read it and accept it again.',
  failed: 'The agreement could not be fetched.',
  retry: 'Try again',
  acceptButton: 'Accept',
  close: 'Close',
} as const

export const DEVICE_TEXT = {
  signingIn: 'Signing in this device…',
  cancel: 'Cancel',
  deviceID: 'Device ID',
  none: 'No device ID in a browser',
  unknown: 'No device ID on this computer',
} as const

export const FORGOT_TEXT = {
  title: 'Forgot your password?',
  lead: 'Enter your user name. We’ll send a link for a new password to the e-mail address that belongs to it.',
  send: 'Send the link',
  // The same words for everybody: they don't tell whether there is such a user.
  sent: 'If that user name is known, a link for a new password is on its way. It works for a short while, and once.',
  unavailable: 'New passwords aren’t mailed here. Please contact support.',
  close: 'Close',
} as const
