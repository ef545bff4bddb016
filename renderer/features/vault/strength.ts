import { type DictionaryMatch, type Match, ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { VAULT_LIMITS } from '#shared/domain/vault.ts'

const PASSWORDS = 'passwords-common'
/** From 0 to 4; below this a passphrase isn't taken. */
export const SCORE_MIN = 3

export interface Strength {
  /** From 0 (guessed at once) to 4. */
  readonly score: number
  /** It is in the list of common passwords, as it is or in another spelling. */
  readonly isCommon: boolean
}

/** The list comes with the code: nothing of a passphrase leaves the page. */
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

const isOfPasswords = (match: Match): match is DictionaryMatch =>
  match.pattern === 'dictionary' && match.dictionaryName === PASSWORDS

/** @param own what others know of the person: it makes a passphrase no stronger */
export function strengthOf(passphrase: string, own: readonly string[]): Strength {
  const { score, sequence } = estimator.check(passphrase, [...own, 'fieldwork'])
  const [first] = sequence
  return { score, isCommon: sequence.length === 1 && first !== undefined && isOfPasswords(first) }
}

/** Why a passphrase isn't taken. */
export type PassphraseFault = 'short' | 'common' | 'weak'

export function passphraseFault(passphrase: string, { score, isCommon }: Strength): PassphraseFault | null {
  if (isCommon) return 'common'
  if (passphrase.length < VAULT_LIMITS.passphraseMin) return 'short'
  return score < SCORE_MIN ? 'weak' : null
}
