import type { ShiftRequest } from '#shared/contract/shift-requests.ts'
import {
  isOpenRequest,
  type ShiftRequestState,
  type ShiftRequestType,
} from '#shared/domain/shift-requests.ts'
import type { ShiftState } from '#shared/domain/shifts.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'

const iso = (at: number) => new Date(at).toISOString()

/** Who decided, where the rule of the settings did. */
export const BY_SYSTEM = 'the system'

/** A request with its people's names and the times of both shifts. */
export interface StoredShiftRequest {
  readonly id: number
  readonly version: number
  readonly type: ShiftRequestType
  readonly state: ShiftRequestState
  readonly shiftID: number
  readonly byUserID: number
  readonly toUserID: number | null
  readonly otherShiftID: number | null
  readonly newStart: number | null
  readonly newEnd: number | null
  readonly splitAt: number | null
  readonly reason: string
  readonly askedAt: number
  readonly expiresAt: number
  readonly decisionNote: string
  readonly checks: string | null
  /** 1 where the system approved it. */
  readonly isByRule: number
  readonly decidedBy: number | null
  readonly decidedAt: number | null
  readonly byName: string
  readonly toName: string | null
  readonly deciderName: string | null
  /** As the shift was when it was asked about. */
  readonly shiftStart: number
  readonly shiftEnd: number
  readonly otherStart: number | null
  readonly otherEnd: number | null
  readonly proposedStart: number | null
  readonly proposedEnd: number | null
  readonly proposalAnswer: 'AGREED' | 'REFUSED' | null
  readonly proposalAnsweredAt: number | null
  /** The shift's own, as it is now: what an answer to a proposal goes by. */
  readonly shiftVersion: number
  readonly shiftState: ShiftState
  readonly plannedStart: number | null
  readonly plannedEnd: number | null
}

export const selectShiftRequests = (db: Database) =>
  db
    .selectFrom('shiftRequests as r')
    .innerJoin('users as asker', 'asker.id', 'r.byUserID')
    .innerJoin('shifts as shift', 'shift.id', 'r.shiftID')
    .leftJoin('users as colleague', 'colleague.id', 'r.toUserID')
    .leftJoin('users as decider', 'decider.id', 'r.decidedBy')
    .leftJoin('shifts as other', 'other.id', 'r.otherShiftID')
    .select(['r.id', 'r.version', 'r.type', 'r.state', 'r.shiftID', 'r.byUserID', 'r.toUserID'])
    .select(['r.otherShiftID', 'r.newStart', 'r.newEnd', 'r.splitAt', 'r.reason', 'r.askedAt', 'r.expiresAt'])
    .select(['r.checks', 'r.isByRule', 'r.decidedBy', 'r.decidedAt'])
    .select(['r.decisionNote', 'asker.displayName as byName', 'colleague.displayName as toName'])
    .select(['r.shiftStart', 'r.shiftEnd'])
    .select((eb) =>
      eb
        .case()
        .when('r.isByRule', '=', 1)
        .then(BY_SYSTEM)
        .else(eb.ref('decider.displayName'))
        .end()
        .as('deciderName'),
    )
    .select(['other.start as otherStart', 'other.end as otherEnd'])
    .select(['r.proposedStart', 'r.proposedEnd', 'r.proposalAnswer', 'r.proposalAnsweredAt'])
    .select(['shift.version as shiftVersion', 'shift.state as shiftState'])
    .select(['shift.plannedStart', 'shift.plannedEnd'])

/** @throws Refusal 404 where there is none */
export async function requireShiftRequest(db: Database, id: number): Promise<StoredShiftRequest> {
  const found = await selectShiftRequests(db).where('r.id', '=', id).executeTakeFirst()
  if (!found) throw new Refusal(404, 'record.gone', { one: 'shift request' })
  return found
}

/** What pages of records list of requests. */
export const shiftRequestSource = (db: Database) =>
  selectShiftRequests(db)
    .leftJoin('projects', 'projects.id', 'shift.projectID')
    .leftJoin('areas', 'areas.id', 'shift.areaID')
    .select(['projects.name as project', 'areas.name as area', 'shift.projectID'])

/** Whether what was proposed still waits for its person's yes or no: nobody planned anything else for the shift since. */
const waits = (stored: StoredShiftRequest): boolean =>
  stored.proposalAnswer === null &&
  stored.shiftState === 'OFFERED' &&
  stored.plannedStart === stored.proposedStart &&
  stored.plannedEnd === stored.proposedEnd

/** What was proposed instead of what was asked for. */
function proposalOf(stored: StoredShiftRequest): ShiftRequest['proposed'] {
  const { proposedStart, proposedEnd, proposalAnswer, shiftVersion } = stored
  if (proposedStart === null || proposedEnd === null) return null
  return {
    ...{ start: iso(proposedStart), end: iso(proposedEnd), answer: proposalAnswer },
    shiftVersion: waits(stored) ? shiftVersion : null,
  }
}

/** A request as its people see it. `isOffered`: whether the caller was asked for cover and hasn't answered. */
export function sentRequest(
  stored: StoredShiftRequest,
  callerID: number,
  { isOffered, now }: { readonly isOffered: boolean; readonly now: number },
): ShiftRequest {
  const { byUserID, toUserID, toName, otherStart, otherEnd, newStart, newEnd, splitAt, state } = stored
  const isOpen = isOpenRequest(state) && stored.expiresAt > now
  return {
    ...{ id: stored.id, type: stored.type, state, shiftID: stored.shiftID, reason: stored.reason },
    shift: { start: iso(stored.shiftStart), end: iso(stored.shiftEnd) },
    by: { userID: byUserID, name: stored.byName },
    to: toUserID === null ? null : { userID: toUserID, name: toName ?? '' },
    other: otherStart === null || otherEnd === null ? null : { start: iso(otherStart), end: iso(otherEnd) },
    wanted: newStart === null || newEnd === null ? null : { start: iso(newStart), end: iso(newEnd) },
    splitAt: splitAt === null ? null : iso(splitAt),
    ...{ askedAt: iso(stored.askedAt), expiresAt: iso(stored.expiresAt) },
    ...{
      decidedBy: stored.deciderName,
      decisionNote: stored.decisionNote,
      proposed: proposalOf(stored),
    },
    mayAnswer:
      isOpen && ((state === 'OFFERED' && toUserID === callerID) || (state === 'PENDING' && isOffered)),
    mayWithdraw: isOpen && byUserID === callerID,
  }
}
