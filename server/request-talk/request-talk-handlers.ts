import { requireRequest } from '../booking/requests.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import { requireShiftRequest } from '../shift-requests/stored.ts'
import { talkedBooking } from './booking-talk.ts'
import { openTalk, type TalkParts } from './request-talk.ts'
import { talkedShift } from './shift-talk.ts'

/** What is said about requests, by their people and who decides on them (spec 4 §4.2.2, §4.5.6). */
export function requestTalkHandlers({ db, clock, hub }: TalkParts): AreaHandlers<'requestTalk'> {
  const parts = { db, clock, hub }
  return {
    shiftRequestTalk: async ({ id }, { caller }) => {
      const talked = talkedShift(await requireShiftRequest(db, id))
      if (!talked.userIDs.includes(caller.userID) && !caller.permissions.can('IRESOURCE_CAN_PROCESS_SHIFT'))
        throw new Refusal(404, 'record.gone', { one: 'shift request' })
      return openTalk(parts, talked, caller.userID)
    },

    bookingTalk: async ({ id }, { caller }) => {
      const stored = await requireRequest(db, id)
      if (stored.userID !== caller.userID && !caller.permissions.can('IRESOURCE_CAN_SEE_BOOKINGS'))
        throw new Refusal(400, 'booking.gone')
      return openTalk(parts, talkedBooking(stored), caller.userID)
    },
  }
}
