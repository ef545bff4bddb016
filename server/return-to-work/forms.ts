import type { ReturnForm } from '#shared/contract/return-to-work.ts'
import type { Adjustment } from '#shared/domain/adjustments.ts'
import { LONDON, londonField } from '#shared/domain/london-time.ts'
import {
  type Certificate,
  calendarDays,
  type FitAnswer,
  needsFitNote,
  type ReasonCategory,
  type ReturnStatus,
} from '#shared/domain/return-to-work.ts'
import type { Database } from '../db/database.ts'
import type { Viewer } from '../people/scope.ts'

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** A form as it is stored. Times in milliseconds since 1970. */
export interface ReturnFormRow {
  readonly id: number
  readonly version: number
  readonly userID: number
  readonly name: string
  readonly managerID: number | null
  readonly hostID: number | null
  readonly host: string | null
  readonly firstDay: string
  readonly lastDay: string
  readonly returnedAt: number
  readonly dueDay: string
  readonly status: ReturnStatus
  readonly certificate: Certificate | null
  readonly fit: FitAnswer | null
  readonly adjustments: string
  readonly adjustmentsUntil: string | null
  readonly category: ReasonCategory | null
  readonly details: string
  readonly followUp: string | null
  readonly hostSignedAt: number | null
  readonly signedAt: number | null
}

/** Whose forms are asked for; of more than one kind, either is enough. */
export interface WantedForms {
  readonly ids?: readonly number[]
  /** Whom they are about. */
  readonly userIDs?: readonly number[]
  /** Forms that somebody hosts, and those of who reports to them. */
  readonly lookedAfterBy?: number
}

/** Forms, those that are due first. Which of their fields somebody may see is `shownForm`'s matter. */
export async function returnFormRows(db: Database, wanted: WantedForms): Promise<ReturnFormRow[]> {
  const { ids, userIDs, lookedAfterBy } = wanted
  return db
    .selectFrom('returnToWorkForms as f')
    .innerJoin('users as u', 'u.id', 'f.userID')
    .leftJoin('users as host', 'host.id', 'f.hostID')
    .$if(ids !== undefined, (query) => query.where('f.id', 'in', [0, ...(ids ?? [])]))
    .$if(userIDs !== undefined, (query) => query.where('f.userID', 'in', [0, ...(userIDs ?? [])]))
    .$if(lookedAfterBy !== undefined, (query) =>
      query
        .where((eb) =>
          eb.or([
            eb('f.hostID', '=', lookedAfterBy ?? 0),
            eb.and([eb('u.managerID', '=', lookedAfterBy ?? 0), eb('u.isActive', '=', 1)]),
          ]),
        )
        .where('f.userID', '<>', lookedAfterBy ?? 0),
    )
    .orderBy('f.returnedAt', 'desc')
    .orderBy('f.id', 'desc')
    .select(['f.id', 'f.version', 'f.userID', 'u.displayName as name', 'u.managerID', 'f.hostID'])
    .select(['host.displayName as host', 'f.firstDay', 'f.lastDay', 'f.returnedAt', 'f.dueDay', 'f.status'])
    .select(['f.certificate', 'f.fit', 'f.adjustments', 'f.adjustmentsUntil', 'f.category', 'f.details'])
    .select(['f.followUp', 'f.hostSignedAt', 'f.signedAt'])
    .execute()
}

interface NotesOfForm {
  readonly formID: number
  readonly id: number
  readonly fileName: string
}

/** Whether the viewer sees what a form says of somebody's health (spec 6 §5.3). */
export const seesHealth = ({ userID, permissions }: Viewer, form: Pick<ReturnFormRow, 'userID' | 'hostID'>) =>
  form.userID === userID || form.hostID === userID || permissions.can('HR_CAN_SEE_HEALTH_DETAILS')

/** Whether the viewer sees what was agreed on. */
const seesAnswers = (viewer: Viewer, form: Pick<ReturnFormRow, 'userID' | 'hostID'>) =>
  seesHealth(viewer, form) || viewer.permissions.can('HR_CAN_SEE_RETURN_TO_WORK')

/** A form as this viewer is sent it. */
function shownForm(
  form: ReturnFormRow,
  { viewer, notes, today }: { viewer: Viewer; notes: readonly NotesOfForm[]; today: string },
): ReturnForm {
  const { id, version, userID, name, hostID, host, firstDay, lastDay, dueDay, status } = form
  const { certificate, fit, adjustmentsUntil, followUp, category, details } = form
  const own = notes.filter(({ formID }) => formID === id)
  return {
    ...{ id, version, userID, name, hostID, host, firstDay, lastDay, dueDay, status },
    calendarDays: calendarDays(firstDay, lastDay),
    needsFitNote: needsFitNote(firstDay, lastDay),
    isLate: status !== 'SIGNED' && today > dueDay,
    answers: seesAnswers(viewer, form)
      ? {
          ...{ certificate, fit, adjustmentsUntil, followUp, hasFitNote: own.length > 0 },
          adjustments: JSON.parse(form.adjustments) as Adjustment[],
        }
      : null,
    health: seesHealth(viewer, form)
      ? { category, details, fitNotes: own.map(({ id: noteID, fileName }) => ({ id: noteID, fileName })) }
      : null,
    ...{ hostSignedAt: iso(form.hostSignedAt), signedAt: iso(form.signedAt) },
  }
}

/** Forms as the viewer is sent them. */
export async function shownForms(
  db: Database,
  viewer: Viewer,
  { now, ...wanted }: WantedForms & { readonly now: number },
): Promise<ReturnForm[]> {
  const rows = await returnFormRows(db, wanted)
  const notes = await db
    .selectFrom('fitNotes')
    .where('formID', 'in', [0, ...rows.map(({ id }) => id)])
    .orderBy('id')
    .select(['formID', 'id', 'fileName'])
    .execute()
  const today = londonField(now).slice(0, 10)
  return rows.map((row) => shownForm(row, { viewer, notes, today }))
}

/** What was agreed on for these people's work and still holds, without the reason (spec 6 §5.3). */
export async function adjustmentsOf(
  db: Database,
  userIDs: readonly number[],
  fromDay: string,
): Promise<
  { readonly userID: number; readonly adjustments: readonly Adjustment[]; readonly until: string }[]
> {
  const rows = await db
    .selectFrom('returnToWorkForms')
    .where('userID', 'in', [0, ...userIDs])
    .where('fit', '=', 'WITH_ADJUSTMENTS')
    .where('status', 'in', ['SIGNED_BY_HOST', 'SIGNED'])
    .where('adjustmentsUntil', '>=', fromDay)
    .orderBy('id')
    .select(['userID', 'adjustments', 'adjustmentsUntil'])
    .execute()
  return rows.map(({ userID, adjustments, adjustmentsUntil }) => ({
    ...{ userID, until: adjustmentsUntil ?? '' },
    adjustments: JSON.parse(adjustments) as Adjustment[],
  }))
}

/** A further illness of who isn't fit yet: it waits for HR's word (spec 6 §5.3). Days are YYYY-MM-DD, the last not among it. */
export async function keepSickEvent(
  trx: Database,
  {
    userID,
    from,
    until,
    now,
  }: { readonly userID: number; readonly from: string; readonly until: string; readonly now: number },
): Promise<void> {
  await trx
    .insertInto('calendarEvents')
    .values({
      ...{ userID, eventType: 'SICK', eventState: 'PENDING', subject: 'Sick', note: '', zone: LONDON },
      ...{ startLocal: `${from}T00:00`, endLocal: `${until}T00:00`, isAllDay: 1, rule: null, version: 1 },
      ...{ updatedAt: now, deletedAt: null, uid: null, importID: null },
    })
    .execute()
}
