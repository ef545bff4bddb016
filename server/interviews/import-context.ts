import { searchable } from '#shared/domain/locale.ts'
import { londonField } from '#shared/domain/london-time.ts'
import type { Database } from '../db/database.ts'

interface Employed {
  readonly id: number
  /** YYYY-MM-DD; null where it isn't known. */
  readonly startDate: string | null
  readonly leaveDate: string | null
}

/** What records of an import name: projects, their cells, people. */
export interface Named {
  readonly projects: ReadonlyMap<string, number>
  /** Cells by their project and label. */
  readonly cells: ReadonlyMap<string, number>
  /** People by user name and payroll number. */
  readonly people: ReadonlyMap<string, Employed>
}

export const cellKey = (projectID: number, label: string): string =>
  `${projectID} ${searchable(label.trim())}`

const lower = (text: string) => text.trim().toLowerCase()

/** Reads what these codes and names stand for, in capitals or not. */
export async function readNamed(
  db: Database,
  { codes, people }: { readonly codes: Iterable<string>; readonly people: Iterable<string> },
): Promise<Named> {
  const wantedCodes = [...new Set([...codes].map(lower))]
  const wantedPeople = [...new Set([...people].map(lower))]
  const projects = await db
    .selectFrom('projects')
    .where((eb) => eb(eb.fn<string>('lower', ['code']), 'in', [...wantedCodes, '']))
    .select(['id', 'code'])
    .execute()
  const cells = await db
    .selectFrom('quotaCells')
    .where('projectID', 'in', [0, ...projects.map(({ id }) => id)])
    .select(['id', 'projectID', 'labelKey'])
    .execute()
  const known = await db
    .selectFrom('users')
    .where('id', '>', 0)
    .where((eb) =>
      eb.or([
        eb(eb.fn<string>('lower', ['userName']), 'in', [...wantedPeople, '']),
        eb(eb.fn<string>('lower', ['payrollNumber']), 'in', wantedPeople.length > 0 ? wantedPeople : ['-']),
      ]),
    )
    .select(['id', 'userName', 'payrollNumber', 'startDate', 'leaveDate'])
    .execute()
  const byName = new Map<string, Employed>()
  // A user name comes before somebody else's payroll number.
  for (const person of known) if (person.payrollNumber) byName.set(lower(person.payrollNumber), person)
  for (const person of known) byName.set(lower(person.userName), person)
  return {
    projects: new Map(projects.map(({ id, code }) => [lower(code), id])),
    cells: new Map(cells.map(({ id, projectID, labelKey }) => [`${projectID} ${labelKey}`, id])),
    people: byName,
  }
}

export const projectOf = ({ projects }: Named, code: string): number | undefined => projects.get(lower(code))

/** @param at in milliseconds since 1970; null where nobody of that name was employed then */
export function personOf({ people }: Named, name: string, at: number): number | null {
  const person = people.get(lower(name))
  if (!person) return null
  const day = londonField(at).slice(0, 10)
  const { startDate, leaveDate } = person
  const isEmployed = (startDate === null || startDate <= day) && (leaveDate === null || leaveDate >= day)
  return isEmployed ? person.id : null
}

interface Call {
  readonly userID: number | null
  readonly projectID: number
  readonly start: number
  readonly end: number
}

/** Whether an AVAILABLE session of its person and project holds a call; nobody's calls need none. */
export async function activityCover(db: Database, calls: readonly Call[]): Promise<(call: Call) => boolean> {
  const people = [...new Set(calls.flatMap(({ userID }) => (userID === null ? [] : [userID])))]
  if (people.length === 0) return () => true
  const first = Math.min(...calls.map(({ start }) => start))
  const last = Math.max(...calls.map(({ end }) => end))
  const sessions = await db
    .selectFrom('activitySessions')
    .where('userID', 'in', people)
    .where('activity', '=', 'AVAILABLE')
    .where('projectID', 'is not', null)
    .where('startedAt', '<', last)
    .where((eb) => eb.or([eb('endedAt', 'is', null), eb('endedAt', '>', first)]))
    .select(['userID', 'projectID', 'startedAt', 'endedAt'])
    .execute()
  const own = Map.groupBy(sessions, ({ userID, projectID }) => `${userID} ${projectID}`)
  return ({ userID, projectID, start, end }) =>
    userID === null ||
    (own.get(`${userID} ${projectID}`) ?? []).some(
      ({ startedAt, endedAt }) => startedAt <= start && (endedAt === null || end <= endedAt),
    )
}
