import { REQUEST_WORDS } from '#shared/domain/booking.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON, londonDayAfter } from '#shared/domain/london-time.ts'
import { shiftTimes } from '#shared/domain/working-hours.ts'
import type { StoredRequest } from '../booking/requests.ts'
import type { RequestStep, TalkedRequest } from './request-talk.ts'

const DAY = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: LONDON })

function whenOf({ type, start, end }: StoredRequest): string {
  if (type !== 'HOLIDAY') return shiftTimes({ start, end })
  const [first, last] = [DAY.format(start), DAY.format(londonDayAfter(end, -1))]
  return first === last ? first : `${first} – ${last}`
}

/** Where the request is by now, in words and in whose name; null where nothing was said on it yet. */
function stepNow(stored: StoredRequest): RequestStep | null {
  const { state, userID, decidedBy, decidedAt, decisionNote } = stored
  const because = decisionNote === '' ? '' : `: ${decisionNote}`
  // It may come to the same state twice: approved, asked back, kept.
  const said = (by: number | null, words: string, at = decidedAt) => ({
    ...{ key: `${state}-${decidedAt ?? 0}`, userID: by ?? userID, words, at },
  })
  switch (state) {
    case 'PENDING':
      return decidedAt === null ? null : said(decidedBy, `Open again${because}`)
    case 'APPROVED':
      return said(decidedBy, `Approved${because}`)
    case 'DECLINED':
      return said(decidedBy, `Declined${because}`)
    case 'REQUESTED_CANCELATION':
      return said(userID, 'Asks to cancel it', null)
    case 'CANCELLED':
      return decidedAt === null ? said(userID, 'Withdrawn') : said(decidedBy, `Cancelled${because}`)
  }
}

/** A request for holiday, overtime or time off, as its conversation tells it. */
export function talkedBooking(stored: StoredRequest): TalkedRequest {
  const { id, type, userID, userName, reason } = stored
  const what = REQUEST_WORDS[type]
  const now = stepNow(stored)
  return {
    ...{ table: 'bookingRequests', id, name: `${what}: ${userName}, ${whenOf(stored)}`, userIDs: [userID] },
    steps: [
      { key: 'ASKED', at: stored.askedAt, userID, words: `${what}: ${whenOf(stored)}\n${reason}` },
      ...(now ? [now] : []),
    ],
  }
}
