import { join } from 'node:path'
import type { BackgroundService } from '../background-services/service.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { clearFlag, raiseFlag } from '../flags/system-flags.ts'
import { CONTINUOUS } from './log-folder.ts'
import { backupName, LATE_AFTER_MS, removeOld, SHIPPING_LATE_MS, scheduledIn, takenAt } from './schedule.ts'

export interface BackupPlan {
  /** Where scheduled backups go. */
  readonly folder: string
  /** Both in a process of their own, so that the server goes on answering. @throws where it failed */
  readonly take: (to: string, signal: AbortSignal) => Promise<void>
  /** A backup, or the folder of what is shipped all the time. */
  readonly verify: (from: string, signal: AbortSignal) => Promise<void>
  /** Until when everything is shipped, in milliseconds since 1970; null where nothing is. */
  readonly shippedAt?: () => number | null
}

interface Parts {
  readonly db: Database
  readonly clock: Clock
  /** Null where there is nothing to back up: a database in memory. */
  readonly plan: BackupPlan | null
}

/** Backups by themselves, and the drill that shows that they can be restored (spec 5 §6.6). */
export function backupServices({ db, clock, plan }: Parts): BackgroundService[] {
  const isOff = () => plan === null
  return [
    {
      key: 'BACKUP',
      name: 'Backup',
      what: 'Backs everything up, and removes scheduled backups beyond 7 daily, 4 weekly and 12 monthly ones.',
      schedule: { dailyAt: '02:00' },
      isOff,
      async run({ startedAt, signal, log }) {
        if (!plan) return
        const name = backupName(startedAt)
        await plan.take(join(plan.folder, name), signal)
        log(name)
        const removed = await removeOld(plan.folder)
        if (removed > 0) log(`${removed} old ${removed === 1 ? 'backup' : 'backups'} removed`)
        const shippedAt = plan.shippedAt?.() ?? null
        if (shippedAt === null || shippedAt >= clock() - SHIPPING_LATE_MS)
          await clearFlag(db, 'BACKUP_LATE', clock())
      },
    },
    {
      key: 'BACKUP_WATCH',
      name: 'Backup watch',
      what: 'Raises a system flag where the newest scheduled backup is more than 26 hours old, or where what is written has not been shipped for a minute.',
      schedule: { every: 1 },
      isOff,
      async run({ startedAt, since }) {
        if (!plan) return
        const [newest] = await scheduledIn(plan.folder)
        const at = newest === undefined ? null : takenAt(newest)
        // A server that has only just begun has no backup yet.
        const isLate =
          at === null ? since !== null && (await isOld(db, startedAt)) : at <= startedAt - LATE_AFTER_MS
        const shippedAt = plan.shippedAt?.() ?? null
        const isBehind = shippedAt !== null && shippedAt < startedAt - SHIPPING_LATE_MS
        if (isLate) await raiseFlag(db, 'BACKUP_LATE', startedAt)
        else if (isBehind) await raiseFlag(db, 'BACKUP_LATE', startedAt, shippingInWords(shippedAt))
        else await clearFlag(db, 'BACKUP_LATE', startedAt)
      },
    },
    {
      key: 'BACKUP_DRILL',
      name: 'Backup drill',
      what: 'Restores the newest scheduled backup, and what is shipped all the time, into a temporary folder and compares everything.',
      schedule: { weekday: 0, at: '03:00' },
      isOff,
      async run({ signal, log }) {
        if (!plan) return
        try {
          const [newest] = await scheduledIn(plan.folder)
          if (newest === undefined) throw new Error('There is no scheduled backup.')
          await plan.verify(join(plan.folder, newest), signal)
          log(`${newest} is whole`)
          if ((plan.shippedAt?.() ?? null) !== null) {
            await plan.verify(join(plan.folder, CONTINUOUS), signal)
            log(`${CONTINUOUS} is whole`)
          }
          await clearFlag(db, 'BACKUP_DRILL_FAILED', clock())
        } catch (error) {
          if (!signal.aborted) await raiseFlag(db, 'BACKUP_DRILL_FAILED', clock())
          throw error
        }
      },
    },
  ]
}

const shippingInWords = (at: number) =>
  `What was written since ${new Date(at).toISOString()} is not in the folder of backups.`

/** Whether the installation is older than a backup may be. */
async function isOld(db: Database, now: number): Promise<boolean> {
  const row = await db.selectFrom('installation').select('claimedAt').executeTakeFirst()
  return row?.claimedAt != null && Number(row.claimedAt) <= now - LATE_AFTER_MS
}
