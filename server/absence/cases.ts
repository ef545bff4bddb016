import type { AbsenceCaseKind, AbsenceCaseState, ContactChannel, ReportedAs } from '#shared/domain/absence.ts'
import type { Database } from '../db/database.ts'

/** A case of somebody who wasn't where a shift had them. Times in milliseconds since 1970. */
export interface AbsenceCaseRow {
  readonly id: number
  readonly version: number
  readonly userID: number
  readonly name: string
  readonly managerID: number | null
  readonly shiftID: number | null
  /** YYYY-MM-DD */
  readonly day: string
  readonly start: number
  readonly end: number
  readonly kind: AbsenceCaseKind
  readonly reported: ReportedAs | null
  readonly state: AbsenceCaseState
  readonly note: string
  readonly eventID: number | null
  readonly detectedAt: number
  readonly openedBy: string | null
  readonly explanation: string
  readonly reason: string
  readonly decidedBy: string | null
  readonly decidedAt: number | null
  readonly lateMinutes: number | null
  readonly payEffect: 'PAID' | 'UNPAID' | null
  readonly reversals: number | null
  readonly managerOfManager: number | null
  readonly welfareAt: number | null
  readonly attempts: readonly {
    readonly at: number
    readonly channel: ContactChannel
    readonly result: string
    readonly by: string | null
  }[]
}

interface Wanted {
  readonly userIDs?: readonly number[]
  readonly ids?: readonly number[]
  readonly shiftIDs?: readonly number[]
  readonly states?: readonly AbsenceCaseState[]
  /** London's day, YYYY-MM-DD. */
  readonly fromDay?: string
}

/** Cases of these people, the latest first. What was taken back isn't among them. */
export async function absenceCases(
  db: Database,
  { userIDs, ids, shiftIDs, states, fromDay }: Wanted,
): Promise<AbsenceCaseRow[]> {
  const rows = await db
    .selectFrom('absenceCases as c')
    .innerJoin('users as u', 'u.id', 'c.userID')
    .leftJoin('users as opener', 'opener.id', 'c.openedBy')
    .leftJoin('users as decider', 'decider.id', 'c.decidedBy')
    .leftJoin('users as manager', 'manager.id', 'u.managerID')
    .where((eb) => eb.or([eb('c.state', '<>', 'CLOSED'), eb('c.decidedAt', 'is not', null)]))
    .$if(userIDs !== undefined, (query) => query.where('c.userID', 'in', [0, ...(userIDs ?? [])]))
    .$if(ids !== undefined, (query) => query.where('c.id', 'in', [0, ...(ids ?? [])]))
    .$if(shiftIDs !== undefined, (query) => query.where('c.shiftID', 'in', [0, ...(shiftIDs ?? [])]))
    .$if(states !== undefined, (query) => query.where('c.state', 'in', states ?? []))
    .$if(fromDay !== undefined, (query) => query.where('c.day', '>=', fromDay ?? ''))
    .orderBy('c.start', 'desc')
    .orderBy('c.id', 'desc')
    .select(['c.id', 'c.version', 'c.userID', 'u.displayName as name', 'u.managerID', 'c.shiftID', 'c.day'])
    .select(['c.start', 'c.end', 'c.kind', 'c.reported', 'c.state', 'c.note', 'c.eventID', 'c.detectedAt'])
    .select(['opener.displayName as openedBy', 'c.explanation', 'c.reason', 'c.decidedAt', 'c.lateMinutes'])
    .select(['c.welfareAt', 'c.payEffect', 'c.reversals', 'manager.managerID as managerOfManager'])
    .select('decider.displayName as decidedBy')
    .execute()
  const attempts = await db
    .selectFrom('absenceAttempts as a')
    .leftJoin('users as by', 'by.id', 'a.byID')
    .where('a.caseID', 'in', [0, ...rows.map(({ id }) => id)])
    .orderBy('a.at')
    .orderBy('a.id')
    .select(['a.caseID', 'a.at', 'a.channel', 'a.result', 'by.displayName as by'])
    .execute()
  const of = Map.groupBy(attempts, ({ caseID }) => caseID)
  return rows.map((row) => ({
    ...row,
    attempts: (of.get(row.id) ?? []).map(({ caseID: _case, ...attempt }) => attempt),
  }))
}
