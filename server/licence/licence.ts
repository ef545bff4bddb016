import * as z from 'zod/mini'
import type { Database } from '../db/database.ts'
import { readSetting, writeSetting } from '../db/settings.ts'
import { type Actor, audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { LICENCE_SETTING } from '../session/licence.ts'
import { parsed } from '../settings/parsed.ts'
import { SETTINGS_PAGE } from '../settings/save-settings.ts'
import { readLicence } from './licence-file.ts'

/** Whose the licence is, and who uploaded it; the end is LICENCE_SETTING. */
const KEPT = 'licence'
const kept = z.object({
  holder: z.string(),
  seats: z.int(),
  issuedAt: z.string(),
  uploadedBy: z.string(),
  uploadedAt: z.number(),
})
export type KeptLicence = z.output<typeof kept>

/** The licence that was uploaded last; null for none. */
export async function keptLicence(db: Database): Promise<KeptLicence | null> {
  const read = kept.safeParse(parsed(await readSetting(db, KEPT)))
  return read.success ? read.data : null
}

/** Everybody who works here takes a seat. */
export async function seatsUsed(db: Database): Promise<number> {
  const { used } = await db
    .selectFrom('users')
    .where('status', '=', 'ACTIVE')
    .where('id', '>', 0)
    .select((eb) => eb.fn.countAll<number>().as('used'))
    .executeTakeFirstOrThrow()
  return Number(used)
}

/**
 * Takes a licence file over; it belongs into a transaction. An older licence of the same vendor may come after a newer
 * one: seats are bought and given back.
 * @param publicKey by which the signature is checked; null where the server has none
 * @throws Refusal 400 where the signature is not the vendor's, or the licence is over
 */
export async function takeLicence(
  trx: Database,
  file: string,
  {
    publicKey,
    actor,
    at,
    reason = '',
  }: {
    readonly publicKey: string | null
    readonly actor: Actor
    readonly at: number
    readonly reason?: string
  },
): Promise<void> {
  const licence = publicKey === null ? null : readLicence(file, publicKey)
  if (!licence) throw new Refusal(400, 'licence.notValid')
  const { holder, seats, issuedAt, expiresAt } = licence
  if (Date.parse(expiresAt) <= at) throw new Refusal(400, 'licence.over', { day: expiresAt.slice(0, 10) })
  const before = await keptLicence(trx)
  const endedBefore = await readSetting(trx, LICENCE_SETTING)
  const taken: KeptLicence = { holder, seats, issuedAt, uploadedBy: actor.displayName, uploadedAt: at }
  await writeSetting(trx, KEPT, JSON.stringify(taken))
  await writeSetting(trx, LICENCE_SETTING, new Date(expiresAt).toISOString())
  await audit(trx, actor, at, {
    action: 'LICENCE_CHANGED',
    page: SETTINGS_PAGE,
    recordType: 'licence',
    recordID: null,
    label: holder,
    reason,
    changes: [
      { field: 'holder', before: before?.holder ?? null, after: holder },
      { field: 'seats', before: before?.seats ?? null, after: seats },
      { field: 'expiresAt', before: endedBefore, after: expiresAt },
    ],
  })
}
