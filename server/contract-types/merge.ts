import { overlapDay } from '#shared/domain/agency-rates.ts'
import type { Database } from '../db/database.ts'
import { moveConditions } from '../slots/moved-conditions.ts'

/** How many applicants were offered it and may come by it: not started, and not turned down. */
export async function offeredTo(trx: Database, contractTypeID: number): Promise<number> {
  const { people } = await trx
    .selectFrom('applicants as a')
    .where('a.stage', 'in', ['OFFER', 'HIRED'])
    .where((eb) =>
      eb.or([
        eb('a.contractTypeID', '=', contractTypeID),
        eb.exists(
          eb
            .selectFrom('applicantOffers as o')
            .whereRef('o.applicantID', '=', 'a.id')
            .where('o.contractTypeID', '=', contractTypeID)
            .where('o.state', '=', 'OPEN')
            .select('o.id'),
        ),
      ]),
    )
    .select((eb) => eb.fn.countAll<number>().as('people'))
    .executeTakeFirstOrThrow()
  return people
}

/**
 * Moves what goes by a contract type to another one: people, applicants and what is offered to them, shift patterns,
 * whom booking windows and campaigns are for, and agency rates unless the other has one for the same time. Terms and
 * pay lines stay: what was paid was paid by them. Gives the people who haven't left.
 */
export async function moveContractType(
  trx: Database,
  from: number,
  into: number,
): Promise<readonly { readonly id: number; readonly displayName: string }[]> {
  const people = await trx
    .updateTable('users')
    .set((eb) => ({ contractTypeID: into, version: eb('version', '+', 1) }))
    .where('contractTypeID', '=', from)
    .returning(['id', 'displayName', 'status'])
    .execute()
  await trx
    .updateTable('applicants')
    .set({ contractTypeID: into })
    .where('contractTypeID', '=', from)
    .execute()
  await trx
    .updateTable('applicantOffers')
    .set({ contractTypeID: into })
    .where('contractTypeID', '=', from)
    .where('state', '=', 'OPEN')
    .execute()
  await trx
    .updateTable('shiftPatterns')
    .set((eb) => ({ contractTypeID: into, version: eb('version', '+', 1) }))
    .where('contractTypeID', '=', from)
    .execute()
  await moveConditions(trx, 'contractTypeIDs', from, into)
  await moveRates(trx, from, into)
  return people.filter(({ status }) => status !== 'LEAVER').toSorted((one, other) => one.id - other.id)
}

async function moveRates(trx: Database, from: number, into: number): Promise<void> {
  const rates = await trx
    .selectFrom('agencyRates')
    .where('contractTypeID', 'in', [from, into])
    .orderBy('id')
    .selectAll()
    .execute()
  const kept = rates.filter(({ contractTypeID }) => contractTypeID === into)
  for (const rate of rates.filter(({ contractTypeID }) => contractTypeID === from)) {
    const moved = { ...rate, contractTypeID: into }
    if (kept.some((other) => overlapDay(moved, other) !== null)) continue
    await trx
      .updateTable('agencyRates')
      .set((eb) => ({ contractTypeID: into, version: eb('version', '+', 1) }))
      .where('id', '=', rate.id)
      .execute()
  }
}
