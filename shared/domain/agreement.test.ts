import { expect, test } from 'vitest'
import { acceptanceTime, isAcceptanceValid, isAgreementFresh } from './agreement.ts'

const HOUR = 60 * 60 * 1000
const now = Date.UTC(2026, 10, 21, 12)

test('S152 an acceptance counts only when newer than the agreement', () => {
  const given = { userName: 'amelia.ward', acceptedAt: now }
  expect(isAcceptanceValid(given, 'amelia.ward', now - 1)).toBe(true)
  expect(isAcceptanceValid(given, 'amelia.ward', now)).toBe(false)
  expect(isAcceptanceValid(given, 'amelia.ward', now + 1)).toBe(false)
  expect(isAcceptanceValid(null, 'amelia.ward', now - 1)).toBe(false)
})

test('S153 an acceptance is one person’s, however they write their name', () => {
  const given = { userName: 'amelia.ward', acceptedAt: now }
  expect(isAcceptanceValid(given, 'bilal.khan', null)).toBe(false)
  expect(isAcceptanceValid(given, ' Amelia.Ward ', null)).toBe(true)
})

test('S152 an acceptance given on a slow clock counts for the agreement that was accepted', () => {
  const updated = now + HOUR
  const acceptedAt = acceptanceTime(now, updated)
  expect(isAcceptanceValid({ userName: 'a', acceptedAt }, 'a', updated)).toBe(true)
  expect(acceptedAt).toBe(updated + 1)
  expect(acceptanceTime(now, now - HOUR)).toBe(now)
  expect(acceptanceTime(now, null)).toBe(now)
})

test('S154 the agreement is fresh up to 168 hours after its change', () => {
  expect(isAgreementFresh(now - 168 * HOUR, now)).toBe(true)
  expect(isAgreementFresh(now - 168 * HOUR - 1, now)).toBe(false)
})
