import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Viewer } from '../people/scope.ts'
import { qcPeopleOf } from './scope.ts'

const HOUR_MS = 3_600_000

const hoursBetween = (from: string, to: string) =>
  sql<
    number | null
  >`cast(round((${sql.ref(to)} - ${sql.ref(from)}) * 10.0 / ${sql.lit(HOUR_MS)}) / 10.0 as double precision)`

/** Reviews of everybody whom the viewer looks after; those of calibration have their own page. */
export const reviewSource = (db: Database, viewer: Viewer) =>
  db
    .selectFrom('qcReviews as q')
    .innerJoin('users as person', 'person.id', 'q.userID')
    .innerJoin('projects as p', 'p.id', 'q.projectID')
    .innerJoin('qcForms as f', 'f.id', 'q.formID')
    .leftJoin('users as by', 'by.id', 'q.reviewerID')
    .leftJoin('interviewRecords as i', 'i.id', 'q.interviewID')
    .where('q.isCalibration', '=', 0)
    .where('q.userID', 'in', qcPeopleOf(db, viewer).select('u.id'))
    .select(['q.id', 'q.version', 'q.kind', 'q.score', 'q.outcome', 'q.criticals', 'q.state'])
    .select(['person.displayName', 'p.name as project', 'by.displayName as reviewer', 'f.name as form'])
    .select(['q.userID', 'q.projectID', 'q.reviewerID'])
    .select((eb) => [
      eb.fn.coalesce('q.submittedAt', 'q.startedAt').as('at'),
      hoursBetween('i.end', 'q.submittedAt').as('hoursToFeedback'),
      hoursBetween('q.submittedAt', 'q.correctedAt').as('hoursToCorrection'),
    ])
