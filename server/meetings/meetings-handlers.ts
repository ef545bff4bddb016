import { findPerson } from '../auth/people.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import type { Meetings } from './meetings.ts'

interface MeetingServices {
  readonly db: Database
  readonly meetings: Meetings
}

/** Meetings, as far as the shell needs them (spec 1 §4.3, 2 §7). */
export function meetingsHandlers({ db, meetings }: MeetingServices): AreaHandlers<'meetings'> {
  async function requireOwn(meetingID: number, { userID }: Caller): Promise<void> {
    if (!(await meetings.hasPerson(meetingID, userID))) throw new Refusal(400, 'meeting.unknown')
  }

  return {
    newMeeting: async ({ start, end, subject, agenda, ids, immediate, chat }, { caller }) => {
      const { permissions, userID: hostID, displayName: hostName } = caller
      const allowed =
        permissions.can('CAN_CREATE_ONE_TO_ONE_MEETINGS') || (immediate && permissions.can('CAN_MAKE_CALL'))
      if (!allowed) throw new Refusal(403, 'accessDenied')
      const times = { start: Date.parse(start), end: Date.parse(end) }
      if (times.end <= times.start) throw new Refusal(400, 'meeting.endsFirst')
      for (const id of new Set(ids))
        if (!(await findPerson(db, id))) throw new Refusal(400, 'person.someUnknown')
      return {
        meetingID: await meetings.add({ ...times, hostID, hostName, subject, agenda, ids, immediate, chat }),
      }
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

    myMeetings: async (_payload, { caller }) => {
      const mine = await meetings.mine(caller.userID)
      return mine.map((one) => ({
        ...one,
        start: new Date(one.start).toISOString(),
        end: new Date(one.end).toISOString(),
      }))
    },

    joinMeeting: async ({ meetingID }, { caller }) => {
      await requireOwn(meetingID, caller)
      await meetings.join(meetingID, caller.userID)
      return { done: true }
    },

    leaveMeeting: async ({ meetingID }, { caller }) => {
      await meetings.leave(caller.userID, meetingID)
      return { done: true }
    },
  }
}
