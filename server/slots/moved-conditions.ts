import type { Eligibility } from '#shared/domain/booking-windows.ts'
import type { Database } from '../db/database.ts'

/** The one id becomes the other, which stands in it once. */
export const replacedIn = (ids: readonly number[], from: number, into: number): number[] => [
  ...new Set(ids.map((id) => (id === from ? into : id))),
]

/** Whom booking windows and campaigns are for: those of the one area, skill or
 * contract type are for the other's from now on. */
export async function moveConditions(
  trx: Database,
  field: 'areaIDs' | 'skillIDs' | 'contractTypeIDs',
  from: number,
  into: number,
): Promise<void> {
  for (const table of ['bookingWindows', 'campaigns'] as const) {
    const rows = await trx.selectFrom(table).select(['id', 'conditions']).execute()
    for (const { id, conditions } of rows) {
      const asked = JSON.parse(conditions) as Eligibility
      if (!asked[field].includes(from)) continue
      const changed = { ...asked, [field]: replacedIn(asked[field], from, into) }
      await trx
        .updateTable(table)
        .set((eb) => ({ conditions: JSON.stringify(changed), version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .execute()
    }
  }
}
