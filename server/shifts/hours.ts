import { checkShift, type HoursCheck, type ProposedShift } from '#shared/domain/working-hours.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import { hoursFacts } from './hours-facts.ts'

/** A reason to go on in spite of a warning has so many characters (spec 4 §5.2). */
const REASON_MIN = 3

/** Somebody's shift as it is to be. */
export interface PersonShift extends ProposedShift {
  readonly userID: number
}

/**
 * What is against each of these shifts (spec 4 §5.2), in their order. Each is held against what is stored; of those given
 * that aren't, against no other.
 * @throws Refusal 404 for nobody
 */
export async function checksOf(
  db: Database,
  caller: Pick<Caller, 'permissions'>,
  shifts: readonly PersonShift[],
  now: number,
): Promise<HoursCheck[][]> {
  if (shifts.length === 0) return []
  const facts = await hoursFacts(db, caller, {
    userIDs: [...new Set(shifts.map(({ userID }) => userID))],
    from: Math.min(...shifts.map(({ start }) => start)),
    to: Math.max(...shifts.map(({ end }) => end)),
    now,
  })
  return shifts.map((shift) => {
    const worker = facts.people.get(shift.userID)
    if (!worker) throw new Refusal(404, 'record.gone', { one: 'person' })
    return checkShift(shift, worker, facts.plan)
  })
}

/**
 * Lets shifts be that are stored already in this transaction, so that on every server they are held against what is true
 * then: whoever makes, moves, takes or approves one calls it last. What blocks can't be; what warns needs a reason.
 * @returns what warns, in the order of the shifts
 * @throws Refusal 400 with the first text that is against it
 */
export async function requireHours(
  trx: Database,
  caller: Pick<Caller, 'permissions'>,
  shifts: readonly PersonShift[],
  { reason = '', now }: { readonly reason?: string | undefined; readonly now: number },
): Promise<HoursCheck[][]> {
  const checks = await checksOf(trx, caller, shifts, now)
  requireNothingBlocks(checks)
  const all = checks.flat()
  if (all.length > 0 && reason.trim().length < REASON_MIN)
    throw new Refusal(400, 'shift.warned', { faults: [...new Set(all.map(({ text }) => text))].join(' ') })
  return checks
}

/** A check as it travels. */
export const sentCheck = ({ rule, blocks, text }: HoursCheck) => ({ rule, blocks, text })

/** @throws Refusal 400 with the first text of what blocks */
export function requireNothingBlocks(checks: readonly (readonly HoursCheck[])[]): void {
  const blocking = checks.flat().find(({ blocks }) => blocks)
  if (blocking) throw refusalOf(blocking)
}

function refusalOf(check: HoursCheck): Error {
  switch (check.rule) {
    case 'STEP':
      return new Refusal(400, 'booking.quarter')
    case 'LENGTH':
      return new Refusal(400, 'shift.length', check.params)
    case 'BREAK':
      return new Refusal(400, 'shift.noBreak', check.params)
    case 'PAST':
      return new Refusal(400, 'booking.past')
    case 'OVERLAP':
      return new Refusal(400, 'booking.overlaps', check.params)
    case 'REST':
      return new Refusal(400, 'shift.rest', check.params)
    case 'DAY_OFF':
      return new Refusal(400, 'shift.dayOff', check.params)
    case 'MEAN_WEEK':
      return new Refusal(400, 'shift.meanWeek', check.params)
    case 'SKILL':
      return new Refusal(400, 'shift.skill', check.params)
    case 'EMPLOYMENT':
      return new Refusal(400, 'shift.notEmployed', check.params)
    case 'AGENCY':
      return new Refusal(400, 'shift.agency', check.params)
    case 'ONBOARDING':
      return new Refusal(400, 'shift.onboarding', check.params)
    case 'AREA_CLOSED':
      return new Refusal(400, 'shift.areaClosed', check.params)
    default:
      return new Refusal(400, 'shift.warned', { faults: check.text })
  }
}
