import { type Kysely, sql } from 'kysely'
import { traitsOf } from './dialect/traits.ts'

/**
 * How far a server's clock may be from the database's, in milliseconds. So two servers' differ by twice that at
 * most, which leases, due times and links have room for (docs/operating/several-servers.md).
 */
export const CLOCK_MAX_MS = 10_000

/**
 * How far this machine's clock is ahead of the database's, in milliseconds; negative where it is behind, 0 where
 * the database is a file. What asking took is no difference.
 */
export async function clockAhead(
  db: Pick<Kysely<never>, 'getExecutor'>,
  now: () => number = Date.now,
): Promise<number> {
  if (traitsOf(db).kind === 'sqlite') return 0
  const asked = now()
  const { rows } = await sql<{
    at: number
  }>`select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as at`.execute(db as Kysely<never>)
  const answered = now()
  const at = rows[0]?.at ?? asked
  if (at < asked) return asked - at
  return at > answered ? answered - at : 0
}

/** What is said of a clock that is too far from the database's; null where it isn't. */
export function clockFault(ahead: number): string | null {
  if (Math.abs(ahead) <= CLOCK_MAX_MS) return null
  const seconds = Math.round(Math.abs(ahead) / 1000)
  return `has a clock ${seconds} seconds ${ahead > 0 ? 'behind' : 'ahead of'} this server’s, where ${CLOCK_MAX_MS / 1000} are allowed; set both right, by NTP say`
}
