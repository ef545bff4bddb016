import type { MeetingConflict, MeetingRecord } from '#shared/contract/meetings.ts'
import type { SeriesScope } from '#shared/domain/calendar.ts'
import { type MeetingAnswer, movedOnWall, wallBetween } from '#shared/domain/meetings.ts'
import { busyOf } from '../calendar/providers.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { actionsOf } from './meeting-actions.ts'
import { filesOf } from './meeting-files.ts'
import type { Meetings } from './meetings.ts'

/** A day's longest meeting before what is asked about it: what begins earlier can't reach into it. */
const DAY_MS = 86_400_000
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** Kinds of events that say nothing of what somebody does then. */
const THEIRS: ReadonlySet<string> = new Set(['PERSONAL', 'MEDICAL_APPOINTMENT', 'SICK', 'ABSENCE', 'AWOL'])

/** What these people have at that time, but for the meeting that is changed. */
export async function conflictsOf(
  db: Database,
  { ids, start, end, meetingID }: { ids: readonly number[]; start: number; end: number; meetingID?: number },
  now: number,
): Promise<MeetingConflict[]> {
  const people = await db
    .selectFrom('users')
    .where('id', 'in', [0, ...ids])
    .orderBy('displayName')
    .orderBy('id')
    .select(['id', 'displayName'])
    .execute()
  const found: MeetingConflict[] = []
  for (const { id: userID, displayName: name } of people) {
    const query = { userID, userName: name, from: start - DAY_MS, to: end }
    const events = await busyOf(db, query, now)
    for (const { eventType, eventStart, eventEnd, meta } of events) {
      if (Date.parse(eventStart) >= end || Date.parse(eventEnd) <= start) continue
      if (meta.kind === 'meeting' && meta.recordID === meetingID) continue
      const event = THEIRS.has(eventType) ? 'BLOCKED' : eventType
      found.push({ userID, name, event, start: eventStart, end: eventEnd })
    }
  }
  return found
}

/** A meeting as somebody who is, or was, invited to it sees it. @throws Refusal 400 */
export async function recordOf(
  db: Database,
  meetings: Pick<Meetings, 'mine'>,
  meetingID: number,
  userID: number,
): Promise<MeetingRecord> {
  const [listed] = await meetings.mine(userID, { meetingID })
  if (!listed) throw new Refusal(400, 'meeting.unknown')
  const { version, notes, hostID, seriesID } = await db
    .selectFrom('meetings')
    .where('id', '=', meetingID)
    .select(['version', 'notes', 'hostID', 'seriesID'])
    .executeTakeFirstOrThrow()
  const last = await db
    .selectFrom('meetings')
    .where('seriesID', '=', seriesID)
    .where('cancelledAt', 'is', null)
    .orderBy('start', 'desc')
    .select('start')
    .executeTakeFirst()
  const people = await db
    .selectFrom('meetingPeople as p')
    .innerJoin('users as u', 'u.id', 'p.userID')
    .leftJoin('meetingPresence as here', (join) =>
      join.onRef('here.userID', '=', 'p.userID').onRef('here.meetingID', '=', 'p.meetingID'),
    )
    .where('p.meetingID', '=', meetingID)
    .$if(listed.state !== 'CANCELLED', (query) => query.where('p.cancelledAt', 'is', null))
    .orderBy('u.displayName')
    .orderBy('u.id')
    .select(['u.id as userID', 'u.displayName as userName', 'p.answer', 'p.joinedAt', 'p.leftAt'])
    .select('here.joinedAt as hereSince')
    .execute()
  const invited = await db
    .selectFrom('meetingGuests')
    .where('meetingID', '=', meetingID)
    .orderBy('email')
    .select(['email', 'name', 'answer'])
    .execute()
  return {
    ...listed,
    ...{ start: new Date(listed.start).toISOString(), end: new Date(listed.end).toISOString() },
    ...{ version, notes, hostID, invited, actions: await actionsOf(db, meetingID) },
    until: iso(last?.start ?? null),
    files: await filesOf(db, meetingID, { userID, isHost: listed.isHost }),
    participants: people.map(({ joinedAt, leftAt, hereSince, ...one }) => ({
      ...one,
      ...{ isHere: hereSince !== null, joined: iso(joinedAt), left: iso(leftAt) },
    })),
  }
}

/** A meeting, or one of a series, that can still be changed. */
export interface StandingMeeting {
  readonly id: number
  readonly start: number
  readonly end: number
  readonly subject: string
  readonly agenda: string
  readonly version: number
  readonly seriesID: number | null
}

/**
 * The meetings of a series that are meant, and are still to come: this one, it and those that follow, or all. This one
 * comes first. @throws Refusal 400 for one that isn't the person's, has ended or was cancelled
 */
export async function meantBy(
  db: Database,
  { meetingID, scope, now }: { meetingID: number; scope: SeriesScope; now: number },
): Promise<StandingMeeting[]> {
  const fields = ['id', 'start', 'end', 'subject', 'agenda', 'version', 'seriesID', 'cancelledAt'] as const
  const one = await db
    .selectFrom('meetings')
    .where('id', '=', meetingID)
    .select(fields)
    .executeTakeFirstOrThrow()
  if (one.cancelledAt !== null) throw new Refusal(400, 'meeting.cancelled')
  if (one.end <= now) throw new Refusal(400, 'meeting.over')
  if (scope === 'THIS' || one.seriesID === null) return [one]
  const others = await db
    .selectFrom('meetings')
    .where('seriesID', '=', one.seriesID)
    .where('id', '!=', meetingID)
    .where('cancelledAt', 'is', null)
    // What has begun is as it was.
    .where('start', '>', scope === 'FOLLOWING' ? one.start : now)
    .orderBy('start')
    .orderBy('id')
    .select(fields)
    .execute()
  return [one, ...others]
}

/** @throws Refusal 400 where it isn't the person's to change, as for one that isn't there */
export async function requireHost(db: Database, meetingID: number, userID: number): Promise<void> {
  const own = await db
    .selectFrom('meetings')
    .where('id', '=', meetingID)
    .where('hostID', '=', userID)
    .where('isImmediate', '=', 0)
    .select('id')
    .executeTakeFirst()
  if (!own) throw new Refusal(400, 'meeting.unknown')
  const talk = await db
    .selectFrom('oneToOnes')
    .where('meetingID', '=', meetingID)
    .select('id')
    .executeTakeFirst()
  const coaching = await db
    .selectFrom('coachingSessions')
    .where('meetingID', '=', meetingID)
    .select('id')
    .executeTakeFirst()
  // Their time stands in another record, which would know nothing of it.
  if (talk || coaching) throw new Refusal(400, 'meeting.elsewhere')
}

interface MeetingChange {
  readonly subject?: string | undefined
  readonly agenda?: string | undefined
  /** In milliseconds since 1970. */
  readonly start?: number | undefined
  readonly end?: number | undefined
  /** Who takes part, without the host. */
  readonly ids?: readonly number[] | undefined
}

/** What a change came to. */
export interface MeetingChanged {
  readonly version: number
  readonly isMoved: boolean
  /** Who was in it before and is still, who is new, and who isn't asked any more: all without the host. */
  readonly stayed: readonly number[]
  readonly added: readonly number[]
  readonly removed: readonly number[]
}

/** Who takes part in any of these meetings, without their host. */
export async function peopleOf(
  db: Database,
  meetingIDs: readonly number[],
  hostID: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('meetingPeople')
    .where('meetingID', 'in', meetingIDs)
    .where('userID', '!=', hostID)
    .where('cancelledAt', 'is', null)
    .orderBy('userID')
    .select('userID')
    .distinct()
    .execute()
  return rows.map(({ userID }) => userID)
}

/**
 * Changes these meetings. Of several the time moves by as much of the clock on the wall, so that what one of them had
 * for itself stays; another time asks everybody anew. @throws Refusal 409 where one was changed meanwhile
 */
export async function changeMeetings(
  db: Database,
  hostID: number,
  meant: readonly StandingMeeting[],
  { subject, agenda, start, end, ids }: MeetingChange,
  now: number,
): Promise<MeetingChanged> {
  const [one] = meant
  if (!one) throw new Refusal(400, 'meeting.unknown')
  const by = start === undefined ? 0 : wallBetween(one.start, start)
  const length = wallBetween(start ?? one.start, end ?? (start ?? one.start) + (one.end - one.start))
  if (length <= 0) throw new Refusal(400, 'meeting.endsFirst')
  const isMoved = by !== 0 || length !== wallBetween(one.start, one.end)
  const before = await peopleOf(
    db,
    meant.map(({ id }) => id),
    hostID,
  )
  const wanted = ids === undefined ? before : [...new Set(ids)].filter((id) => id !== hostID)
  const removed = before.filter((id) => !wanted.includes(id))
  const added = wanted.filter((id) => !before.includes(id))
  for (const meeting of meant) {
    const from = isMoved ? movedOnWall(meeting.start, by) : meeting.start
    const { numUpdatedRows } = await db
      .updateTable('meetings')
      .set({
        ...(subject === undefined ? {} : { subject }),
        ...(agenda === undefined ? {} : { agenda }),
        // Its people are told of its new beginning.
        ...(isMoved ? { start: from, end: movedOnWall(from, length), announcedAt: null } : {}),
        version: meeting.version + 1,
      })
      .where('id', '=', meeting.id)
      .where('version', '=', meeting.version)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows !== 1n) throw new Refusal(409, 'meeting.changedMeanwhile')
    if (removed.length > 0)
      await db
        .updateTable('meetingPeople')
        .set({ cancelledAt: now })
        .where('meetingID', '=', meeting.id)
        .where('userID', 'in', removed)
        .execute()
    if (wanted.length > 0)
      await db
        .insertInto('meetingPeople')
        .values(wanted.map((userID) => ({ meetingID: meeting.id, userID })))
        .onConflict((on) => on.columns(['meetingID', 'userID']).doUpdateSet({ cancelledAt: null }))
        .execute()
    if (isMoved) {
      await db
        .updateTable('meetingPeople')
        .set({ answer: null, answeredAt: null })
        .where('meetingID', '=', meeting.id)
        .where('userID', '!=', hostID)
        .execute()
      await db
        .updateTable('meetingGuests')
        .set({ answer: null, answeredAt: null })
        .where('meetingID', '=', meeting.id)
        .execute()
    }
  }
  return {
    ...{ version: one.version + 1, isMoved, added, removed },
    stayed: before.filter((id) => wanted.includes(id)),
  }
}

/** Cancels these meetings, for everybody. */
export async function cancelMeetings(
  db: Database,
  meant: readonly StandingMeeting[],
  now: number,
): Promise<void> {
  const ids = meant.map(({ id }) => id)
  await db
    .updateTable('meetings')
    .set((eb) => ({ cancelledAt: now, version: eb('version', '+', 1) }))
    .where('id', 'in', ids)
    .execute()
  await db
    .updateTable('meetingPeople')
    .set({ cancelledAt: now })
    .where('meetingID', 'in', ids)
    .where('cancelledAt', 'is', null)
    .execute()
}

/** Writes down what somebody answers. @throws Refusal 400 where they aren't invited */
export async function answerMeetings(
  db: Database,
  userID: number,
  meant: readonly StandingMeeting[],
  answer: MeetingAnswer,
  now: number,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('meetingPeople')
    .set({ answer, answeredAt: now })
    .where(
      'meetingID',
      'in',
      meant.map(({ id }) => id),
    )
    .where('userID', '=', userID)
    .where('cancelledAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new Refusal(400, 'meeting.unknown')
}

/** A guest's answer by their link. @returns the meetings' hosts */
export async function answerAsGuest(
  db: Database,
  linkID: number,
  { name, answer }: { readonly name: string; readonly answer: MeetingAnswer },
  now: number,
): Promise<number[]> {
  const answered = await db
    .updateTable('meetingGuests')
    .set({ name, answer, answeredAt: now })
    .where('linkID', '=', linkID)
    .returning('meetingID')
    .execute()
  if (answered.length === 0) return []
  const hosts = await db
    .selectFrom('meetings')
    .where(
      'id',
      'in',
      answered.map(({ meetingID }) => meetingID),
    )
    .select('hostID')
    .distinct()
    .execute()
  return hosts.map(({ hostID }) => hostID)
}
