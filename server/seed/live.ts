import type { ActivityName } from '#shared/domain/activity.ts'
import type { Database } from '../db/database.ts'
import { insertRows } from './insert.ts'
import { PEOPLE, personCalled } from './people.ts'
import { createRandom } from './random.ts'
import { DAY, HOUR } from './timeline.ts'

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
export async function seedLive(trx: Database, now: number): Promise<void> {
  await seedBroadcast(trx, now)
  await seedActivities(trx, now)
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

async function seedActivities(trx: Database, now: number): Promise<void> {
  const random = createRandom(SEED)
  const rows = PEOPLE.filter(({ type }) => type === 'INTERVIEWER').map(({ id, name }) => {
    const activity = SYSTEM_ISSUES.includes(name) ? 'SYSTEM ISSUES' : random.pick(WORK)
    const since = now - random.int(2, 90) * 60_000
    // The demo interviewer starts ready for work.
    return [id, name === 'Jamie Whitfield' ? 'AVAILABLE' : activity, '[]', 0, since, since]
  })
  await insertRows(
    trx,
    'activities',
    ['userID', 'activity', 'pendingActions', 'isOverride', 'since', 'lastResponseAt'],
    rows,
  )
}

async function seedMeeting(trx: Database, now: number): Promise<void> {
  const host = personCalled('Marcus Oyelaran')
  const start = now + DAY
  await insertRows(
    trx,
    'meetings',
    ['id', 'hostID', 'subject', 'agenda', 'start', 'end'],
    [
      [1, host.id, 'Weekly fieldwork briefing', 'Response rates, rota, quality', start, start + HOUR],
      // They are over; their rooms have their numbers (rooms.ts).
      [88, host.id, 'Monday planning', '', now - 5 * DAY, now - 5 * DAY + HOUR],
      [91, host.id, 'QC calibration', '', now - 3 * DAY, now - 3 * DAY + HOUR],
    ],
  )
  const people = PEOPLE.filter(
    ({ id, type, managerID }) => id === host.id || (type === 'SUPERVISOR' && managerID === host.id),
  )
  await insertRows(
    trx,
    'meetingPeople',
    ['meetingID', 'userID'],
    people.map(({ id }) => [1, id]),
  )
}
