import { expect, test } from 'vitest'
import { hashPassword, PASSWORD_COST, unmatchableHash, verifyPassword } from './passwords.ts'

const COST = { N: 16, r: 1, p: 1 }

test('a hash says how it was made and is matched by its password alone', async () => {
  const stored = await hashPassword('pässword', COST)
  expect(stored).toMatch(/^scrypt\$16\$1\$1\$[\w-]{22}\$[\w-]{43}$/)
  expect(await verifyPassword('pässword', stored)).toBe(true)
  expect(await verifyPassword('pässwore', stored)).toBe(false)
  expect(await verifyPassword('', stored)).toBe(false)
})

test('the same password hashes differently each time, and the cost is at least what OWASP advises', async () => {
  expect(await hashPassword('x', COST)).not.toBe(await hashPassword('x', COST))
  expect(PASSWORD_COST.N * PASSWORD_COST.r * PASSWORD_COST.p).toBeGreaterThanOrEqual(2 ** 14 * 8 * 5)
})

test('a password matches however its accents were typed', async () => {
  expect(await verifyPassword('e\u0301', await hashPassword('\u00e9', COST))).toBe(true)
})

test.each([
  ['nothing', ''],
  ['plain text', 'secret'],
  ['another method', 'bcrypt$16$1$1$c2FsdA$aGFzaA'],
  ['an N that is no power of two', `scrypt$17$1$1$c2FsdA$${'a'.repeat(43)}`],
  ['more memory than is allowed', `scrypt$4194304$32$1$c2FsdA$${'a'.repeat(43)}`],
  ['an empty hash', 'scrypt$16$1$1$c2FsdA$'],
  ['a hash cut short', 'scrypt$16$1$1$c2FsdA$aGFzaA'],
])('a stored string that is %s matches nothing', async (_, stored) => {
  expect(await verifyPassword('secret', stored)).toBe(false)
})

test('the hash for unknown people costs what is asked for and matches nothing', async () => {
  const nobody = unmatchableHash(COST)
  expect(nobody).toMatch(/^scrypt\$16\$1\$1\$/)
  expect(await verifyPassword('', nobody)).toBe(false)
})
