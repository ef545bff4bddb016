import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import type { Reached } from '../auth/link-origin.ts'
import { findPerson } from '../auth/people.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import type { Outbox } from '../mail/outbox.ts'
import { type KeptNotification, keepNotifications } from '../notifications/notification-store.ts'
import type { PublicLinks } from '../public/link-store.ts'
import { Refusal } from '../refusal.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import type { FilingDesk } from '../tasks/files.ts'
import { taskPublisher } from '../tasks/publisher.ts'
import { addAction } from './meeting-actions.ts'
import { addFile, readFile, removeFile } from './meeting-files.ts'
import { type AskedMeeting, askGuests, guestsOf, tellGuests, uninviteGuests } from './meeting-guests.ts'
import {
  answerMeetings,
  cancelMeetings,
  changeMeetings,
  conflictsOf,
  meantBy,
  peopleOf,
  recordOf,
  requireHost,
} from './meeting-records.ts'
import { prolong } from './meeting-series.ts'

const DAY = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: LONDON })
const WHEN = dateFormat({
  ...{ weekday: 'short', day: 'numeric', month: 'short' },
  ...{ hour: '2-digit', minute: '2-digit', timeZone: LONDON },
})
const DONE = { done: true } as const

interface MeetingServices {
  readonly db: Database
  readonly clock: Clock
  readonly shell: Pick<LiveShell, 'main' | 'meetingBoard'>
  readonly files: FilingDesk['files']
  readonly publicLinks: PublicLinks
  readonly outbox: Pick<Outbox, 'post'>
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
  /** The origin of the links. */
  readonly originOf: (reached: Reached) => string
}

/** Meetings: as far as the shell needs them (spec 1 §4.3, 2 §7), and as records (spec 6 §2.3). */
export function meetingsHandlers(services: MeetingServices): AreaHandlers<'meetings'> {
  const { db, clock, publisher, shell } = services
  const meetings = shell.meetingBoard
  const tasks: FilingDesk = {
    ...{ db, clock, files: services.files },
    publisher: taskPublisher(shell, (kept) => publisher.notified(kept)),
  }

  async function requireOwn(meetingID: number, { userID }: Caller): Promise<void> {
    if (!(await meetings.hasPerson(meetingID, userID))) throw new Refusal(400, 'meeting.unknown')
  }
  async function requirePeople(ids: readonly number[]): Promise<void> {
    for (const id of new Set(ids))
      if (!(await findPerson(db, id))) throw new Refusal(400, 'person.someUnknown')
  }
  const guestParts = (reached: Reached) => ({
    ...{ db, publicLinks: services.publicLinks, outbox: services.outbox },
    ...{ origin: services.originOf(reached), now: clock() },
  })
  const asked = async (meetingID: number): Promise<AskedMeeting> =>
    db
      .selectFrom('meetings as m')
      .innerJoin('users as u', 'u.id', 'm.hostID')
      .where('m.id', '=', meetingID)
      .select(['m.id', 'm.subject', 'm.agenda', 'm.start', 'm.end', 'm.hostID', 'm.repeats'])
      .select('u.displayName as host')
      .executeTakeFirstOrThrow()

  /** Everybody's pages read the meeting again. */
  async function tellPages(meetingID: number): Promise<void> {
    const { hostID } = await asked(meetingID)
    meetings.tellChanged([hostID, ...(await peopleOf(db, [meetingID], hostID))])
  }

  /** Tells people of a meeting, in words, once each; and their pages. */
  async function tell(
    { id, subject, start }: AskedMeeting,
    words: string,
    people: readonly number[],
  ): Promise<void> {
    const kept = await keepNotifications(
      db,
      clock(),
      people.map((userID) => ({
        ...{ userID, type: 'NEW_UPDATE' as const, source: 'MEETING', sourceID: id },
        ...{ subject: `Meeting: ${id}, ${subject}, ${words}`, body: WHEN.format(start) },
      })),
    )
    publisher.notified(kept)
    for (const userID of people) await meetings.tellOpen(userID)
  }

  return {
    newMeeting: async ({ start, end, guests = [], repeats, ...wanted }, { caller, ...reached }) => {
      const { permissions, userID: hostID, displayName: hostName } = caller
      const { immediate, ids } = wanted
      const allowed =
        permissions.can('CAN_CREATE_ONE_TO_ONE_MEETINGS') || (immediate && permissions.can('CAN_MAKE_CALL'))
      if (!allowed) throw new Refusal(403, 'accessDenied')
      const times = { start: Date.parse(start), end: Date.parse(end) }
      if (times.end <= times.start) throw new Refusal(400, 'meeting.endsFirst')
      if (ids.length + guests.length === 0) throw new Refusal(400, 'meeting.nobody')
      await requirePeople(ids)
      const planned = immediate ? {} : { repeats }
      const meetingID = await meetings.add({ ...wanted, ...times, ...planned, hostID, hostName })
      if (!immediate && guests.length > 0) {
        const all = await meantBy(db, { meetingID, scope: 'ALL', now: Math.min(clock(), times.start) })
        await askGuests(
          guestParts(reached),
          await asked(meetingID),
          all.map(({ id }) => id),
          guests,
        )
      }
      if (!immediate) {
        const others = [...new Set(ids)].filter((id) => id !== hostID)
        await tell(await asked(meetingID), `${hostName} invites you`, others)
      }
      return { meetingID }
    },

    meetingDetails: async ({ meetingID }, { caller }) => {
      await requireOwn(meetingID, caller)
      const details = await meetings.details(meetingID, caller.userID)
      if (!details) throw new Refusal(400, 'meeting.unknown')
      return {
        ...details,
        participants: [...details.participants],
        start: new Date(details.start).toISOString(),
        end: new Date(details.end).toISOString(),
      }
    },

    myMeetings: async (wanted, { caller }) => {
      const mine = await meetings.mine(caller.userID, {
        when: wanted?.when,
        searchTerm: wanted?.searchTerm,
      })
      return mine.map((one) => ({
        ...one,
        start: new Date(one.start).toISOString(),
        end: new Date(one.end).toISOString(),
      }))
    },

    meetingRecord: ({ meetingID }, { caller }) => recordOf(db, meetings, meetingID, caller.userID),

    meetingConflicts: async ({ start, end, ...wanted }) => {
      const times = { start: Date.parse(start), end: Date.parse(end) }
      if (times.end <= times.start) throw new Refusal(400, 'meeting.endsFirst')
      const { ids, meetingID } = wanted
      return conflictsOf(db, { ids, ...times, ...(meetingID === undefined ? {} : { meetingID }) }, clock())
    },

    updateMeeting: async ({ meetingID, version, scope, set }, { caller, ...reached }) => {
      const now = clock()
      await requireHost(db, meetingID, caller.userID)
      const meant = await meantBy(db, { meetingID, scope, now })
      if (version !== undefined && version !== meant[0]?.version)
        throw new Refusal(409, 'meeting.changedMeanwhile')
      const { ids, guests, subject, agenda } = set
      if (ids) await requirePeople(ids)
      const meantIDs = meant.map(({ id }) => id)
      const guestsBefore = (await guestsOf(db, meantIDs)).map(({ email }) => email)
      const times = {
        start: set.start === undefined ? undefined : Date.parse(set.start),
        end: set.end === undefined ? undefined : Date.parse(set.end),
      }
      const { until } = set
      const { changed, addedIDs } = await db.transaction().execute(async (trx) => ({
        changed: await changeMeetings(trx, caller.userID, meant, { ids, subject, agenda, ...times }, now),
        addedIDs: until === undefined ? [] : await prolong(trx, { meetingID, until, now }),
      }))
      const meeting = await asked(meetingID)
      const wanted = guests?.map((email) => email.toLowerCase()) ?? guestsBefore
      const parts = guestParts(reached)
      const gone = guestsBefore.filter((email) => !wanted.includes(email))
      // Those that are added have the last one's people: what is said of this one alone isn't of them.
      const allIDs = [...meantIDs, ...addedIDs]
      const askedIDs = scope === 'THIS' ? meantIDs : allIDs
      await uninviteGuests(parts, meeting, askedIDs, gone)
      if (changed.isMoved || subject !== undefined || agenda !== undefined || addedIDs.length > 0)
        await tellGuests(parts, meeting, allIDs)
      await askGuests(
        parts,
        meeting,
        askedIDs,
        wanted.filter((email) => !guestsBefore.includes(email)),
      )
      if (
        (ids || guests) &&
        (await peopleOf(db, meantIDs, caller.userID)).length === 0 &&
        (await guestsOf(db, meantIDs)).length === 0
      )
        throw new Refusal(400, 'meeting.nobody')
      const known = [...changed.stayed, ...changed.added]
      const others = addedIDs.length === 0 ? [] : await peopleOf(db, addedIDs, caller.userID)
      const stayed = [...changed.stayed, ...others.filter((userID) => !known.includes(userID))]
      const longer = until === undefined ? 'was changed' : `goes on until ${DAY.format(Date.parse(until))}`
      await tell(meeting, changed.isMoved ? 'is at another time' : longer, stayed)
      await tell(meeting, `${meeting.host} invites you`, changed.added)
      await tell(meeting, 'you are no longer invited', changed.removed)
      meetings.tellChanged([caller.userID, ...stayed, ...changed.added, ...changed.removed])
      const after = await db
        .selectFrom('meetings')
        .where('id', '=', meetingID)
        .select('version')
        .executeTakeFirstOrThrow()
      return { meetingID, version: after.version }
    },

    cancelMeeting: async ({ meetingID, scope }, { caller, ...reached }) => {
      const now = clock()
      await requireHost(db, meetingID, caller.userID)
      const meant = await meantBy(db, { meetingID, scope, now })
      const meantIDs = meant.map(({ id }) => id)
      const people = await peopleOf(db, meantIDs, caller.userID)
      const meeting = await asked(meetingID)
      const guests = (await guestsOf(db, meantIDs)).map(({ email }) => email)
      await cancelMeetings(db, meant, now)
      await uninviteGuests(guestParts(reached), meeting, meantIDs, guests)
      await tell(meeting, 'was cancelled', people)
      await meetings.tellOpen(caller.userID)
      meetings.tellChanged([caller.userID, ...people])
      return DONE
    },

    answerInvitation: async ({ meetingID, answer, scope }, { caller }) => {
      await requireOwn(meetingID, caller)
      const now = clock()
      await answerMeetings(db, caller.userID, await meantBy(db, { meetingID, scope, now }), answer, now)
      const { hostID } = await asked(meetingID)
      meetings.tellChanged([...new Set([hostID, caller.userID])])
      return DONE
    },

    meetingNotes: async ({ meetingID, notes, seen }, { caller }) => {
      await requireOwn(meetingID, caller)
      const { numUpdatedRows } = await db
        .updateTable('meetings')
        .set({ notes })
        .where('id', '=', meetingID)
        .where('notes', 'in', [seen, notes])
        .executeTakeFirstOrThrow()
      if (numUpdatedRows !== 1n) throw new Refusal(409, 'meeting.changedMeanwhile')
      await tellPages(meetingID)
      return DONE
    },

    addMeetingFile: async ({ meetingID, file }, { caller }) => {
      await requireOwn(meetingID, caller)
      await addFile(tasks, caller.userID, meetingID, file)
      await tellPages(meetingID)
      return DONE
    },

    removeMeetingFile: async (file, { caller }) => {
      await requireOwn(file.meetingID, caller)
      await removeFile(tasks, caller.userID, file)
      await tellPages(file.meetingID)
      return DONE
    },

    downloadMeetingFile: async (file, { caller }) => {
      // As the meeting's page, which shows it.
      const [listed] = await meetings.mine(caller.userID, { meetingID: file.meetingID })
      if (!listed) throw new Refusal(400, 'meeting.unknown')
      return readFile(tasks, file)
    },

    addMeetingAction: async (action, { caller }) => {
      await requireOwn(action.meetingID, caller)
      const taskID = await addAction(tasks, caller, action)
      await tellPages(action.meetingID)
      return { taskID }
    },

    joinMeeting: async ({ meetingID }, { caller }) => {
      await requireOwn(meetingID, caller)
      await meetings.join(meetingID, caller.userID)
      return DONE
    },

    leaveMeeting: async ({ meetingID }, { caller }) => {
      await meetings.leave(caller.userID, meetingID)
      return DONE
    },
  }
}
