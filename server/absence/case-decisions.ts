import type { AbsenceCase } from '#shared/contract/absence.ts'
import { ABSENCE_WORDS, ATTEMPTS_DUE_MS, OPEN_CASE_STATES } from '#shared/domain/absence.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON, londonField } from '#shared/domain/london-time.ts'
import type { Database } from '../db/database.ts'
import { writeFileNote } from '../file-notes/file-notes.ts'
import type { Caller } from '../http/handlers.ts'
import type { NewNotification } from '../notifications/notification-store.ts'
import { audit } from '../records/audit.ts'
import { changeSeen } from '../records/change.ts'
import { Refusal } from '../refusal.ts'
import type { AbsenceCaseRow } from './cases.ts'

const PAGE = 'hr.unauthorised-absence'
const DAY = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: LONDON })
const iso = (at: number) => new Date(at).toISOString()
const isoOrNull = (at: number | null) => (at === null ? null : iso(at))
const isOpen = (state: string): boolean => (OPEN_CASE_STATES as readonly string[]).includes(state)
const field = (at: number) => londonField(at).slice(0, 16)

/** A case as HR and its person are sent it. */
export function sentCase(found: AbsenceCaseRow): AbsenceCase {
  const { id, version, userID, name, day, start, end, kind, state, reported, note, lateMinutes } = found
  const { explanation, attempts, reason, payEffect, decidedBy } = found
  const waits = isOpen(state) && (kind === 'NOT_IN' || kind === 'NO_SHOW') && explanation === ''
  const due = waits ? ATTEMPTS_DUE_MS[attempts.length] : undefined
  return {
    ...{ id, version, userID, name, day, start: iso(start), end: iso(end), kind, state, reported, note },
    ...{ lateMinutes, explanation, reason, payEffect, decidedBy },
    attemptDueAt: due === undefined ? null : iso(start + due),
    ...{ welfareAt: isoOrNull(found.welfareAt), decidedAt: isoOrNull(found.decidedAt) },
    attempts: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: iso(at) })),
  }
}

interface Decision {
  readonly version: number
  readonly decision: 'AUTHORISED' | 'UNAUTHORISED'
  readonly reason: string
  readonly isPaid: boolean
  readonly now: number
}

/**
 * Decides on a case, or reverses its decision once (spec 6 §5.2). UNAUTHORISED approves the AWOL event where there is
 * one, leaves the minutes unpaid and writes a file note; AUTHORISED makes the event ABSENCE, or approves the illness that
 * was reported.
 * @throws Refusal 400 without a reason or where it can't be decided, 403 for one's own, 409 for an older version
 */
export async function decideCase(
  trx: Database,
  caller: Caller,
  found: AbsenceCaseRow,
  { version, decision, reason, isPaid, now }: Decision,
): Promise<NewNotification[]> {
  const { id, userID, name, state, start, end, reported, eventID } = found
  if (userID === caller.userID) throw new Refusal(403, 'absence.ownCase')
  if (reason === '') throw new Refusal(400, 'absence.noReason')
  const isReversal = !isOpen(state)
  if (isReversal && ((found.reversals ?? 0) > 0 || state === decision || state === 'CLOSED'))
    throw new Refusal(400, 'record.cannot', {
      ...{ record: 'The case', state: ABSENCE_WORDS.state[state].toLowerCase(), action: 'decided again' },
    })
  const isIll = reported === 'SICK'
  const event = await trx
    .selectFrom('calendarEvents')
    .where('id', '=', eventID ?? 0)
    .where('deletedAt', 'is', null)
    .select(['id', 'eventType'])
    .executeTakeFirst()
  let kept = event?.id ?? null
  if (decision === 'AUTHORISED') {
    const type = isIll ? ('SICK' as const) : ('ABSENCE' as const)
    const values = { eventType: type, eventState: 'APPROVED' as const, updatedAt: now }
    const subject = ABSENCE_WORDS.reported[type]
    if (event)
      await trx
        .updateTable('calendarEvents')
        .set((eb) => ({ ...values, subject, version: eb('version', '+', 1) }))
        .where('id', '=', event.id)
        .execute()
    else
      kept = (
        await trx
          .insertInto('calendarEvents')
          .values({
            ...{ ...values, userID, subject, note: '', startLocal: field(start), endLocal: field(end) },
            ...{
              zone: LONDON,
              isAllDay: 0,
              rule: null,
              version: 1,
              deletedAt: null,
              uid: null,
              importID: null,
            },
          })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
  } else if (event) {
    // What was reported wasn't so, or an authorised absence is reversed: they were away without leave.
    const subject = ABSENCE_WORDS.reported.AWOL
    await trx
      .updateTable('calendarEvents')
      .set((eb) => ({
        ...{ eventType: 'AWOL', eventState: 'APPROVED', subject, updatedAt: now },
        version: eb('version', '+', 1),
      }))
      .where('id', '=', event.id)
      .execute()
  }
  const values = {
    ...{ state: decision, reason, decidedBy: caller.userID, decidedAt: now, eventID: kept },
    payEffect: decision === 'AUTHORISED' && isPaid ? 'PAID' : 'UNPAID',
    ...(isReversal && { reversals: (found.reversals ?? 0) + 1 }),
  }
  await changeSeen(trx, 'absenceCases', 'case', { id, version }, values, { caller, at: now })
  await audit(trx, caller, now, {
    ...{ action: 'ABSENCE_DECIDED', page: PAGE, recordType: 'absenceCase', recordID: id, reason },
    ...{ label: `${name}, ${londonField(start)}`, personID: userID },
    changes: [{ field: 'state', before: state, after: decision }],
  })
  const word = ABSENCE_WORDS.state[decision].toLowerCase()
  const told: NewNotification[] = [
    {
      ...{ userID, type: 'NEW_UPDATE', source: 'ABSENCE', sourceID: id, cssClass: 'info', body: reason },
      subject: `Your absence on ${DAY.format(start)} is ${word}`,
    },
  ]
  if (decision === 'AUTHORISED') return told
  const text = `Unauthorised absence on ${DAY.format(start)}: ${reason}`
  const note = await writeFileNote(trx, caller, {
    ...{ userID, kind: 'CONCERN', text: text.slice(0, 2000), caseID: id, page: PAGE, now },
  })
  return [...told, ...note.told]
}
