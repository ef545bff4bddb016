import type { LicenceFacts } from '#shared/contract/licence.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { licenceExpiry } from '../session/licence.ts'
import { keptLicence, seatsUsed, takeLicence } from './licence.ts'

interface LicenceServices {
  readonly db: Database
  readonly clock: Clock
  /** By which licence files are checked, as PEM; null where the server has none. */
  readonly licenceKey: string | null
  /** Tells every window. */
  readonly tellLicence: () => void
}

/** The section 'Licence' of the Settings page (spec 5 §5.1). */
export function licenceHandlers({
  db,
  clock,
  licenceKey,
  tellLicence,
}: LicenceServices): AreaHandlers<'licence'> {
  async function facts(): Promise<LicenceFacts> {
    const licence = await keptLicence(db)
    return {
      expiryDate: await licenceExpiry(db, clock()),
      holder: licence?.holder ?? '',
      seats: licence?.seats ?? null,
      seatsUsed: await seatsUsed(db),
      uploadedBy: licence?.uploadedBy ?? null,
      uploadedAt: licence ? new Date(licence.uploadedAt).toISOString() : null,
      hasKey: licenceKey !== null,
    }
  }
  return {
    getLicence: () => facts(),

    uploadLicence: async ({ file }, { caller }) => {
      await db
        .transaction()
        .execute((trx) => takeLicence(trx, file, { publicKey: licenceKey, actor: caller, at: clock() }))
      tellLicence()
      return facts()
    },
  }
}
