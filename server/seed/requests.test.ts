import { expect, test } from 'vitest'
import { openTestDatabase } from '../db/testing/test-database.ts'
import { personCalled } from './people.ts'
import { seedDatabase } from './seed.ts'

const NOW = Date.UTC(2026, 10, 21, 15, 40)

test('12 holidays, 6 times overtime and 5 requests about shifts wait, 2 are asked back, 200 are decided; none takes a shift that is still to be worked', async () => {
  const db = await openTestDatabase()
  const sealed = () => 'sealed'
  await seedDatabase(db, {
    ...{
      hashPassword: async () => 'hash',
      sealCodeSecret: sealed,
      sealDetails: sealed,
      sealRemoteDesktop: sealed,
    },
    now: NOW,
  })
  const requests = await db.selectFrom('bookingRequests').selectAll().execute()
  const count = (type: string, states: readonly string[]) =>
    requests.filter((one) => one.type === type && states.includes(one.state)).length
  expect(count('HOLIDAY', ['PENDING'])).toBe(12)
  expect(count('OVERTIME', ['PENDING'])).toBe(6)
  expect(count('HOLIDAY', ['REQUESTED_CANCELATION'])).toBe(2)
  expect(count('HOLIDAY', ['APPROVED', 'DECLINED', 'CANCELLED'])).toBe(200)
  expect(await db.selectFrom('shiftRequests').select('state').execute()).toHaveLength(5)
  const looker = personCalled('Jamie Whitfield').id
  const open = requests.filter(({ state }) => state === 'PENDING' || state === 'REQUESTED_CANCELATION')
  expect(open.some(({ userID }) => userID === looker)).toBe(false)
  const granted = requests.filter(({ state }) => state === 'APPROVED' || state === 'REQUESTED_CANCELATION')
  const shifts = await db
    .selectFrom('shifts')
    .where('state', '<>', 'CANCELLED')
    .select(['userID', 'start', 'end'])
    .execute()
  const clashes = granted.filter(({ userID, start, end }) =>
    shifts.some((shift) => shift.userID === userID && shift.start < end && shift.end > start),
  )
  expect(clashes).toEqual([])
  const overlapping = granted.filter((one) =>
    granted.some(
      (other) =>
        other.id < one.id && other.userID === one.userID && other.start < one.end && other.end > one.start,
    ),
  )
  expect(overlapping).toEqual([])
  await db.destroy()
})
