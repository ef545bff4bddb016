import type { Area } from '#shared/contract/areas.ts'
import type { Database } from '../db/database.ts'
import { mergeRooms, peopleIn, type RoomChanges } from '../people/shared-rooms.ts'
import { moveConditions, replacedIn } from '../slots/moved-conditions.ts'

interface Merge {
  readonly gone: Area
  readonly kept: Area
  /** In milliseconds since 1970. */
  readonly at: number
}

/** Planners who are limited to the one area are limited to the other. */
async function moveLimits(trx: Database, from: number, into: number): Promise<void> {
  const rows = await trx
    .selectFrom('users')
    .where('limitedToAreas', '<>', '[]')
    .select(['id', 'limitedToAreas'])
    .execute()
  for (const { id, limitedToAreas } of rows) {
    const had = JSON.parse(limitedToAreas) as number[]
    if (!had.includes(from)) continue
    const now = replacedIn(had, from, into)
    await trx
      .updateTable('users')
      .set({ limitedToAreas: JSON.stringify(now) })
      .where('id', '=', id)
      .execute()
  }
}

/** Broadcasts, what is experimental and webhooks that are for the one area are for the other. */
async function moveTold(trx: Database, from: number, into: number): Promise<void> {
  const broadcasts = await trx
    .selectFrom('broadcastAreas')
    .where('areaID', '=', from)
    .select('broadcastID')
    .execute()
  for (const { broadcastID } of broadcasts)
    await trx
      .insertInto('broadcastAreas')
      .values({ broadcastID, areaID: into })
      .onConflict((conflict) => conflict.columns(['broadcastID', 'areaID']).doNothing())
      .execute()
  await trx.deleteFrom('broadcastAreas').where('areaID', '=', from).execute()
  const experimentals = await trx
    .selectFrom('experimentalAreas')
    .where('areaID', '=', from)
    .select('key')
    .execute()
  for (const { key } of experimentals)
    await trx
      .insertInto('experimentalAreas')
      .values({ key, areaID: into })
      .onConflict((conflict) => conflict.columns(['key', 'areaID']).doNothing())
      .execute()
  await trx.deleteFrom('experimentalAreas').where('areaID', '=', from).execute()
  const webhooks = await trx
    .selectFrom('adaptors')
    .where('kind', '=', 'WEBHOOK')
    .select(['id', 'settings'])
    .execute()
  for (const { id, settings } of webhooks) {
    const said = JSON.parse(settings) as { readonly areaIDs?: readonly number[] }
    if (!said.areaIDs?.includes(from)) continue
    const areaIDs = replacedIn(said.areaIDs, from, into)
    await trx
      .updateTable('adaptors')
      .set((eb) => ({ settings: JSON.stringify({ ...said, areaIDs }), version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
  }
}

/**
 * Moves all that belongs to an area to another one: people, shifts, what is told to it, its closed days, the areas
 * inside it and its room (spec 5 §4.3). Gives whom it moved, and who came to conversations.
 */
export async function moveAll(
  trx: Database,
  merge: Merge,
): Promise<{ readonly people: readonly number[]; readonly rooms: RoomChanges }> {
  const { gone, kept } = merge
  const rooms = await mergeRooms(trx, 'areas', merge)
  const people = await peopleIn(trx, 'areas', gone.id)
  await trx
    .updateTable('users')
    .set((eb) => ({ areaID: kept.id, version: eb('version', '+', 1) }))
    .where('areaID', '=', gone.id)
    .execute()
  await moveTold(trx, gone.id, kept.id)
  await moveConditions(trx, 'areaIDs', gone.id, kept.id)
  for (const table of [
    'shifts',
    'shiftPatterns',
    'broadcasts',
    'systemFlags',
    'applicants',
    'applicantOffers',
  ] as const)
    await trx.updateTable(table).set({ areaID: kept.id }).where('areaID', '=', gone.id).execute()
  await trx
    .deleteFrom('areaClosedDays')
    .where('areaID', '=', gone.id)
    .where('day', 'in', trx.selectFrom('areaClosedDays').where('areaID', '=', kept.id).select('day'))
    .execute()
  await trx.updateTable('areaClosedDays').set({ areaID: kept.id }).where('areaID', '=', gone.id).execute()
  await trx
    .updateTable('areas')
    .set((eb) => ({ parentID: kept.id, version: eb('version', '+', 1) }))
    .where('parentID', '=', gone.id)
    .where('id', '<>', kept.id)
    .execute()
  await moveLimits(trx, gone.id, kept.id)
  return { people, rooms }
}
