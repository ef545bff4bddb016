import type { BackgroundService } from '../background-services/service.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { FileStore } from './file-store.ts'
import { sweepFiles } from './sweep-files.ts'

/** Removes what uploads that were cut off left in the store of files. */
export function fileSweepService(parts: {
  readonly db: Database
  readonly files: FileStore
  readonly clock: Clock
}): BackgroundService {
  return {
    key: 'FILE_SWEEP',
    name: 'File sweep',
    what: 'Removes files that no message, task or export has, once they are a day old.',
    schedule: { dailyAt: '03:45' },
    async run({ log }) {
      const { gone, isForeign } = await sweepFiles(parts.db, parts.files, parts.clock)
      if (isForeign) log('The files are those of another installation: nothing was removed.')
      else if (gone > 0) log(gone === 1 ? '1 file removed' : `${gone} files removed`)
    },
  }
}
