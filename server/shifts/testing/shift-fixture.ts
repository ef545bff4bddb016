import { NOON } from '../../http/testing/test-server.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A good shift of that person: tomorrow from noon, 4 hours. */
export const shiftFor = (userID: number, day = 1) => ({
  userID,
  start: new Date(NOON + day * DAY).toISOString(),
  end: new Date(NOON + day * DAY + 4 * HOUR).toISOString(),
})

/** Good requests for person 2, whom every company of the tests has. */
export const SHIFT_REQUESTS: Record<string, unknown> = {
  'shifts.newShifts': { shifts: [shiftFor(2)] },
  'shifts.publishShifts': {
    from: new Date(NOON).toISOString(),
    to: new Date(NOON + DAY).toISOString(),
    people: [2],
  },
}
