import { londonDayAfter, londonField, startOfLondonDay } from '#shared/domain/london-time.ts'
import { READY_REPORT_NAMES, type ReadyReport, readyDefinition } from '#shared/domain/ready-reports.ts'
import type { Account } from '../../../scripts/lib/server-process.ts'
import type { Database } from '../../../server/db/database.ts'
import { insertRows } from '../../../server/seed/insert.ts'
import { personCalled } from '../../../server/seed/people.ts'
import { post } from '../../cluster/over-http.ts'
import { rangeOf } from '../chat/results.ts'
import { median } from '../statistics.ts'
import { startFilled } from './company.ts'
import { type Budget, beside, type Scenario } from './scenario.ts'

const PEOPLE = 60
const RECORDS = 400_000
const DAYS = 365
const FIRST_ID = 60_000
const HOUR = 3_600_000
const MINUTE = 60_000
const PORTION = 20_000
const OUTCOMES = [
  'NO_ANSWER',
  'NO_ANSWER',
  'COMPLETE',
  'REFUSAL',
  'BUSY',
  'ANSWER_MACHINE',
  'APPOINTMENT',
  'INELIGIBLE',
]

const within = (name: string): Budget => ({
  id: 'D150',
  measure: `${name}, a year of 60 people`,
  limit: 1000,
  unit: 'ms',
})
const NAMES: Readonly<Record<ReadyReport, string>> = {
  PRODUCTIVITY: 'Productivity by person and project',
  HOURS: 'Hour by hour',
  BREAKS: 'Break and idle',
  SYSTEM_ISSUES: 'System issues',
  REFUSALS: 'Refusals',
  INCIDENTS: 'Incidents',
  OUTSIDE: 'Calls outside recorded activity',
}
const BUDGETS = {
  ...Object.fromEntries(READY_REPORT_NAMES.map((name) => [name, within(NAMES[name])])),
  END_OF_SHIFT: within('End of shift'),
  ACTIVITY: within('Activity report'),
} as Readonly<Record<ReadyReport | 'END_OF_SHIFT' | 'ACTIVITY', Budget>>

/** A year of 60 people: five shifts a week with six sessions each, 400,000 calls, lost time and incidents. */
async function fillYear(db: Database, now: number): Promise<void> {
  const supervisor = personCalled('Priya Nair').id
  const { areaID } = await db
    .selectFrom('users')
    .where('id', '=', supervisor)
    .select('areaID')
    .executeTakeFirstOrThrow()
  // What the demo has is others' and would be counted with it.
  for (const table of ['interviewRecords', 'activitySessions'] as const) await db.deleteFrom(table).execute()
  await db.updateTable('users').set({ managerID: null }).where('managerID', '=', supervisor).execute()
  const projects = await db.selectFrom('projects').where('kind', '=', 'CATI').select(['id', 'name']).execute()
  const projectOf = (place: number) => projects[place % projects.length] ?? { id: 0, name: '' }
  const places = Array.from({ length: PEOPLE }, (_, place) => place)
  await insertRows(
    db,
    'users',
    [
      'id',
      'userName',
      'displayName',
      'role',
      'userType',
      'areaID',
      'managerID',
      'passwordHash',
      'isActive',
      'createdAt',
    ],
    places.map((place) => [
      ...[FIRST_ID + place, `year.${place}`, `Year ${place} Person`, 'Telephone Interviewer', 'INTERVIEWER'],
      ...[areaID, supervisor, 'none', 1, now],
    ]),
  )
  const today = startOfLondonDay(now)
  const worked = Array.from({ length: DAYS }, (_, back) => back).flatMap((back) =>
    places
      .filter((place) => (place + back) % 7 < 5)
      .map((place) => ({ place, day: londonDayAfter(today, -back - 1) })),
  )
  const shifts: (string | number | null)[][] = []
  const sessions: (string | number | null)[][] = []
  const calls: (string | number | null)[][] = []
  const issues: (string | number | null)[][] = []
  const perShift = Math.ceil(RECORDS / worked.length)
  for (const [number, { place, day }] of worked.entries()) {
    const userID = FIRST_ID + place
    const start = day + (9 + (place % 6)) * HOUR
    const project = projectOf(place + number)
    shifts.push([
      ...[userID, start, start + 6 * HOUR, '[]', 30, project.id, areaID, 'OFFICE', 'MANUAL', 'COMPLETED'],
      ...[start, '', 0, 1, start],
    ])
    const parts = ['AVAILABLE', 'BREAK', 'AVAILABLE', 'MEETING', 'AVAILABLE', 'PERSONAL'] as const
    for (const [part, activity] of parts.entries()) {
      const isOnProject = activity === 'AVAILABLE'
      sessions.push([
        ...[userID, activity, isOnProject ? project.name : null, isOnProject ? project.id : null, null],
        ...[start + part * HOUR, userID, start + (part + 1) * HOUR, userID],
      ])
    }
    for (let call = 0; call < perShift && calls.length < RECORDS; call++) {
      const at = start + Math.floor((call / perShift) * 6 * HOUR)
      const outcome = OUTCOMES[(call + place) % OUTCOMES.length] ?? 'BUSY'
      const isOutside = call % 40 === 0 ? 1 : 0
      calls.push([
        project.id,
        userID,
        at,
        at + 4 * MINUTE,
        240,
        outcome,
        `R${call}`,
        'API',
        `year-${calls.length}`,
        isOutside,
      ])
    }
    if (number % 20 === 0) issues.push([userID, start + HOUR, start + 2 * HOUR])
  }
  const portions = async (table: string, columns: string[], rows: (string | number | null)[][]) => {
    for (let from = 0; from < rows.length; from += PORTION)
      await insertRows(db, table as 'shifts', columns as never, rows.slice(from, from + PORTION) as never)
  }
  await portions(
    'shifts',
    [
      ...['userID', 'start', 'end', 'segments', 'breakMinutes', 'projectID', 'areaID', 'location', 'source'],
      ...['state', 'publishedAt', 'note', 'isLocked', 'version', 'changedAt'],
    ],
    shifts,
  )
  await portions(
    'activitySessions',
    [
      'userID',
      'activity',
      'project',
      'projectID',
      'category',
      'startedAt',
      'startedBy',
      'endedAt',
      'endedBy',
    ],
    sessions,
  )
  await portions(
    'interviewRecords',
    [
      ...['projectID', 'userID', 'start', 'end', 'duration', 'outcome', 'respondentRef', 'source'],
      ...['sourceCallID', 'isOutside'],
    ],
    calls,
  )
  const ticket = await db.selectFrom('tickets').select('id').limit(1).executeTakeFirstOrThrow()
  await portions(
    'systemIssues',
    ['ticketID', 'userID', 'activity', 'startedAt', 'endedAt', 'revokeReason'],
    issues.map(([userID = 0, start = 0, end = 0]) => [ticket.id, userID, 'SYSTEM ISSUES', start, end, '']),
  )
  await portions(
    'incidents',
    ['userID', 'projectID', 'callID', 'respondentName', 'phoneNumber', 'details', 'at'],
    issues.map(([userID = 0, start = 0]) => [
      userID,
      projectOf(Number(userID)).id,
      '',
      '',
      '',
      'Cut off',
      start,
    ]),
  )
}

/** Signs one of the demo's people in; gives the token. */
async function tokenOf({ userName, password }: Account, url: string): Promise<string> {
  await post(url, '/api/auth/confirm-username', { userName })
  const step = { userName, password }
  const { clientKey } = await post<{ clientKey: string }>(url, '/api/auth/confirm-password', step)
  return (await post<{ token: string }>(url, '/api/auth/login', { ...step, clientKey })).token
}

/** Every ready report, and the activity report, over a year of 60 people. */
export const reports: Scenario = {
  name: 'reports',
  budgets: BUDGETS,
  async run({ rounds }) {
    const { server, account, dispose } = await startFilled(fillYear)
    try {
      const { url } = server
      const supervisor = await tokenOf(account('supervisor'), url)
      const planner = await tokenOf(account('planner'), url)
      const yesterday = londonField(londonDayAfter(Date.now(), -1)).slice(0, 10)
      const first = londonField(londonDayAfter(Date.now(), -DAYS)).slice(0, 10)
      const took = async (path: string, payload: object, token: string) => {
        const times: number[] = []
        // The first call of a server is slower than the rest.
        for (let round = 0; round <= rounds; round++) {
          const began = performance.now()
          await post(url, path, payload, token)
          if (round > 0) times.push(performance.now() - began)
        }
        return times
      }
      const results = []
      for (const name of READY_REPORT_NAMES) {
        const definition = { ...readyDefinition(name), time: 'YEAR' }
        const times = await took('/api/report/run', { page: 'SUPERVISOR', definition }, supervisor)
        results.push(beside(BUDGETS[name], median(times), rangeOf(times)))
      }
      const shift = await took('/api/report/end-of-shift', { date: yesterday }, supervisor)
      results.push(beside(BUDGETS.END_OF_SHIFT, median(shift), rangeOf(shift)))
      const activity = await took('/api/resource/activity-report', { from: first, to: yesterday }, planner)
      results.push(beside(BUDGETS.ACTIVITY, median(activity), rangeOf(activity)))
      return results
    } finally {
      await dispose()
    }
  },
}
