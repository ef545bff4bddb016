import type * as z from 'zod/mini'
import { DAY_KINDS, overlapDay, type RateDayKind, rateFor } from '#shared/domain/agency-rates.ts'
import { agencyRateRecord, type agencyRateValues } from '#shared/records/admin/agency-rate.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { audit, type Change, changesBetween } from '../records/audit.ts'
import { changeSeen } from '../records/change.ts'
import { listRecords, recordSource } from '../records/list.ts'
import { Refusal } from '../refusal.ts'
import { companyHolidays } from '../settings/company-holidays.ts'
import { agencyRateSource } from './agency-rate-source.ts'

type Values = z.output<typeof agencyRateValues>
type Rate = z.output<typeof agencyRateRecord.row>

const { page, name: recordType, words } = agencyRateRecord

/** What kind of day it is for rates; a public holiday whatever the weekday. */
async function dayKindOf(db: Database, day: string): Promise<RateDayKind> {
  const at = new Date(`${day}T12:00:00Z`)
  if ((await companyHolidays(db, [at.getUTCFullYear()])).some(({ date }) => date === day))
    return 'PUBLIC_HOLIDAY'
  const weekday = at.getUTCDay()
  return weekday === 6 ? 'SATURDAY' : weekday === 0 ? 'SUNDAY' : 'WEEKDAY'
}

/** What agencies' workers are paid and charged at (spec 5 §5.5). */
export function agencyRatesHandlers({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): AreaHandlers<'agencyRates'> {
  async function all(trx: Database): Promise<Rate[]> {
    const rows = await agencyRateSource(trx).execute()
    return rows.map((row) => ({
      ...row,
      isUsed: Number(row.isUsed) === 1,
      marginPercent: row.marginPercent === null ? null : Number(row.marginPercent),
      margin: Number(row.margin),
    }))
  }

  async function read(trx: Database, id: number): Promise<Rate> {
    const found = (await all(trx)).find((rate) => rate.id === id)
    if (!found) throw new Refusal(404, 'record.gone', { one: words.one })
    return found
  }

  /** @throws Refusal 404 for what isn't there, 400 where another rate holds on some day with equal right */
  async function requireFree(trx: Database, values: Values, id: number | null): Promise<void> {
    for (const [table, key, one] of [
      ['agencies', values.agencyID, 'agency'],
      ['contractTypes', values.contractTypeID, 'contract type'],
      ['skills', values.skillID, 'skill'],
    ] as const) {
      if (key === null) continue
      const row = await trx.selectFrom(table).where('id', '=', key).select('id').executeTakeFirst()
      if (!row) throw new Refusal(404, 'record.gone', { one })
    }
    for (const other of await all(trx)) {
      if (other.id === id) continue
      const date = overlapDay(values, other)
      if (date !== null) throw new Refusal(400, 'rate.overlaps', { date }).about('validFrom')
    }
  }

  /** Of two who save rates of one agency at once, also on two servers, the second sees what the first saved. */
  const guard = (trx: Database, agencyID: number) =>
    trx
      .updateTable('agencies')
      .set((eb) => ({ version: eb.ref('version') }))
      .where('id', '=', agencyID)
      .execute()

  const labelOf = (rate: Rate) => [rate.agency, rate.contractType, DAY_KINDS[rate.dayKind]].join(', ')
  const told = (trx: Database, caller: Caller, action: string, rate: Rate, changes: readonly Change[]) =>
    audit(trx, caller, clock(), {
      ...{ action: `AGENCY_RATE_${action}`, page, recordType, recordID: rate.id, label: labelOf(rate) },
      changes,
    })

  return {
    listAgencyRates: (request, { caller }) =>
      listRecords(db, request, {
        record: agencyRateRecord,
        source: recordSource(agencyRateSource(db)),
        viewer: caller,
        now: clock(),
      }),

    getAgencyRate: ({ id }) => read(db, id),

    saveAgencyRate: async ({ id, version = 1, rate: values }, { caller }) =>
      db.transaction().execute(async (trx) => {
        await guard(trx, values.agencyID)
        const before = id === undefined ? null : await read(trx, id)
        await requireFree(trx, values, id ?? null)
        if (before?.isUsed) {
          const { validTo, ...rest } = values
          const { validTo: _, ...kept } = before
          const isOther = changesBetween<Omit<Values, 'validTo'>>(kept, rest).length > 0
          if (isOther || validTo === null) throw new Refusal(400, 'rate.used')
          await requireNoLineAfter(trx, before.id, validTo)
        }
        const stamp = { caller, at: clock() }
        if (before) await changeSeen(trx, 'agencyRates', words.one, { id: before.id, version }, values, stamp)
        const made = before
          ? before.id
          : (
              await trx
                .insertInto('agencyRates')
                .values({ ...values, version: 1, changedBy: caller.userID, changedAt: clock() })
                .returning('id')
                .executeTakeFirstOrThrow()
            ).id
        const after = await read(trx, made)
        const changes = changesBetween<Values>(before ?? {}, values)
        await told(trx, caller, before ? 'CHANGED' : 'ADDED', after, changes)
        return after
      }),

    removeAgencyRate: async ({ id, version }, { caller }) =>
      db.transaction().execute(async (trx) => {
        const rate = await read(trx, id)
        await changeSeen(trx, 'agencyRates', words.one, { id, version }, {}, { caller, at: clock() })
        const line = await trx
          .selectFrom('payLines')
          .where('agencyRateID', '=', id)
          .select('id')
          .executeTakeFirst()
        if (line) throw new Refusal(400, 'rate.used')
        await trx.deleteFrom('agencyRates').where('id', '=', id).execute()
        await told(trx, caller, 'REMOVED', rate, [])
        return { done: true as const }
      }),

    tryAgencyRate: async ({ day, time, ...asked }) => {
      const dayKind = await dayKindOf(db, day)
      const rates = await all(db)
      const rate = rateFor(rates, { ...asked, dayKind, day, time })
      const why = [`${day} is a ${DAY_KINDS[dayKind].toLowerCase()}.`]
      if (rate === null) return { dayKind, rate, why: [...why, 'No rate holds then.'] }
      why.push(
        rate.validTo === null
          ? `It holds from ${rate.validFrom} on.`
          : `It holds from ${rate.validFrom} to ${rate.validTo}.`,
        rate.skill === null
          ? 'None holds for this skill, so the one for no skill does.'
          : `It is for the skill ${rate.skill}, which comes before one for none.`,
        rate.fromTime === '00:00' && rate.toTime === '24:00'
          ? 'No part of the day has a rate of its own then.'
          : `It is for ${rate.fromTime} to ${rate.toTime}, which comes before one for all day.`,
      )
      return { dayKind, rate, why: asked.skillID === null ? why.filter((_, at) => at !== 2) : why }
    },

    agencyRateChoices: async () => ({
      agencies: await db
        .selectFrom('agencies')
        .where('status', '<>', 'ENDED')
        .orderBy('nameKey')
        .select(['id', 'name'])
        .execute(),
      contractTypes: await db
        .selectFrom('contractTypes')
        .where('kind', '=', 'AGENCY')
        .where('isActive', '=', 1)
        .orderBy('nameKey')
        .select(['id', 'name'])
        .execute(),
      skills: await db
        .selectFrom('skills')
        .where('isActive', '=', 1)
        .orderBy('nameKey')
        .select(['id', 'name'])
        .execute(),
    }),
  }

  /** A rate that pay goes by ends after the last day that was paid by it. @throws Refusal 400 */
  async function requireNoLineAfter(trx: Database, id: number, validTo: string): Promise<void> {
    const { last } = await trx
      .selectFrom('payLines')
      .where('agencyRateID', '=', id)
      .select((eb) => eb.fn.max<string | null>('day').as('last'))
      .executeTakeFirstOrThrow()
    if (last !== null && last > validTo)
      throw new Refusal(400, 'rate.usedUntil', { date: last }).about('validTo')
  }
}
