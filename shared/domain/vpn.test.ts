import { expect, test } from 'vitest'
import { vpnTone } from './vpn.ts'

test.each([
  [-1, 'off'],
  [0, 'off'],
  [Number.NaN, 'off'],
  [1, 'normal'],
  [32_400, 'normal'],
  [32_401, 'warning'],
  [34_200, 'warning'],
  [34_201, 'danger'],
])('S193 an uptime of %d s shows as %s', (seconds, tone) => {
  expect(vpnTone(seconds)).toBe(tone)
})
