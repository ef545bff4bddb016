import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { MEETING_WORDS, type MeetingRepeat } from '#shared/domain/meetings.ts'
import type { Database } from '../db/database.ts'
import { type GuestMeeting, guestMeetingLetter } from '../mail/letters.ts'
import type { Outbox } from '../mail/outbox.ts'
import type { PublicLinks } from '../public/link-store.ts'
import { PUBLIC_PATHS } from '../public/public-link-handlers.ts'
import { GUEST_AFTER_DAYS } from './meeting-series.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const WHEN = dateFormat({
  ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit', timeZone: LONDON },
})

export interface GuestParts {
  readonly db: Database
  readonly publicLinks: Pick<PublicLinks, 'issue'>
  readonly outbox: Pick<Outbox, 'post'>
  /** The origin of the links. */
  readonly origin: string
  readonly now: number
}

/** The meeting that guests are asked to; of a series its next one. */
export interface AskedMeeting {
  readonly id: number
  readonly subject: string
  readonly agenda: string
  readonly start: number
  readonly end: number
  readonly host: string
  readonly hostID: number
  readonly repeats: MeetingRepeat | null
}

const subjectOf = ({ id, subject, agenda, start, end, host }: AskedMeeting) => ({
  ...{ meetingID: id, subject, agenda, host, startsAt: new Date(start).toISOString() },
  minutes: Math.max(1, Math.min(24 * 60, Math.round((end - start) / MINUTE_MS))),
})

const aboutOf = (meeting: AskedMeeting): Omit<GuestMeeting, 'href' | 'endsAt'> => ({
  ...{ subject: meeting.subject, host: meeting.host, agenda: meeting.agenda },
  when: [
    WHEN.format(meeting.start),
    meeting.repeats === null ? '' : MEETING_WORDS.repeat[meeting.repeats].toLowerCase(),
  ]
    .filter((part) => part !== '')
    .join(', '),
})

/** Asks people without an account: each gets a public link of their own by mail, one for all of a series. */
export async function askGuests(
  { db, publicLinks, outbox, origin, now }: GuestParts,
  meeting: AskedMeeting,
  meetingIDs: readonly number[],
  emails: readonly string[],
): Promise<void> {
  const last = await db
    .selectFrom('meetings')
    .where('id', 'in', meetingIDs)
    .select((eb) => eb.fn.max('end').as('end'))
    .executeTakeFirstOrThrow()
  const days = Math.max(1, Math.ceil((Number(last.end) - now) / DAY_MS) + GUEST_AFTER_DAYS)
  for (const email of new Set(emails.map((one) => one.toLowerCase()))) {
    const { id, token, expiresAt } = await publicLinks.issue({
      ...{ purpose: 'MEETING', subject: subjectOf(meeting), createdBy: meeting.hostID, days },
    })
    await db
      .insertInto('meetingGuests')
      .values(meetingIDs.map((meetingID) => ({ meetingID, email, linkID: id })))
      .execute()
    const href = origin + PUBLIC_PATHS.MEETING + token
    await outbox.post(guestMeetingLetter(email, 'ASKED', { ...aboutOf(meeting), href, endsAt: expiresAt }))
  }
}

/** The guests of these meetings, by address. */
export async function guestsOf(db: Database, meetingIDs: readonly number[]) {
  return db
    .selectFrom('meetingGuests')
    .where('meetingID', 'in', meetingIDs)
    .where('linkID', 'is not', null)
    .select(['email', 'linkID'])
    .distinct()
    .execute()
}

/** The meeting is otherwise: guests read it behind their links, and by mail. */
export async function tellGuests(
  { db, outbox }: GuestParts,
  meeting: AskedMeeting,
  meetingIDs: readonly number[],
): Promise<void> {
  for (const { email, linkID } of await guestsOf(db, meetingIDs)) {
    await db
      .updateTable('publicLinks')
      .set({ subject: JSON.stringify(subjectOf(meeting)) })
      .where('id', '=', linkID ?? 0)
      .execute()
    await outbox.post(guestMeetingLetter(email, 'CHANGED', aboutOf(meeting)))
  }
}

/** These guests aren't asked any more, to these meetings: who is asked to no other of the series has no link either. */
export async function uninviteGuests(
  { db, outbox, now }: GuestParts,
  meeting: AskedMeeting,
  meetingIDs: readonly number[],
  emails: readonly string[],
): Promise<void> {
  const gone = (await guestsOf(db, meetingIDs)).filter(({ email }) => emails.includes(email))
  for (const { email, linkID } of gone) {
    await db
      .deleteFrom('meetingGuests')
      .where('linkID', '=', linkID)
      .where('meetingID', 'in', meetingIDs)
      .execute()
    const left = await db
      .selectFrom('meetingGuests')
      .where('linkID', '=', linkID)
      .select('id')
      .executeTakeFirst()
    if (!left)
      await db
        .updateTable('publicLinks')
        .set({ expiresAt: now })
        .where('id', '=', linkID ?? 0)
        .where('expiresAt', '>', now)
        .execute()
    await outbox.post(guestMeetingLetter(email, 'CANCELLED', aboutOf(meeting)))
  }
}
