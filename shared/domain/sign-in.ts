import type { NextStage } from '../contract/auth.ts'

/** The stages of signing in (spec 1 §2.3). */
export type SignInStage = 'USERNAME' | 'PASSWORD' | 'CONFIRM_KEY' | 'CONFIRM_MAGIC_LINK' | 'LOGIN'

/** How many greetings show at once, and how long until others do, in milliseconds (spec 1 §9). */
export const GREETING_COUNT = 3
export const GREETING_ROTATION_MS = 25_000

/** USERNAME moves to PASSWORD, or to CONFIRM_MAGIC_LINK when the server says so (spec 1 §4.1). */
export function stageAfterUserName(nextStage: NextStage): SignInStage {
  return nextStage === 'CONFIRM_MAGIC_LINK' ? 'CONFIRM_MAGIC_LINK' : 'PASSWORD'
}

/** PASSWORD moves to CONFIRM_KEY on 2FA, to CONFIRM_MAGIC_LINK when so indicated, else to LOGIN (spec 1 §4.1). */
export function stageAfterPassword(nextStage: NextStage): SignInStage {
  if (nextStage === '2FA') return 'CONFIRM_KEY'
  return nextStage === 'CONFIRM_MAGIC_LINK' ? 'CONFIRM_MAGIC_LINK' : 'LOGIN'
}
