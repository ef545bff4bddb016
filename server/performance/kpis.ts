import type { Selectable } from 'kysely'
import type { Kpi, KpiValues } from '#shared/contract/performance.ts'
import { areBoundsRight, doOverlap } from '#shared/domain/kpi.ts'
import { londonDayAfter, londonField, momentOfField } from '#shared/domain/london-time.ts'
import type { Database } from '../db/database.ts'
import { holdTurn } from '../db/hold-turn.ts'
import type { KpiTable } from '../db/schema/performance.ts'
import type { Caller } from '../http/handlers.ts'
import { audit, changesBetween } from '../records/audit.ts'
import { changeSeen } from '../records/change.ts'
import { Refusal } from '../refusal.ts'

const PAGE = 'resource.performance.set-up-kpis'
export const dayOf = (at: number): string => londonField(at).slice(0, 10)
const dayBefore = (day: string): string => dayOf(londonDayAfter(momentOfField(day), -1))

export function sentKpi({ scopeIDs, changedBy: _by, changedAt: _at, ...row }: Selectable<KpiTable>): Kpi {
  return { ...row, scopeIDs: JSON.parse(scopeIDs) as number[] }
}

export const allKpis = async (db: Database): Promise<Kpi[]> =>
  (
    await db
      .selectFrom('kpis')
      .orderBy('name')
      .orderBy('validFrom', 'desc')
      .orderBy('id')
      .selectAll()
      .execute()
  ).map(sentKpi)

/** KPIs by which a day is judged: also what was retired later. */
export async function kpisOn(db: Database, day: string): Promise<Kpi[]> {
  const rows = await db
    .selectFrom('kpis')
    .where('status', '<>', 'DRAFT')
    .where('validFrom', '<=', day)
    .where((eb) => eb.or([eb('validTo', 'is', null), eb('validTo', '>=', day)]))
    .orderBy('weight', 'desc')
    .orderBy('name')
    .orderBy('id')
    .selectAll()
    .execute()
  return rows.map(sentKpi)
}

/** @throws Refusal 400 where the bounds or the reach aren't right */
async function requireRight(db: Database, values: KpiValues, id: number | null, now: number): Promise<void> {
  if (!areBoundsRight(values)) throw new Refusal(400, 'kpi.bounds')
  if (values.scope !== 'ALL' && values.scopeIDs.length === 0) throw new Refusal(400, 'kpi.scope')
  if (!Number.isFinite(momentOfField(values.validFrom)) || values.validFrom < dayOf(now))
    throw new Refusal(400, 'kpi.past')
  if (values.status !== 'ACTIVE') return
  const others = await db
    .selectFrom('kpis')
    .where('status', '=', 'ACTIVE')
    .orderBy('id')
    .selectAll()
    .execute()
  const covering = others
    .map(sentKpi)
    .find((other) => other.id !== id && doOverlap({ ...values, validTo: null }, other))
  if (covering) throw new Refusal(400, 'kpi.covered', { name: covering.name })
}

async function readKpi(db: Database, id: number): Promise<Kpi> {
  const row = await db.selectFrom('kpis').where('id', '=', id).selectAll().executeTakeFirst()
  if (!row) throw new Refusal(404, 'record.gone', { one: 'KPI' })
  return sentKpi(row)
}

const columnsOf = ({ scopeIDs, ...values }: KpiValues) => ({
  ...values,
  scopeIDs: JSON.stringify(values.scope === 'ALL' ? [] : [...new Set(scopeIDs)].sort((a, b) => a - b)),
})

interface Save {
  readonly seen: { readonly id: number; readonly version: number } | null
  readonly values: KpiValues
  readonly caller: Caller
  readonly now: number
}

/**
 * Makes a KPI or changes one. What has begun ends the day before the change, and the change is a row of its own: earlier
 * days keep their bounds (spec 4 §4.5.17).
 * @throws Refusal 400 where it isn't right, 409 where somebody changed it since
 */
export async function saveKpi(db: Database, { seen, values, caller, now }: Save): Promise<Kpi> {
  // No index says that two overlap.
  await holdTurn(db)
  return db.transaction().execute(async (trx) => {
    const before = seen && (await readKpi(trx, seen.id))
    if (before?.status === 'RETIRED')
      throw new Refusal(400, 'record.cannot', { record: before.name, state: 'retired', action: 'changed' })
    if (before?.status === 'ACTIVE' && values.status === 'DRAFT')
      throw new Refusal(400, 'record.cannot', {
        record: before.name,
        state: 'active',
        action: 'made a draft',
      })
    await requireRight(trx, values, before?.id ?? null, now)
    const columns = columnsOf(values)
    const stamp = { caller, at: now }
    const told = (id: number, action: string) =>
      audit(trx, caller, now, {
        ...{ action: `KPI_${action}`, page: PAGE, recordType: 'kpi', recordID: id, label: values.name },
        changes: changesBetween<Record<string, unknown>>(
          before ? columnsOf({ ...before, status: 'ACTIVE' }) : {},
          columns,
        ),
      })
    const isBegun =
      before?.status === 'ACTIVE' && before.validFrom < values.validFrom && before.validFrom <= dayOf(now)
    if (seen && before && !isBegun) {
      await changeSeen(trx, 'kpis', 'KPI', seen, { ...columns, validTo: null }, stamp)
      await told(before.id, 'CHANGED')
      return readKpi(trx, before.id)
    }
    if (seen && before)
      await changeSeen(trx, 'kpis', 'KPI', seen, { validTo: dayBefore(values.validFrom) }, stamp)
    const { id } = await trx
      .insertInto('kpis')
      .values({ ...columns, validTo: null, version: 1, changedBy: caller.userID, changedAt: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await told(id, before ? 'CHANGED' : 'ADDED')
    return readKpi(trx, id)
  })
}

/** Ends a KPI with yesterday. @throws Refusal 400 where it is retired already */
export const retireKpi = (
  db: Database,
  seen: { readonly id: number; readonly version: number },
  caller: Caller,
  now: number,
) =>
  db.transaction().execute(async (trx) => {
    const kpi = await readKpi(trx, seen.id)
    if (kpi.status !== 'ACTIVE')
      throw new Refusal(400, 'record.cannot', {
        record: kpi.name,
        state: kpi.status.toLowerCase(),
        action: 'retired',
      })
    const yesterday = dayBefore(dayOf(now))
    const validTo = kpi.validTo !== null && kpi.validTo < yesterday ? kpi.validTo : yesterday
    await changeSeen(trx, 'kpis', 'KPI', seen, { status: 'RETIRED', validTo }, { caller, at: now })
    await audit(trx, caller, now, {
      ...{ action: 'KPI_RETIRED', page: PAGE, recordType: 'kpi', recordID: kpi.id, label: kpi.name },
    })
  })
