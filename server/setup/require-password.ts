import { type PasswordOwner, passwordFault } from '#shared/domain/password-rule.ts'
import { Refusal } from '../refusal.ts'
import { commonPasswords } from './common-passwords.ts'

/** @throws Refusal 400 where that can't be their password (spec 5 §6.4) */
export async function requirePassword(password: string, owner: PasswordOwner): Promise<void> {
  const fault = passwordFault(password, owner, await commonPasswords())
  if (fault) throw new Refusal(400, `password.${fault}`)
}
