import { type ActivityName, ATTENDANCE_DAYS } from '#shared/domain/activity.ts'
import { londonDayAfter, londonField, momentOfField } from '#shared/domain/london-time.ts'
import type { Database } from '../db/database.ts'
import { insertRows } from './insert.ts'
import { PEOPLE, personCalled } from './people.ts'
import { onTheHour, SAMPLE_MEETING } from './public-links.ts'
import { createRandom, type Random } from './random.ts'
import { DAY, HOUR, MINUTE } from './timeline.ts'

const SEED = 6006
const SYSTEM_ISSUES: readonly string[] = ['Euan Fraser', 'Carys Evans']

/** What interviewers do on a working day, the likelier the more often it stands here. */
const WORK: readonly ActivityName[] = [
  'AVAILABLE',
  'AVAILABLE',
  'AVAILABLE',
  'AVAILABLE',
  'BREAK',
  'PROJECT BRIEF',
  'FEEDBACK SESSION',
  'CODING',
  'HELP LINE',
  'TRAINING',
]

/** What is under way in the company now: a broadcast, what people do, a meeting to come. */
export async function seedLive(
  trx: Database,
  now: number,
  /** Whether everybody is at work and supervisors have weeks behind them; else those come with the demo's weeks. */
  { isPresent }: { readonly isPresent: boolean },
): Promise<void> {
  await seedBroadcast(trx, now)
  await seedActivities(trx, now, isPresent)
  await seedMeeting(trx, now)
}

async function seedBroadcast(trx: Database, now: number): Promise<void> {
  const message =
    'Rail strike on Thursday: if you work from a contact centre, tell your supervisor by noon tomorrow whether you will be in.'
  await insertRows(
    trx,
    'broadcasts',
    ['message', 'endDate', 'postedBy', 'createdAt'],
    [[message, now + 2 * DAY, personCalled('Marcus Oyelaran').id, now - 3 * HOUR]],
  )
}

/** Whose last weeks the demo shows, by what they do; interviewers' are fieldwork's. */
const WITH_HISTORY: readonly string[] = ['Priya Nair', 'Gemma Stacey', 'Tom Hargreaves']

/** Nobody of the company's staff, so that the demo's weeks have none of theirs. */
const WITHOUT_SHIFTS: readonly string[] = ['Gemma Stacey']

/** A day of work as its activities and their usual lengths, in minutes. */
const DAY_OF_WORK: readonly (readonly [ActivityName, number])[] = [
  ['PROJECT BRIEF', 20],
  ['AVAILABLE', 100],
  ['BREAK', 15],
  ['AVAILABLE', 105],
  ['BREAK', 45],
  ['CODING', 50],
  ['AVAILABLE', 70],
  ['BREAK', 15],
  ['AVAILABLE', 60],
]
/** What takes the place of the coding on some days. */
const INSTEAD: readonly ActivityName[] = ['CODING', 'CODING', 'TRAINING', 'FEEDBACK SESSION', 'MEETING']

type SessionRow = [userID: number, activity: ActivityName, startedAt: number, endedAt: number | null]

/** Working days from nine o'clock in London on, up to yesterday. */
function pastSessions(random: Random, userID: number, now: number): SessionRow[] {
  const rows: SessionRow[] = []
  for (let daysAgo = ATTENDANCE_DAYS - 1; daysAgo > 0; daysAgo--) {
    const midnight = londonDayAfter(now, -daysAgo)
    if ([0, 6].includes(new Date(midnight + 12 * HOUR).getUTCDay())) continue
    let at = momentOfField(`${londonField(midnight).slice(0, 10)}T09:00`) + random.int(-6, 12) * MINUTE
    for (const [usual, minutes] of DAY_OF_WORK) {
      const activity = usual === 'CODING' ? random.pick(INSTEAD) : usual
      const end = at + (minutes + random.int(-4, 6)) * MINUTE
      rows.push([userID, activity, at, end])
      at = end
    }
  }
  return rows
}

async function seedActivities(trx: Database, now: number, isPresent: boolean): Promise<void> {
  const random = createRandom(SEED)
  const there = isPresent ? PEOPLE.filter(({ type }) => type === 'INTERVIEWER') : []
  const present = there.map(({ id, name }): SessionRow => {
    const activity = SYSTEM_ISSUES.includes(name) ? 'SYSTEM ISSUES' : random.pick(WORK)
    const since = now - random.int(2, 90) * MINUTE
    // The demo interviewer starts ready for work.
    return [id, name === 'Jamie Whitfield' ? 'AVAILABLE' : activity, since, null]
  })
  const past = (isPresent ? WITH_HISTORY : WITHOUT_SHIFTS).flatMap((name) =>
    pastSessions(random, personCalled(name).id, now),
  )
  await insertRows(
    trx,
    'activitySessions',
    ['userID', 'activity', 'startedAt', 'startedBy', 'endedAt', 'endedBy'],
    [...past, ...present].map(([id, activity, startedAt, endedAt]) => [
      id,
      activity,
      startedAt,
      id,
      endedAt,
      endedAt === null ? null : id,
    ]),
  )
}

async function seedMeeting(trx: Database, now: number): Promise<void> {
  const host = personCalled('Marcus Oyelaran')
  const start = now + DAY
  const { id, subject, agenda, startsIn, minutes } = SAMPLE_MEETING
  const researcher = personCalled(SAMPLE_MEETING.host)
  const presented = Date.parse(onTheHour(new Date(now + startsIn).toISOString()))
  await insertRows(
    trx,
    'meetings',
    ['id', 'hostID', 'subject', 'agenda', 'start', 'end'],
    [
      [1, host.id, 'Weekly fieldwork briefing', 'Response rates, rota, quality', start, start + HOUR],
      // They are over; their rooms have their numbers (rooms.ts).
      [88, host.id, 'Monday planning', '', now - 5 * DAY, now - 5 * DAY + HOUR],
      [91, host.id, 'QC calibration', '', now - 3 * DAY, now - 3 * DAY + HOUR],
      [id, researcher.id, subject, agenda, presented, presented + minutes * MINUTE],
    ],
  )
  const people = PEOPLE.filter(
    ({ id, type, managerID }) => id === host.id || (type === 'SUPERVISOR' && managerID === host.id),
  )
  await insertRows(
    trx,
    'meetingPeople',
    ['meetingID', 'userID'],
    [...people.map((person) => [1, person.id]), [id, researcher.id]],
  )
}
