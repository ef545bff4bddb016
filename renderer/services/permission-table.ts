import { environmentJson } from '#shared/contract/environment.ts'
import { permissionTable } from '#shared/domain/permission-numbers.ts'
import type { Services } from './services.ts'

/** How long the answer is waited for, in milliseconds; one that comes later still counts. */
export const TABLE_WAIT_MS = 3000

/**
 * Reads what the numbers in tokens mean in this deployment (spec 1 §6), from /environment.json beside
 * the application. A host without it, or with nonsense in its place, has the built-in numbers. Never rejects.
 */
export async function loadPermissionTable({
  api,
  session,
  timers,
}: Pick<Services, 'api' | 'session' | 'timers'>): Promise<void> {
  const loading = api
    .call(environmentJson, undefined, { quiet: true })
    .then(({ permissions }) => {
      if (Object.keys(permissions).length > 0) session.setPermissionTable(permissionTable(permissions))
    })
    .catch(() => {})
  const late = Promise.withResolvers<void>()
  const cancel = timers.after(TABLE_WAIT_MS, late.resolve)
  await Promise.race([loading, late.promise])
  cancel()
}
