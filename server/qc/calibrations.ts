import type { QcCalibration } from '#shared/contract/qc.ts'
import { agreementOf, type ReviewState } from '#shared/domain/quality.ts'
import type { Database } from '../db/database.ts'
import type { Viewer } from '../people/scope.ts'
import { itemsOf } from './forms.ts'
import { answersOf } from './reviews.ts'
import { qcPeopleOf } from './scope.ts'

const isIn = (state: ReviewState) => state !== 'DUE' && state !== 'IN_PROGRESS'

/** Whether all of a calibration's reviews are in, so that they are seen; void ones aren't waited for. */
export async function areAllIn(db: Database, calibrationID: number): Promise<boolean> {
  const rows = await db
    .selectFrom('qcReviews')
    .where('calibrationID', '=', calibrationID)
    .select('state')
    .execute()
  return rows.every(({ state }) => isIn(state))
}

/** Calibrations of the viewer's scope, or in which they take part, the latest first; 100 at most. */
export async function calibrationsOf(db: Database, viewer: Viewer): Promise<QcCalibration[]> {
  const rows = await db
    .selectFrom('qcCalibrations as c')
    .innerJoin('users as u', 'u.id', 'c.userID')
    .innerJoin('projects as p', 'p.id', 'c.projectID')
    .innerJoin('qcForms as f', 'f.id', 'c.formID')
    .innerJoin('qcFormVersions as v', (join) =>
      join.onRef('v.formID', '=', 'c.formID').onRef('v.version', '=', 'c.formVersion'),
    )
    .where('c.userID', 'in', qcPeopleOf(db, viewer).select('u.id'))
    .orderBy('c.createdAt', 'desc')
    .orderBy('c.id', 'desc')
    .limit(100)
    .select([
      'c.id',
      'u.displayName as name',
      'p.name as project',
      'f.name as form',
      'c.createdAt',
      'v.items',
    ])
    .execute()
  const reviews = await db
    .selectFrom('qcReviews as r')
    .leftJoin('users as by', 'by.id', 'r.reviewerID')
    .where('r.calibrationID', 'in', [0, ...rows.map(({ id }) => id)])
    .orderBy('r.id')
    .select(['r.id', 'r.calibrationID', 'r.reviewerID', 'r.state', 'r.answers', 'by.displayName as name'])
    .execute()
  const of = Map.groupBy(reviews, ({ calibrationID }) => calibrationID)
  return rows.map(({ createdAt, items: json, ...row }) => {
    const own = of.get(row.id) ?? []
    const items = itemsOf(json)
    const given = own.filter(({ state }) => state !== 'VOID')
    const textOf = new Map(items.map((item) => [item.id, item]))
    return {
      ...row,
      createdAt: new Date(createdAt).toISOString(),
      reviewers: own.map((one) => ({
        ...{ reviewID: one.id, userID: one.reviewerID, name: one.name ?? '', state: one.state },
      })),
      agreement: own.every(({ state }) => isIn(state))
        ? agreementOf(items, given.map(answersOf)).map(({ itemID, share, answers }) => ({
            ...{ share, answers: { ...answers } },
            ...{ text: textOf.get(itemID)?.text ?? '', section: textOf.get(itemID)?.section ?? '' },
          }))
        : null,
    }
  })
}
