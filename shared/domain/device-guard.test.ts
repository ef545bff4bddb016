import { describe, expect, test } from 'vitest'
import {
  guardWording,
  isSlow,
  isUnstable,
  networkLocation,
  patchesMissing,
  poorReadings,
  unauthorised,
} from './device-guard.ts'

test.each([
  [null, 'UNKNOWN'],
  ['172.16.4.9', 'OFFICE'],
  ['172.200.0.1', 'OFFICE'],
  ['192.168.172.5', 'HOME'],
  ['17.2.0.1', 'HOME'],
  ['1720.0.0.1', 'HOME'],
])('S200 W110 the local address %s is %s', (address, location) => {
  expect(networkLocation(address)).toBe(location)
})

test('S317 the wording differs on battery', () => {
  expect(guardWording('unstable', false)).toBe('Your internet connection is unstable...')
  expect(guardWording('slow', false)).toBe('Your machine is running slow...')
  expect(guardWording('unstable', true)).toBe(
    'Your internet connection is unstable... You are on battery: plug in the charger.',
  )
  expect(guardWording('slow', true)).toBe(
    'Your machine is running slow... You are on battery: plug in the charger.',
  )
})

describe('S317 a machine is slow', () => {
  const slowAfter = (...readings: [cpuUsage: number | null, memoryUsage: number | null][]) =>
    isSlow(
      readings.reduce(
        (before, [cpuUsage, memoryUsage]) => poorReadings(before, { cpuUsage, memoryUsage }),
        0,
      ),
    )

  test('after three poor readings in a row, of processor or memory', () => {
    expect(slowAfter([90.1, 10], [10, 90.1], [100, 100])).toBe(true)
    expect(slowAfter([95, 10], [95, 10])).toBe(false)
  })

  test('not at the bound, nor with a better or an unknown reading in between', () => {
    expect(slowAfter([90, 90], [90, 90], [90, 90])).toBe(false)
    expect(slowAfter([95, 1], [95, 1], [50, 1], [95, 1], [95, 1])).toBe(false)
    expect(slowAfter([95, null], [null, null], [95, null], [95, null])).toBe(false)
  })
})

describe('S317 a connection is unstable', () => {
  const good = { answered: true, ms: 3000 }
  const late = { answered: true, ms: 3001 }
  const lost = { answered: false, ms: 5 }

  test('with three bad round trips of the last ten', () => {
    expect(isUnstable([lost, good, late, good, good, good, good, good, good, lost])).toBe(true)
    expect(isUnstable([lost, late, lost])).toBe(true)
  })

  test('not with fewer, or older ones', () => {
    expect(isUnstable([])).toBe(false)
    expect(isUnstable([lost, late])).toBe(false)
    expect(isUnstable([lost, lost, lost, ...Array.from({ length: 8 }, () => good)])).toBe(false)
  })
})

describe('S318 a network', () => {
  test('without proxy and VPN is in order', () => {
    expect(unauthorised({ proxy: null, vpn: [] }, [])).toBeNull()
  })

  test('with one that the company does not allow is not', () => {
    const use = { proxy: 'http://proxy.example:8080', vpn: ['Office VPN', 'wg0'] }
    expect(unauthorised(use, [])).toEqual(use)
    expect(unauthorised(use, ['office vpn'])).toEqual({ ...use, vpn: ['wg0'] })
    expect(unauthorised(use, ['OFFICE VPN', 'WG0', 'http://proxy.example:8080'])).toBeNull()
  })
})

test('S319 patches are missing when the newest is older than 90 days', () => {
  const now = Date.parse('2026-06-01')
  expect(patchesMissing(['2026-03-02', null], now)).toBe(true)
  expect(patchesMissing(['2020-01-01', '2026-03-03'], now)).toBe(false)
  expect(patchesMissing([null, null], now)).toBe(false)
  expect(patchesMissing([], now)).toBe(false)
})
