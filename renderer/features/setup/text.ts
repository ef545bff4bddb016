import { PASSWORD_MIN } from '#shared/domain/password-rule.ts'

export const STEPS = ['code', 'company', 'address', 'admin', 'mail', 'review'] as const
export type Step = (typeof STEPS)[number]

export const STEP_NAMES: Readonly<Record<Step, string>> = {
  code: 'Code',
  company: 'Company',
  address: 'Address',
  admin: 'First admin',
  mail: 'Mail',
  review: 'Review',
}

export const STEP_TITLES: Readonly<Record<Step, string>> = {
  code: 'Set up this installation',
  company: 'Your company',
  address: 'Where people reach it',
  admin: 'The first administrator',
  mail: 'Mail',
  review: 'Is everything right?',
}

export const STEP_LEADS: Readonly<Record<Step, string>> = {
  code: 'Type the code that the server printed when it started. It is good for 24 hours.',
  company: 'People see these on sign-in, in mails and on the pages that you share with others.',
  address: 'Links in mails begin with this address.',
  admin: 'They can do everything, and add the next people.',
  mail: 'The server sends invitations, links and letters.',
  review: 'Nothing has been stored yet. Finish makes the company and its first administrator.',
}

export const TEXT = {
  product: 'Fieldwork',
  steps: 'Steps of set-up',
  stepOf: (step: number, of: number) => `Step ${step} of ${of}`,
  next: 'Next',
  back: 'Back',
  finish: 'Finish',
  change: 'Change',
  check: 'Check',
  chooseLogo: 'Choose a logo',
  otherLogo: 'Choose another',
  removeLogo: 'Remove',
  logo: 'Logo',
  logoHint: 'PNG or SVG, at most 512 KB. Optional.',
  noLogo: 'None',
  mailServer: 'Mail server',
  mailBy: (host: string, port: string, from: string) => `${host}, port ${port}, from ${from}`,
  mailNow: 'Set up mail now',
  mailChoice: 'When mail is set up',
  sendTest: (email: string) => `Send a test to ${email}`,
  testing: 'Testing. This can take up to a minute.',
  mailLater: 'Set up mail later',
  mailLaterHint:
    'Until then nobody gets mail: give people a temporary password instead of an invitation. A system flag reminds you.',
  passwordHidden: 'Hidden',
  passwordHint: `At least ${PASSWORD_MIN} characters. A few words that don’t belong together are easy to keep.`,
  twoFactor: 'Two-factor sign-in',
  twoFactorHint:
    'A code from an app on a phone is asked for beside the password. It can be set up later, too.',
  setUpTwoFactor: 'Set up two-factor sign-in',
  removeTwoFactor: 'Remove',
  twoFactorReady: 'Your app is ready.',
  twoFactorOn: 'With an authenticator app',
  twoFactorOff: 'Not set up',
  listHint: 'One a line. Leave it empty if you don’t know.',
  proxiesHint: 'Addresses, or ranges such as 10.0.0.0/8. One a line.',
  none: 'None',
  signInAs: (userName: string) => `The installation is set up. Sign in as ${userName}.`,
}

export type Field =
  | 'code'
  | 'companyName'
  | 'legalName'
  | 'registeredAddress'
  | 'dataProtectionEmail'
  | 'supportContact'
  | 'country'
  | 'timeZone'
  | 'logo'
  | 'publicOrigin'
  | 'trustedHosts'
  | 'trustedProxies'
  | 'displayName'
  | 'userName'
  | 'email'
  | 'password'
  | 'repeated'

export const LABELS: Readonly<Record<Field, string>> = {
  code: 'Set-up code',
  companyName: 'Company name',
  legalName: 'Legal name',
  registeredAddress: 'Registered address',
  dataProtectionEmail: 'Contact for data protection (e-mail)',
  supportContact: 'Support contact',
  country: 'Country',
  timeZone: 'Time zone',
  logo: 'Logo',
  publicOrigin: 'Public address',
  trustedHosts: 'Further trusted hosts',
  trustedProxies: 'Trusted proxies',
  displayName: 'Display name',
  userName: 'User name',
  email: 'E-mail',
  password: 'Password',
  repeated: 'Password again',
}

/** What is wrong with a field that its schema refuses. */
export const FAULTS: Readonly<Record<Field, string>> = {
  code: 'Type the set-up code.',
  companyName: 'The company needs a name of 1 to 200 characters.',
  legalName: 'Type the legal name, of at most 200 characters.',
  registeredAddress: 'Type the registered address, of at most 500 characters.',
  dataProtectionEmail: 'Type a whole e-mail address.',
  supportContact: 'Say whom people ask for help, in at most 200 characters.',
  country: 'Choose a country.',
  timeZone: 'Choose a time zone.',
  logo: 'This logo can’t be used.',
  publicOrigin: 'Type an address such as https://fieldwork.example, without a path.',
  trustedHosts: 'Type host names such as work.example or work.example:8443, one a line.',
  trustedProxies: 'Type addresses such as 192.0.2.7 or ranges such as 10.0.0.0/8, one a line.',
  displayName: 'Type the name that others see.',
  userName: 'A user name has 3 to 60 letters, digits and . _ - @',
  email: 'Type a whole e-mail address.',
  password: 'Choose a password.',
  repeated: 'The two passwords differ.',
}
