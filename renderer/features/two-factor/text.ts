export const TWO_FACTOR_TEXT = {
  title: 'Two-factor sign-in',
  lead: 'With two-factor sign-in, a password alone doesn’t let anybody in as you: a code from an app on your phone is asked for too.',
  on: 'Two-factor sign-in is on',
  off: 'Two-factor sign-in is off',
  required: 'Your organisation asks for it, so it can’t be turned off.',
  unavailable: 'Two-factor sign-in isn’t available here.',
  tryAgain: 'Try again',
  turnOn: 'Turn it on',
  turnOff: 'Turn it off',
  renew: 'Set up a new app',
  scan: 'Scan this with your authenticator app.',
  qr: 'QR code for an authenticator app',
  secret: 'Can’t scan? Type this key into the app:',
  code: 'Code from the app',
  codeMissing: 'Please enter the six digits that your authenticator app shows',
  confirm: 'Confirm',
  cancel: 'Cancel',
  enrolTitle: 'Set up two-factor sign-in',
  enrolLead: 'Your organisation asks for a second factor when you sign in. Set it up now; then you go on.',
  logOut: 'Log out',
  goingOn: 'Signing you in',
  looking: 'Fetching your settings',
  codesTitle: 'Keep your recovery codes',
  codesLead:
    'Each signs you in once if you are without your phone. They are shown only now: keep them where you keep your passwords.',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'The browser didn’t allow copying. Please select the codes, or download them.',
  download: 'Download',
  kept: 'I’ve kept them',
  fileName: 'fieldwork-recovery-codes.txt',
  password: 'Your password',
  showPassword: 'Show the password',
  passwordMissing: 'Please include a valid password',
  offLead: 'From then on your password alone signs you in, and your recovery codes no longer count.',
  unreachable: 'The server cannot be reached. Please check your network and try again.',
} as const

/** How many recovery codes are left, in words. */
export function codesLeft(count: number): string {
  if (count === 0) return 'You have no recovery codes left. Set up the app anew for fresh ones.'
  return count === 1 ? 'You have 1 recovery code left.' : `You have ${count} recovery codes left.`
}
