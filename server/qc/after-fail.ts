import type * as z from 'zod/mini'
import type { submitReview } from '#shared/contract/qc.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import type { NewNotification } from '../notifications/notification-store.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { planCoaching } from './coaching.ts'
import type { ReadReview } from './reviews.ts'

type FollowUp = NonNullable<z.output<(typeof submitReview)['request']>['followUp']>

const PAGE = 'supervisor.quality'
const REASON_MIN = 3
const COACHING_MINUTES = 30

/** @throws Refusal 400 where nothing was chosen, or something beside nothing, or without its reason */
export function requireFollowUp(followUp: FollowUp | null, now: number): FollowUp {
  if (!followUp) throw new Refusal(400, 'qc.whatFollows')
  const { coachingAt, stopsProject, voidReason, noneReason } = followUp
  const follows = coachingAt !== null || stopsProject || voidReason !== ''
  if (follows === (noneReason !== '')) throw new Refusal(400, 'qc.whatFollows')
  if ([voidReason, noneReason].some((text) => text !== '' && text.length < REASON_MIN))
    throw new Refusal(400, 'override.noReason')
  if (coachingAt !== null && Date.parse(coachingAt) < now) throw new Refusal(400, 'qc.past')
  return followUp
}

async function planners(trx: Database): Promise<number[]> {
  const rows = await trx
    .selectFrom('userPermissions as p')
    .innerJoin('users as u', 'u.id', 'p.userID')
    .where('p.permission', '=', PERMISSIONS.IRESOURCE_CAN_ASSIGN)
    .where('u.isActive', '=', 1)
    .orderBy('p.userID')
    .select('p.userID')
    .distinct()
    .execute()
  return rows.map(({ userID }) => userID)
}

/** Ends what the person is allocated to on the project, from now on; the person and the planners are told. */
async function stopProject(
  trx: Database,
  caller: Caller,
  { userID, name, projectID, project }: ReadReview,
  now: number,
): Promise<NewNotification[]> {
  const open = await trx
    .selectFrom('allocations')
    .where('userID', '=', userID)
    .where('projectID', '=', projectID)
    .where('state', 'in', ['PLANNED', 'PUBLISHED', 'LIVE'])
    .where('end', '>', now)
    .orderBy('id')
    .select(['id', 'start', 'state'])
    .execute()
  for (const { id, start, state } of open) {
    const isBegun = start < now
    await trx
      .updateTable('allocations')
      .set(isBegun ? { end: now, state: 'DONE' } : { state: 'CANCELLED' })
      .where('id', '=', id)
      .execute()
    await audit(trx, caller, now, {
      ...{ action: 'ALLOCATION_ENDED', page: PAGE, recordType: 'allocation', recordID: id, personID: userID },
      label: `${name}, ${project}`,
      changes: [{ field: 'state', before: state, after: isBegun ? 'DONE' : 'CANCELLED' }],
    })
  }
  const of = { type: 'NEW_UPDATE', source: 'QC_REVIEW', cssClass: 'warning' } as const
  const others = (await planners(trx)).filter((id) => id !== userID)
  return [
    {
      ...{ ...of, userID, subject: `You are stopped on ${project}` },
      body: `${caller.displayName} ended your allocation after a review. Your supervisor tells you more.`,
    },
    ...others.map((id) => ({
      ...{ ...of, userID: id, subject: `${name} is stopped on ${project}` },
      body: `${caller.displayName} ended the allocation after a review.`,
    })),
  ]
}

async function voidInterview(
  trx: Database,
  caller: Caller,
  { interviewID, userID, name, project }: Pick<ReadReview, 'interviewID' | 'userID' | 'name' | 'project'>,
  reason: string,
  now: number,
): Promise<void> {
  if (interviewID === null) throw new Refusal(400, 'qc.noInterview')
  const changed = await trx
    .updateTable('interviewRecords')
    .set({ isVoid: 1, voidReason: reason })
    .where('id', '=', interviewID)
    .where('isVoid', '=', 0)
    .returning('id')
    .executeTakeFirst()
  if (!changed) return
  await audit(trx, caller, now, {
    ...{ action: 'INTERVIEW_VOIDED', page: PAGE, recordType: 'interviewRecord', recordID: interviewID },
    ...{ label: `${name}, ${project}`, reason, personID: userID },
    changes: [{ field: 'isVoid', before: false, after: true }],
  })
}

/** Does what follows a FAIL, in the transaction of its review. @returns what people are told */
export async function followFail(
  trx: Database,
  caller: Caller,
  row: ReadReview,
  { coachingAt, stopsProject, voidReason }: FollowUp,
  now: number,
): Promise<NewNotification[]> {
  const told: NewNotification[] = []
  if (coachingAt !== null) {
    const planned = await planCoaching(trx, caller, {
      ...{ userID: row.userID, start: Date.parse(coachingAt), minutes: COACHING_MINUTES },
      ...{ topics: `Review on ${row.project}`, reviewIDs: [row.id], now },
    })
    told.push(...planned.told)
  }
  if (stopsProject) told.push(...(await stopProject(trx, caller, row, now)))
  if (voidReason !== '') await voidInterview(trx, caller, row, voidReason, now)
  return told
}
