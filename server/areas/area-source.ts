import type { Area } from '#shared/contract/areas.ts'
import { byName } from '#shared/domain/locale.ts'
import { londonField } from '#shared/domain/london-time.ts'
import type { OpeningDay } from '#shared/records/admin/area.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'

/** Areas with how they stand, by name; of one id where it is given. `now` in milliseconds since 1970. */
export async function areasOf(db: Database, now: number, id?: number): Promise<Area[]> {
  const rows = await db
    .selectFrom('areas as a')
    .leftJoin('users as manager', 'manager.id', 'a.managerID')
    .leftJoin('threads as room', 'room.id', 'a.roomID')
    .$if(id !== undefined, (only) => only.where('a.id', '=', id ?? 0))
    .select((eb) => [
      ...(['a.id', 'a.version', 'a.name', 'a.code', 'a.parentID', 'a.managerID', 'a.kind'] as const),
      ...(['a.address', 'a.seats', 'a.openingHours', 'a.isActive'] as const),
      'manager.displayName as managerName',
      'room.source as roomSource',
      'room.sourceID as roomSourceID',
      eb
        .selectFrom('users as u')
        .whereRef('u.areaID', '=', 'a.id')
        .where('u.id', '>', 0)
        .where('u.status', '<>', 'LEAVER')
        .select((count) => count.fn.countAll<number>().as('n'))
        .as('people'),
      eb
        .selectFrom('shifts as s')
        .whereRef('s.areaID', '=', 'a.id')
        .where('s.location', '=', 'OFFICE')
        .where('s.state', 'in', ['PUBLISHED', 'LIVE'])
        .where('s.start', '<=', now)
        .where('s.end', '>', now)
        .select((count) => count.fn.count<number>('s.userID').distinct().as('n'))
        .as('seatsUsed'),
    ])
    .execute()
  const closed = await db
    .selectFrom('areaClosedDays')
    .where('day', '>=', londonField(now).slice(0, 10))
    .$if(id !== undefined, (only) => only.where('areaID', '=', id ?? 0))
    .orderBy('day')
    .selectAll()
    .execute()
  const closedOf = Map.groupBy(closed, ({ areaID }) => areaID)
  return rows
    .map(({ roomSource, roomSourceID, openingHours, isActive, people, seatsUsed, ...row }) => ({
      ...row,
      isActive: isActive === 1,
      openingHours: JSON.parse(openingHours) as OpeningDay[],
      people: people ?? 0,
      seatsUsed: seatsUsed ?? 0,
      room:
        roomSource === null || roomSourceID === null ? null : { source: roomSource, sourceID: roomSourceID },
      closedDays: (closedOf.get(row.id) ?? []).map(({ day, reason }) => ({ day, reason })),
    }))
    .toSorted((a, b) => byName(a.name, b.name) || a.id - b.id)
}

/** @throws Refusal 404 where there is none */
export async function requireArea(db: Database, now: number, id: number): Promise<Area> {
  const [found] = await areasOf(db, now, id)
  if (!found) throw new Refusal(404, 'record.gone', { one: 'area' })
  return found
}
