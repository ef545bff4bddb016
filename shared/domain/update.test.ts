import { expect, test } from 'vitest'
import { isNewBuild, updateManner } from './update.ts'

test('W102 a build is new where it differs from the stored one, or from what this page began with', () => {
  expect(isNewBuild({ served: 'b', stored: 'a', first: null })).toBe(true)
  expect(isNewBuild({ served: 'a', stored: 'a', first: 'a' })).toBe(false)
  expect(isNewBuild({ served: 'a', stored: null, first: null })).toBe(false)
  expect(isNewBuild({ served: 'b', stored: 'b', first: 'a' })).toBe(true)
})

test('S253 companions update by themselves, mobile sessions never, others are asked', () => {
  expect(updateManner('COMPANION')).toBe('automatic')
  expect(updateManner('MOBILE_APP')).toBe('never')
  expect(updateManner('OTHER')).toBe('ask')
})
