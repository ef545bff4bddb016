import { expect, test } from 'vitest'
import { oneTimeCode, readOneTime, secondsLeft } from './one-time.ts'

/** RFC 6238, appendix B: the seeds are these digits, as often as the algorithm's key is long. */
const DIGITS = '12345678901234567890'
const SEEDS = {
  SHA1: DIGITS,
  SHA256: DIGITS.repeat(2).slice(0, 32),
  SHA512: DIGITS.repeat(4).slice(0, 64),
} as const
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const base32 = (text: string): string => {
  const bits = [...text].map((c) => c.charCodeAt(0).toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => LETTERS[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}
const read = (text: string) => {
  const oneTime = readOneTime(text)
  if (!oneTime) throw new Error(`not read: ${text}`)
  return oneTime
}

test.each([
  [59, '94287082', '46119246', '90693936'],
  [1_111_111_109, '07081804', '68084774', '25091201'],
  [1_111_111_111, '14050471', '67062674', '99943326'],
  [1_234_567_890, '89005924', '91819424', '93441116'],
  [2_000_000_000, '69279037', '90698825', '38618901'],
  [20_000_000_000, '65353130', '77737706', '47863826'],
])('the codes of RFC 6238 at %i s', async (seconds, ...codes) => {
  const made = Object.entries(SEEDS).map(([algorithm, seed]) =>
    oneTimeCode(
      read(`otpauth://totp/a?secret=${base32(seed)}&algorithm=${algorithm}&digits=8`),
      seconds * 1000,
    ),
  )
  expect(await Promise.all(made)).toEqual(codes)
})

test('a key in letters, as people copy it, and an address without more than its key mean six digits of 30 s', async () => {
  const letters = base32(DIGITS)
  const spaced = letters.toLowerCase().replace(/(.{4})/g, '$1 ')
  for (const text of [letters, spaced, ` otpauth://totp/Shop:ann?secret=${letters}&issuer=Shop `])
    expect(await oneTimeCode(read(text), 59_000), text).toBe('287082')
})

test('a code holds until its period ends, and is another then', async () => {
  const oneTime = read(`otpauth://totp/a?secret=${base32(DIGITS)}&period=60`)
  const at = (ms: number) => oneTimeCode(oneTime, ms)
  expect([secondsLeft(oneTime, 60_000), secondsLeft(oneTime, 119_999)]).toEqual([60, 1])
  expect(await at(60_000)).toBe(await at(119_999))
  expect(await at(120_000)).not.toBe(await at(119_999))
})

const KEY = base32(DIGITS)
test.each([
  '',
  'hello world!',
  'ABCDEFG',
  `otpauth://hotp/a?secret=${KEY}&counter=1`,
  'otpauth://totp/a',
  `otpauth://totp/a?secret=${KEY}&algorithm=MD5`,
  `otpauth://totp/a?secret=${KEY}&digits=5`,
  `otpauth://totp/a?secret=${KEY}&digits=9`,
  `otpauth://totp/a?secret=${KEY}&period=0`,
  `otpauth://totp/a?secret=${KEY}&period=301`,
  `https://totp.example/?secret=${KEY}`,
])('%j is no key of one-time codes', (text) => {
  expect(readOneTime(text)).toBeNull()
})
