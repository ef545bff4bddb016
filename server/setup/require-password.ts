import { type PasswordOwner, passwordFault } from '#shared/domain/password-rule.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { readSetting } from '../settings/settings.ts'
import { commonPasswords } from './common-passwords.ts'

/** @throws Refusal 400 where that can't be their password in this company (spec 5 §6.4) */
export async function requirePassword(db: Database, password: string, owner: PasswordOwner): Promise<void> {
  const min = await readSetting(db, 'signIn.passwordMinimum')
  const fault = passwordFault(password, owner, await commonPasswords(), min)
  if (fault === 'short') throw new Refusal(400, 'password.short', { min })
  if (fault) throw new Refusal(400, `password.${fault}`)
}
