import type { RingingEntry } from '#shared/contract/call-entities.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import type { MeetingRole } from '../../../services/calls/meetings.ts'

const status: Readonly<Record<RingingEntry['status'], string>> = {
  RINGING: 'Ringing…',
  CONNECTING: 'Connecting…',
}

/** What the cards in the corner say (spec 1 §2.8, §4.3). */
export const CORNER_TEXT = {
  incoming: 'Incoming call',
  calls: (title: string) => `${title}: calling you`,
  accept: 'Accept',
  decline: 'Decline',
  ringing: 'Calling',
  status,
  hangUp: 'Hang up',
  meetingStarts: 'Meeting alert',
  meetingAt: (time: string, role: MeetingRole) =>
    role === 'manager' ? `Starts at ${time}. You join as manager.` : `Starts at ${time}.`,
  join: 'Join Meeting',
  notNow: 'Not now',
  quest: 'Quest news',
  great: 'Great',
  next: (count: number) => `Next (${count})`,
} as const

const clock = dateFormat({ hour: '2-digit', minute: '2-digit' })

/** The time of day of an ISO time, as people here write it. */
export const timeOf = (iso: string): string => clock.format(Date.parse(iso))
