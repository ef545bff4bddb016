import type { BackgroundService } from '../background-services/service.ts'
import type { Database } from '../db/database.ts'
import { scrub } from '../db/durability.ts'
import { standingHolds } from '../retention/holds.ts'
import { erasePerson } from './erase.ts'
import type { ErasuresFile } from './erasures-file.ts'
import type { PersonExports } from './exports.ts'

interface Parts {
  readonly db: Database
  readonly files: { remove(storedAs: string): Promise<void> }
  readonly exports: PersonExports
  readonly erasures: ErasuresFile
}

/** Exports that wait, and erasures whose day has come (spec 5 §6.9). */
export function privacyServices({ db, files, exports, erasures }: Parts): BackgroundService[] {
  return [
    {
      key: 'PERSON_EXPORTS',
      name: 'Exports of personal data',
      what: 'Makes exports that a server left unfinished, and removes those whose link has ended.',
      schedule: { every: 10 },
      async run({ log }) {
        for (const line of await exports.tend()) log(line)
      },
    },
    {
      key: 'ERASURES',
      name: 'Erasures',
      what: 'Erases the data of leavers whose approved erasure has waited for its 7 days.',
      schedule: { every: 60 },
      async run({ startedAt, signal, log }) {
        const due = await db
          .selectFrom('privacyRequests')
          .where('kind', '=', 'ERASURE')
          .where('state', '=', 'APPROVED')
          .where('effectiveAt', '<=', startedAt)
          .select(['id', 'personID', 'withTexts'])
          .execute()
        let erased = 0
        for (const { id, personID, withTexts } of due) {
          if (signal.aborted) break
          if ((await standingHolds(db)).people.includes(personID)) {
            log(`Person ${personID} waits: there is a legal hold`)
            continue
          }
          const gone = await db.transaction().execute(async (trx) => {
            // Whoever changes the row does it: also of two servers one.
            const mine = await trx
              .updateTable('privacyRequests')
              .set({ state: 'DONE', endedAt: startedAt })
              .where('id', '=', id)
              .where('state', '=', 'APPROVED')
              .returning('id')
              .executeTakeFirst()
            if (!mine) return null
            const leaver = await trx
              .selectFrom('users')
              .where('id', '=', personID)
              .where('status', '=', 'LEAVER')
              .select('id')
              .executeTakeFirst()
            if (!leaver) {
              await trx
                .updateTable('privacyRequests')
                .set({ state: 'CANCELLED' })
                .where('id', '=', id)
                .execute()
              return null
            }
            // Kept first: a server that ends here has the database as it was, and is told to erase anew.
            erasures.keep({ personID, withTexts: withTexts === 1, at: startedAt })
            return erasePerson(trx, personID, { withTexts: withTexts === 1, at: startedAt })
          })
          if (!gone) continue
          for (const file of gone.files) await files.remove(file)
          log(`Person ${personID} erased`)
          erased++
        }
        // Nothing of it stays in the database's files.
        if (erased > 0) await scrub(db)
      },
    },
  ]
}
