import { londonField } from '#shared/domain/london-time.ts'
import { permissionsOf } from '#shared/domain/permissions.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import type { NewNotification } from '../notifications/notification-store.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { bookInto, requireFree, requireSession } from './booking.ts'

const OWN_PAGE = 'tracker.my-development'
/** The list gives places without anybody's exceptions. */
const BY_ITSELF = { userID: null, displayName: 'Waiting list', permissions: permissionsOf([]) } as const

interface Place {
  readonly sessionID: number
  readonly now: number
}

/** Who waits for a place in each of these sessions, the longest first. */
export async function waitingIn(
  db: Database,
  sessionIDs: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await db
    .selectFrom('trainingAttendees')
    .where('sessionID', 'in', [0, ...sessionIDs])
    .where('state', '=', 'WAITING')
    .orderBy('at')
    .orderBy('id')
    .select(['sessionID', 'userID'])
    .execute()
  const lists = new Map<number, number[]>()
  for (const { sessionID, userID } of rows) lists.set(sessionID, [...(lists.get(sessionID) ?? []), userID])
  return lists
}

/**
 * Puts the caller on the waiting list of a full session; where a place is free by now they have it at once. The caller
 * holds the turn.
 * @returns whether they are booked
 * @throws Refusal 400 where something is in their way, 409 where they are booked or wait already
 */
export async function joinWaiting(
  trx: Database,
  caller: Caller,
  { sessionID, now }: Place,
): Promise<boolean> {
  const { userID } = caller
  const session = await requireSession(trx, sessionID, now)
  if (session.state !== 'FULL') {
    await bookInto(trx, caller, { sessionID, userID, freesShift: false, page: OWN_PAGE, now })
    return true
  }
  if (session.trainerID === userID) throw new Refusal(400, 'training.trainer')
  const before = await trx
    .selectFrom('trainingAttendees')
    .where('sessionID', '=', sessionID)
    .where('userID', '=', userID)
    .select(['id', 'state'])
    .executeTakeFirst()
  if (before?.state === 'BOOKED') throw new Refusal(409, 'training.bookedYou')
  if (before?.state === 'WAITING') throw new Refusal(409, 'training.waiting')
  await requireFree(trx, caller, { session, userID, freesShift: false, now })
  const values = { state: 'WAITING' as const, isInShift: 0, score: null, byID: userID, at: now }
  // Somebody who comes back stands last, as anybody who comes does.
  if (before) await trx.updateTable('trainingAttendees').set(values).where('id', '=', before.id).execute()
  else
    await trx
      .insertInto('trainingAttendees')
      .values({ sessionID, userID, ...values })
      .execute()
  await note(trx, caller, 'TRAINING_WAITING', session, now, [before?.state ?? null, 'WAITING'])
  return false
}

/** Takes the caller off the waiting list. @throws Refusal 404 where they aren't on it */
export async function leaveWaiting(trx: Database, caller: Caller, { sessionID, now }: Place): Promise<void> {
  const session = await requireSession(trx, sessionID, now)
  const changed = await trx
    .updateTable('trainingAttendees')
    .set({ state: 'CANCELLED', byID: caller.userID, at: now })
    .where('sessionID', '=', sessionID)
    .where('userID', '=', caller.userID)
    .where('state', '=', 'WAITING')
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw new Refusal(404, 'record.gone', { one: 'place on the waiting list' })
  await note(trx, caller, 'TRAINING_WAITING_LEFT', session, now, ['WAITING', 'CANCELLED'])
}

const note = (
  trx: Database,
  caller: Caller,
  action: string,
  { id, type, start }: { readonly id: number; readonly type: string; readonly start: number },
  now: number,
  [before, after]: readonly [string | null, string],
) =>
  audit(trx, caller, now, {
    ...{ action, page: OWN_PAGE, recordType: 'trainingSession', recordID: id, personID: caller.userID },
    label: `${type}, ${londonField(start)}`,
    changes: [{ field: 'state', before, after }],
  })

/**
 * Gives the free places of a session to who waits longest. Whoever has something in the way by now is passed over and
 * goes on waiting. The caller holds the turn.
 * @returns what those who have a place now are told
 */
export async function moveUp(trx: Database, { sessionID, now }: Place): Promise<NewNotification[]> {
  const told: NewNotification[] = []
  for (const userID of (await waitingIn(trx, [sessionID])).get(sessionID) ?? []) {
    const { state } = await requireSession(trx, sessionID, now)
    if (state !== 'OPEN') break
    try {
      const booked = await bookInto(trx, BY_ITSELF, {
        ...{ sessionID, userID, byID: userID, freesShift: false, page: OWN_PAGE, now },
      })
      const where = booked.body ? `${booked.body}. ` : ''
      told.push({ ...booked, body: `${where}A place became free, and you had waited longest.` })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  return told
}

/** Sessions that have both a free place and somebody who waits, by whatever the place became free. */
export async function sessionsToMoveUp(db: Database, now: number): Promise<number[]> {
  const rows = await db
    .selectFrom('trainingAttendees as a')
    .innerJoin('trainingSessions as s', 's.id', 'a.sessionID')
    .where('a.state', '=', 'WAITING')
    .where('s.status', '=', 'OPEN')
    .where('s.start', '>', now)
    .where((eb) =>
      eb(
        's.capacity',
        '>',
        eb
          .selectFrom('trainingAttendees as b')
          .whereRef('b.sessionID', '=', 's.id')
          .where('b.state', '=', 'BOOKED')
          .select((all) => all.fn.countAll<number>().as('count')),
      ),
    )
    .orderBy('s.id')
    .select('s.id')
    .distinct()
    .execute()
  return rows.map(({ id }) => id)
}
