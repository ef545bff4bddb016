/** Fewest characters of a password (spec 5 §6.4). */
export const PASSWORD_MIN = 12
/** Most, so that hashing one costs no more than it has to. */
export const PASSWORD_MAX = 200

/** Fewer characters than this beside a name make a password that is only the name again. */
const REST_MIN = 6
/** A shorter name stands in too many words. */
const NAME_MIN = 3

/** Why a password isn't taken. */
export type PasswordFault = 'short' | 'common' | 'like'

/** The faults in words. */
export const PASSWORD_TEXT: Readonly<Record<PasswordFault, string>> = {
  /** For who doesn't know what the company asks for. */
  short: `A password has at least ${PASSWORD_MIN} characters.`,
  common: 'This password is among the commonly used ones.',
  like: 'This password is too much like the user name, the company or the e-mail address.',
}

export interface PasswordOwner {
  readonly userName: string
  readonly companyName: string
  /** '' where there is none. */
  readonly email: string
}

/** Letters and digits alone, in small letters. */
const folded = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

function isLike(password: string, { userName, companyName, email }: PasswordOwner): boolean {
  const [mailbox = ''] = email.split('@')
  const names = [userName, companyName, email, mailbox].map(folded).filter((name) => name.length >= NAME_MIN)
  const whole = folded(password)
  return names.some((name) => whole.includes(name) && whole.replaceAll(name, '').length < REST_MIN)
}

/**
 * Why this can't be that person's password; null where it can (spec 5 §6.4). Set-up, its command and the command
 * line ask this one rule.
 *
 * @param isCommon whether a password is among the commonly used ones, by a list that the caller has
 * @param minimum fewest characters, where the company asks for more
 */
export function passwordFault(
  password: string,
  owner: PasswordOwner,
  isCommon: (password: string) => boolean,
  minimum = PASSWORD_MIN,
): PasswordFault | null {
  if ([...password].length < minimum) return 'short'
  if (isCommon(password.toLowerCase())) return 'common'
  return isLike(password, owner) ? 'like' : null
}
