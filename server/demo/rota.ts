import { londonDayAfter, londonField, momentOfField } from '#shared/domain/london-time.ts'
import { publicHolidays } from '#shared/domain/public-holidays.ts'
import { PEOPLE, type Person } from '../seed/people.ts'
import { CODED, DONE, INBOUND, ROUND_THE_CLOCK, WELSH } from './projects.ts'

const HOUR = 3_600_000
const QUARTER = HOUR / 4

type Block = 'EARLY' | 'LATE' | 'NIGHT' | 'DAWN' | 'OFFICE' | 'OFFICE_LATE'

/** When each block begins, on London's clock, and hours of it. Together the four first are a day. */
const BLOCKS: Readonly<Record<Block, { readonly start: string; readonly hours: number }>> = {
  DAWN: { start: '03:00', hours: 6 },
  EARLY: { start: '09:00', hours: 6 },
  LATE: { start: '15:00', hours: 6 },
  NIGHT: { start: '21:00', hours: 6 },
  OFFICE: { start: '09:00', hours: 8 },
  OFFICE_LATE: { start: '13:00', hours: 8 },
}

/** People of a block on each day of the week, Monday first: at least 3 at any hour, 8 by day in the week (spec 4 §3.2). */
const NEEDED: Readonly<Record<'EARLY' | 'LATE' | 'NIGHT' | 'DAWN', readonly number[]>> = {
  DAWN: [3, 3, 3, 3, 3, 3, 3],
  EARLY: [9, 9, 9, 9, 9, 4, 3],
  LATE: [9, 9, 9, 9, 9, 3, 3],
  NIGHT: [3, 3, 3, 3, 3, 3, 3],
}
/** On public holidays only those come who call abroad. */
const ON_HOLIDAY = 3

/** Somebody of the demo's staff, with the days that they usually work. */
export interface Worker {
  readonly person: Person
  readonly isInterviewer: boolean
  readonly block: Block
  /** Days of the week on which they work, Monday 1. */
  readonly days: readonly number[]
  /** Minutes that their shift is longer than the block. */
  readonly longer: number
  readonly location: 'OFFICE' | 'HOME'
  /** On which they are planned, the first first. */
  readonly projects: readonly number[]
}

const CREW = { NIGHT: 5, DAWN: 5 } as const
/** Two students who work twelve hours a week. */
const PART_TIME: ReadonlySet<string> = new Set(['Lucy Pemberton', 'Hannah Lister'])
const IN_WELSH: ReadonlySet<string> = new Set(['Carys Evans', 'Owen Parry'])
/** Interviews by day so that whoever looks around finds them at work. */
const LOOKER = 'Jamie Whitfield'

/** Whose days are which: always those who have the smallest part of what they are to work. */
function daysOf(people: readonly Person[], needed: readonly number[]): Map<number, number[]> {
  const target = ({ name }: Person) => (PART_TIME.has(name) ? 2 : 5.6)
  const days = new Map<number, number[]>(people.map(({ id }) => [id, []]))
  const worked = (person: Person) => days.get(person.id)?.length ?? 0
  for (const [place, count] of needed.entries()) {
    const order = people
      .filter((person) => worked(person) < (PART_TIME.has(person.name) ? 2 : 6))
      // Whoever looks around may be moved to the hour at which they do: nobody counts on them at weekends.
      .filter(({ name }) => name !== LOOKER || place < 5)
      .toSorted((a, b) => worked(a) / target(a) - worked(b) / target(b) || a.id - b.id)
    for (const person of order.slice(0, count)) days.get(person.id)?.push(place + 1)
  }
  return days
}

const BY_DAY = [2101, 2102, 2101, DONE, INBOUND, 2102] as const

function projectsOf(person: Person, place: number, block: Block): number[] {
  if (block === 'NIGHT' || block === 'DAWN') return [ROUND_THE_CLOCK]
  if (IN_WELSH.has(person.name)) return [WELSH, 2102]
  if (person.name === LOOKER) return [2101, 2102]
  const first = BY_DAY[place % BY_DAY.length] ?? 2101
  return first === INBOUND ? [INBOUND, 2102, 2101] : [first, first === 2101 ? 2102 : 2101]
}

function makeRota(): Worker[] {
  const interviewers = PEOPLE.filter(({ type }) => type === 'INTERVIEWER')
  // Whoever works at home, or for Belfast, calls abroad; the floor works by day.
  const home = interviewers.filter(
    ({ area, name }) => area !== 'Leeds' && area !== 'Cardiff' && !PART_TIME.has(name),
  )
  const crews = new Map<Block, Person[]>()
  crews.set('NIGHT', home.slice(-CREW.NIGHT))
  crews.set('DAWN', home.slice(-CREW.NIGHT - CREW.DAWN, -CREW.NIGHT))
  const abroad = new Set([...crews.values()].flat())
  const rest = interviewers.filter((person) => !abroad.has(person))
  crews.set(
    'EARLY',
    rest.filter((_, place) => place % 2 === 0),
  )
  crews.set(
    'LATE',
    rest.filter((_, place) => place % 2 === 1),
  )
  const workers: Worker[] = []
  for (const [block, people] of crews) {
    const days = daysOf(people, NEEDED[block as keyof typeof NEEDED])
    for (const [place, person] of people.entries()) {
      const own = days.get(person.id) ?? []
      const isShort = own.length <= 5 && !PART_TIME.has(person.name) && block !== 'DAWN'
      workers.push({
        ...{ person, isInterviewer: true, block, days: own },
        longer: isShort ? ([0, 30, 60, 90][place % 4] ?? 0) : 0,
        location: person.area.startsWith('Home') ? 'HOME' : 'OFFICE',
        projects: projectsOf(person, place, block),
      })
    }
  }
  const office = PEOPLE.filter(({ type }) => !['INTERVIEWER', 'AGENCY', 'RECRUIT', 'SENSING'].includes(type))
  for (const person of office)
    workers.push({
      ...{ person, isInterviewer: false, days: [1, 2, 3, 4, 5], longer: 0 },
      block: person.type === 'SUPERVISOR' && person.id % 2 === 0 ? 'OFFICE_LATE' : 'OFFICE',
      location: person.area.startsWith('Home') ? 'HOME' : 'OFFICE',
      projects: person.type === 'RESEARCHER' ? [CODED] : [],
    })
  return workers.toSorted((a, b) => a.person.id - b.person.id)
}

/** Everybody on the demo's staff, by id. */
export const ROTA: readonly Worker[] = makeRota()
const WORKERS = new Map(ROTA.map((worker) => [worker.person.id, worker]))

export const workerOf = (userID: number): Worker | undefined => WORKERS.get(userID)

/** A shift as the rota has it; times in milliseconds since 1970. */
export interface RotaShift {
  readonly userID: number
  readonly start: number
  readonly end: number
  readonly projectID: number | null
}

const holidays = new Map<number, ReadonlySet<string>>()
function isPublicHoliday(day: string): boolean {
  const year = Number(day.slice(0, 4))
  let known = holidays.get(year)
  if (!known) {
    known = new Set(publicHolidays(year).map(({ date }) => date))
    holidays.set(year, known)
  }
  return known.has(day)
}

const weekdayOf = (day: string): number => new Date(`${day}T12:00Z`).getUTCDay() || 7

/** The shifts that begin on a London day, YYYY-MM-DD, in the order of the people's ids. */
export function shiftsOn(day: string): RotaShift[] {
  const isHoliday = isPublicHoliday(day)
  const weekday = weekdayOf(day)
  const come = new Map<Block, number>()
  const shifts: RotaShift[] = []
  for (const worker of ROTA) {
    const { person, block, days, longer, isInterviewer, projects } = worker
    if (!days.includes(weekday)) continue
    if (isHoliday && (!isInterviewer || person.name === LOOKER)) continue
    const before = come.get(block) ?? 0
    come.set(block, before + 1)
    if (isHoliday && before >= ON_HOLIDAY) continue
    shifts.push(shiftOf(day, { userID: person.id, block, longer, projectID: projects[0] ?? null }))
  }
  return shifts
}

function shiftOf(
  day: string,
  {
    userID,
    block,
    longer,
    projectID,
  }: Pick<RotaShift, 'userID' | 'projectID'> & Pick<Worker, 'block' | 'longer'>,
): RotaShift {
  const { start, hours } = BLOCKS[block]
  const from = momentOfField(`${day}T${start}`)
  // By London's clock, also in the night in which it is changed.
  const to = clockAfter(day, Number(start.slice(0, 2)) + hours)
  return block === 'LATE'
    ? { userID, projectID, start: from - longer * 60_000, end: to }
    : { userID, projectID, start: from, end: to + longer * 60_000 }
}

const clockAfter = (day: string, hour: number): number =>
  hour < 24
    ? momentOfField(`${day}T${String(hour).padStart(2, '0')}:00`)
    : momentOfField(
        `${londonField(londonDayAfter(momentOfField(day), 1)).slice(0, 10)}T${String(hour - 24).padStart(2, '0')}:00`,
      )

/** How many interviewers are to be on shift from each moment at which a block of that day begins to its end. */
export function neededOn(
  day: string,
): { readonly start: number; readonly end: number; readonly people: number }[] {
  const weekday = weekdayOf(day)
  const isWeek = weekday <= 5 && !isPublicHoliday(day)
  return (['DAWN', 'EARLY', 'LATE', 'NIGHT'] as const).map((block) => {
    const { start, end } = shiftOf(day, { userID: 0, block, longer: 0, projectID: null })
    return { start, end, people: isWeek && (block === 'EARLY' || block === 'LATE') ? 8 : 3 }
  })
}

/** Days of London from one to another, both included, as YYYY-MM-DD. */
export function daysFrom(from: number, to: number): string[] {
  const days: string[] = []
  for (let at = londonDayAfter(from, 0); at <= to; at = londonDayAfter(at, 1))
    days.push(londonField(at).slice(0, 10))
  return days
}

/** Whoever looks around as an interviewer: they are on shift by day, whenever the demo begins. */
export const isLooker = (userID: number): boolean => workerOf(userID)?.person.name === LOOKER

export const onQuarter = (at: number): number => at - (at % QUARTER)
