import { expect, test } from 'vitest'
import { licenceView } from './licence.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const DAY = 86_400_000

test('S186 the banner shows strictly below 604800000 ms', () => {
  expect(licenceView(NOW + 604_800_000, NOW).shows).toBe('nothing')
  expect(licenceView(NOW + 604_799_999, NOW)).toEqual({
    shows: 'banner',
    timerText: 'License expires in: 6d 23h 59m 59s',
  })
  expect(licenceView(NOW + DAY + 3_600_000 * 2 + 60_000 * 3 + 4000, NOW).timerText).toBe(
    'License expires in: 1d 2h 3m 4s',
  )
  expect(licenceView(NOW + 1, NOW)).toEqual({ shows: 'banner', timerText: 'License expires in: 0d 0h 0m 0s' })
})

test('S187 from the moment of expiry on the overlay shows', () => {
  expect(licenceView(NOW, NOW).shows).toBe('overlay')
  expect(licenceView(NOW - 10 * DAY, NOW).shows).toBe('overlay')
})
