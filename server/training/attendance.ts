import { londonField } from '#shared/domain/london-time.ts'
import { type AttendanceOutcome, recordExpires, resultOf, TRAINING_WORDS } from '#shared/domain/training.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import type { NewNotification } from '../notifications/notification-store.ts'
import { audit } from '../records/audit.ts'
import { changeSeen } from '../records/change.ts'
import { Refusal } from '../refusal.ts'
import { requireSession } from './booking.ts'

interface Outcome {
  readonly userID: number
  readonly outcome: AttendanceOutcome
  /** Per cent. */
  readonly score: number | null
}

interface Completion {
  readonly id: number
  readonly version: number
  readonly outcomes: readonly Outcome[]
  readonly page: string
  readonly now: number
}

/**
 * Completes a session that the caller ran, with an outcome for each who was booked: what they learnt is written down, and
 * who passed has the type's skill (spec 6 §4.2).
 * @returns what people are told, and who has a skill that they hadn't
 * @throws Refusal 403 for another's session, 400 before it began or where an outcome or a score is missing
 */
export async function completeSession(
  trx: Database,
  caller: Caller,
  { id, version, outcomes, page, now }: Completion,
): Promise<{ readonly told: NewNotification[]; readonly skilled: readonly number[] }> {
  const session = await requireSession(trx, id, now)
  if (session.trainerID !== caller.userID)
    throw new Refusal(403, 'training.notTrainer', { name: session.trainer ?? '' })
  if (session.state === 'COMPLETED' || session.state === 'CANCELLED')
    throw new Refusal(400, 'record.cannot', {
      record: 'The session',
      ...{ state: TRAINING_WORDS.session[session.state].toLowerCase(), action: 'recorded' },
    })
  if (session.start > now) throw new Refusal(400, 'training.notBegun')
  const booked = await trx
    .selectFrom('trainingAttendees')
    .where('sessionID', '=', id)
    .where('state', '=', 'BOOKED')
    .select(['id', 'userID'])
    .execute()
  const of = new Map(outcomes.map((one) => [one.userID, one]))
  if (
    of.size !== outcomes.length ||
    outcomes.some(({ userID }) => !booked.some((one) => one.userID === userID))
  )
    throw new Refusal(404, 'record.gone', { one: 'booking' })
  if (booked.some(({ userID }) => !of.has(userID))) throw new Refusal(400, 'training.outcomes')
  const { passMark } = session
  if (passMark !== null && outcomes.some(({ outcome, score }) => outcome === 'ATTENDED' && score === null))
    throw new Refusal(400, 'training.scores')
  await changeSeen(
    trx,
    'trainingSessions',
    'session',
    { id, version },
    { status: 'COMPLETED' },
    { caller, at: now },
  )
  const type = await trx
    .selectFrom('trainingTypes')
    .where('id', '=', session.typeID)
    .select(['id', 'name', 'validMonths', 'skillID'])
    .executeTakeFirstOrThrow()
  const day = londonField(session.start).slice(0, 10)
  const expires = recordExpires(day, type.validMonths)
  const told: NewNotification[] = []
  const skilled: number[] = []
  for (const { id: attendeeID, userID } of booked) {
    const { outcome, score } = of.get(userID) ?? { outcome: 'NO_SHOW' as const, score: null }
    await trx
      .updateTable('trainingAttendees')
      .set({ state: outcome, score, at: now })
      .where('id', '=', attendeeID)
      .execute()
    const result = resultOf(outcome, score, passMark)
    if (result === null) continue
    const { id: recordID } = await trx
      .insertInto('trainingRecords')
      .values({
        ...{ userID, typeID: type.id, sessionID: id, day, result, score, version: 1 },
        ...{ expires: result === 'FAILED' ? null : expires, trainerID: caller.userID },
        ...{ changedBy: caller.userID, changedAt: now },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    told.push({
      ...{ userID, type: 'NEW_UPDATE', source: 'TRAINING_RECORD', sourceID: recordID },
      subject: `${type.name}: ${TRAINING_WORDS.result[result].toLowerCase()}`,
      body: 'Acknowledge it under My development › Training.',
      cssClass: result === 'FAILED' ? 'warning' : 'success',
    })
    if (result !== 'PASSED' || type.skillID === null) continue
    await giveSkill(trx, {
      userID,
      skillID: type.skillID,
      day,
      expires,
      evidence: type.name,
      by: caller.userID,
    })
    skilled.push(userID)
  }
  await audit(trx, caller, now, {
    ...{ action: 'TRAINING_RECORDED', page, recordType: 'trainingSession', recordID: id },
    label: `${type.name}, ${londonField(session.start)}`,
    changes: [
      { field: 'status', before: session.state, after: 'COMPLETED' },
      { field: 'outcomes', before: null, after: outcomes.map(({ outcome }) => outcome) },
    ],
  })
  return { told, skilled }
}

/** One that they have lasts at least as long as before. */
async function giveSkill(
  trx: Database,
  {
    userID,
    skillID,
    day,
    expires,
    evidence,
    by,
  }: {
    readonly userID: number
    readonly skillID: number
    readonly day: string
    readonly expires: string | null
    readonly evidence: string
    readonly by: number
  },
): Promise<void> {
  const held = await trx
    .selectFrom('personSkills')
    .where('userID', '=', userID)
    .where('skillID', '=', skillID)
    .select('expires')
    .executeTakeFirst()
  if (!held)
    await trx
      .insertInto('personSkills')
      .values({ userID, skillID, level: 'BASIC', since: day, expires, evidence, givenBy: by })
      .execute()
  else if (held.expires !== null && (expires === null || expires > held.expires))
    await trx
      .updateTable('personSkills')
      .set({ expires, evidence, givenBy: by })
      .where('userID', '=', userID)
      .where('skillID', '=', skillID)
      .execute()
}
