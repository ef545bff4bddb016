import type { PipRecord } from '#shared/contract/pips.ts'
import { measured } from '#shared/domain/kpi.ts'
import { londonDayAfter, momentOfField } from '#shared/domain/london-time.ts'
import { isPipRunning, type PipMeasure, type PipResult } from '#shared/domain/pips.ts'
import type { Database } from '../db/database.ts'
import { atomsOf, figuresOfAll } from '../performance/figures.ts'

const DAY_MS = 86_400_000
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

interface Wanted {
  readonly ids?: readonly number[]
  /** Whom they are about. */
  readonly userID?: number
  readonly ownerID?: number
}

/** Plans with their meetings, the latest first; what of them somebody may see is the caller's matter. */
export async function pipRecords(
  db: Database,
  { ids, userID, ownerID }: Wanted,
  now: number,
): Promise<PipRecord[]> {
  const plans = await db
    .selectFrom('pips as p')
    .innerJoin('users as u', 'u.id', 'p.userID')
    .leftJoin('users as owner', 'owner.id', 'p.ownerID')
    .leftJoin('users as decider', 'decider.id', 'p.decidedBy')
    .$if(ids !== undefined, (query) => query.where('p.id', 'in', [0, ...(ids ?? [])]))
    .$if(userID !== undefined, (query) => query.where('p.userID', '=', userID ?? 0))
    .$if(ownerID !== undefined, (query) => query.where('p.ownerID', '=', ownerID ?? 0))
    .orderBy('p.start', 'desc')
    .orderBy('p.id', 'desc')
    .selectAll('p')
    .select(['u.displayName as name', 'owner.displayName as owner', 'decider.displayName as decider'])
    .execute()
  const meetings = await db
    .selectFrom('pipMeetings')
    .where('pipID', 'in', [0, ...plans.map(({ id }) => id)])
    .orderBy('at')
    .orderBy('id')
    .selectAll()
    .execute()
  const meetingsOf = Map.groupBy(meetings, ({ pipID }) => pipID)
  const records: PipRecord[] = []
  for (const plan of plans) {
    const { id, version, name, owner, reason, support, evidence, start, end, state } = plan
    const after = londonDayAfter(momentOfField(end), 1)
    const to = Math.min(after, londonDayAfter(now, 1))
    const from = momentOfField(start)
    const figures =
      from < to
        ? figuresOfAll(
            await atomsOf(db, [plan.userID], { from, to, now }),
            (piece) => piece.userID === plan.userID,
          )
        : null
    records.push({
      ...{ id, version, name, owner, reason, support, evidence, start, end, state },
      ...{ userID: plan.userID, ownerID: plan.ownerID, extendedFrom: plan.extendedFrom },
      daysLeft: isPipRunning(state) ? Math.max(0, Math.ceil((after - now) / DAY_MS)) : 0,
      measures: (JSON.parse(plan.measures) as PipMeasure[]).map((one) => {
        const value = figures ? measured(one.measure, figures) : null
        return { ...one, now: value === null ? null : Math.round(value * 10) / 10 }
      }),
      meetings: (meetingsOf.get(id) ?? []).map((meeting) => ({
        ...{ id: meeting.id, notes: meeting.notes, comment: meeting.comment, companion: meeting.companion },
        ...{ at: new Date(meeting.at).toISOString(), commentedAt: iso(meeting.commentedAt) },
        results: JSON.parse(meeting.results) as PipResult[],
      })),
      ...{ shownAt: iso(plan.shownAt), comment: plan.comment, commentedAt: iso(plan.commentedAt) },
      ...{ proposal: plan.proposal, proposalReason: plan.proposalReason, decidedBy: plan.decider },
      ...{ decidedAt: iso(plan.decidedAt), decisionReason: plan.decisionReason },
      ...{ appeal: plan.appeal, appealedAt: iso(plan.appealedAt) },
    })
  }
  return records
}
