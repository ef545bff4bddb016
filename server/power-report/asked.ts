import {
  londonDayAfter,
  londonField,
  momentOfField,
  startOfLondonDay,
  startOfLondonWeek,
} from '#shared/domain/london-time.ts'
import {
  POWER_DAYS_MAX,
  type PowerDefinition,
  type PowerField,
  type PowerFilter,
  type PowerPage,
} from '#shared/domain/power-report.ts'
import type { Database } from '../db/database.ts'
import { type Viewer, within } from '../people/scope.ts'
import { Refusal } from '../refusal.ts'
import { plannablePeople } from '../shifts/plannable.ts'

const DAY_MS = 86_400_000

/** Where somebody stands in the company. */
export interface ReportedPerson {
  readonly id: number
  readonly displayName: string
  readonly managerID: number | null
  readonly areaID: number | null
  readonly agencyID: number | null
  readonly contractTypeID: number | null
}

/** Of which time, whose and which records a report is. */
export interface Asked {
  readonly db: Database
  readonly page: PowerPage
  readonly viewer: Viewer
  readonly definition: PowerDefinition
  /** From the first to before the second, in milliseconds since 1970. */
  readonly from: number
  readonly to: number
  readonly now: number
  readonly people: ReadonlyMap<number, ReportedPerson>
  /** The client of each project. */
  readonly epics: ReadonlyMap<number, number | null>
  /** The projects that are asked for; all, and none, where it is null. */
  readonly projects: ReadonlySet<number | null> | null
  /** What else is asked for, by the keys of its field. */
  readonly wanted: readonly PowerFilter[]
  /** Whether the viewer is one of an agency's people, who get nothing of quality. */
  readonly isAgency: boolean
}

/** The days of a report. @throws Refusal 400 for days that are none, or too many */
export function timeOf(
  { time, from, to }: Pick<PowerDefinition, 'time' | 'from' | 'to'>,
  now: number,
): { readonly from: number; readonly to: number } {
  const today = startOfLondonDay(now)
  const end = londonDayAfter(now, 1)
  switch (time) {
    case 'TODAY':
      return { from: today, to: end }
    case 'WEEK':
      return { from: startOfLondonWeek(now), to: end }
    case 'WEEKS':
      return { from: londonDayAfter(now, -27), to: end }
    case 'YEAR':
      return { from: londonDayAfter(now, -364), to: end }
    default: {
      const [first, last] = [momentOfField(from), momentOfField(to)]
      if (!(first <= last) || last - first > POWER_DAYS_MAX * DAY_MS) throw new Refusal(400, 'report.badTime')
      return { from: first, to: londonDayAfter(last, 1) }
    }
  }
}

/** Whom a page is about: the viewer, a supervisor's people, or those whom a planner plans. */
async function peopleOf(
  db: Database,
  page: PowerPage,
  viewer: Viewer,
  group: PowerDefinition['group'],
): Promise<readonly ReportedPerson[]> {
  const columns = [
    'u.id',
    'u.displayName',
    'u.managerID',
    'u.areaID',
    'u.agencyID',
    'u.contractTypeID',
  ] as const
  if (page === 'RESOURCE') return (await plannablePeople(db, viewer)).select(columns).execute()
  if (page === 'TRACKER')
    return db.selectFrom('users as u').where('u.id', '=', viewer.userID).select(columns).execute()
  const seen = await db
    .selectFrom('users as u')
    .where('u.id', '>', 0)
    .where((eb) => within(viewer, 'AREA_AND_TEAM')(eb as never))
    .select(columns)
    .execute()
  if (group === 'ALL' && viewer.permissions.can('CAN_SEARCH_ALL_USERS')) return seen
  const own = await db.selectFrom('users').where('id', '=', viewer.userID).select('areaID').executeTakeFirst()
  return seen.filter(
    ({ managerID, areaID }) =>
      managerID === viewer.userID || (group !== 'TEAM' && areaID !== null && areaID === own?.areaID),
  )
}

const idOf = (id: number | null | undefined): string => (id === null || id === undefined ? '' : String(id))

const OF_PERSON: Readonly<Partial<Record<PowerField, (person: ReportedPerson) => string>>> = {
  PERSON: ({ id }) => String(id),
  MANAGER: ({ managerID }) => idOf(managerID),
  AREA: ({ areaID }) => idOf(areaID),
  AGENCY: ({ agencyID }) => idOf(agencyID),
  CONTRACT_TYPE: ({ contractTypeID }) => idOf(contractTypeID),
}

/** What a report asks for, narrowed by its filters. */
export async function ask(
  db: Database,
  { page, viewer, definition, now }: Pick<Asked, 'page' | 'viewer' | 'definition' | 'now'>,
): Promise<Asked> {
  const projects = await db.selectFrom('projects').select(['id', 'epicID']).execute()
  const own = await db
    .selectFrom('users')
    .where('id', '=', viewer.userID)
    .select('userType')
    .executeTakeFirst()
  const all = await peopleOf(db, page, viewer, definition.group)
  return narrowed(
    {
      ...{ db, page, viewer, definition, now, ...timeOf(definition, now) },
      people: new Map(all.map((one) => [one.id, one])),
      epics: new Map(projects.map(({ id, epicID }) => [id, epicID])),
      ...{ projects: null, wanted: [], isAgency: own?.userType === 'AGENCY' },
    },
    definition.filters,
  )
}

/** The same with more filters. */
export function narrowed(asked: Asked, filters: readonly PowerFilter[]): Asked {
  let { people, projects, from, to } = asked
  const wanted = [...asked.wanted]
  for (const { field, values } of filters) {
    const isOne = new Set(values)
    const ofPerson = OF_PERSON[field]
    if (ofPerson) people = new Map([...people].filter(([, one]) => isOne.has(ofPerson(one))))
    else if (field === 'PROJECT' || field === 'EPIC') {
      const ids: (number | null)[] = [...asked.epics.keys(), null]
      projects = new Set(
        ids
          .filter((id) => projects === null || projects.has(id))
          .filter((id) => isOne.has(field === 'PROJECT' ? idOf(id) : epicOf(asked, id))),
      )
    } else {
      wanted.push({ field, values })
      const span = spanOf(field, values)
      if (span) {
        from = Math.max(from, span.from)
        to = Math.min(to, span.to)
      }
    }
  }
  return { ...asked, people, projects, from, to, wanted }
}

/** The time that a key of days is. */
function spanOf(field: PowerField, [value = '', ...others]: readonly string[]) {
  if (others.length > 0) return null
  const from = momentOfField(value)
  if (field === 'DAY') return { from, to: londonDayAfter(from, 1) }
  if (field === 'WEEK') return { from, to: londonDayAfter(from, 7) }
  if (field !== 'MONTH') return null
  const [year = 0, month = 1] = value.split('-').map(Number)
  return { from, to: momentOfField(new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)) }
}

const epicOf = ({ epics }: Pick<Asked, 'epics'>, id: number | null): string =>
  idOf(id === null ? null : epics.get(id))

/** When something was, by London's clock. */
export interface WhenKeys {
  readonly day: string
  readonly week: string
  readonly month: string
  readonly weekday: string
  readonly hour: string
}

const keysOfDay = new Map<string, Omit<WhenKeys, 'hour'>>()
const DAYS_KNOWN_MAX = 5000

/** The keys of London's day, YYYY-MM-DD. Weeks begin on Monday, which is 1. */
export function dayKeys(day: string): Omit<WhenKeys, 'hour'> {
  const known = keysOfDay.get(day)
  if (known) return known
  const at = Date.parse(`${day}T00:00:00Z`)
  const weekday = (new Date(at).getUTCDay() + 6) % 7
  const keys = {
    ...{ day, month: `${day.slice(0, 7)}-01`, weekday: String(weekday + 1) },
    week: new Date(at - weekday * DAY_MS).toISOString().slice(0, 10),
  }
  if (keysOfDay.size >= DAYS_KNOWN_MAX) keysOfDay.clear()
  keysOfDay.set(day, keys)
  return keys
}

const HOUR_MS = 3_600_000
const hoursKnown = new Map<number, WhenKeys>()

/** The keys of a moment. London's hours begin where UTC's do. */
export function momentKeys(at: number): WhenKeys {
  const begun = at - (at % HOUR_MS)
  const known = hoursKnown.get(begun)
  if (known) return known
  const field = londonField(begun)
  const keys = { ...dayKeys(field.slice(0, 10)), hour: field.slice(11, 13) }
  if (hoursKnown.size >= DAYS_KNOWN_MAX * 4) hoursKnown.clear()
  hoursKnown.set(begun, keys)
  return keys
}

/** A record, by what reports go by. */
export interface Reported {
  readonly id: number | string | null
  readonly userID: number
  /** When it was; in milliseconds since 1970. */
  readonly at: number
  readonly projectID?: number | null
  /** The values of fields that are its own. */
  readonly own?: Readonly<Partial<Record<PowerField, string>>>
}

/** What puts a record into a group. */
export function keyOf(
  asked: Asked,
  field: PowerField,
  { userID, at, projectID = null, own }: Reported,
): string {
  const ofPerson = OF_PERSON[field]
  if (ofPerson) {
    const person = asked.people.get(userID)
    return person ? ofPerson(person) : ''
  }
  switch (field) {
    case 'PROJECT':
      return idOf(projectID)
    case 'EPIC':
      return epicOf(asked, projectID)
    case 'DAY':
      return momentKeys(at).day
    case 'WEEK':
      return momentKeys(at).week
    case 'MONTH':
      return momentKeys(at).month
    case 'WEEKDAY':
      return momentKeys(at).weekday
    case 'HOUR':
      return momentKeys(at).hour
    default:
      return own?.[field] ?? ''
  }
}

/** Whether what else is asked for holds for a record. */
export const isWanted = (asked: Asked, record: Reported): boolean =>
  asked.wanted.every(({ field, values }) => values.includes(keyOf(asked, field, record)))

/** Whether a record's project is one that is asked for. */
export const isOfProjects = ({ projects }: Asked, projectID: number | null): boolean =>
  projects === null || projects.has(projectID)
