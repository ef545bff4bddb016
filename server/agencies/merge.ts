import type { Database } from '../db/database.ts'
import { mergeRooms, type RoomChanges } from '../people/shared-rooms.ts'

interface Merge {
  readonly gone: { readonly id: number; readonly name: string }
  readonly kept: { readonly id: number; readonly name: string }
  /** In milliseconds since 1970. */
  readonly at: number
}

/**
 * Moves what belongs to an agency to another one: workers, users, contracts, applicants and the room. Its rates stay:
 * what was worked under them was paid by them. Gives whom it moved, and who came to conversations.
 */
export async function moveAgency(
  trx: Database,
  merge: Merge,
): Promise<{
  readonly people: readonly { readonly id: number; readonly displayName: string }[]
  readonly rooms: RoomChanges
}> {
  const { gone, kept } = merge
  const rooms = await mergeRooms(trx, 'agencies', merge)
  const people = await trx
    .updateTable('users')
    .set((eb) => ({ agencyID: kept.id, version: eb('version', '+', 1) }))
    .where('agencyID', '=', gone.id)
    .returning(['id', 'displayName', 'status'])
    .execute()
  for (const table of ['agencyContracts', 'applicants'] as const)
    await trx.updateTable(table).set({ agencyID: kept.id }).where('agencyID', '=', gone.id).execute()
  // The order of what an UPDATE returns is the database's own; what is told about them has theirs.
  const moved = people.filter(({ status }) => status !== 'LEAVER').sort((a, b) => a.id - b.id)
  return { people: moved, rooms }
}
