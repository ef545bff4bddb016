import type { BackgroundService } from '../background-services/service.ts'
import { inOneUnit } from '../db/unit-of-work.ts'
import type { BulkMails } from './bulk-mails.ts'

/** Sends letters to many, so many a minute (spec 5 §5.9). */
export function bulkMailService(bulkMails: Pick<BulkMails, 'tend'>): BackgroundService {
  return {
    key: 'BULK_MAIL',
    name: 'Letters to many',
    what: 'Puts the letters of the dangerous e-mail sender into the mail queue, so many a minute.',
    schedule: { every: 1 },
    async run({ signal, log }) {
      const posted = await bulkMails.tend(inOneUnit, signal)
      if (posted > 0) log(posted === 1 ? '1 put into the queue' : `${posted} put into the queue`)
    },
  }
}
