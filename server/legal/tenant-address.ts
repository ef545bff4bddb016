import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import type { changeTenantAddress, checkTenantAddress } from '#shared/contract/tenant.ts'
import { type AddressResult, FORMER_ORIGIN_DAYS } from '#shared/domain/setup.ts'
import type { Sealer } from '../auth/sealer.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { TenantTable } from '../db/schema/installation.ts'
import { type Actor, audit, changesBetween } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { addressQuestion } from '../setup/address-question.ts'
import { checkAddress } from '../setup/check-address.ts'
import type { Installation } from '../setup/installation.ts'
import { type FormerOrigin, formerOriginsOf, type ReachedAt } from '../setup/reached-at.ts'

interface AddressServices {
  readonly db: Database
  readonly clock: Clock
  readonly sealer: Sealer
  readonly installation: Pick<Installation, 'id'>
  readonly reached: Pick<ReachedAt, 'said'>
  readonly addressSet: () => Promise<void>
}

type Row = Pick<Selectable<TenantTable>, 'publicOrigin' | 'trustedHosts' | 'trustedProxies' | 'formerOrigins'>
type Asked = z.output<(typeof checkTenantAddress)['request']>

const texts = z.array(z.string())
/** A list as the company's row keeps it. */
export const textsOf = (kept: string): string[] => texts.parse(JSON.parse(kept))

const DAY_MS = 86_400_000
const iso = (at: number) => new Date(at).toISOString()

/** Where people reach the company, as its row says. */
export const addressOf = (row: Row, now: number) => ({
  publicOrigin: new URL(row.publicOrigin).origin,
  trustedHosts: textsOf(row.trustedHosts),
  trustedProxies: textsOf(row.trustedProxies),
  former: formerOriginsOf(row.formerOrigins, now).map(({ origin, endsAt }) => ({
    origin,
    endsAt: iso(endsAt),
  })),
})

/** Asks for this installation at an address, by a question that no other can answer (spec 5 §5.7, §2.2). */
export async function checkHere(services: AddressServices, address: Asked): Promise<AddressResult> {
  const { sealer, clock, installation, reached } = services
  return checkAddress(
    { ...address, trustedProxies: [...address.trustedProxies, ...reached.said.trustedProxies] },
    await installation.id(),
    addressQuestion(sealer, clock()),
  )
}

/** The origins of before, with the one that ends now; one that holds again is none of them. */
function formerAfter(row: Row, next: string, now: number): FormerOrigin[] {
  const { origin } = new URL(row.publicOrigin)
  const former = formerOriginsOf(row.formerOrigins, now).filter((one) => one.origin !== origin)
  const all = origin === next ? former : [{ origin, endsAt: now + FORMER_ORIGIN_DAYS * DAY_MS }, ...former]
  return all.filter((one) => one.origin !== next)
}

const isSaved = (row: Row, next: Omit<Row, 'formerOrigins'>) =>
  row.publicOrigin === next.publicOrigin &&
  row.trustedHosts === next.trustedHosts &&
  row.trustedProxies === next.trustedProxies

/**
 * Changes where people reach the installation. Another public origin has to answer first, unless who changes it
 * insists: its name may not lead here yet.
 *
 * @throws Refusal 409 where somebody changed the company since, or the server's command line says the origin
 */
export async function changeAddress(
  services: AddressServices,
  request: z.output<(typeof changeTenantAddress)['request']>,
  actor: Actor,
): Promise<ResponseOf<typeof changeTenantAddress>> {
  const { db, clock, reached, addressSet } = services
  const { version, isAnyway, ...address } = request
  const publicOrigin = new URL(address.publicOrigin).origin
  const row = await db.selectFrom('tenant').selectAll().executeTakeFirst()
  if (!row) throw new Refusal(409, 'tenant.demo')
  const next = {
    publicOrigin,
    trustedHosts: JSON.stringify([...new Set(address.trustedHosts.map((host) => host.toLowerCase()))]),
    trustedProxies: JSON.stringify([...new Set(address.trustedProxies)]),
  }
  // The answer of the first time was lost on its way.
  if (row.version === version + 1 && isSaved(row, next)) return { result: 'REACHES', version: row.version }
  const isMoved = publicOrigin !== new URL(row.publicOrigin).origin
  if (isMoved && reached.said.publicOrigin !== null) throw new Refusal(409, 'tenant.originSaid')
  const result = isMoved ? await checkHere(services, { ...address, publicOrigin }) : 'REACHES'
  if (result !== 'REACHES' && !isAnyway) return { result, version: null }
  const at = clock()
  const written = await db.transaction().execute(async (trx) => {
    const saved = await trx
      .updateTable('tenant')
      .set({
        ...next,
        formerOrigins: JSON.stringify(formerAfter(row, publicOrigin, at)),
        version: version + 1,
        changedAt: at,
      })
      .where('version', '=', version)
      .returning('version')
      .executeTakeFirst()
    if (!saved) throw new Refusal(409, 'record.changed', { name: null, at: iso(row.changedAt) })
    await audit(trx, actor, at, {
      action: 'TENANT_ADDRESS_CHANGED',
      page: 'admin.tenant',
      recordType: 'tenant',
      recordID: 1,
      label: row.companyName,
      changes: changesBetween<Record<string, unknown>>({ ...row }, next),
      reason: result === 'REACHES' ? '' : `Saved although asking there said ${result}`,
    })
    return saved.version
  })
  await addressSet()
  return { result, version: written }
}
