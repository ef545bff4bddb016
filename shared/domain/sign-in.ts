import type { NextStage } from '../contract/auth.ts'

/** The stages of signing in (spec 1 §2.3). */
export type SignInStage = 'USERNAME' | 'PASSWORD' | 'CONFIRM_KEY' | 'CONFIRM_MAGIC_LINK' | 'LOGIN'

/** How many greetings show at once, and how soon others replace them, in milliseconds (spec 1 §9). */
export const GREETING_COUNT = 3
export const GREETING_ROTATION_MS = 25_000

/** How long the screen shows before a paired device signs itself in, in milliseconds (spec 1 §9). */
export const COMPANION_SIGN_IN_DELAY_MS = 2000

/** Digits of a one-time code (RFC 6238, as authenticator apps use it). */
export const ONE_TIME_CODE_LENGTH = 6

/** USERNAME moves to PASSWORD, or to CONFIRM_MAGIC_LINK when the server says so (spec 1 §4.1). */
export function stageAfterUserName(nextStage: NextStage): SignInStage {
  return nextStage === 'CONFIRM_MAGIC_LINK' ? 'CONFIRM_MAGIC_LINK' : 'PASSWORD'
}

/** PASSWORD moves to CONFIRM_KEY on 2FA, to CONFIRM_MAGIC_LINK when so indicated, else to LOGIN (spec 1 §4.1). */
export function stageAfterPassword(nextStage: NextStage): SignInStage {
  if (nextStage === '2FA') return 'CONFIRM_KEY'
  return nextStage === 'CONFIRM_MAGIC_LINK' ? 'CONFIRM_MAGIC_LINK' : 'LOGIN'
}

/**
 * The code that somebody meant by what they typed or pasted: without the spaces and dashes that apps add, and
 * with full-width digits as plain ones.
 */
export function codeMeant(typed: string): string {
  return typed.normalize('NFKC').replaceAll(/[\s\u200b\u2010-\u2015-]/g, '')
}

/** Whether it has six digits; only the server knows whether they are right. */
export function isOneTimeCode(code: string): boolean {
  return code.length === ONE_TIME_CODE_LENGTH && /^\d+$/.test(code)
}
