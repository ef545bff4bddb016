import { addToThread, addToTopics, keepAdmin, withTopics } from '../chat/membership.ts'
import type { Database } from '../db/database.ts'

/** Somebody who is in another area than before; null for none. */
export interface AreaMove {
  readonly userID: number
  readonly from: number | null
  readonly to: number | null
}

/** Who came to conversations, or left them. */
export interface RoomChange {
  readonly threadIDs: readonly number[]
  readonly userIDs: readonly number[]
}

export interface RoomChanges {
  readonly joined: readonly RoomChange[]
  readonly left: readonly RoomChange[]
}

/** The conversation of an area's people, made when the first of them comes (spec 5 §4.3). `at` in ms since 1970. */
async function roomOfArea(trx: Database, areaID: number, at: number): Promise<number> {
  const area = await trx
    .selectFrom('areas')
    .where('id', '=', areaID)
    .select(['name', 'roomID'])
    .executeTakeFirstOrThrow()
  if (area.roomID !== null) return area.roomID
  const { newest } = await trx
    .selectFrom('threads')
    .select((eb) => eb.fn.max<number | null>('id').as('newest'))
    .executeTakeFirstOrThrow()
  const id = (newest ?? 0) + 1
  await trx
    .insertInto('threads')
    .values({
      ...{ id, type: 'THREAD', source: 'MANUAL', sourceID: id, label: `AREA: ${areaID}` },
      ...{ displayLabel: area.name, displayGroupLabel: 'Areas', isGroup: 1, status: '', priority: '' },
      createdAt: at,
    })
    .execute()
  await trx.updateTable('areas').set({ roomID: id }).where('id', '=', areaID).execute()
  return id
}

async function leave(trx: Database, areaID: number, userIDs: readonly number[]): Promise<RoomChange | null> {
  const area = await trx.selectFrom('areas').where('id', '=', areaID).select('roomID').executeTakeFirst()
  if (!area || area.roomID === null) return null
  const threadIDs = await withTopics(trx, area.roomID)
  const gone = await trx
    .deleteFrom('threadMembers')
    .where('threadID', 'in', threadIDs)
    .where('userID', 'in', userIDs)
    .returning(['threadID', 'isAdmin'])
    .execute()
  for (const threadID of new Set(gone.filter(({ isAdmin }) => isAdmin === 1).map((one) => one.threadID)))
    await keepAdmin(trx, threadID)
  return { threadIDs, userIDs }
}

/**
 * Takes people out of the rooms of the areas that they were in and into those of their new ones (spec 5 §3.2). It
 * belongs into the transaction that changes their area.
 */
export async function moveBetweenRooms(
  trx: Database,
  at: number,
  moves: readonly AreaMove[],
): Promise<RoomChanges> {
  const [joined, left]: [RoomChange[], RoomChange[]] = [[], []]
  for (const [areaID, those] of Map.groupBy(moves, ({ from }) => from)) {
    if (areaID === null) continue
    const change = await leave(
      trx,
      areaID,
      those.map(({ userID }) => userID),
    )
    if (change) left.push(change)
  }
  for (const [areaID, those] of Map.groupBy(moves, ({ to }) => to)) {
    if (areaID === null) continue
    const threadID = await roomOfArea(trx, areaID, at)
    const userIDs = await addToThread(
      trx,
      threadID,
      those.map(({ userID }) => userID),
    )
    if (userIDs.length === 0) continue
    joined.push({ threadIDs: [threadID, ...(await addToTopics(trx, threadID, userIDs))], userIDs })
  }
  return { joined, left }
}
