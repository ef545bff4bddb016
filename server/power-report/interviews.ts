import { type RawBuilder, sql } from 'kysely'
import {
  EMPTY_TALLY,
  INTERVIEW_FIGURES,
  type InterviewTally,
  type Outcome,
} from '#shared/domain/interviews.ts'
import type { FieldSum, PowerPiece } from '#shared/domain/power-cells.ts'
import { CALLS_ALONE, type PowerField, type PowerMeasure } from '#shared/domain/power-report.ts'
import { appointmentsOf } from '../interviews/tallies.ts'
import { type Asked, isOfProjects, keyOf, momentKeys, type Reported, timeOf } from './asked.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** When London's clocks are an hour ahead of UTC, of the years of a time; in milliseconds since 1970. */
export function summersIn(
  from: number,
  to: number,
): readonly { readonly from: number; readonly to: number }[] {
  const lastSunday = (year: number, month: number) => {
    const last = new Date(Date.UTC(year, month + 1, 0, 1))
    return last.getTime() - last.getUTCDay() * DAY_MS
  }
  const first = new Date(from).getUTCFullYear()
  const years = Array.from({ length: new Date(to).getUTCFullYear() - first + 1 }, (_, place) => first + place)
  return years
    .map((year) => ({ from: lastSunday(year, 2), to: lastSunday(year, 9) }))
    .filter((summer) => summer.from < to && summer.to > from)
}

/** A column of moments as London's clock shows it, as a number that counts as UTC does. */
function london(column: string, { from, to }: Pick<Asked, 'from' | 'to'>): RawBuilder<number> {
  const summers = summersIn(from, to)
  const at = sql.ref(column)
  if (summers.length === 0) return sql<number>`${at}`
  const isSummer = summers.map(
    (summer) => sql`(${at} >= ${sql.lit(summer.from)} and ${at} < ${sql.lit(summer.to)})`,
  )
  return sql<number>`(${at} + case when ${sql.join(isSummer, sql` or `)} then ${sql.lit(HOUR_MS)} else 0 end)`
}

const dayIn = (asked: Asked) => sql<number>`(${london('r.start', asked)} / ${sql.lit(DAY_MS)})`
const hourIn = (asked: Asked) => sql<number>`((${london('r.start', asked)} / ${sql.lit(HOUR_MS)}) % 24)`
/** Stands for any day where hours of the day alone are asked for. */
const WINTER_DAY = Date.UTC(2001, 0, 1)
/** Monday is 1; the first day that computers count was a Thursday. */
const weekdayIn = (asked: Asked) => sql<number>`((${dayIn(asked)} + 3) % 7 + 1)`

/** The calls that are asked for: somebody's, and not void. */
export function callsOf(asked: Asked) {
  const { db, from, to, people, projects } = asked
  let calls = db
    .selectFrom('interviewRecords as r')
    .where('r.isVoid', '=', 0)
    .where('r.start', '>=', from)
    .where('r.start', '<', to)
    .where('r.userID', 'in', [0, ...people.keys()])
  if (projects) calls = calls.where('r.projectID', 'in', [0, ...[...projects].flatMap((id) => id ?? [])])
  for (const { field, values } of asked.wanted) {
    const numbers = values.map(Number).filter((one) => Number.isSafeInteger(one))
    if (field === 'OUTCOME') calls = calls.where('r.outcome', 'in', values as Outcome[])
    else if (field === 'RECORDED')
      calls = calls.where(
        'r.isOutside',
        'in',
        values.map((value) => (value === 'OUTSIDE' ? 1 : 0)),
      )
    else if (field === 'QUOTA_CELL')
      calls = calls.where((eb) =>
        eb.or([
          eb('r.quotaCellID', 'in', [0, ...numbers]),
          ...(values.includes('') ? [eb('r.quotaCellID', 'is', null)] : []),
        ]),
      )
    else if (field === 'HOUR') calls = calls.where(hourIn(asked), 'in', [-1, ...numbers])
    else if (field === 'WEEKDAY') calls = calls.where(weekdayIn(asked), 'in', [-1, ...numbers])
  }
  return calls
}

const DAYS: readonly PowerField[] = ['DAY', 'WEEK', 'MONTH', 'WEEKDAY']
const WHO: readonly PowerField[] = ['PERSON', 'MANAGER', 'AREA', 'AGENCY', 'CONTRACT_TYPE']

/** How fine calls and sessions have to be told apart. */
interface Grain {
  readonly person: boolean
  readonly project: boolean
  readonly cell: boolean
  readonly recorded: boolean
  readonly day: boolean
  readonly hour: boolean
}

function grainOf(fields: readonly PowerField[], measures: readonly PowerMeasure[]): Grain {
  const has = (...names: readonly PowerField[]) => fields.some((field) => names.includes(field))
  const asks = (figure: string) => measures.some((one) => one.figure === figure)
  return {
    person: has(...WHO) || asks('people'),
    project: has('PROJECT', 'EPIC') || asks('index'),
    cell: has('QUOTA_CELL'),
    recorded: has('RECORDED'),
    day: has(...DAYS),
    hour: has('HOUR'),
  }
}

const HOURLESS = new Set(['COUNT', 'SUM', 'MEAN', 'MINIMUM', 'MAXIMUM'])
/** Whether a figure needs the hours: rates do, if only to know whether they are of few data. */
const needsHours = ({ figure }: PowerMeasure): boolean =>
  figure === 'people' ||
  (!HOURLESS.has(figure) &&
    (INTERVIEW_FIGURES[figure as keyof typeof INTERVIEW_FIGURES].kind !== 'count' ||
      figure === 'interviewingHours'))

/** What calls and hours of interviewing come to, by the fields of a report. */
export async function interviewPieces(asked: Asked, fields: readonly PowerField[]): Promise<PowerPiece[]> {
  const { measures } = asked.definition
  const grain = grainOf(fields, measures)
  const pieces: PowerPiece[] = []
  const add = (record: Reported, piece: Omit<PowerPiece, 'id' | 'keys' | 'userID'>) =>
    pieces.push({
      ...piece,
      id: null,
      keys: fields.map((field) => keyOf(asked, field, record)),
      ...(grain.person && { userID: record.userID }),
    })
  for (const row of await countedCalls(asked, grain)) {
    const { outcome, count, seconds } = row
    const minutes: FieldSum = { n: count, sum: seconds / 60, min: row.shortest / 60, max: row.longest / 60 }
    add(
      {
        ...{ id: null, userID: row.userID, at: row.at, projectID: row.projectID },
        own: { OUTCOME: outcome, QUOTA_CELL: row.cell, RECORDED: row.isOutside ? 'OUTSIDE' : 'IN' },
      },
      {
        count,
        fields: { minutes },
        tally: {
          ...EMPTY_TALLY,
          outcomes: { ...EMPTY_TALLY.outcomes, [outcome]: count },
          talkSeconds: seconds,
          completeSeconds: outcome === 'COMPLETE' ? seconds : 0,
        },
      },
    )
  }
  // Hours are of no outcome, cell or kind of call.
  const isOfCalls = [...fields, ...asked.wanted.map(({ field }) => field)].some((field) =>
    CALLS_ALONE.includes(field),
  )
  if (isOfCalls) return pieces
  if (measures.some(needsHours)) {
    const rates = measures.some(({ figure }) => figure === 'index') ? await ratesOf(asked) : null
    for (const hours of (await interviewingHours(asked, grain)).values()) {
      const { seconds, projectID } = hours
      const tally: InterviewTally = {
        ...EMPTY_TALLY,
        availableSeconds: seconds,
        interviewingSeconds: projectID === null ? 0 : seconds,
        expectedCompletes: rates === null ? null : ((rates.get(projectID ?? 0) ?? 0) * seconds) / 3600,
      }
      add({ id: null, ...hours }, { count: 0, fields: {}, tally })
    }
  }
  if (measures.some(({ figure }) => figure === 'appointmentsKept'))
    for (const due of await dueAppointments(asked))
      add(due, {
        ...{ count: 0, fields: {} },
        tally: { ...EMPTY_TALLY, appointmentsDue: 1, appointmentsKept: due.isKept ? 1 : 0 },
      })
  return pieces
}

/** Calls that are alike, counted by the database. `at` is a moment of their day and hour. */
async function countedCalls(asked: Asked, grain: Grain) {
  const by: Record<string, RawBuilder<unknown>> = {
    ...(grain.person && { gPerson: sql.ref('r.userID') }),
    ...(grain.project && { gProject: sql.ref('r.projectID') }),
    ...(grain.cell && { gCell: sql.ref('r.quotaCellID') }),
    ...(grain.recorded && { gOutside: sql.ref('r.isOutside') }),
    ...(grain.day && { gDay: dayIn(asked) }),
    ...(grain.hour && { gHour: hourIn(asked) }),
  }
  const rows = await callsOf(asked)
    .select('r.outcome')
    .select(Object.entries(by).map(([name, column]) => column.as(name)))
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number>('r.duration').as('seconds'),
      eb.fn.min<number>('r.duration').as('shortest'),
      eb.fn.max<number>('r.duration').as('longest'),
    ])
    .groupBy(['r.outcome', ...Object.keys(by).map((name) => sql.ref(name))] as never)
    .execute()
  return (rows as unknown as Readonly<Record<string, number | string | null>>[]).map((row) => {
    const number = (name: string) => Number(row[name] ?? 0)
    // Noon of the day, or the hour of it, as London's clock shows it; the keys of both are cut from that.
    const day = grain.day ? number('gDay') * DAY_MS : WINTER_DAY
    const wall = day + (grain.hour ? number('gHour') : 12) * HOUR_MS
    return {
      ...{ userID: number('gPerson'), projectID: grain.project ? number('gProject') : null },
      cell: row.gCell === null || row.gCell === undefined ? '' : String(row.gCell),
      isOutside: number('gOutside') === 1,
      outcome: row.outcome as Outcome,
      count: number('count'),
      seconds: number('seconds'),
      shortest: number('shortest'),
      longest: number('longest'),
      at: fromWall(wall),
    }
  })
}

const known = new Map<number, number>()
/** The moment of a whole hour of London's clock. */
function fromWall(wall: number): number {
  const before = known.get(wall)
  if (before !== undefined) return before
  const summers = summersIn(wall - DAY_MS, wall + DAY_MS)
  const at = summers.some(({ from, to }) => wall - HOUR_MS >= from && wall - HOUR_MS < to)
    ? wall - HOUR_MS
    : wall
  if (known.size > 50_000) known.clear()
  known.set(wall, at)
  return at
}

/** AVAILABLE sessions of those asked for that reach into the time. */
export const sessionsOf = (asked: Asked) =>
  asked.db
    .selectFrom('activitySessions as s')
    .where('s.activity', '=', 'AVAILABLE')
    .where('s.startedAt', '<', asked.to)
    .where((eb) => eb.or([eb('s.endedAt', 'is', null), eb('s.endedAt', '>', asked.from)]))
    .where('s.userID', 'in', [0, ...asked.people.keys()])

interface Hours {
  readonly userID: number
  readonly projectID: number | null
  readonly at: number
  seconds: number
}

/** Seconds AVAILABLE, as finely as a report needs them. */
async function interviewingHours(asked: Asked, grain: Grain): Promise<ReadonlyMap<string, Hours>> {
  const { from, to, now } = asked
  const narrow = asked.wanted.filter(({ field }) => field === 'HOUR' || field === 'WEEKDAY')
  const isFine = grain.hour || narrow.some(({ field }) => field === 'HOUR')
  const isByDay = grain.day || narrow.length > 0
  const rows = await sessionsOf(asked)
    .select(['s.userID', 's.projectID', 's.startedAt', 's.endedAt'])
    .execute()
  const all = new Map<string, Hours>()
  // Time without a project says nothing but how busy somebody was.
  const needsAll = asked.definition.measures.some(({ figure }) => figure === 'occupancy')
  for (const { userID, projectID, startedAt, endedAt } of rows) {
    if (!isOfProjects(asked, projectID) || (projectID === null && !needsAll)) continue
    const end = Math.min(endedAt ?? now, to)
    for (let at = Math.max(startedAt, from); at < end; ) {
      const next = Math.min(isFine ? at - (at % HOUR_MS) + HOUR_MS : isByDay ? dayEnd(at) : end, end)
      const when = isFine || isByDay ? momentKeys(at) : null
      const isIn = narrow.every(({ field, values }) =>
        values.includes((field === 'HOUR' ? when?.hour : when?.weekday) ?? ''),
      )
      if (isIn) {
        const time = grain.hour ? `${grain.day ? when?.day : ''} ${when?.hour}` : grain.day ? when?.day : ''
        const key = `${grain.person ? userID : 0} ${projectID ?? 'none'} ${time}`
        const found = all.get(key)
        if (found) found.seconds += (next - at) / 1000
        else all.set(key, { userID, projectID, at, seconds: (next - at) / 1000 })
      }
      at = next
    }
  }
  return all
}

const ends = new Map<number, number>()
/** The end of London's day that a moment is in. */
function dayEnd(at: number): number {
  const begun = at - (at % HOUR_MS)
  const before = ends.get(begun)
  if (before !== undefined) return before
  let end = begun + HOUR_MS
  while (momentKeys(end).hour !== '00') end += HOUR_MS
  if (ends.size > 20_000) ends.clear()
  ends.set(begun, end)
  return end
}

/** Completes an hour of each project in the report's time, of everybody (spec 4 §2.5). */
async function ratesOf({ db, definition, now }: Asked): Promise<ReadonlyMap<number, number>> {
  const { from, to } = timeOf(definition, now)
  const completes = await db
    .selectFrom('interviewRecords as r')
    .where('r.isVoid', '=', 0)
    .where('r.outcome', '=', 'COMPLETE')
    .where('r.userID', 'is not', null)
    .where('r.start', '>=', from)
    .where('r.start', '<', to)
    .groupBy('r.projectID')
    .select((eb) => ['r.projectID', eb.fn.countAll<number>().as('count')])
    .execute()
  const sessions = await db
    .selectFrom('activitySessions')
    .where('activity', '=', 'AVAILABLE')
    .where('projectID', 'is not', null)
    .where('startedAt', '<', to)
    .where((eb) => eb.or([eb('endedAt', 'is', null), eb('endedAt', '>', from)]))
    .select(['projectID', 'startedAt', 'endedAt'])
    .execute()
  const seconds = new Map<number, number>()
  for (const { projectID, startedAt, endedAt } of sessions) {
    const spent = Math.min(endedAt ?? now, to) - Math.max(startedAt, from)
    if (spent > 0) seconds.set(projectID ?? 0, (seconds.get(projectID ?? 0) ?? 0) + spent / 1000)
  }
  return new Map(
    completes.flatMap(({ projectID, count }) => {
      const spent = seconds.get(projectID) ?? 0
      return spent > 0 ? [[projectID, (Number(count) * 3600) / spent] as const] : []
    }),
  )
}

/** Appointments of those asked for whose time was in the report's. */
export async function dueAppointments(asked: Asked) {
  const { db, from, to, now, people } = asked
  const due = await appointmentsOf(db, { from, to, now })
  return due
    .filter(({ userID, projectID }) => people.has(userID ?? 0) && isOfProjects(asked, projectID))
    .map(({ id, userID, projectID, appointmentTime, isKept }) => ({
      ...{ id, userID: userID ?? 0, projectID, at: appointmentTime ?? 0, isKept: Boolean(isKept) },
    }))
    .filter((record) =>
      asked.wanted.every(({ field, values }) => values.includes(keyOf(asked, field, record))),
    )
}
