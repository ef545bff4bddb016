import { slotsOfRule } from '#shared/domain/booking-windows.ts'
import { londonDayAfter, londonField, startOfLondonDay } from '#shared/domain/london-time.ts'
import type { Database } from '../db/database.ts'
import { PEOPLE } from './people.ts'
import { createRandom } from './random.ts'
import { DAY, HOUR } from './timeline.ts'

const SEED = 5107
const ANYBODY = {
  ...{ areaIDs: [], contractTypeIDs: [], skillIDs: [], minimumQcScore: null, minimumWeeks: null },
}

/** Hours that are offered (spec 4 §3.1): a window that is open and partly booked, and one that opens in two days. */
export async function seedOffers(trx: Database, now: number): Promise<void> {
  const random = createRandom(SEED)
  const planner = PEOPLE.find(({ type }) => type === 'SUPERVISOR')?.id ?? null
  const today = startOfLondonDay(now)
  const day = (offset: number) => londonField(londonDayAfter(now, offset)).slice(0, 10)
  const common = {
    ...{ location: 'HOME' as const, projectID: null, minimumHours: 3, maximumHours: 12, version: 1 },
    ...{ createdBy: planner, changedBy: planner, changedAt: now - DAY, remindedAt: null },
    conditions: JSON.stringify(ANYBODY),
  }
  const add = async (
    window: {
      name: string
      approval: 'AUTO' | 'MANUAL'
      state: 'OPEN' | 'SCHEDULED'
      days: [number, number]
    },
    times: { opensAt: number; closesAt: number },
    rule: Omit<Parameters<typeof slotsOfRule>[0], 'breakMinutes'>,
  ) => {
    const { days, ...rest } = window
    const [from, to] = [day(days[0]), day(days[1])]
    const { id } = await trx
      .insertInto('bookingWindows')
      .values({ ...common, ...rest, ...times, from, to, nameKey: window.name.toLowerCase() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const slots = slotsOfRule({ ...rule, breakMinutes: 0 }, from, to)
    return trx
      .insertInto('windowSlots')
      .values(slots.map((slot) => ({ ...slot, windowID: id })))
      .returning(['id', 'start', 'end', 'capacity'])
      .execute()
  }
  const open = await add(
    { name: 'Evenings of the next two weeks', approval: 'AUTO', state: 'OPEN', days: [3, 16] },
    { opensAt: today - 2 * DAY + 9 * HOUR, closesAt: today + 2 * DAY + 18 * HOUR },
    { weekdays: [1, 2, 3, 4], start: '18:00', end: '21:00', capacity: 4 },
  )
  await add(
    { name: 'Saturdays of next month', approval: 'MANUAL', state: 'SCHEDULED', days: [24, 52] },
    { opensAt: today + 2 * DAY + 9 * HOUR, closesAt: today + 9 * DAY + 18 * HOUR },
    { weekdays: [6], start: '10:00', end: '14:00', capacity: 6 },
  )
  const people = PEOPLE.filter(({ type }) => type === 'INTERVIEWER').map(({ id }) => id)
  for (const slot of open.slice(0, 4)) {
    const busy = await trx
      .selectFrom('shifts')
      .where('start', '<', slot.end + 12 * HOUR)
      .where('end', '>', slot.start - 12 * HOUR)
      .select('userID')
      .execute()
    const free = people.filter((id) => !busy.some(({ userID }) => userID === id))
    for (const userID of random.sample(free, 2)) {
      const { id: shiftID } = await trx
        .insertInto('shifts')
        .values({
          ...{ userID, start: slot.start, end: slot.end, segments: '[]', breakMinutes: 0, projectID: null },
          ...{ areaID: null, location: 'HOME', source: 'WINDOW', state: 'PUBLISHED', note: '' },
          ...{ publishedAt: now - DAY, isLocked: 0, lockedBy: null, version: 1 },
          ...{ changedBy: userID, changedAt: now - DAY },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await trx
        .insertInto('slotBookings')
        .values({ slotID: slot.id, userID, shiftID, requestID: null, at: now - DAY })
        .execute()
    }
  }
}
