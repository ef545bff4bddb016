import { join } from 'node:path'
import { londonDayAfter, startOfLondonDay, startOfLondonWeek } from '#shared/domain/london-time.ts'
import type { Account } from '../../../scripts/lib/server-process.ts'
import { type Database, openDatabase } from '../../../server/db/database.ts'
import { insertRows } from '../../../server/seed/insert.ts'
import { personCalled } from '../../../server/seed/people.ts'
import { post } from '../../cluster/over-http.ts'
import { seededData, startTestServer, type TestServer } from '../../e2e/support/test-server.ts'

/** People on the floor beside those of the demo, all of the supervisor's team. */
export const PEOPLE = 300
/** Shifts and other events of the week that is planned. */
export const EVENTS = 2000
const FIRST_ID = 50_000
const HOUR = 3_600_000

export const floorPerson = (place: number): number => FIRST_ID + place
export const floorName = (place: number): string => `Floor ${String(place).padStart(3, '0')} Person`
const userName = (place: number) => `floor.${place}`

export interface WorkingDay {
  readonly server: TestServer
  /** The demo's account of that kind. */
  readonly account: (kind: string) => Account
  readonly dispose: () => Promise<void>
}

/** A server with the demo's data, and whatever `fill` adds before it starts. */
export async function startFilled(fill: (db: Database, now: number) => Promise<void>): Promise<WorkingDay> {
  const seeded = await seededData()
  const db = await openDatabase(join(seeded.folder, 'fieldwork.db'))
  try {
    await db.transaction().execute((trx) => fill(trx, Date.now()))
  } finally {
    await db.destroy()
  }
  const server = await startTestServer({ from: seeded.folder })
  return {
    server,
    account: (kind) => {
      const found = server.accounts.find((account) => account.kind === kind)
      if (!found) throw new Error(`The seed has no ${kind}.`)
      return found
    },
    async dispose() {
      await server.dispose()
      await seeded.remove()
    },
  }
}

/** 300 people who work now, each on a shift of today, and a week of 2,000 events of theirs. */
export const startFloor = (): Promise<WorkingDay> => startFilled(fillFloor)

async function fillFloor(db: Database, now: number): Promise<void> {
  const supervisor = personCalled('Priya Nair').id
  const { areaID } = await db
    .selectFrom('users')
    .where('id', '=', supervisor)
    .select('areaID')
    .executeTakeFirstOrThrow()
  const projects = await db
    .selectFrom('projects')
    .where('status', '=', 'LIVE')
    .where('kind', '=', 'CATI')
    .orderBy('id')
    .select(['id', 'name'])
    .execute()
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
      ...[floorPerson(place), userName(place), floorName(place), 'Telephone Interviewer', 'INTERVIEWER'],
      ...[areaID, supervisor, 'none', 1, now],
    ]),
  )
  const today = startOfLondonDay(now)
  const week = startOfLondonWeek(now)
  const days = Array.from({ length: 7 }, (_, day) => londonDayAfter(week, day))
  // Of seven days of 300 people so many are planned that it comes to the number; today is one of everybody's.
  const planned = days.flatMap((day) =>
    places
      .filter((place) => day === today || (place + day / 86_400_000) % 21 !== 0)
      .map((place) => ({ day, place })),
  )
  const others = planned.filter(({ day }) => day !== today).slice(0, EVENTS - PEOPLE)
  const own = planned.filter(({ day }) => day === today)
  await insertRows(
    db,
    'shifts',
    [
      'userID',
      'start',
      'end',
      'segments',
      'breakMinutes',
      'projectID',
      'areaID',
      'location',
      'source',
      'state',
      'publishedAt',
      'note',
      'isLocked',
      'version',
      'changedAt',
    ],
    [...own, ...others].map(({ day, place }) => {
      const isToday = day === today
      const start = isToday ? now - 2 * HOUR : day + (9 + (place % 8)) * HOUR
      const quarter = start - (start % (HOUR / 4))
      const state = isToday ? 'LIVE' : day < today ? 'COMPLETED' : 'PUBLISHED'
      return [
        ...[floorPerson(place), quarter, quarter + 6 * HOUR, '[]', 30, projectOf(place).id, areaID],
        ...['OFFICE', 'MANUAL', state, now, '', 0, 1, now],
      ]
    }),
  )
  await insertRows(
    db,
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
    places.map((place) => [
      ...[floorPerson(place), 'AVAILABLE', projectOf(place).name, projectOf(place).id, 'Outbound'],
      ...[now - 2 * HOUR, floorPerson(place), null, null],
    ]),
  )
}

/** Signs one of the demo's people in; gives the token. */
export async function tokenOf({ userName, password }: Account, url: string): Promise<string> {
  await post(url, '/api/auth/confirm-username', { userName })
  const step = { userName, password }
  const { clientKey } = await post<{ clientKey: string }>(url, '/api/auth/confirm-password', step)
  return (await post<{ token: string }>(url, '/api/auth/login', { ...step, clientKey })).token
}
