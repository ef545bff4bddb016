import { expect, test } from 'vitest'
import { isNewBuild, isOlderVersion, updateManner } from './update.ts'

test('W102 a build is new where it differs from the stored one, or from what this page began with', () => {
  expect(isNewBuild({ served: 'b', stored: 'a', first: null })).toBe(true)
  expect(isNewBuild({ served: 'a', stored: 'a', first: 'a' })).toBe(false)
  expect(isNewBuild({ served: 'a', stored: null, first: null })).toBe(false)
  expect(isNewBuild({ served: 'b', stored: 'b', first: 'a' })).toBe(true)
})

test('S253 S004 W106 W107 companions update by themselves, mobile sessions never, others are asked', () => {
  expect(updateManner('COMPANION')).toBe('automatic')
  expect(updateManner('MOBILE_APP')).toBe('never')
  expect(updateManner('OTHER')).toBe('ask')
})

test('S222 versions are compared number by number', () => {
  const older = (version: string, minimum: string) => isOlderVersion(version, minimum)
  expect(older('1.1.9', '1.2.0')).toBe(true)
  expect(older('1.9.0', '1.10')).toBe(true)
  expect(older('0.1.0-beta.2', '0.2')).toBe(true)
  expect(older('1.2', '1.2.1')).toBe(true)
  expect(older('v1.1', '1.2')).toBe(true)
  expect(older('1.2.0', '1.2')).toBe(false)
  expect(older('1.2', '1.2')).toBe(false)
  expect(older('2.0', '1.9.9')).toBe(false)
  expect(older('nightly', '1.0')).toBe(false)
  expect(older('1.0', '')).toBe(false)
})
