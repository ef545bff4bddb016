import type * as z from 'zod/mini'
import { searchable } from '#shared/domain/locale.ts'
import { londonField } from '#shared/domain/london-time.ts'
import {
  type ContractTerms,
  contractTypeRecord,
  type contractTypeValues,
  USUAL_TERMS,
} from '#shared/records/admin/contract-type.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { holdTurn } from '../db/hold-turn.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { audit, type Change, changesBetween } from '../records/audit.ts'
import { changeSeen } from '../records/change.ts'
import { listRecords, recordSource } from '../records/list.ts'
import { Refusal } from '../refusal.ts'
import { contractTypeSource } from './contract-type-source.ts'
import { moveContractType, offeredTo } from './merge.ts'
import { requireMinimumRate } from './minimum-rate.ts'
import { termsIn, termsOn } from './terms.ts'

type Values = z.output<typeof contractTypeValues>

const { page, name: recordType, words } = contractTypeRecord

/** How people are employed, by versions from a day on (spec 5 §4.5). */
export function contractTypesHandlers({
  db,
  clock,
  personChanged,
}: {
  readonly db: Database
  readonly clock: Clock
  /** Windows that show this person ask again. */
  readonly personChanged: (userID: number) => void
}): AreaHandlers<'contractTypes'> {
  const today = () => londonField(clock()).slice(0, 10)

  async function read(trx: Database, id: number, day = today()) {
    const row = await contractTypeSource(trx, clock()).where('c.id', '=', id).executeTakeFirst()
    if (!row) throw new Refusal(404, 'record.gone', { one: words.one })
    const begun = await termsOn(trx, id, day)
    return {
      ...(begun?.terms ?? USUAL_TERMS),
      ...{ id: row.id, version: row.version, name: row.name, kind: row.kind },
      validFrom: begun?.validFrom ?? null,
      people: row.people ?? 0,
      isActive: row.isActive === 1,
    }
  }

  async function requireFreeName(trx: Database, name: string, id: number | null): Promise<void> {
    const other = await trx
      .selectFrom('contractTypes')
      .where('nameKey', '=', searchable(name))
      .select('id')
      .executeTakeFirst()
    if (other && other.id !== id) throw new Refusal(400, 'record.nameTaken', { one: words.one }).about('name')
  }

  function requireSound(values: Values): void {
    if (values.weeklyHoursFrom > values.weeklyHoursTo)
      throw new Refusal(400, 'contract.hours').about('weeklyHoursTo')
  }

  const told = (
    trx: Database,
    caller: Caller,
    action: string,
    id: number,
    label: string,
    changes: Change[],
  ) =>
    audit(trx, caller, clock(), {
      ...{ action: `CONTRACT_TYPE_${action}`, page, recordType, recordID: id, label, changes },
    })

  async function putTerms(trx: Database, id: number, validFrom: string, terms: ContractTerms): Promise<void> {
    const row = { terms: JSON.stringify(terms), baseRate: terms.baseRate }
    await trx
      .insertInto('contractTerms')
      .values({ contractTypeID: id, validFrom, ...row })
      .onConflict((conflict) => conflict.columns(['contractTypeID', 'validFrom']).doUpdateSet(row))
      .execute()
  }

  async function make(values: Values, caller: Caller) {
    const { name, kind, validFrom, ...terms } = values
    const { id } = await db
      .insertInto('contractTypes')
      .values({
        ...{ name, kind, nameKey: searchable(name), version: 1 },
        ...{ changedBy: caller.userID, changedAt: clock() },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await putTerms(db, id, validFrom, terms)
    await told(db, caller, 'ADDED', id, name, changesBetween({}, values))
    return read(db, id)
  }

  async function change(id: number, version: number, values: Values, caller: Caller) {
    const { name, kind, validFrom, ...terms } = values
    return db.transaction().execute(async (trx) => {
      const before = await read(trx, id, validFrom)
      const row = { name, kind, nameKey: searchable(name) }
      await changeSeen(trx, 'contractTypes', words.one, { id, version }, row, { caller, at: clock() })
      const changes = changesBetween<Values>({ ...before, validFrom: before.validFrom ?? '' }, values)
      const isOther = changes.some(({ field }) => field in terms)
      const isFirst = before.validFrom === null && !(await hasTerms(trx, id))
      // What earlier days are paid by stays: a change begins today at the earliest.
      if (isOther && !isFirst && validFrom < today())
        throw new Refusal(400, 'contract.past').about('validFrom')
      if (isOther || isFirst) await putTerms(trx, id, validFrom, terms)
      await told(trx, caller, 'CHANGED', id, name, changes)
      return read(trx, id)
    })
  }

  async function hasTerms(trx: Database, id: number): Promise<boolean> {
    const row = await trx
      .selectFrom('contractTerms')
      .where('contractTypeID', '=', id)
      .select('validFrom')
      .executeTakeFirst()
    return row !== undefined
  }

  return {
    listContractTypes: (request, { caller }) => {
      const now = clock()
      const source = recordSource(contractTypeSource(db, now))
      return listRecords(db, request, {
        ...{ record: contractTypeRecord, source, viewer: caller, now },
      })
    },

    getContractType: ({ id, day }) => read(db, id, day),

    saveContractType: async ({ id, version = 1, ...values }, { caller }) => {
      requireSound(values)
      await requireMinimumRate(db, values.baseRate, values.validFrom)
      await holdTurn(db)
      await requireFreeName(db, values.name, id ?? null)
      return id === undefined ? make(values, caller) : change(id, version, values, caller)
    },

    contractVersions: async ({ id }) => {
      await read(db, id)
      const rows = await db
        .selectFrom('contractTerms')
        .where('contractTypeID', '=', id)
        .orderBy('validFrom', 'desc')
        .select(['validFrom', 'terms'])
        .execute()
      return {
        versions: rows.map(({ validFrom, terms }) => ({ ...termsIn(terms), validFrom })),
      }
    },

    deactivateContractType: async ({ id, version, isActive }, { caller }) => {
      // Whoever is given it at the same time comes first or is refused.
      await holdTurn(db)
      const { name, people } = await read(db, id)
      const row = { isActive: isActive ? 1 : 0 }
      await changeSeen(db, 'contractTypes', words.one, { id, version }, row, { caller, at: clock() })
      if (!isActive) {
        if (people > 0) throw new Refusal(400, 'contract.people', { people })
        const offered = await offeredTo(db, id)
        if (offered > 0) throw new Refusal(400, 'contract.offered', { people: offered })
      }
      await told(db, caller, isActive ? 'REACTIVATED' : 'DEACTIVATED', id, name, [])
      return read(db, id)
    },

    mergeContractTypes: async ({ id, version, into }, { caller }) => {
      if (id === into) throw new Refusal(400, 'record.intoItself')
      await holdTurn(db)
      const [gone, kept] = [await read(db, id), await read(db, into)]
      if (!kept.isActive) throw new Refusal(400, 'contract.inactive', { name: kept.name })
      // An agency's workers have a contract for them, and nobody else has.
      if ((gone.kind === 'AGENCY') !== (kept.kind === 'AGENCY')) throw new Refusal(400, 'contract.otherKind')
      const at = clock()
      await changeSeen(db, 'contractTypes', words.one, { id, version }, { isActive: 0 }, { caller, at })
      const people = await moveContractType(db, id, into)
      await told(db, caller, 'MERGED', id, gone.name, [
        { field: 'into', before: gone.name, after: kept.name },
        { field: 'people', before: people.length, after: 0 },
      ])
      for (const { id: recordID, displayName: label } of people)
        await audit(db, caller, at, {
          ...{ action: 'PERSON_CHANGED', page, recordType: 'person', recordID, label },
          changes: [{ field: 'contractType', before: gone.name, after: kept.name }],
        })
      for (const person of people) personChanged(person.id)
      return read(db, into)
    },

    deleteContractType: async ({ id, version }, { caller }) =>
      db.transaction().execute(async (trx) => {
        const { name } = await read(trx, id)
        // Whoever is given it at the same time comes first or is refused.
        await changeSeen(trx, 'contractTypes', words.one, { id, version }, {}, { caller, at: clock() })
        const { people } = await trx
          .selectFrom('users')
          .where('contractTypeID', '=', id)
          .select((eb) => eb.fn.countAll<number>().as('people'))
          .executeTakeFirstOrThrow()
        if (people > 0) throw new Refusal(400, 'contract.people', { people })
        const rate = await trx
          .selectFrom('agencyRates')
          .where('contractTypeID', '=', id)
          .select('id')
          .executeTakeFirst()
        if (rate) throw new Refusal(400, 'contract.rates')
        await trx
          .updateTable('applicants')
          .set({ contractTypeID: null })
          .where('contractTypeID', '=', id)
          .execute()
        await trx.deleteFrom('contractTypes').where('id', '=', id).execute()
        await told(trx, caller, 'DELETED', id, name, [])
        return { done: true as const }
      }),
  }
}
