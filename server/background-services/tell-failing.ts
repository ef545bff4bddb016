import { FAILURES_TOLD } from '#shared/domain/background-services.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { clearFlag, raiseFlag } from '../flags/system-flags.ts'
import { type KeptNotification, keepNotifications } from '../notifications/notification-store.ts'

interface Parts {
  readonly db: Database
  readonly clock: Clock
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

/**
 * Services that fail again and again raise a flag, which goes with the last of them; who sees the services is
 * notified of each (spec 5 §5.2).
 */
export const tellFailing =
  ({ db, clock, publisher }: Parts) =>
  async (failing: readonly string[], newly: string | null): Promise<void> => {
    const at = clock()
    if (failing.length === 0) return clearFlag(db, 'JOB_FAILING', at)
    const words = failing.length === 1 ? 'A background service fails' : 'Background services fail'
    const kept = await db.transaction().execute(async (trx) => {
      await raiseFlag(trx, 'JOB_FAILING', at, `${words} again and again: ${failing.join(', ')}.`)
      if (newly === null) return []
      const holders = await trx
        .selectFrom('userPermissions')
        .innerJoin('users', 'users.id', 'userPermissions.userID')
        .where('permission', '=', PERMISSIONS.ADMIN_CAN_SEE_BACKGROUND_SERVICES)
        .where('isActive', '=', 1)
        .where((eb) => eb.or([eb('endsAt', 'is', null), eb('endsAt', '>', at)]))
        .select('users.id')
        .execute()
      return keepNotifications(
        trx,
        at,
        holders.map(({ id }) => ({
          userID: id,
          type: 'NEW_UPDATE' as const,
          subject: `${newly} has failed ${FAILURES_TOLD} times in a row`,
          body: 'Look at its last runs in Admin › Configuration › Background services.',
          source: 'BACKGROUND_SERVICE',
          cssClass: 'danger' as const,
        })),
      )
    })
    publisher.notified(kept)
  }
