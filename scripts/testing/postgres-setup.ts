import { readyForTests } from '../../server/db/testing/test-database.ts'
import { startPostgres } from './postgres.ts'

/** Starts the PostgreSQL of a run, and ends it. */
export async function setup(): Promise<() => Promise<void>> {
  const server = await startPostgres()
  await readyForTests(server.urlOf(''))
  return () => server.stop()
}
