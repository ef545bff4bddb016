import type { NotNull } from 'kysely'
import type { Presence } from '#shared/domain/presence.ts'
import type { Database } from '../db/database.ts'

const OVERRULES: ReadonlySet<string> = new Set(['DO_NOT_DISTURB', 'OUT_OF_OFFICE'])

/** What people are by the calls that they are in: they are it for as long as those last. */
async function callPresences(db: Database): Promise<ReadonlyMap<number, Presence>> {
  const rows = await db
    .selectFrom('callSeats as s')
    .innerJoin('meetings as m', 'm.id', 's.meetingID')
    .where('s.userID', 'is not', null)
    .select(['s.userID', 's.screen', 'm.isImmediate'])
    .$narrowType<{ userID: NotNull }>()
    .execute()
  return new Map(
    rows.map(({ userID, screen, isImmediate }) => [
      userID,
      screen === 1 ? 'PRESENTING' : isImmediate === 1 ? 'IN_CALL' : 'MEETING',
    ]),
  )
}

/** Statuses that people chose, with what they are by their calls; who isn't to be disturbed or is out stays so. */
export async function withCalls(
  db: Database,
  chosen: readonly { readonly userID: number; readonly status: Presence }[],
): Promise<{ userID: number; status: Presence }[]> {
  const calls = new Map(await callPresences(db))
  for (const { userID, status } of chosen)
    if (!calls.has(userID) || OVERRULES.has(status)) calls.set(userID, status)
  return [...calls].map(([userID, status]) => ({ userID, status })).sort((a, b) => a.userID - b.userID)
}
