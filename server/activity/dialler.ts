import { DIALLER_STALE_MS, type DiallerStatus } from '#shared/domain/dialler.ts'
import type { Database } from '../db/database.ts'

/** What somebody does at the dialler. Times in milliseconds since 1970. */
export interface AtDialler {
  readonly status: DiallerStatus
  readonly since: number
  /** Of the call. */
  readonly project: string | null
}

const isKnown = (now: number, { asOf }: { readonly asOf: number }) => asOf > now - DIALLER_STALE_MS

/** By person, as far as it is known to be true still. */
export async function atDialler(
  db: Database,
  userIDs: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, AtDialler>> {
  const rows = await db
    .selectFrom('diallerStatuses')
    .where('userID', 'in', [0, ...userIDs])
    .selectAll()
    .execute()
  return new Map(rows.filter((row) => isKnown(now, row)).map((row) => [row.userID, row]))
}

/** The call that somebody is on; null without one. */
export async function callOf(db: Database, userID: number, now: number): Promise<AtDialler | null> {
  const state = (await atDialler(db, [userID], now)).get(userID)
  return state?.status === 'ON_CALL' ? state : null
}
