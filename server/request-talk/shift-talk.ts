import { SHIFT_REQUEST_WORDS } from '#shared/domain/shift-requests.ts'
import { shiftTimes } from '#shared/domain/working-hours.ts'
import type { StoredShiftRequest } from '../shift-requests/stored.ts'
import type { RequestStep, TalkedRequest } from './request-talk.ts'

/** The times that were proposed when it was declined, and what its person said to them. */
function proposalSteps(stored: StoredShiftRequest): RequestStep[] {
  const { proposedStart, proposedEnd, proposalAnswer, byUserID, decidedBy, decidedAt } = stored
  if (proposedStart === null || proposedEnd === null) return []
  const when = shiftTimes({ start: proposedStart, end: proposedEnd })
  const step = { key: 'PROPOSED', userID: decidedBy ?? byUserID, words: `Offered: ${when}`, at: decidedAt }
  if (proposalAnswer === null) return [step]
  const words = `${proposalAnswer === 'AGREED' ? 'Agreed to' : 'Said no to'} ${when}`
  return [step, { key: `PROPOSAL_${proposalAnswer}`, userID: byUserID, words, at: stored.proposalAnsweredAt }]
}

/** Where the request is by now, in words and in whose name; null where nothing was said on it yet. */
function stepNow(stored: StoredShiftRequest): RequestStep | null {
  const { state, byUserID, toUserID, toName, decidedBy, decidedAt, decisionNote, isByRule, type } = stored
  const because = decisionNote === '' ? '' : `: ${decisionNote}`
  const said = (userID: number | null, words: string, at = decidedAt) => ({
    ...{ key: state, userID: userID ?? byUserID, words, at },
  })
  switch (state) {
    case 'PENDING':
    case 'OFFERED':
      return null
    case 'ACCEPTED':
      return said(toUserID, 'Accepted')
    case 'REFUSED':
      return said(toUserID, 'Refused')
    case 'CANCELLED':
      return said(byUserID, 'Withdrawn')
    case 'EXPIRED':
      return said(byUserID, 'Expired: nobody decided on it in time', stored.expiresAt)
    case 'DECLINED':
      return said(decidedBy, `Declined${because}`)
    case 'APPROVED':
      if (isByRule === 1) return said(byUserID, 'Approved by the system')
      return said(
        decidedBy,
        type === 'DROP' && toName !== null ? `Covered by ${toName}${because}` : `Approved${because}`,
      )
  }
}

/** A request about a shift, as its conversation tells it. */
export function talkedShift(stored: StoredShiftRequest): TalkedRequest {
  const { id, type, byName, byUserID, toUserID, shiftStart, shiftEnd, newStart, newEnd, splitAt } = stored
  const what = SHIFT_REQUEST_WORDS[type]
  const when = shiftTimes({ start: shiftStart, end: shiftEnd })
  const wanted =
    newStart !== null && newEnd !== null
      ? ` to ${shiftTimes({ start: newStart, end: newEnd })}`
      : splitAt !== null
        ? ` at ${shiftTimes({ start: splitAt, end: splitAt }).split('–').at(-1)}`
        : ''
  const now = stepNow(stored)
  return {
    ...{ table: 'shiftRequests', id, name: `${what}: ${byName}, ${when}` },
    // A dropped shift's new owner is told by the shift; what its old one wrote isn't theirs to read.
    userIDs: [byUserID, ...(toUserID === null || type === 'DROP' ? [] : [toUserID])],
    steps: [
      {
        key: 'ASKED',
        at: stored.askedAt,
        userID: byUserID,
        words: `${what}: ${when}${wanted}\n${stored.reason}`,
      },
      ...(now ? [now] : []),
      ...proposalSteps(stored),
    ],
  }
}
