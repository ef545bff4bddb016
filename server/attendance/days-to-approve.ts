import { sql } from 'kysely'
import { londonDayAfter, londonField, momentOfField } from '#shared/domain/london-time.ts'
import { common, type Span } from '#shared/domain/spans.ts'
import type { Database } from '../db/database.ts'
import { selectMade } from '../time-records/made-rows.ts'
import { endsOver, PLANNED } from './day-facts.ts'

const DAY_MS = 86_400_000
/** What was done without a break since a shift reaches into no day later than this after its beginning. */
const REACH_MS = 3 * DAY_MS
const DAY_FIELDS = { day: 'text', start: 'whole', end: 'whole' } as const

interface Time {
  /** London's days, YYYY-MM-DD, both included. */
  readonly from: string
  readonly to: string
  readonly now: number
}

/**
 * How many days of everybody's nobody has approved yet: those that `attendedDays` lists, counted by the database. It
 * reads only what was done on days without a shift, since that may be the end of the shift before.
 */
export async function daysToApprove(db: Database, { from, to, now }: Time): Promise<number> {
  const days: { day: string; start: number; end: number }[] = []
  const last = momentOfField(to)
  for (let start = momentOfField(from); start <= last && start <= now; start = londonDayAfter(start, 1))
    days.push({
      day: londonField(start).slice(0, 10),
      start,
      end: Math.min(londonDayAfter(start, 1), now + 1),
    })
  if (days.length === 0) return 0
  // Days of people that are not approved, each with whether a shift of theirs began on it.
  const open = () =>
    selectMade(db, DAY_FIELDS, days)
      .innerJoin('users as u', (join) => join.on(sql`1`, '=', sql`1`))
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('attendanceDays as a')
              .whereRef('a.userID', '=', 'u.id')
              .whereRef('a.day', '=', 'm.day' as never)
              .where('a.state', 'in', ['APPROVED', 'LOCKED'])
              .select('a.day'),
          ),
        ),
      )
  const begun = db
    .selectFrom('shifts as s')
    .whereRef('s.userID', '=', 'u.id' as never)
    .whereRef('s.start', '>=', 'm.start' as never)
    .whereRef('s.start', '<', 'm.end' as never)
    .where('s.state', 'in', PLANNED)
    .select('s.id')
  const worked = db
    .selectFrom('activitySessions as w')
    .whereRef('w.userID', '=', 'u.id' as never)
    .where('w.activity', '<>', 'INACTIVE')
    .whereRef('w.startedAt', '<', 'm.end' as never)
    // Nobody does two things at once: of what began before the day only the latest reaches into it.
    .where((eb) =>
      eb(
        'w.startedAt',
        '>=',
        eb.fn.coalesce(
          eb
            .selectFrom('activitySessions as b')
            .whereRef('b.userID', '=', 'u.id' as never)
            .whereRef('b.startedAt', '<=', 'm.start' as never)
            .select((e) => e.fn.max('b.startedAt').as('startedAt')),
          sql<number>`0`,
        ),
      ),
    )
    .where((eb) => eb.or([eb('w.endedAt', 'is', null), eb('w.endedAt', '>', eb.ref('m.start' as never))]))
    .select('w.id')
  const shifts = await open()
    .where((eb) => eb.exists(begun))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const others = await open()
    .where((eb) => eb.and([eb.not(eb.exists(begun)), eb.exists(worked)]))
    .select(['u.id as userID', 'm.start', 'm.end'])
    .execute()
  const alone = others.map(({ userID, start, end }) => ({ userID, start: start ?? 0, end: end ?? 0 }))
  return Number(shifts.count) + (await ownDays(db, alone, { first: days[0]?.start ?? 0, now }))
}

type PersonTime = Span & { readonly userID: number }

/** How many of these days without a shift have work that isn't the end of the shift before. */
async function ownDays(
  db: Database,
  days: readonly PersonTime[],
  { first, now }: { readonly first: number; readonly now: number },
): Promise<number> {
  if (days.length === 0) return 0
  const people = [...new Set(days.map(({ userID }) => userID))]
  const shifts = await db
    .selectFrom('shifts')
    .where('userID', 'in', people)
    .where('state', 'in', PLANNED)
    .where('start', '>=', first - DAY_MS)
    .where('start', '<', Math.max(...days.map(({ end }) => end)) + DAY_MS)
    .orderBy('start')
    .orderBy('id')
    .select(['userID', 'start', 'end'])
    .execute()
  const near = selectMade(
    db,
    { userID: 'whole', start: 'whole', end: 'whole' },
    days.map(({ userID, start, end }) => ({ userID, start, end })),
  ).innerJoin('activitySessions as s', 's.userID', 'm.userID')
  const sessions = await near
    .where('s.activity', '<>', 'INACTIVE')
    .whereRef('s.startedAt', '<', 'm.end')
    .where((eb) =>
      eb.or([
        eb('s.startedAt', '>=', eb('m.start', '-', REACH_MS)),
        // The one that goes on, however long ago it began.
        eb('s.endedAt', 'is', null),
      ]),
    )
    .distinct()
    .select(['s.id', 's.userID', 's.activity', 's.startedAt', 's.endedAt'])
    .execute()
  const shiftsOf = Map.groupBy(shifts, ({ userID }) => userID)
  const sessionsOf = Map.groupBy(
    sessions
      .map(({ endedAt, ...one }) => ({ ...one, start: one.startedAt, end: Math.min(endedAt ?? now, now) }))
      .toSorted((a, b) => a.start - b.start || a.id - b.id),
    ({ userID }) => userID,
  )
  return days.filter(({ userID, start, end }) => {
    const planned = shiftsOf.get(userID) ?? []
    const done = sessionsOf.get(userID) ?? []
    const touching = (span: Span) => done.filter((one) => common(one, span) !== null)
    const overEnd = endsOver(planned, touching)(planned.findLastIndex((shift) => shift.start < start))
    const range = { start: Math.max(start, overEnd), end: Math.min(now, end) }
    return range.start < range.end && touching(range).length > 0
  }).length
}
