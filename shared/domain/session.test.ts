import { describe, expect, test } from 'vitest'
import { PERMISSIONS, permissionsOf } from './permissions.ts'
import {
  isMobileRefused,
  isTokenOver,
  localExpiry,
  needsCompanion,
  renewalTime,
  tokenTimes,
} from './session.ts'

const CLOCK_TOLERANCE_MS = 3_600_000

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOW = Date.UTC(2026, 10, 21, 12)

const times = (life: number, receivedAt: number | null = NOW, clockOff = 0) => ({
  issuedAt: NOW + clockOff,
  expiresAt: NOW + clockOff + life,
  receivedAt,
})

describe('a token and a wrong clock', () => {
  test('the receipt counts where it is of that token', () => {
    const claims = { iat: 100, exp: 200 }
    expect(tokenTimes(claims, { issuedAt: 100, receivedAt: 5 }).receivedAt).toBe(5)
    expect(tokenTimes(claims, { issuedAt: 99, receivedAt: 5 }).receivedAt).toBeNull()
    expect(tokenTimes({ exp: 200 }, { issuedAt: 99, receivedAt: 5 })).toEqual({
      issuedAt: null,
      expiresAt: 200_000,
      receivedAt: null,
    })
  })

  test.each([-HOUR, 0, HOUR])('with the server %i ms off a token lives as long as it was given', (off) => {
    expect(localExpiry(times(8 * HOUR, NOW, off))).toBe(NOW + 8 * HOUR)
    expect(isTokenOver(times(8 * HOUR, NOW, off), NOW + 8 * HOUR - 1)).toBe(false)
    expect(isTokenOver(times(8 * HOUR, NOW, off), NOW + 8 * HOUR)).toBe(true)
  })

  test('without a receipt an hour is tolerated', () => {
    expect(isTokenOver(times(HOUR, null), NOW + HOUR + CLOCK_TOLERANCE_MS - 1)).toBe(false)
    expect(isTokenOver(times(HOUR, null), NOW + HOUR + CLOCK_TOLERANCE_MS)).toBe(true)
  })
})

describe('renewal', () => {
  test.each([
    ['a tenth of a long life', 8 * HOUR, 48 * MINUTE],
    ['10 minutes of a shorter one', HOUR, 10 * MINUTE],
    ['half of a very short one', 10 * MINUTE, 5 * MINUTE],
  ])('is due when %s is left', (_, life, left) => {
    expect(renewalTime(times(life))).toBe(NOW + life - left)
    expect(renewalTime(times(life, NOW, HOUR))).toBe(NOW + life - left)
  })

  test('is never due for the last token of a sign-in', () => {
    const last = tokenTimes({ iat: NOW / 1000, exp: (NOW + HOUR) / 1000, isLast: true }, null)
    expect(renewalTime(last)).toBe(Number.POSITIVE_INFINITY)
  })

  test('is due 10 minutes before the end where nothing else is known', () => {
    expect(renewalTime({ issuedAt: null, expiresAt: NOW, receivedAt: null })).toBe(NOW - 10 * MINUTE)
  })
})

describe('who may work here', () => {
  const required = permissionsOf([PERMISSIONS.COMPANION_MODE_REQUIRED])
  const situation = {
    permissions: required,
    desktop: true,
    tokenType: 'OTHER',
    companion: 'disconnected',
  } as const

  test('S003 companion mode holds back a desktop user without a connected companion session', () => {
    expect(needsCompanion(situation)).toBe(true)
    expect(needsCompanion({ ...situation, companion: 'unknown' })).toBe(true)
    expect(needsCompanion({ ...situation, companion: 'connected' })).toBe(false)
    expect(needsCompanion({ ...situation, desktop: false })).toBe(false)
    expect(needsCompanion({ ...situation, tokenType: 'COMPANION' })).toBe(false)
    expect(needsCompanion({ ...situation, permissions: permissionsOf([]) })).toBe(false)
  })

  test('S221 S004 a mobile session needs the mobile permission', () => {
    const mobile = permissionsOf([PERMISSIONS.CAN_USE_MOBILE_APP])
    expect(isMobileRefused('MOBILE_APP', permissionsOf([]))).toBe(true)
    expect(isMobileRefused('MOBILE_APP', mobile)).toBe(false)
    expect(isMobileRefused('OTHER', permissionsOf([]))).toBe(false)
  })
})
