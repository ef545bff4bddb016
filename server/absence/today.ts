import type { TodayRow } from '#shared/contract/absence.ts'
import { dayFigures } from '#shared/domain/attendance.ts'
import { todayStateOf } from '#shared/domain/today.ts'
import { presentDay } from '../attendance/day-facts.ts'
import type { Database } from '../db/database.ts'
import { absenceCases } from './cases.ts'

const iso = (at: number) => new Date(at).toISOString()
const isoOrNull = (at: number | null) => (at === null ? null : iso(at))

/** How these people stand with what they are to work today, those to be looked at first (spec 4 §4.4.4). */
export async function todayOf(
  db: Database,
  people: readonly { readonly id: number; readonly name: string }[],
  now: number,
): Promise<TodayRow[]> {
  const userIDs = people.map(({ id }) => id)
  const days = await presentDay(db, userIDs, now)
  const shiftIDs = days.flatMap((day) => day.shiftIDs)
  const cases = await absenceCases(db, { userIDs, shiftIDs })
  const caseOf = Map.groupBy(cases, ({ userID }) => userID)
  const notices = await db
    .selectFrom('lateNotices as n')
    .leftJoin('users as by', 'by.id', 'n.byID')
    .where('n.shiftID', 'in', [0, ...shiftIDs])
    .select(['n.shiftID', 'n.userID', 'n.expectedAt', 'n.note', 'by.displayName as by'])
    .execute()
  const noticeOf = new Map(notices.map((notice) => [notice.userID, notice]))
  const projects = new Map(
    (await db.selectFrom('projects').select(['id', 'name']).execute()).map(({ id, name }) => [id, name]),
  )
  const dayOf = new Map(days.map((day) => [day.userID, day]))
  return people.flatMap(({ id: userID, name }): TodayRow[] => {
    const day = dayOf.get(userID)
    if (!day) return []
    const { facts, shiftIDs: own } = day
    const figures = dayFigures(facts, now)
    const isAbsent = facts.absent.some(({ start, end }) => start <= now && now < end)
    const state = todayStateOf({ figures, isAbsent, now })
    if (state === null) return []
    const found = caseOf.get(userID)?.[0]
    const notice = noticeOf.get(userID)
    return [
      {
        ...{ userID, name, state },
        shifts: facts.shifts.map(({ start, end, projectID, segments }, place) => ({
          id: own[place] ?? 0,
          ...{ start: iso(start), end: iso(end), project: projects.get(projectID ?? 0) ?? null },
          segments: segments.map((one) => ({ kind: one.kind, start: iso(one.start), end: iso(one.end) })),
        })),
        sessions: facts.sessions
          .filter(({ activity, start, end }) => activity !== 'INACTIVE' && end > start)
          .map(({ activity, start, end }) => ({ activity, start: iso(start), end: iso(end) })),
        ...{ actualStart: isoOrNull(figures.actualStart), actualEnd: isoOrNull(figures.actualEnd) },
        ...{ lateMinutes: figures.lateMinutes, leftEarlyMinutes: figures.leftEarlyMinutes },
        absence: found
          ? {
              ...{ id: found.id, version: found.version, shiftID: found.shiftID, kind: found.kind },
              ...{ reported: found.reported, state: found.state, note: found.note, by: found.openedBy },
            }
          : null,
        late: notice
          ? {
              ...{ shiftID: notice.shiftID, expectedAt: iso(notice.expectedAt) },
              ...{ note: notice.note, by: notice.by },
            }
          : null,
      },
    ]
  })
}
