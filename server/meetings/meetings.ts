import type { ChatAddress } from '#shared/contract/chat-address.ts'
import {
  type MeetingAnswer,
  type MeetingRepeat,
  type MeetingState,
  type MeetingTime,
  meetingStateOf,
} from '#shared/domain/meetings.ts'
import { filterTerm } from '#shared/domain/searching.ts'
import { endFeedback, lostFeedback } from '../activity/feedback-talks.ts'
import { enterMeeting, leaveMeeting } from '../activity/in-meeting.ts'
import { noteJoined, noteLeft } from '../calls/call-entries.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { contains } from '../db/like.ts'
import type { MainPublisher } from '../shell/main-publisher.ts'
import { bindRoom, makeRoom, roomOf } from './meeting-rooms.ts'
import { type Repeats, timesOf } from './meeting-series.ts'
import { openMeetings } from './open-meetings.ts'

/** Who has had no window for so long is in no meeting. Longer than a server's death goes unnoticed. */
const GONE_MS = 120_000

export interface NewMeeting {
  readonly hostID: number
  readonly hostName: string
  readonly subject: string
  readonly agenda: string
  readonly start: number
  readonly end: number
  /** Who takes part, without the host. */
  readonly ids: readonly number[]
  readonly immediate: boolean
  /** The conversation that it is begun from. */
  readonly chat?: ChatAddress | undefined
  readonly repeats?: Repeats | undefined
}

interface Wanted {
  readonly when?: MeetingTime | undefined
  /** In the subject or the host's name. */
  readonly searchTerm?: string | undefined
  readonly meetingID?: number
}

/** As many meetings as a list has. */
const LISTED_MAX = 300

/** What people and guests answered, by meeting; `guests` are how many were asked. */
async function answersOf(db: Database, meetingIDs: readonly number[]) {
  const ids = [0, ...meetingIDs]
  const people = await db
    .selectFrom('meetingPeople')
    .where('meetingID', 'in', ids)
    .where('cancelledAt', 'is', null)
    .where('answer', 'is not', null)
    .groupBy(['meetingID', 'answer'])
    .select(['meetingID', 'answer', (eb) => eb.fn.countAll<number>().as('count')])
    .execute()
  const guests = await db
    .selectFrom('meetingGuests')
    .where('meetingID', 'in', ids)
    .groupBy(['meetingID', 'answer'])
    .select(['meetingID', 'answer', (eb) => eb.fn.countAll<number>().as('count')])
    .execute()
  const counts = new Map<number, Partial<Record<MeetingAnswer | 'guests', number>>>()
  const add = (meetingID: number, what: MeetingAnswer | 'guests' | null, count: number) => {
    const of = counts.get(meetingID) ?? {}
    if (what !== null) of[what] = (of[what] ?? 0) + Number(count)
    counts.set(meetingID, of)
  }
  for (const { meetingID, answer, count } of [...people, ...guests]) add(meetingID, answer, count)
  for (const { meetingID, count } of guests) add(meetingID, 'guests', count)
  return counts
}

/** A meeting in somebody's list. */
export interface ListedMeeting {
  readonly meetingID: number
  readonly host: string
  readonly subject: string
  readonly agenda: string
  readonly start: number
  readonly end: number
  readonly people: number
  readonly here: number
  readonly state: MeetingState
  readonly isHost: boolean
  readonly answer: MeetingAnswer | null
  readonly coming: number
  readonly tentative: number
  readonly notComing: number
  readonly guests: number
  readonly repeats: MeetingRepeat | null
}

/** A meeting and who takes part in it. */
export interface MeetingDetails {
  readonly meetingID: number
  readonly host: string
  readonly subject: string
  readonly agenda: string
  readonly start: number
  readonly end: number
  readonly participants: readonly { userID: number; userName: string; isHere: boolean }[]
  readonly chat: ChatAddress | null
}

/** Told of people who have joined a conversation. */
type PeopleAdded = (threadIDs: readonly number[], userIDs: readonly number[]) => void

/** Told of somebody whose activity is otherwise since they came or went. */
type ActivityChanged = (userID: number) => Promise<void>

/** Meetings, and who is in one now (spec 1 §4.3, 2 §7). */
export class Meetings {
  readonly #db: Database
  readonly #clock: Clock
  readonly #publisher: MainPublisher
  readonly #peopleAdded: PeopleAdded
  readonly #activityChanged: ActivityChanged

  constructor(
    db: Database,
    clock: Clock,
    publisher: MainPublisher,
    peopleAdded: PeopleAdded = () => {},
    activityChanged: ActivityChanged = async () => {},
  ) {
    this.#peopleAdded = peopleAdded
    this.#activityChanged = activityChanged
    this.#db = db
    this.#clock = clock
    this.#publisher = publisher
  }

  /** Makes a meeting. If it is planned, its people are told, and it gets a room. */
  async add(meeting: NewMeeting): Promise<number> {
    const { hostID, hostName, subject, agenda, start, end, immediate, chat } = meeting
    const people = [...new Set([hostID, ...meeting.ids])]
    const times = timesOf({ start, end }, meeting.repeats)
    const { meetingID, roomID } = await this.#db.transaction().execute(async (trx) => {
      const now = this.#clock()
      const announcedAt = immediate ? now : null
      let seriesID: number | null = null
      for (const time of times) {
        const made: { id: number } = await trx
          .insertInto('meetings')
          .values({
            ...{ hostID, subject, agenda, ...time, announcedAt, isImmediate: immediate ? 1 : 0 },
            ...{ seriesID, repeats: meeting.repeats?.rule ?? null },
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        seriesID ??= made.id
        await trx
          .insertInto('meetingPeople')
          .values(
            people.map((userID) => ({
              ...{ meetingID: made.id, userID },
              // Who plans it comes.
              ...(userID === hostID ? { answer: 'COMING' as const, answeredAt: now } : {}),
            })),
          )
          .execute()
      }
      const id = seriesID ?? 0
      if (times.length > 1)
        await trx.updateTable('meetings').set({ seriesID: id }).where('id', '=', id).execute()
      if (chat) await bindRoom(trx, hostID, id, chat)
      const isPlanned = !immediate && !chat
      return {
        meetingID: id,
        roomID: isPlanned ? await makeRoom(trx, { id, subject, people }, this.#clock()) : null,
      }
    })
    if (roomID !== null) this.#peopleAdded([roomID], people)
    for (const userID of people) {
      if (!immediate && userID !== hostID)
        this.#publisher.toUser(userID, 'newMeetingInvite', { host: hostName, subject, agenda })
      await this.tellOpen(userID)
    }
    if (!immediate) this.tellChanged(people)
    return meetingID
  }

  /** Meetings of these people are otherwise: their pages and calendars read them again. */
  tellChanged(userIDs: readonly number[]): void {
    for (const userID of userIDs) {
      this.#publisher.toUser(userID, 'workingDayChange', { entity: 'MEETING', ids: [] })
      this.#publisher.toUser(userID, 'calendarChanged')
    }
  }

  /** How many of the person's meetings haven't ended. */
  openCount(userID: number): Promise<number> {
    return openMeetings(this.#db, userID, this.#clock())
  }

  async tellOpen(userID: number): Promise<void> {
    if (!this.#publisher.isOnline(userID)) return
    this.#publisher.toUser(userID, 'updateOpenMeetingCount', await this.openCount(userID))
  }

  async hasPerson(meetingID: number, userID: number): Promise<boolean> {
    const row = await this.#db
      .selectFrom('meetingPeople')
      .select('userID')
      .where('meetingID', '=', meetingID)
      .where('userID', '=', userID)
      .where('cancelledAt', 'is', null)
      .executeTakeFirst()
    return row !== undefined
  }

  /**
   * The person's meetings: those that haven't ended, or those of a time that is named. The next one comes first, of
   * the past the last one. Calls are listed while they last alone: what came of them is in the list of calls.
   */
  async mine(userID: number, { when, searchTerm = '', meetingID }: Wanted = {}): Promise<ListedMeeting[]> {
    const now = this.#clock()
    let wanted = this.#db
      .selectFrom('meetings as m')
      .innerJoin('meetingPeople as p', 'p.meetingID', 'm.id')
      .innerJoin('users as u', 'u.id', 'm.hostID')
      .where('p.userID', '=', userID)
    const term = filterTerm(searchTerm)
    if (term !== '')
      wanted = wanted.where((eb) => eb.or([contains('m.subject', term), contains('u.displayName', term)]))
    if (meetingID !== undefined) wanted = wanted.where('m.id', '=', meetingID)
    else if (when === 'PAST') wanted = wanted.where('m.end', '<=', now).where('m.isImmediate', '=', 0)
    else {
      wanted = wanted.where('m.end', '>', now)
      if (when === undefined) wanted = wanted.where('p.cancelledAt', 'is', null)
      if (when === 'NOW') wanted = wanted.where('m.start', '<=', now).where('p.cancelledAt', 'is', null)
      if (when === 'UPCOMING') wanted = wanted.where('m.start', '>', now)
    }
    const way = when === 'PAST' ? 'desc' : 'asc'
    const meetings = await wanted
      .select(['m.id as meetingID', 'm.subject', 'm.agenda', 'm.start', 'm.end', 'u.displayName as host'])
      .select(['m.hostID', 'm.repeats', 'p.cancelledAt', 'p.answer'])
      .select((e) =>
        e
          .selectFrom('meetingPeople as all')
          .whereRef('all.meetingID', '=', 'm.id')
          .where((all) => all.or([all('all.cancelledAt', 'is', null), all('m.cancelledAt', 'is not', null)]))
          .select((all) => all.fn.countAll<number>().as('count'))
          .as('people'),
      )
      .select((e) =>
        e
          .selectFrom('meetingPresence as here')
          .whereRef('here.meetingID', '=', 'm.id')
          .select((here) => here.fn.countAll<number>().as('count'))
          .as('here'),
      )
      .orderBy('m.start', way)
      .orderBy('m.id', way)
      .limit(LISTED_MAX)
      .execute()
    const answers = await answersOf(
      this.#db,
      meetings.map((one) => one.meetingID),
    )
    return meetings.map(({ hostID, cancelledAt, ...one }) => {
      const { guests = 0, ...counts } = answers.get(one.meetingID) ?? {}
      return {
        ...one,
        ...{ people: one.people ?? 0, here: one.here ?? 0, isHost: hostID === userID, guests },
        state: meetingStateOf({ ...one, cancelledAt }, now),
        coming: counts.COMING ?? 0,
        tentative: counts.TENTATIVE ?? 0,
        notComing: counts.NOT_COMING ?? 0,
      }
    })
  }

  /** A meeting as that person sees it; null where there is none with that id. */
  async details(meetingID: number, personID: number): Promise<MeetingDetails | null> {
    const meeting = await this.#db
      .selectFrom('meetings as m')
      .innerJoin('users as u', 'u.id', 'm.hostID')
      .where('m.id', '=', meetingID)
      .select(['m.subject', 'm.agenda', 'm.start', 'm.end', 'u.displayName as host'])
      .executeTakeFirst()
    if (!meeting) return null
    const people = await this.#db
      .selectFrom('meetingPeople as p')
      .innerJoin('users as u', 'u.id', 'p.userID')
      .leftJoin('meetingPresence as here', (join) =>
        join.onRef('here.userID', '=', 'p.userID').onRef('here.meetingID', '=', 'p.meetingID'),
      )
      .where('p.meetingID', '=', meetingID)
      .where('p.cancelledAt', 'is', null)
      .select(['u.id as userID', 'u.displayName as userName', 'here.joinedAt'])
      .orderBy('u.displayName')
      .orderBy('u.id')
      .execute()
    const participants = people.map(({ joinedAt, ...one }) => ({ ...one, isHere: joinedAt !== null }))
    const ids = people.map(({ userID }) => userID)
    return { ...meeting, meetingID, participants, chat: await roomOf(this.#db, meetingID, personID, ids) }
  }

  /** Whether the person is in this meeting now. */
  async isIn(meetingID: number, userID: number): Promise<boolean> {
    const row = await this.#db
      .selectFrom('meetingPresence')
      .select('userID')
      .where('userID', '=', userID)
      .where('meetingID', '=', meetingID)
      .executeTakeFirst()
    return row !== undefined
  }

  /** Who joins a meeting leaves the one that they were in; who works does MEETING from then on. */
  async join(meetingID: number, userID: number): Promise<void> {
    const here = { meetingID, joinedAt: this.#clock() }
    const before = await this.#db
      .selectFrom('meetingPresence')
      .where('userID', '=', userID)
      .select('meetingID')
      .executeTakeFirst()
    // They go from one to the other: what they did before both stays what they go back to.
    if (before && before.meetingID !== meetingID) await this.#leave(userID, before.meetingID, false)
    await noteJoined(this.#db, meetingID, userID)
    const attended = this.#db
      .updateTable('meetingPeople')
      .where('meetingID', '=', meetingID)
      .where('userID', '=', userID)
    await attended.set({ leftAt: null }).execute()
    await attended.set({ joinedAt: here.joinedAt }).where('joinedAt', 'is', null).execute()
    const isOther = await this.#db.transaction().execute(async (trx) => {
      await trx
        .insertInto('meetingPresence')
        .values({ userID, ...here })
        .onConflict((conflict) => conflict.column('userID').doUpdateSet(here))
        .execute()
      return enterMeeting(trx, userID, here.joinedAt)
    })
    if (isOther) await this.#activityChanged(userID)
    await this.#tellHost(meetingID)
  }

  /** Who planned a meeting sees who comes and goes. */
  async #tellHost(meetingID: number): Promise<void> {
    const meeting = await this.#db
      .selectFrom('meetings')
      .where('id', '=', meetingID)
      .where('isImmediate', '=', 0)
      .select('hostID')
      .executeTakeFirst()
    if (meeting) this.#publisher.toUser(meeting.hostID, 'workingDayChange', { entity: 'MEETING', ids: [] })
  }

  /** @param meetingID only that meeting; without it, any */
  leave(userID: number, meetingID?: number): Promise<void> {
    return this.#leave(userID, meetingID, true)
  }

  async #leave(userID: number, meetingID: number | undefined, goesBack: boolean): Promise<void> {
    const { gone, isOther, freed } = await this.#db.transaction().execute(async (trx) => {
      let leaving = trx.deleteFrom('meetingPresence').where('userID', '=', userID)
      if (meetingID !== undefined) leaving = leaving.where('meetingID', '=', meetingID)
      const left = await leaving.returning('meetingID').execute()
      // Of two servers the one that noted it switches.
      const doesGoBack = goesBack && left.length > 0
      const over: number[] = []
      for (const one of left) over.push(...(await endFeedback(trx, one.meetingID, this.#clock())))
      const isBack = doesGoBack && (await leaveMeeting(trx, userID, this.#clock()))
      return { gone: left, isOther: isBack, freed: over }
    })
    if (isOther) await this.#activityChanged(userID)
    for (const one of freed) await this.#activityChanged(one)
    for (const left of gone) {
      await this.#db
        .updateTable('meetingPeople')
        .set({ leftAt: this.#clock() })
        .where('meetingID', '=', left.meetingID)
        .where('userID', '=', userID)
        .execute()
      const over = await noteLeft(this.#db, left.meetingID, userID, this.#clock())
      for (const one of over) this.#publisher.toUser(one, 'workingDayChange', { entity: 'CALL', ids: [] })
      await this.#tellHost(left.meetingID)
    }
  }

  /** Nobody answered a call: where it was for feedback and nobody is in it, both go back to what they did. */
  async unanswered(meetingID: number): Promise<void> {
    const freed = await this.#db.transaction().execute(async (trx) => {
      const here = await trx
        .selectFrom('meetingPresence')
        .where('meetingID', '=', meetingID)
        .select('userID')
        .executeTakeFirst()
      return here ? [] : endFeedback(trx, meetingID, this.#clock())
    })
    for (const userID of freed) await this.#activityChanged(userID)
  }

  /** Those who have long had no window are in no meeting: their last ones may have gone with their servers. */
  async forgetGone(): Promise<void> {
    const here = await this.#db
      .selectFrom('meetingPresence')
      .select('userID')
      .where('joinedAt', '<', this.#clock() - GONE_MS)
      .execute()
    for (const { userID } of here) if (!(await this.#publisher.isConnected(userID))) await this.leave(userID)
  }

  /** Tells people once of meetings that begin, and those in an ended one how many are left. */
  async announceDue(): Promise<void> {
    const now = this.#clock()
    await this.#tellEnded(now)
    await this.forgetGone()
    for (const meetingID of await lostFeedback(this.#db, now)) await this.unanswered(meetingID)
    const due = await this.#db
      .selectFrom('meetings')
      .select(['id', 'subject', 'start', 'end'])
      .where('announcedAt', 'is', null)
      .where('cancelledAt', 'is', null)
      .where('start', '<=', now)
      .execute()
    for (const { id, subject, start, end } of due) {
      // Another server may have announced it already.
      const { numUpdatedRows } = await this.#db
        .updateTable('meetings')
        .set({ announcedAt: now })
        .where('id', '=', id)
        .where('announcedAt', 'is', null)
        .executeTakeFirstOrThrow()
      // A meeting that has ended by now isn't announced.
      if (numUpdatedRows !== 1n || end <= now) continue
      const alert = { meetingID: id, title: subject, time: new Date(start).toISOString() }
      for (const { userID } of await this.#peopleOf([id]))
        this.#publisher.toUser(userID, 'meetingStart', alert)
    }
  }

  #peopleOf(meetingIDs: readonly number[]): Promise<{ userID: number }[]> {
    return this.#db
      .selectFrom('meetingPeople')
      .select('userID')
      .distinct()
      .where('cancelledAt', 'is', null)
      .where('meetingID', 'in', meetingIDs)
      .execute()
  }

  /** Nobody reports a meeting's end, so badges are updated by the clock, by the server that notes it first. */
  async #tellEnded(now: number): Promise<void> {
    const ended = await this.#db
      .updateTable('meetings')
      .set({ endToldAt: now })
      .where('endToldAt', 'is', null)
      .where('end', '<=', now)
      .returning('id')
      .execute()
    if (ended.length === 0) return
    for (const { userID } of await this.#peopleOf(ended.map(({ id }) => id))) await this.tellOpen(userID)
  }
}
