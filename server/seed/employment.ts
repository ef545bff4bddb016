import { searchable } from '#shared/domain/locale.ts'
import type { Database } from '../db/database.ts'
import { insertRows } from './insert.ts'
import { PEOPLE, type Person } from './people.ts'
import { DAY } from './timeline.ts'

const WEEKENDS = { saturdayMultiplier: 1.1, sundayMultiplier: 1.25, publicHolidayMultiplier: 1.5 }

/** The demo company's contract types, whose other terms are the usual ones; ids are 1, 2 … in this order. */
const CONTRACT_TYPES = [
  ['Employee', 'EMPLOYEE', { ...WEEKENDS, baseRate: 13.6, overtimeAfterHours: 30, overtimeMultiplier: 1.5 }],
  ['Casual worker', 'WORKER', { ...WEEKENDS, baseRate: 13.1 }],
  ['Agency worker', 'AGENCY', {}],
] as const

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Contracted hours a week: offices full time, interviewers in shifts of theirs; nobody's of an agency. */
function hoursOf({ id, type }: Person): number | null {
  if (type === 'AGENCY' || type === 'RECRUIT') return null
  if (type !== 'INTERVIEWER') return 37.5
  return [20, 24, 30, 37.5][id % 4] ?? 20
}

/** By which contract and for how many hours the demo company's people work, and since when. */
export async function seedEmployment(trx: Database, now: number): Promise<void> {
  await insertRows(
    trx,
    'contractTypes',
    ['id', 'name', 'nameKey', 'kind', 'version', 'changedAt'],
    CONTRACT_TYPES.map(([name, kind], place) => [
      place + 1,
      name,
      searchable(name),
      kind,
      1,
      now - 400 * DAY,
    ]),
  )
  await insertRows(
    trx,
    'contractTerms',
    ['contractTypeID', 'validFrom', 'terms', 'baseRate'],
    CONTRACT_TYPES.map(([, , terms], place) => [
      ...[place + 1, dayOf(now - 400 * DAY), JSON.stringify(terms)],
      'baseRate' in terms ? terms.baseRate : null,
    ]),
  )
  for (const person of PEOPLE) {
    const weeklyHours = hoursOf(person)
    if (weeklyHours === null) continue
    await trx
      .updateTable('users')
      .set({ contractTypeID: 1, weeklyHours, startDate: dayOf(now - (380 + person.id * 23) * DAY) })
      .where('id', '=', person.id)
      .execute()
  }
}
