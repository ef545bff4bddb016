import {
  type AppointmentDue,
  AT_RISK_AHEAD_MS,
  appointmentsAtRiskOf,
} from '#shared/domain/appointment-risk.ts'
import type { Database } from '../db/database.ts'
import { scheduledIn } from './schedule.ts'

const HOUR_MS = 3_600_000
/** An appointment that nobody called back so long after it isn't one any more. Ours. */
const OVER_MS = 24 * HOUR_MS

/** Appointments of one person's, from a moment on. */
interface OnesOwn {
  readonly userID: number
  readonly from: number
  readonly limit: number
}

/** Appointments that nobody has called back. */
const appointmentsOpen = (db: Database) =>
  db
    .selectFrom('interviewRecords as r')
    .where('r.isVoid', '=', 0)
    .where('r.outcome', '=', 'APPOINTMENT')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('interviewRecords as later')
            .whereRef('later.projectID', '=', 'r.projectID')
            .whereRef('later.respondentRef', '=', 'r.respondentRef')
            .where('later.respondentRef', '<>', '')
            .where('later.isVoid', '=', 0)
            .whereRef('later.start', '>', 'r.start')
            .select('later.id'),
        ),
      ),
    )

/** Appointments that nobody has called back: from a day ago to some hours on, soonest first. */
export async function openAppointments(
  db: Database,
  now: number,
  ahead: number,
  own?: OnesOwn,
): Promise<(AppointmentDue & { readonly respondentRef: string; readonly project: string })[]> {
  const rows = await appointmentsOpen(db)
    .innerJoin('projects as p', 'p.id', 'r.projectID')
    .where('p.status', '=', 'LIVE')
    .where('r.appointmentTime', '>=', own?.from ?? now - OVER_MS)
    .$if(own !== undefined, (query) => query.where('r.userID', '=', own?.userID ?? 0).limit(own?.limit ?? 0))
    .where('r.appointmentTime', '<=', now + ahead)
    .orderBy('r.appointmentTime')
    .orderBy('r.id')
    .select(['r.id', 'r.projectID', 'r.appointmentTime', 'r.respondentRef', 'p.name as project'])
    .execute()
  return rows.map(({ id, projectID, appointmentTime, respondentRef, project }) => ({
    ...{ id, projectID, respondentRef, project, time: appointmentTime ?? 0 },
  }))
}

/** How many of a project's appointments are still to be called back. */
export async function openOfProject(db: Database, projectID: number, now: number): Promise<number> {
  const { count } = await appointmentsOpen(db)
    .where('r.projectID', '=', projectID)
    .where('r.appointmentTime', '>=', now)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Appointments at risk now (spec 4 §2.1), soonest first. Their number is the banner's. */
export async function appointmentsAtRisk(db: Database, now: number) {
  const open = await openAppointments(db, now, AT_RISK_AHEAD_MS)
  if (open.length === 0) return []
  const blocks = await scheduledIn(db, { from: now, to: now + AT_RISK_AHEAD_MS + 1 })
  return appointmentsAtRiskOf(open, blocks, now)
}
