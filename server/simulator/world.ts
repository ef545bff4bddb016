import type { ActivityName } from '#shared/domain/activity.ts'
import { REAL_MS } from '#shared/domain/demo-clock.ts'
import { DIALLER_STATUSES } from '#shared/domain/dialler.ts'
import type { Database } from '../db/database.ts'
import { ROTA } from '../demo/rota.ts'
import type { Standing, World } from './plan.ts'

const HOUR = 3_600_000
const BETWEEN_MS = 30_000
const STAFF = ROTA.map(({ person }) => person.id)

/** Who signed in within the last minutes, or has used a sign-in in them. */
export async function signedInSince(db: Database, since: number, userID?: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('sessions')
    .where((eb) =>
      eb.or([eb('createdAt', '>', since), eb('startedAt', '>', since), eb('lastUsedAt', '>', since)]),
    )
    .$if(userID !== undefined, (query) => query.where('userID', '=', userID ?? 0))
    .select('userID')
    .distinct()
    .execute()
  return new Set(rows.map((row) => row.userID))
}

/**
 * Notes who is really there. From their sign-in until 10 minutes after their last window closed the demo doesn't move
 * them (spec 4 §3.2).
 */
export async function noteReal(
  db: Database,
  seen: Record<number, number>,
  online: ReadonlySet<number>,
  now: number,
): Promise<ReadonlySet<number>> {
  for (const userID of await signedInSince(db, now - REAL_MS)) seen[userID] ??= now
  for (const userID of online) seen[userID] = now
  const real = new Set<number>(await signedInSince(db, now - REAL_MS))
  for (const [id, at] of Object.entries(seen)) {
    // A step may come so much later than the one that saw them.
    if (at > now - REAL_MS - BETWEEN_MS) real.add(Number(id))
    else delete seen[Number(id)]
  }
  return real
}

/** How everybody on the staff stands. */
export async function standings(db: Database, now: number): Promise<Standing[]> {
  const open = await db
    .selectFrom('activitySessions')
    .where('userID', 'in', STAFF)
    .where('endedAt', 'is', null)
    .select(['userID', 'activity', 'projectID', 'startedAt'])
    .execute()
  const shifts = await db
    .selectFrom('shifts')
    .where('userID', 'in', STAFF)
    .where('state', 'in', ['PUBLISHED', 'LIVE'])
    .where('start', '<', now + HOUR)
    .where('end', '>', now - HOUR / 4)
    .orderBy('start')
    .select(['id', 'userID', 'start', 'end'])
    .execute()
  const diallers = await db.selectFrom('diallerStatuses').select(['userID', 'status']).execute()
  const sessionOf = new Map(open.map((row) => [row.userID, row]))
  const shiftsOf = Map.groupBy(shifts, ({ userID }) => userID)
  const diallerOf = new Map(diallers.map(({ userID, status }) => [userID, status]))
  const active = new Set(
    (
      await db.selectFrom('users').where('id', 'in', STAFF).where('isActive', '=', 1).select('id').execute()
    ).map(({ id }) => id),
  )
  return ROTA.filter(({ person }) => active.has(person.id)).map((worker) => {
    const { id } = worker.person
    const session = sessionOf.get(id)
    const own = shiftsOf.get(id) ?? []
    const status = diallerOf.get(id)
    return {
      worker,
      activity: (session?.activity ?? null) as ActivityName | null,
      projectID: session?.projectID ?? null,
      since: session?.startedAt ?? 0,
      shift: own.find(({ end }) => end > now) ?? null,
      dialler: DIALLER_STATUSES.find((known) => known === status) ?? null,
    }
  })
}

/** Which cells of the demo's projects still want interviews, by project, in the order of their ids. */
export async function wantedCells(
  db: Database,
): Promise<ReadonlyMap<number, readonly { readonly id: number; readonly left: number }[]>> {
  const rows = await db
    .selectFrom('quotaCells as c')
    .select((eb) => [
      ...(['c.id', 'c.projectID', 'c.target', 'c.isSuspended'] as const),
      eb
        .selectFrom('interviewRecords as r')
        .whereRef('r.quotaCellID', '=', 'c.id')
        .where('r.outcome', '=', 'COMPLETE')
        .where('r.isVoid', '=', 0)
        .select((count) => count.fn.countAll<number>().as('n'))
        .as('achieved'),
    ])
    .orderBy('c.id')
    .execute()
  const cells = rows.map(({ id, projectID, target, achieved, isSuspended }) => ({
    ...{ id, projectID, left: isSuspended === 1 ? 0 : target - Number(achieved) },
  }))
  return Map.groupBy(cells, ({ projectID }) => projectID)
}

/** What really signed-in people wrote to the demo's people alone since a moment. */
export async function asked(db: Database, since: number, real: ReadonlySet<number>): Promise<World['asked']> {
  if (real.size === 0) return []
  const rows = await db
    .selectFrom('messages as m')
    .innerJoin('threads as t', 't.id', 'm.threadID')
    .innerJoin('threadMembers as other', (join) =>
      join.onRef('other.threadID', '=', 'm.threadID').onRef('other.userID', '<>', 'm.userID'),
    )
    .where('t.source', '=', 'MESSAGE')
    .where('m.userID', 'in', [...real])
    .where('m.entryTime', '>', since)
    .where('m.deletedAt', 'is', null)
    .orderBy('m.id')
    .select(['m.threadID', 'm.entryTime as at', 'other.userID'])
    .execute()
  return rows.filter(({ userID }) => STAFF.includes(userID) && !real.has(userID))
}

/** Rooms in which somebody may write: groups and projects, not what two or three have among them. */
export async function roomsOf(db: Database): Promise<World['roomsOf']> {
  const rows = await db
    .selectFrom('threadMembers as m')
    .innerJoin('threads as t', 't.id', 'm.threadID')
    .where('t.source', 'in', ['MANUAL', 'PROJECT'])
    .where('m.userID', 'in', STAFF)
    .where('m.isArchived', '=', 0)
    .orderBy('m.threadID')
    .select(['m.userID', 'm.threadID'])
    .execute()
  const of = Map.groupBy(rows, ({ userID }) => userID)
  return (userID) => (of.get(userID) ?? []).map(({ threadID }) => threadID)
}
