import { PASSWORD_MIN, type PasswordOwner, passwordFault } from '#shared/domain/password-rule.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { readSetting } from '../settings/settings.ts'

/** @throws Refusal 400 where that can't be their password in this company (spec 5 §6.4) */
export async function requirePassword(db: Database, password: string, owner: PasswordOwner): Promise<void> {
  const min = await readSetting(db, 'signIn.passwordMinimum')
  const fault = passwordFault(password, owner, await commonPasswords(), min)
  if (fault === 'short') throw new Refusal(400, 'password.short', { min })
  if (fault) throw new Refusal(400, `password.${fault}`)
}

let known: Promise<ReadonlySet<string>> | null = null

/** The commonly used passwords that are long enough to be asked about. Read when somebody first chooses a password. */
async function read(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const words = Object.values(dictionary['passwords-common'] ?? []).map(String)
  return new Set(words.filter((word) => word.length >= PASSWORD_MIN))
}

/** Gives a question: whether a password, in small letters, is among the commonly used ones. */
async function commonPasswords(): Promise<(password: string) => boolean> {
  known ??= read()
  const words = await known
  return (password) => words.has(password)
}
