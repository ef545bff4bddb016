import type { ChatAddress } from '#shared/contract/chat-address.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { MainPublisher } from '../shell/main-publisher.ts'
import { bindRoom, makeRoom, roomOf } from './meeting-rooms.ts'
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

/** Meetings, and who is in one now (spec 1 §4.3, 2 §7). */
export class Meetings {
  readonly #db: Database
  readonly #clock: Clock
  readonly #publisher: MainPublisher
  readonly #peopleAdded: PeopleAdded

  constructor(db: Database, clock: Clock, publisher: MainPublisher, peopleAdded: PeopleAdded = () => {}) {
    this.#peopleAdded = peopleAdded
    this.#db = db
    this.#clock = clock
    this.#publisher = publisher
  }

  /** Makes a meeting. If it is planned, its people are told, and it gets a room. */
  async add(meeting: NewMeeting): Promise<number> {
    const { hostID, hostName, subject, agenda, start, end, immediate, chat } = meeting
    const people = [...new Set([hostID, ...meeting.ids])]
    const { meetingID, roomID } = await this.#db.transaction().execute(async (trx) => {
      const announcedAt = immediate ? this.#clock() : null
      const { id } = await trx
        .insertInto('meetings')
        .values({ hostID, subject, agenda, start, end, announcedAt, isImmediate: immediate ? 1 : 0 })
        .returning('id')
        .executeTakeFirstOrThrow()
      await trx
        .insertInto('meetingPeople')
        .values(people.map((userID) => ({ meetingID: id, userID })))
        .execute()
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
    return meetingID
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
      .executeTakeFirst()
    return row !== undefined
  }

  /** The person's meetings that haven't ended, the next one first. */
  async mine(userID: number): Promise<ListedMeeting[]> {
    const meetings = await this.#db
      .selectFrom('meetings as m')
      .innerJoin('meetingPeople as p', 'p.meetingID', 'm.id')
      .innerJoin('users as u', 'u.id', 'm.hostID')
      .where('p.userID', '=', userID)
      .where('m.end', '>', this.#clock())
      .select(['m.id as meetingID', 'm.subject', 'm.agenda', 'm.start', 'm.end', 'u.displayName as host'])
      .select((e) =>
        e
          .selectFrom('meetingPeople as all')
          .whereRef('all.meetingID', '=', 'm.id')
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
      .orderBy('m.start')
      .orderBy('m.id')
      .execute()
    return meetings.map((one) => ({ ...one, people: one.people ?? 0, here: one.here ?? 0 }))
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
      .select(['u.id as userID', 'u.displayName as userName', 'here.joinedAt'])
      .orderBy('u.displayName')
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

  /** Who joins a meeting leaves the one that they were in. */
  async join(meetingID: number, userID: number): Promise<void> {
    const here = { meetingID, joinedAt: this.#clock() }
    await this.#db
      .insertInto('meetingPresence')
      .values({ userID, ...here })
      .onConflict((conflict) => conflict.column('userID').doUpdateSet(here))
      .execute()
  }

  /** @param meetingID only that meeting; without it, any */
  async leave(userID: number, meetingID?: number): Promise<void> {
    let left = this.#db.deleteFrom('meetingPresence').where('userID', '=', userID)
    if (meetingID !== undefined) left = left.where('meetingID', '=', meetingID)
    await left.execute()
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
    const due = await this.#db
      .selectFrom('meetings')
      .select(['id', 'subject', 'start', 'end'])
      .where('announcedAt', 'is', null)
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
