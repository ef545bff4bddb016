import { addToThread, addToTopics, keepAdmin, withTopics } from '../chat/membership.ts'
import type { Database } from '../db/database.ts'

/** What has a conversation of all its people. */
export type RoomOwner = 'areas' | 'agencies'

/** Somebody who belongs to another area or agency than before; null for none. */
export interface Move {
  readonly userID: number
  readonly from: number | null
  readonly to: number | null
}

const GROUPS = {
  areas: { label: 'AREA', group: 'Areas' },
  agencies: { label: 'AGENCY', group: 'Agencies' },
} as const

/** Who came to conversations, or left them. */
export interface RoomChange {
  readonly threadIDs: readonly number[]
  readonly userIDs: readonly number[]
}

export interface RoomChanges {
  readonly joined: readonly RoomChange[]
  readonly left: readonly RoomChange[]
}

/** The conversation's names in lists. */
const namesOf = (owner: RoomOwner, { id, name }: { readonly id: number; readonly name: string }) => ({
  ...{ label: `${GROUPS[owner].label}: ${id}`, displayLabel: name },
})

async function roomIDOf(trx: Database, owner: RoomOwner, id: number): Promise<number | null> {
  const row = await trx.selectFrom(owner).where('id', '=', id).select('roomID').executeTakeFirst()
  return row?.roomID ?? null
}

/** People of an area or agency who haven't left. */
export async function peopleIn(trx: Database, owner: RoomOwner, id: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('users')
    .where(owner === 'areas' ? 'areaID' : 'agencyID', '=', id)
    .where('id', '>', 0)
    .where('status', '<>', 'LEAVER')
    .select('id')
    .execute()
  return rows.map((row) => row.id)
}

/**
 * The conversation of an area's or agency's people, made when the first of them comes (spec 5 §4.3, §4.4). `at` in ms
 * since 1970.
 */
async function roomOf(trx: Database, owner: RoomOwner, ownerID: number, at: number): Promise<number> {
  const { name, roomID } = await trx
    .selectFrom(owner)
    .where('id', '=', ownerID)
    .select(['name', 'roomID'])
    .executeTakeFirstOrThrow()
  if (roomID !== null) return roomID
  const { newest } = await trx
    .selectFrom('threads')
    .select((eb) => eb.fn.max<number | null>('id').as('newest'))
    .executeTakeFirstOrThrow()
  const id = (newest ?? 0) + 1
  await trx
    .insertInto('threads')
    .values({
      ...{ id, type: 'THREAD', source: 'MANUAL', sourceID: id, ...namesOf(owner, { id: ownerID, name }) },
      ...{ displayGroupLabel: GROUPS[owner].group, isGroup: 1, status: '', priority: '' },
      createdAt: at,
    })
    .execute()
  await trx.updateTable(owner).set({ roomID: id }).where('id', '=', ownerID).execute()
  return id
}

async function leave(
  trx: Database,
  roomID: number | null,
  userIDs: readonly number[],
): Promise<RoomChange | null> {
  if (roomID === null) return null
  const threadIDs = await withTopics(trx, roomID)
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
 * Takes people out of the rooms of what they belonged to and into those of what they belong to now (spec 5 §3.2). It
 * belongs into the transaction that moves them.
 */
export async function moveBetweenRooms(
  trx: Database,
  at: number,
  owner: RoomOwner,
  moves: readonly Move[],
): Promise<RoomChanges> {
  const [joined, left]: [RoomChange[], RoomChange[]] = [[], []]
  for (const [id, those] of Map.groupBy(moves, ({ from }) => from)) {
    if (id === null) continue
    const change = await leave(
      trx,
      await roomIDOf(trx, owner, id),
      those.map(({ userID }) => userID),
    )
    if (change) left.push(change)
  }
  for (const [id, those] of Map.groupBy(moves, ({ to }) => to)) {
    if (id === null) continue
    // An agency had people before agencies had rooms: its room begins with all of them.
    const isNew = owner === 'agencies' && (await roomIDOf(trx, owner, id)) === null
    const others = isNew ? await peopleIn(trx, owner, id) : []
    const userIDs = [...new Set([...those.map(({ userID }) => userID), ...others])]
    const change = await join(trx, await roomOf(trx, owner, id, at), userIDs)
    if (change) joined.push(change)
  }
  return { joined, left }
}

async function join(trx: Database, threadID: number, people: readonly number[]): Promise<RoomChange | null> {
  const userIDs = await addToThread(trx, threadID, people)
  if (userIDs.length === 0) return null
  return { threadIDs: [threadID, ...(await addToTopics(trx, threadID, userIDs))], userIDs }
}

/** All that several moves changed. */
export const together = (...all: readonly RoomChanges[]): RoomChanges => ({
  joined: all.flatMap(({ joined }) => joined),
  left: all.flatMap(({ left }) => left),
})

interface RoomMerge {
  readonly gone: { readonly id: number; readonly name: string }
  readonly kept: { readonly id: number; readonly name: string }
  /** In milliseconds since 1970. */
  readonly at: number
}

/**
 * The room of the one becomes the other's. Where both have one, everybody comes into the room that stays; the old
 * one keeps its people, so that they can still read it, and says where it went. It comes before people are moved.
 */
export async function mergeRooms(
  trx: Database,
  owner: RoomOwner,
  { gone, kept, at }: RoomMerge,
): Promise<RoomChanges> {
  const [old, room] = [await roomIDOf(trx, owner, gone.id), await roomIDOf(trx, owner, kept.id)]
  await trx.updateTable(owner).set({ roomID: null }).where('id', '=', gone.id).execute()
  if (old === null || room !== null) {
    const people = await peopleIn(trx, owner, gone.id)
    if (old !== null)
      await trx
        .updateTable('threads')
        .set({ displayLabel: `${gone.name} (now ${kept.name})` })
        .where('id', '=', old)
        .execute()
    const moves = people.map((userID) => ({ userID, from: null, to: kept.id }))
    return moveBetweenRooms(trx, at, owner, moves)
  }
  await trx.updateTable(owner).set({ roomID: old }).where('id', '=', kept.id).execute()
  await trx.updateTable('threads').set(namesOf(owner, kept)).where('id', '=', old).execute()
  const change = await join(trx, old, await peopleIn(trx, owner, kept.id))
  return { joined: change ? [change] : [], left: [] }
}
