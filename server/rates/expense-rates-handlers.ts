import type * as z from 'zod/mini'
import { EXPENSE_CATEGORIES, taxYearStart, unitsAt } from '#shared/domain/expense-rates.ts'
import { londonField } from '#shared/domain/london-time.ts'
import { expenseRateRecord, type expenseRateValues } from '#shared/records/admin/expense-rate.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { audit, type Change, changesBetween } from '../records/audit.ts'
import { changeSeen } from '../records/change.ts'
import { listRecords, recordSource } from '../records/list.ts'
import { Refusal } from '../refusal.ts'
import { expenseRateOn, expenseRateSource } from './expense-rates.ts'

type Values = z.output<typeof expenseRateValues>
type Rate = z.output<typeof expenseRateRecord.row>

const { page, name: recordType, words } = expenseRateRecord
const DAY_MS = 86_400_000
const dayBefore = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10)

const rateOf = (row: Awaited<ReturnType<typeof expenseRateOn>>): Rate => ({
  ...row,
  isConfirmed: row.confirmedAt !== null,
  confirmedAt: row.confirmedAt === null ? null : new Date(row.confirmedAt).toISOString(),
})

/** What expenses are repaid at (spec 5 §5.5). */
export function expenseRatesHandlers({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): AreaHandlers<'expenseRates'> {
  async function read(trx: Database, id: number): Promise<Rate> {
    const row = await expenseRateSource(trx).where('r.id', '=', id).executeTakeFirst()
    if (!row) throw new Refusal(404, 'record.gone', { one: words.one })
    return rateOf(row)
  }

  const told = (trx: Database, caller: Caller, action: string, rate: Rate, changes: readonly Change[]) =>
    audit(trx, caller, clock(), {
      ...{ action: `EXPENSE_RATE_${action}`, page, recordType, recordID: rate.id },
      label: EXPENSE_CATEGORIES[rate.category],
      changes,
    })

  /**
   * One rate holds a day. An open one that began before ends where the new one begins.
   * @throws Refusal 400 where another covers a day of it
   */
  async function makeRoom(trx: Database, values: Values, id: number | null): Promise<void> {
    // Of two who save at once, also on two servers, the second sees what the first saved.
    await trx
      .updateTable('expenseRates')
      .set((eb) => ({ version: eb.ref('version') }))
      .where('category', '=', values.category)
      .execute()
    const others = await trx
      .selectFrom('expenseRates')
      .where('category', '=', values.category)
      .select(['id', 'validFrom', 'validTo'])
      .execute()
    for (const other of others) {
      if (other.id === id) continue
      const isOpenBefore = other.validTo === null && other.validFrom < values.validFrom
      if (isOpenBefore) {
        await trx
          .updateTable('expenseRates')
          .set((eb) => ({ validTo: dayBefore(values.validFrom), version: eb('version', '+', 1) }))
          .where('id', '=', other.id)
          .execute()
        continue
      }
      const date = [other.validFrom, values.validFrom].sort().at(-1) ?? values.validFrom
      const isApart =
        (other.validTo !== null && other.validTo < date) || (values.validTo !== null && values.validTo < date)
      if (!isApart) throw new Refusal(400, 'rate.overlaps', { date }).about('validFrom')
    }
  }

  async function make(trx: Database, values: Values, caller: Caller): Promise<Rate> {
    await makeRoom(trx, values, null)
    const at = clock()
    const { id } = await trx
      .insertInto('expenseRates')
      .values({
        ...{ ...values, version: 1, changedBy: caller.userID, changedAt: at },
        // Whoever makes a rate says so; only what came with the product waits for finance.
        ...{ confirmedBy: caller.userID, confirmedAt: at },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const made = await read(trx, id)
    await told(trx, caller, 'ADDED', made, changesBetween({}, values))
    return made
  }

  async function change(trx: Database, id: number, version: number, values: Values, caller: Caller) {
    const before = await read(trx, id)
    const { validTo, ...rest } = values
    const { validTo: _, ...had } = before
    const changes = changesBetween<Omit<Values, 'validTo'>>(had, rest)
    const today = londonField(clock()).slice(0, 10)
    const holds = before.isConfirmed && before.validFrom < today
    const stamp = { caller, at: clock() }
    if (holds && changes.length > 0) {
      // What was claimed by it stays: other figures begin on a later day.
      if (
        values.validFrom <= before.validFrom ||
        values.validFrom < today ||
        values.category !== before.category
      )
        throw new Refusal(400, 'rate.past').about('validFrom')
      const ended = { validTo: dayBefore(values.validFrom) }
      await changeSeen(trx, 'expenseRates', words.one, { id, version }, ended, stamp)
      return make(trx, values, caller)
    }
    await makeRoom(trx, values, id)
    await changeSeen(trx, 'expenseRates', words.one, { id, version }, values, stamp)
    const after = await read(trx, id)
    await told(trx, caller, 'CHANGED', after, changesBetween<Values>(before, { ...rest, validTo }))
    return after
  }

  return {
    listExpenseRates: (request, { caller }) =>
      listRecords(db, request, {
        record: expenseRateRecord,
        source: recordSource(expenseRateSource(db)),
        viewer: caller,
        now: clock(),
      }),

    getExpenseRate: ({ id }) => read(db, id),

    saveExpenseRate: ({ id, version = 1, rate }, { caller }) =>
      db
        .transaction()
        .execute((trx) =>
          id === undefined ? make(trx, rate, caller) : change(trx, id, version, rate, caller),
        ),

    confirmExpenseRate: ({ id, version }, { caller }) =>
      db.transaction().execute(async (trx) => {
        const { isConfirmed } = await read(trx, id)
        if (isConfirmed) throw new Refusal(400, 'expense.confirmed')
        const at = clock()
        const confirmed = { confirmedBy: caller.userID, confirmedAt: at }
        await changeSeen(trx, 'expenseRates', words.one, { id, version }, confirmed, { caller, at })
        const after = await read(trx, id)
        await told(trx, caller, 'CONFIRMED', after, [])
        return after
      }),

    tryExpenseRate: async ({ category, day, units, before }) => {
      const rate = rateOf(await expenseRateOn(db, category, day))
      const { rate: pence, secondRate, aboveUnits } = rate
      const amount =
        pence === null ? null : unitsAt({ rate: pence, secondRate, aboveUnits }, units, before) / 100
      return { rate, amount, taxYearStart: taxYearStart(day) }
    },
  }
}
