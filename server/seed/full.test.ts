import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayFigures } from '#shared/domain/attendance.ts'
import { londonDayAfter, startOfLondonWeek } from '#shared/domain/london-time.ts'
import { dayFacts } from '../attendance/day-facts.ts'
import type { Database } from '../db/database.ts'
import { openTestDatabase } from '../db/testing/test-database.ts'
import { daysFrom, neededOn, ROTA } from '../demo/rota.ts'
import { forecastAround } from '../slots/campaign-forecast.ts'
import { PEOPLE, personCalled } from './people.ts'
import { seedDatabase } from './seed.ts'

const NOW = Date.UTC(2026, 10, 26, 14, 45)
const HOUR = 3_600_000
const DAY = 24 * HOUR
const INTERVIEWERS = ROTA.filter(({ isInterviewer }) => isInterviewer).map(({ person }) => person.id)

// The whole demo is made once.
let db: Database
let took = { full: 0, small: 0 }

async function seeded(size: 'full' | 'small'): Promise<{ made: Database; ms: number }> {
  const made = await openTestDatabase()
  // Of the processor: on a busy machine the clock says how busy it is.
  const from = process.cpuUsage()
  const seal = () => 'sealed'
  const seals = { sealCodeSecret: seal, sealDetails: seal, sealRemoteDesktop: seal }
  await seedDatabase(made, { hashPassword: async () => 'hash', ...seals, now: NOW, size })
  const { user, system } = process.cpuUsage(from)
  return { made, ms: (user + system) / 1000 }
}

beforeAll(async () => {
  const small = await seeded('small')
  await small.made.destroy()
  const full = await seeded('full')
  db = full.made
  took = { full: full.ms, small: small.ms }
}, 120_000)
afterAll(() => db.destroy())

test('D046 the demo has 8 projects of 4 clients with quota cells, about 60,000 interview records, and shifts of everybody for 8 past and 4 coming weeks', async () => {
  const projects = await db.selectFrom('projects').where('kind', '<>', 'INTERNAL').selectAll().execute()
  expect(projects).toHaveLength(8)
  expect(new Set(projects.map(({ epicID }) => epicID)).size).toBe(4)
  expect(projects.some(({ epicID }) => epicID === null)).toBe(false)
  expect(await db.selectFrom('epics').select('id').execute()).toHaveLength(4)
  expect(projects.map(({ kind, status }) => `${kind} ${status}`).sort()).toEqual([
    ...['CATI FIELD_COMPLETE', 'CATI LIVE', 'CATI LIVE', 'CATI LIVE', 'CATI LIVE', 'CATI PLANNED'],
    ...['CODING LIVE', 'INBOUND LIVE'],
  ])
  const cells = await db.selectFrom('quotaCells').select(['id', 'projectID', 'target']).execute()
  for (const own of Map.groupBy(cells, ({ projectID }) => projectID).values()) {
    expect(own.length).toBeGreaterThanOrEqual(6)
    expect(own.length).toBeLessThanOrEqual(24)
  }
  const { n } = await db
    .selectFrom('interviewRecords')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect(Number(n)).toBeGreaterThan(54_000)
  expect(Number(n)).toBeLessThan(66_000)
  const shifts = await db.selectFrom('shifts').select(['userID', 'start', 'state']).execute()
  for (const { person } of ROTA) {
    const weeks = shifts
      .filter(({ userID }) => userID === person.id)
      .map(({ start }) => Math.round((startOfLondonWeek(start) - startOfLondonWeek(NOW)) / (7 * DAY)))
    // Of the first week that isn't whole some have no day.
    for (let week = -7; week <= 3; week++) expect(weeks, `${person.name} in week ${week}`).toContain(week)
  }
})

test('D046 each interviewer with 4 interviewing hours a week has at least 2 reviews of it', async () => {
  const sessions = await db
    .selectFrom('activitySessions')
    .where('activity', '=', 'AVAILABLE')
    .where('projectID', 'is not', null)
    .where('endedAt', 'is not', null)
    .select(['userID', 'startedAt', 'endedAt'])
    .execute()
  const reviews = await db
    .selectFrom('qcReviews')
    .innerJoin('interviewRecords as r', 'r.id', 'qcReviews.interviewID')
    .select(['qcReviews.userID', 'r.start'])
    .execute()
  const keyOf = (userID: number, at: number) => `${userID} ${startOfLondonWeek(at)}`
  const heard = Map.groupBy(reviews, ({ userID, start }) => keyOf(userID, start))
  const worked = new Map<string, number>()
  for (const { userID, startedAt, endedAt } of sessions) {
    if (!INTERVIEWERS.includes(userID) || startedAt >= startOfLondonWeek(NOW)) continue
    const key = keyOf(userID, startedAt)
    worked.set(key, (worked.get(key) ?? 0) + (endedAt ?? 0) - startedAt)
  }
  const few = [...worked].filter(([key, ms]) => ms >= 4 * HOUR && (heard.get(key)?.length ?? 0) < 2)
  expect(worked.size).toBeGreaterThan(200)
  expect(few).toEqual([])
})

test('D047 no session overlaps another, an approved absence or the rest between shifts, and each call lies in an AVAILABLE session of its person and project', async () => {
  const sessions = await db
    .selectFrom('activitySessions')
    .orderBy('userID')
    .orderBy('startedAt')
    .select(['userID', 'activity', 'projectID', 'startedAt', 'endedAt'])
    .execute()
  const overlaps = sessions.filter(({ userID, startedAt }, place) => {
    const before = sessions[place - 1]
    return before?.userID === userID && (before.endedAt ?? Number.POSITIVE_INFINITY) > startedAt
  })
  expect(overlaps).toEqual([])
  const absences = await db
    .selectFrom('bookingRequests')
    .where('state', 'in', ['APPROVED', 'REQUESTED_CANCELATION'])
    .where('type', '<>', 'OVERTIME')
    .select(['userID', 'start', 'end'])
    .execute()
  const inAbsence = absences.filter(({ userID, start, end }) =>
    sessions.some((one) => one.userID === userID && one.startedAt < end && (one.endedAt ?? NOW) > start),
  )
  expect(inAbsence).toEqual([])
  const of = Map.groupBy(sessions, ({ userID }) => userID)
  const calls = await db.selectFrom('interviewRecords').where('userID', 'is not', null).selectAll().execute()
  const astray = calls.filter(
    ({ userID, projectID, start, end }) =>
      !of
        .get(userID ?? 0)
        ?.some(
          (one) =>
            one.activity === 'AVAILABLE' &&
            one.projectID === projectID &&
            one.startedAt <= start &&
            end <= (one.endedAt ?? NOW),
        ),
  )
  expect(astray).toEqual([])
  const shifts = await db
    .selectFrom('shifts')
    .where('state', '<>', 'CANCELLED')
    .orderBy('userID')
    .orderBy('start')
    .select(['userID', 'start', 'end'])
    .execute()
  const tired = shifts.filter(({ userID, start }, place) => {
    const before = shifts[place - 1]
    return before?.userID === userID && start - before.end < 11 * HOUR
  })
  expect(tired).toEqual([])
})

test('D048 each complete is in a cell of its project; one cell is full, one is behind by a fifth or more; days follow from shifts and sessions', async () => {
  const cells = await db
    .selectFrom('quotaCells as c')
    .innerJoin('projects as p', 'p.id', 'c.projectID')
    .where('p.status', '=', 'LIVE')
    .where('p.kind', '<>', 'CODING')
    .select((eb) => [
      ...(['c.id', 'c.projectID', 'c.target'] as const),
      eb
        .selectFrom('interviewRecords as r')
        .whereRef('r.quotaCellID', '=', 'c.id')
        .whereRef('r.projectID', '=', 'c.projectID')
        .where('r.outcome', '=', 'COMPLETE')
        .select((count) => count.fn.countAll<number>().as('n'))
        .as('achieved'),
    ])
    .execute()
  const completes = await db
    .selectFrom('interviewRecords')
    .where('outcome', '=', 'COMPLETE')
    .select(['projectID', 'quotaCellID'])
    .execute()
  const live = new Set(cells.map(({ projectID }) => projectID))
  for (const projectID of live) {
    const own = cells.filter((cell) => cell.projectID === projectID)
    const sum = own.reduce((total, { achieved }) => total + Number(achieved), 0)
    expect(sum).toBe(completes.filter((one) => one.projectID === projectID).length)
  }
  expect(completes.filter(({ quotaCellID }) => quotaCellID === null)).toEqual([])
  const share = (one: (typeof cells)[number]) => Number(one.achieved) / one.target
  expect(cells.filter((one) => share(one) === 1).length).toBeGreaterThan(0)
  const inTime = 56 / (56 + 30)
  expect(cells.filter((one) => share(one) <= 0.8 * inTime).length).toBeGreaterThan(0)
  const jamie = personCalled('Jamie Whitfield').id
  const from = londonDayAfter(NOW, -21)
  const days = await dayFacts(db, { userIDs: [jamie], from, to: londonDayAfter(NOW, -1), now: NOW })
  const worked = days
    .map(({ facts }) => dayFigures(facts, NOW))
    .filter(({ workedSeconds }) => workedSeconds > 0)
  expect(worked.length).toBeGreaterThan(8)
  for (const { adherence, outcome } of worked) {
    expect(adherence).toBeGreaterThan(0.6)
    expect(outcome).not.toBe('NO_SHOW')
  }
})

test('D054 after holidays and everything, enough interviewers are on shift at any hour of the weeks to come', async () => {
  const shifts = await db
    .selectFrom('shifts')
    .where('userID', 'in', INTERVIEWERS)
    .where('state', 'in', ['DRAFT', 'PUBLISHED', 'LIVE', 'COMPLETED'])
    .select(['start', 'end'])
    .execute()
  const blocks = daysFrom(londonDayAfter(NOW, -50), londonDayAfter(NOW, 27)).flatMap(neededOn)
  const few = blocks.filter(
    (block) =>
      shifts.filter(({ start, end }) => start <= block.start && block.end <= end).length < block.people,
  )
  expect(few).toEqual([])
})

test('D050 the working day’s data adds at most 4 seconds to the first start', () => {
  expect(took.full).toBeLessThan(took.small + 4000)
})

test('4 §4.5.8 each campaign is of a project that runs, and what people took of those to come is more completes', async () => {
  const campaigns = await db.selectFrom('campaigns').select(['id', 'projectID', 'state']).execute()
  expect(campaigns.length).toBeGreaterThan(4)
  const open = campaigns.filter(({ state }) => state === 'OPEN')
  expect(open.length).toBeGreaterThan(1)
  for (const campaign of campaigns) {
    const forecast = await forecastAround(db, campaign, NOW)
    expect(forecast).not.toBeNull()
    const gained = (forecast?.after ?? 0) - (forecast?.before ?? 0)
    if (open.includes(campaign)) expect(gained).toBeGreaterThan(0)
    else expect(gained).toBe(0)
  }
})

test('interviewers have 1 to 4 skills, and whoever interviews in Welsh has it', async () => {
  const held = await db
    .selectFrom('personSkills')
    .innerJoin('skills', 'skills.id', 'personSkills.skillID')
    .where('userID', 'in', INTERVIEWERS)
    .select(['userID', 'skills.name'])
    .execute()
  for (const id of INTERVIEWERS) {
    const own = held.filter(({ userID }) => userID === id)
    expect(own.length).toBeGreaterThan(0)
    expect(own.length).toBeLessThanOrEqual(4)
  }
  expect(
    held.filter(({ name, userID }) => name === 'Welsh' && userID === personCalled('Owen Parry').id),
  ).toHaveLength(1)
})

test('4 §4.3.4 most office staff were spoken to this week, and a few wait for it', async () => {
  const office = PEOPLE.filter(({ type, managerID }) => type !== 'INTERVIEWER' && managerID !== null)
  const held = await db
    .selectFrom('oneToOnes')
    .where('status', 'in', ['HELD', 'SIGNED'])
    .groupBy('userID')
    .select((eb) => ['userID', eb.fn.max<number>('heldAt').as('last')])
    .execute()
  const last = new Map(held.map((one) => [one.userID, Number(one.last)]))
  const waiting = office.filter(({ id }) => (last.get(id) ?? 0) < NOW - 7 * DAY)
  expect(waiting.length).toBeGreaterThan(0)
  expect(waiting.length).toBeLessThan(office.length / 4)
  expect(office.filter(({ id }) => !last.has(id))).toEqual([])
  expect(held.filter((one) => Number(one.last) > NOW)).toEqual([])
})
