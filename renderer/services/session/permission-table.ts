import { environmentJson } from '#shared/contract/environment.ts'
import { permissionTable } from '#shared/domain/permission-numbers.ts'
import type { Services } from '../services.ts'

/** How long the answer is waited for, in milliseconds; one that comes later still counts. */
export const TABLE_WAIT_MS = 3000

/** What the numbers in tokens mean in this deployment (spec 1 §6). */
export interface PermissionTable {
  /**
   * Reads it, once, from /environment.json beside the application. A host without it, or with
   * nonsense in its place, has the built-in numbers, and is asked again the next time. Never rejects.
   */
  load(): Promise<void>
  /** Whether it has been read, or waited for in vain. */
  readonly isKnown: boolean
}

export function createPermissionTable({
  api,
  session,
  timers,
}: Pick<Services, 'api' | 'session' | 'timers'>): PermissionTable {
  let loading: Promise<void> | null = null
  let isKnown = false

  const read = async () => {
    try {
      const { permissions } = await api.call(environmentJson, undefined, { quiet: true })
      if (Object.keys(permissions).length > 0) session.setPermissionTable(permissionTable(permissions))
    } catch {
      loading = null
    }
  }
  const readInTime = async () => {
    const late = Promise.withResolvers<void>()
    const cancel = timers.after(TABLE_WAIT_MS, late.resolve)
    await Promise.race([read(), late.promise])
    cancel()
    isKnown = true
  }

  return {
    load() {
      loading ??= readInTime()
      return loading
    },
    get isKnown() {
      return isKnown
    },
  }
}
