import type { Scope } from '#shared/domain/oauth.ts'

/** What an app may do, in the words that somebody decides by. */
export const SCOPE_TEXT: Readonly<Record<Scope, string>> = {
  'profile:read': 'See your personal details and contact details',
  'activity:read': 'See what you do, your attendance and your development',
  'tickets:read': 'See your support tickets',
  'tasks:read': 'See the tasks that you may see',
}

/** The tab 'Third party apps' (spec 3 §2). */
export const APPS_TEXT = {
  loading: 'Loading your third party apps',
  given: 'Access I have given',
  givenLead: 'Apps that act for you. None can do more than you can yourself.',
  givenFailed: 'The access that you have given could not be loaded.',
  noneGiven: 'You have given no app access.',
  since: (day: string) => `Given ${day}`,
  used: (time: string) => `Last used ${time}`,
  unused: 'Not used yet',
  revoke: (app: string) => `Revoke the access of ${app}`,
  revokeShort: 'Revoke',
  confirm: (app: string) => `${app} can do nothing for you from then on. To undo this, allow it again there.`,
  cancel: 'Keep it',
  revoked: (app: string) => `${app} has no access any more.`,
  connected: 'Connected external accounts',
  connectedLead: 'Your accounts with other workforce services.',
  connectedFailed: 'Your connected accounts could not be loaded.',
  noneConnected: 'No external account is connected.',
  updated: (day: string) => `Updated ${day}`,
} as const

/** The consent screen (spec 1 §2.1, /oauth/task with a client). */
export const CONSENT_TEXT = {
  loading: 'Looking at what the app asks for',
  asks: (app: string) => `${app} asks to act for you`,
  may: 'It could:',
  limits: (host: string) =>
    `It can never do more than you can yourself, and you can revoke it at any time under ‘Third party apps’ in your profile. You are then taken to ${host}.`,
  allow: 'Allow',
  decline: 'Decline',
  malformed: 'This request is not complete. Go back to the app and try again from there.',
  denied: 'You may not give apps access to your account.',
  failed: 'The app’s request could not be checked.',
} as const
