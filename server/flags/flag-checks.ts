import { statfs } from 'node:fs/promises'
import { isDiskLow } from '#shared/domain/system-flags.ts'
import type { BackgroundService } from '../background-services/service.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { clearFlag, raiseFlag } from './system-flags.ts'

export interface FlagCheckParts {
  readonly db: Database
  readonly clock: Clock
  readonly dataFolder: string | null
  /** Bytes free and in all on the disk of that folder; the system's own by default. */
  readonly diskOf?: (folder: string) => Promise<{ free: number; size: number }>
}

async function systemDisk(folder: string) {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}

const gigabytes = (bytes: number) => (bytes / 1024 ** 3).toFixed(1)

/** Raises and clears what a look at the machine tells, and ends flags whose end has come (spec 5 §5.12). */
export function flagChecksService({
  db,
  clock,
  dataFolder,
  diskOf = systemDisk,
}: FlagCheckParts): BackgroundService {
  return {
    key: 'FLAG_CHECKS',
    name: 'System checks',
    what: 'Looks at the space left on the disk, and ends system flags that were raised for a time.',
    schedule: { every: 1 },
    async run() {
      const at = clock()
      await db
        .updateTable('systemFlags')
        .set((eb) => ({ clearedAt: at, version: eb('version', '+', 1) }))
        .where('clearedAt', 'is', null)
        .where('endsAt', '<=', at)
        .execute()
      if (dataFolder === null) return
      const { free, size } = await diskOf(dataFolder)
      if (!isDiskLow(free, size)) return clearFlag(db, 'DISK_LOW', at)
      const words = `${gigabytes(free)} of ${gigabytes(size)} GB are left where the data are.`
      await raiseFlag(db, 'DISK_LOW', at, words)
    },
  }
}
