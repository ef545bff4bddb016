import { slotsOfRule } from '#shared/domain/booking-windows.ts'
import type { Choice } from '#shared/domain/campaigns.ts'
import { londonDayAfter, londonField, startOfLondonDay } from '#shared/domain/london-time.ts'
import type { Database } from '../db/database.ts'
import { PEOPLE, personCalled } from './people.ts'
import { createRandom } from './random.ts'
import { DAY, HOUR } from './timeline.ts'

const SEED = 5107
const ANYBODY = {
  ...{ areaIDs: [], contractTypeIDs: [], skillIDs: [], minimumQcScore: null, minimumWeeks: null },
}

/** Hours that are offered (spec 4 §3.1): a window that is open and partly booked, one that opens in two
 * days, and campaigns. */
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
    { name: 'Extra hours of the next two weeks', approval: 'AUTO', state: 'OPEN', days: [3, 16] },
    { opensAt: today - 2 * DAY + 9 * HOUR, closesAt: today + 2 * DAY + 18 * HOUR },
    { weekdays: [1, 2, 3, 4, 5, 6, 7], start: '10:00', end: '13:00', capacity: 4 },
  )
  await add(
    { name: 'Saturdays of next month', approval: 'MANUAL', state: 'SCHEDULED', days: [24, 52] },
    { opensAt: today + 2 * DAY + 9 * HOUR, closesAt: today + 9 * DAY + 18 * HOUR },
    { weekdays: [6], start: '10:00', end: '14:00', capacity: 6 },
  )
  // Whoever signs in as the interviewer to look around takes hours themselves.
  const looker = personCalled('Jamie Whitfield').id
  const people = PEOPLE.filter(({ id, type }) => type === 'INTERVIEWER' && id !== looker).map(({ id }) => id)
  /** People without a shift around that time. */
  const free = async (slot: { start: number; end: number }, count: number): Promise<number[]> => {
    const busy = await trx
      .selectFrom('shifts')
      .where('start', '<', slot.end + 12 * HOUR)
      .where('end', '>', slot.start - 12 * HOUR)
      .select('userID')
      .execute()
    const idle = people.filter((id) => !busy.some(({ userID }) => userID === id))
    return random.sample(idle, Math.min(count, idle.length))
  }
  const work = async (
    userID: number,
    { start, end }: { start: number; end: number },
    { source, projectID }: { source: 'WINDOW' | 'CAMPAIGN'; projectID: number | null },
  ): Promise<number> => {
    const { id } = await trx
      .insertInto('shifts')
      .values({
        ...{ userID, start, end, segments: '[]', breakMinutes: 0, projectID, areaID: null },
        ...{ location: 'HOME', source, note: '', publishedAt: Math.min(now, start) - DAY },
        state: start > now ? 'PUBLISHED' : 'COMPLETED',
        ...{ isLocked: 0, lockedBy: null, version: 1, changedBy: userID, changedAt: now - DAY },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  for (const slot of open.slice(0, 4))
    for (const userID of await free(slot, 2)) {
      const shiftID = await work(userID, slot, { source: 'WINDOW', projectID: null })
      await trx
        .insertInto('slotBookings')
        .values({ slotID: slot.id, userID, shiftID, requestID: null, at: now - DAY })
        .execute()
    }
  for (const campaign of CAMPAIGNS) {
    const start = today + campaign.day * DAY + 18 * HOUR
    const slot = { start, end: start + 3 * HOUR }
    const closesAt = Math.min(start - 6 * HOUR, campaign.day > 0 ? now + 2 * DAY : start - DAY)
    const { bonusPerHour, rateMultiplier } = campaign
    const { id: campaignID } = await trx
      .insertInto('campaigns')
      .values({
        ...{ title: campaign.title, text: campaign.text, projectID: campaign.projectID, location: 'HOME' },
        ...{ bonusPerHour, rateMultiplier, choice: campaign.choice, closesAt },
        ...{ opensAt: closesAt - 3 * DAY, toldAt: closesAt - 3 * DAY, version: 1 },
        state: campaign.day > 0 ? 'OPEN' : 'CLOSED',
        ...{ createdBy: planner, changedBy: planner, changedAt: closesAt - 3 * DAY },
        conditions: JSON.stringify(ANYBODY),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: slotID } = await trx
      .insertInto('campaignSlots')
      .values({ campaignID, ...slot, breakMinutes: 0, places: campaign.places })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const userID of await free(slot, campaign.taken)) {
      const shiftID = await work(userID, slot, { source: 'CAMPAIGN', projectID: campaign.projectID })
      await trx
        .insertInto('campaignApplications')
        .values({
          ...{ campaignID, slotID, openSlotID: slotID, userID, state: 'ACCEPTED', rank: null },
          ...{ rankReason: '', appliedAt: closesAt - 2 * DAY, decidedAt: closesAt - 2 * DAY, shiftID },
          ...{ bonusPerHour, rateMultiplier },
        })
        .execute()
    }
  }
}

/** Two interviewers who leave in some weeks, with what they are still planned for. */
export async function seedLeavers(trx: Database, now: number): Promise<void> {
  const interviewers = PEOPLE.filter(({ type }) => type === 'INTERVIEWER').slice(-2)
  const manager = PEOPLE.find(({ type }) => type === 'SUPERVISOR')
  const reasons = ['RESIGNED', 'END_OF_CONTRACT'] as const
  for (const [place, { id: userID }] of interviewers.entries()) {
    const leaveDate = londonField(londonDayAfter(now, 9 + place * 12)).slice(0, 10)
    await trx
      .insertInto('leavings')
      .values({
        ...{ userID, state: 'PLANNED', leaveDate, reason: reasons[place] ?? 'OTHER', note: '' },
        ...{ newHolderID: manager?.id ?? null, plannedBy: manager?.id ?? null },
        ...{ plannedByName: manager?.name ?? '', plannedAt: now - 3 * DAY },
      })
      .execute()
  }
}

interface Offer {
  readonly title: string
  readonly text: string
  /** What is worked on, one that asks for no skill. */
  readonly projectID: number
  /** Of its evening, from today. */
  readonly day: number
  readonly places: number
  readonly taken: number
  readonly choice: Choice
  readonly bonusPerHour: number | null
  readonly rateMultiplier: number | null
}

/** Two projects of both demos, by the numbers of their rooms: the Household Travel Survey and the Consumer Pulse tracker. */
const TRAVEL = 2101
const PULSE = 2102

/** One that is open, one that is full, three that are over. */
const CAMPAIGNS: readonly Offer[] = [
  {
    projectID: TRAVEL,
    ...{ title: 'Northgate Travel: the last of the wave', day: 6, places: 5, taken: 2, choice: 'FIRST_COME' },
    ...{ text: 'The wave ends that week, and the evening is thin.', bonusPerHour: 2.5 },
    rateMultiplier: null,
  },
  {
    projectID: PULSE,
    ...{ title: 'Welsh quota', day: 5, places: 2, taken: 2, choice: 'FIRST_COME' },
    ...{ text: 'Two places to fill the last cells.', bonusPerHour: 3, rateMultiplier: null },
  },
  {
    projectID: PULSE,
    ...{ title: 'Recontact week', day: -8, places: 3, taken: 3, choice: 'BEST_MATCH' },
    ...{ text: '', bonusPerHour: 2, rateMultiplier: null },
  },
  {
    projectID: TRAVEL,
    ...{ title: 'Half-term evenings', day: -16, places: 4, taken: 2, choice: 'FIRST_COME' },
    ...{ text: '', bonusPerHour: null, rateMultiplier: 1.25 },
  },
  {
    projectID: PULSE,
    ...{ title: 'Election week', day: -23, places: 3, taken: 1, choice: 'MANUAL' },
    ...{ text: '', bonusPerHour: 2, rateMultiplier: null },
  },
]
