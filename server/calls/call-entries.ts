import type { CallEntry } from '#shared/contract/calls.ts'
import { type CallOutcome, GROUP_CALL_MAX } from '#shared/domain/calls.ts'
import { filterTerm } from '#shared/domain/searching.ts'
import type { Database } from '../db/database.ts'
import { contains } from '../db/like.ts'
import { HubRefusal } from '../hubs/types.ts'

/** As many calls as are answered at once. */
const HISTORY_MAX = 100

interface Ring {
  readonly callerID: number
  readonly calleeID: number
  readonly meetingID: number
}

/** The entry of a person's own call into that meeting: one, whomever they call into it. */
const ownCall = (db: Database, { callerID, meetingID }: Ring) =>
  db
    .selectFrom('callEntries')
    .where('userID', '=', callerID)
    .where('meetingID', '=', meetingID)
    .where('direction', '=', 'OUT')

/** The entry of a call that rings at somebody. */
const ringingAt = (db: Database, { callerID, calleeID, meetingID }: Ring) =>
  db
    .selectFrom('callEntries as e')
    .innerJoin('callEntryPeople as p', 'p.entryID', 'e.id')
    .where('e.userID', '=', calleeID)
    .where('e.meetingID', '=', meetingID)
    .where('e.direction', '=', 'IN')
    .where('e.outcome', 'is', null)
    .where('p.userID', '=', callerID)

/** Somebody is called: both have it in their list. @throws HubRefusal for more people than a call has */
export async function noteRing(db: Database, ring: Ring, now: number): Promise<void> {
  const { callerID, calleeID, meetingID } = ring
  const known = await ownCall(db, ring).select('id').executeTakeFirst()
  const entry = { meetingID, startedAt: now }
  const outID =
    known?.id ??
    (
      await db
        .insertInto('callEntries')
        .values({ ...entry, userID: callerID, direction: 'OUT' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  await db
    .insertInto('callEntryPeople')
    .values({ entryID: outID, userID: calleeID })
    .onConflict((on) => on.doNothing())
    .execute()
  const { people } = await db
    .selectFrom('callEntryPeople')
    .where('entryID', '=', outID)
    .select((eb) => eb.fn.countAll<number>().as('people'))
    .executeTakeFirstOrThrow()
  if (people >= GROUP_CALL_MAX) throw new HubRefusal('call.tooMany', { max: GROUP_CALL_MAX })
  // The same call again: it rings anew, and is one entry.
  if (await ringingAt(db, ring).select('e.id').executeTakeFirst()) return
  const { id } = await db
    .insertInto('callEntries')
    .values({ ...entry, userID: calleeID, direction: 'IN' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('callEntryPeople').values({ entryID: id, userID: callerID }).execute()
}

/** What came of a ring, as each of the two has it. */
interface RingEnd {
  readonly caller: CallOutcome
  readonly callee: CallOutcome
  /** The sign-in session that answered. */
  readonly answeredIn?: string
}

/** What came of a call. Of several people whom somebody calls at once, one who answers makes it answered. */
export async function noteOutcome(
  db: Database,
  ring: Ring,
  { caller, callee, answeredIn }: RingEnd,
  now: number,
): Promise<void> {
  const times = (outcome: CallOutcome) =>
    outcome === 'ANSWERED' ? { answeredAt: now, endedAt: null } : { endedAt: now }
  await db
    .updateTable('callEntries')
    .set({ outcome: caller, ...times(caller) })
    .where('id', 'in', ownCall(db, ring).select('id'))
    .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', '!=', 'ANSWERED')]))
    .execute()
  await db
    .updateTable('callEntries')
    .set({ outcome: callee, answeredIn: answeredIn ?? null, ...times(callee) })
    .where('id', 'in', ringingAt(db, ring).select('e.id'))
    .execute()
}

/** Somebody is in a call's meeting: it goes on for them and whoever is there, as after a lost connection. */
export async function noteJoined(db: Database, meetingID: number, userID: number): Promise<void> {
  await db
    .updateTable('callEntries')
    .set({ endedAt: null })
    .where((eb) =>
      eb.or([
        eb('userID', '=', userID),
        eb('userID', 'in', (here) =>
          here.selectFrom('meetingPresence').where('meetingID', '=', meetingID).select('userID'),
        ),
      ]),
    )
    .where('meetingID', '=', meetingID)
    .where('outcome', '=', 'ANSWERED')
    .execute()
}

/** Somebody has left a call's meeting: it is over for them, and for whoever is left alone there. */
export async function noteLeft(
  db: Database,
  meetingID: number,
  userID: number,
  now: number,
): Promise<number[]> {
  const here = await db
    .selectFrom('meetingPresence')
    .where('meetingID', '=', meetingID)
    .select('userID')
    .execute()
  const over = here.length > 1 ? [userID] : [userID, ...here.map((one) => one.userID)]
  const ended = await db
    .updateTable('callEntries')
    .set({ endedAt: now })
    .where('userID', 'in', over)
    .where('meetingID', '=', meetingID)
    .where('outcome', '=', 'ANSWERED')
    .where('endedAt', 'is', null)
    .returning('userID')
    .execute()
  return ended.map((one) => one.userID)
}

interface Looking {
  readonly userID: number
  /** The sign-in session that looks. */
  readonly sessionID: string
  readonly before?: number | undefined
  readonly searchTerm?: string | undefined
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** A person's calls, the latest first. */
export async function callsOf(
  db: Database,
  { userID, sessionID, before, searchTerm = '' }: Looking,
): Promise<{ calls: CallEntry[]; isMore: boolean; missed: number }> {
  const term = filterTerm(searchTerm)
  let wanted = db.selectFrom('callEntries as e').where('e.userID', '=', userID)
  if (before !== undefined) wanted = wanted.where('e.id', '<', before)
  if (term !== '')
    wanted = wanted.where((eb) =>
      eb.exists(
        eb
          .selectFrom('callEntryPeople as p')
          .innerJoin('users as u', 'u.id', 'p.userID')
          .whereRef('p.entryID', '=', 'e.id')
          .where(contains('u.displayName', term))
          .select('p.userID'),
      ),
    )
  const rows = await wanted
    .orderBy('e.id', 'desc')
    .limit(HISTORY_MAX + 1)
    .selectAll('e')
    .execute()
  const shown = rows.slice(0, HISTORY_MAX)
  const people = await db
    .selectFrom('callEntryPeople as p')
    .innerJoin('users as u', 'u.id', 'p.userID')
    .where('p.entryID', 'in', [0, ...shown.map(({ id }) => id)])
    .orderBy('u.displayName')
    .orderBy('u.id')
    .select(['p.entryID', 'u.id as userID', 'u.displayName as name'])
    .execute()
  const peopleOf = Map.groupBy(people, ({ entryID }) => entryID)
  const { missed } = await db
    .selectFrom('callEntries')
    .where('userID', '=', userID)
    .where('direction', '=', 'IN')
    .where('outcome', '=', 'MISSED')
    .where('seenAt', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('missed'))
    .executeTakeFirstOrThrow()
  return {
    missed,
    isMore: rows.length > HISTORY_MAX,
    calls: shown.map(({ id, direction, startedAt, answeredAt, endedAt, outcome, answeredIn, seenAt }) => ({
      ...{ id, direction, started: new Date(startedAt).toISOString() },
      people: (peopleOf.get(id) ?? []).map((one) => ({ userID: one.userID, name: one.name })),
      ...{ answered: iso(answeredAt), ended: iso(endedAt) },
      outcome:
        direction === 'IN' && outcome === 'ANSWERED' && answeredIn !== null && answeredIn !== sessionID
          ? 'ANSWERED_ELSEWHERE'
          : outcome,
      length:
        answeredAt === null || endedAt === null
          ? null
          : Math.max(0, Math.round((endedAt - answeredAt) / 1000)),
      isSeen: seenAt !== null,
    })),
  }
}

/** All calls that somebody missed are seen. */
export async function seeMissed(db: Database, userID: number, now: number): Promise<void> {
  await db
    .updateTable('callEntries')
    .set({ seenAt: now })
    .where('userID', '=', userID)
    .where('outcome', '=', 'MISSED')
    .where('seenAt', 'is', null)
    .execute()
}

export async function favouritesOf(db: Database, userID: number): Promise<number[]> {
  const rows = await db
    .selectFrom('callFavourites')
    .where('userID', '=', userID)
    .orderBy('personID')
    .select('personID')
    .execute()
  return rows.map(({ personID }) => personID)
}

export async function setFavourite(
  db: Database,
  userID: number,
  personID: number,
  isFavourite: boolean,
): Promise<void> {
  if (isFavourite)
    await db
      .insertInto('callFavourites')
      .values({ userID, personID })
      .onConflict((on) => on.doNothing())
      .execute()
  else
    await db
      .deleteFrom('callFavourites')
      .where('userID', '=', userID)
      .where('personID', '=', personID)
      .execute()
}
