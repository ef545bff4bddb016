import type { ServerOptions } from '../options.ts'
import type { Backplane } from './backplane.ts'
import { PostgresBackplane } from './postgres-backplane.ts'

/** How hints go between servers, as the options say; null where this server is the only one. */
export function openBackplane({
  databaseUrl,
  backplaneUrl,
}: Pick<ServerOptions, 'databaseUrl' | 'backplaneUrl'>):
  | ((serverID: string, onLost: (error: unknown) => void) => Promise<Backplane>)
  | null {
  if (!databaseUrl) return null
  return async (serverID, onLost) => {
    if (!backplaneUrl) return PostgresBackplane.open({ url: databaseUrl, serverID, onLost })
    // Loaded only where somebody has one.
    const { openRedisBackplane } = await import('./redis-backplane.ts')
    return openRedisBackplane({ url: backplaneUrl, serverID, onLost })
  }
}
