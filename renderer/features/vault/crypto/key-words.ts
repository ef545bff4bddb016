import { fromBase64 } from './bytes.ts'

const CONSONANTS = 'bdfghjklmnprstvz'
const VOWELS = 'aiou'
/** 128 bits: as many as nobody finds a second pair of keys for. */
const WORDS = 8

/** Sixteen bits as a word that can be said on the telephone (proquint). */
function wordOf(bits: number): string {
  const consonant = (shift: number) => CONSONANTS[(bits >> shift) & 15] ?? ''
  const vowel = (shift: number) => VOWELS[(bits >> shift) & 3] ?? ''
  return consonant(12) + vowel(10) + consonant(6) + vowel(4) + consonant(0)
}

/** The words by which two people compare a person's keys. @param fingerprint as `fingerprintOf` gives it */
export function keyWords(fingerprint: string): string {
  const bytes = fromBase64(fingerprint)
  const words = Array.from({ length: WORDS }, (_, at) =>
    wordOf(((bytes[2 * at] ?? 0) << 8) | (bytes[2 * at + 1] ?? 0)),
  )
  return words.join(' ')
}
