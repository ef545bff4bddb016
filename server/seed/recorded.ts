import type { Database } from '../db/database.ts'
import { insertRows } from './insert.ts'
import { personCalled } from './people.ts'
import { createRandom } from './random.ts'
import { DAY, HOUR, MINUTE } from './timeline.ts'

const SEED = 5213
const PROGRAMS = ['Dialler', 'Survey tool', 'Dialler', 'Fieldwork', 'Microsoft Outlook', 'Dialler'] as const
const BANDS = ['GOOD', 'VERY_GOOD', 'GOOD', 'FAIR'] as const

const briefOf = (project: string) =>
  [
    `What ${project} is about: say it in your own words before the first question, and name the client only where you are asked.`,
    'Ask for the person of the screener. Whoever answers instead is thanked, and asked when that person is in.',
    'Read each question as it is written. Probe open questions until nothing is added.',
    'Appointments: offer two times, and write down the name to ask for.',
  ].join('\n\n')

/**
 * Briefs of the live projects, which everybody has read but for one of the demo interviewer's, and what the machines of
 * those who work told since they began.
 */
export async function seedRecorded(trx: Database, now: number): Promise<void> {
  const random = createRandom(SEED)
  const jamie = personCalled('Jamie Whitfield').id
  const projects = await trx
    .selectFrom('projects')
    .where('status', '=', 'LIVE')
    .where('kind', 'in', ['CATI', 'INBOUND'])
    .orderBy('id')
    .select(['id', 'name'])
    .execute()
  const people = await trx.selectFrom('users').where('id', '>', 0).orderBy('id').select('id').execute()
  const written = now - 20 * DAY
  await insertRows(
    trx,
    'projectBriefs',
    ['projectID', 'version', 'text', 'isRequired', 'changedBy', 'changedAt'],
    projects.map(({ id, name }, place) => [id, 1, briefOf(name), place === 0 ? 1 : 0, null, written]),
  )
  const open = await trx
    .selectFrom('activitySessions')
    .where('endedAt', 'is', null)
    .where('activity', '<>', 'INACTIVE')
    .orderBy('userID')
    .select(['id', 'userID', 'activity', 'projectID', 'startedAt'])
    .execute()
  const unread = open.find(({ userID }) => userID === jamie)?.projectID ?? projects[1]?.id
  const reads = projects.flatMap(({ id }, place) =>
    people
      .filter((person) => place === 0 || person.id !== jamie || id !== unread)
      .map((person) => [id, person.id, 1, written + (1 + (person.id % 48)) * HOUR]),
  )
  await insertRows(trx, 'projectBriefReads', ['projectID', 'userID', 'version', 'at'], reads)
  await trx
    .updateTable('activitySessions')
    .set({ isWatched: 1 })
    .where('endedAt', 'is', null)
    .where('activity', '=', 'AVAILABLE')
    .execute()
  const rows: unknown[][] = []
  for (const { userID, activity, startedAt } of open) {
    rows.push([userID, 'WIFI', random.pick(BANDS), startedAt])
    rows.push([userID, 'VPN', 'Connected', startedAt + MINUTE])
    if (activity !== 'AVAILABLE') continue
    for (const [place, program] of PROGRAMS.entries()) {
      const at = startedAt + (2 + place * 9) * MINUTE
      if (at < now) rows.push([userID, 'ACTIVE_APP', program, at])
    }
  }
  await insertRows(trx, 'recordedReadings', ['userID', 'kind', 'value', 'at'], rows)
}
