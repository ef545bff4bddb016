import { byRisk } from '#shared/domain/quality.ts'
import type { Database } from '../db/database.ts'
import type { Viewer } from '../people/scope.ts'
import { qcPeopleOf } from './scope.ts'
import { qcStanding } from './standing.ts'

/** Reviews that are due of the viewer's people, by person and project, the riskiest first (spec 4 §4.4.3). */
export async function dueReviews(db: Database, caller: Viewer, now: number) {
  const people = await qcPeopleOf(db, caller)
    .where('u.isActive', '=', 1)
    .select(['u.id', 'u.displayName'])
    .execute()
  const names = new Map(people.map(({ id, displayName }) => [id, displayName]))
  const standing = await qcStanding(db, [...names.keys()], now)
  const projects = await db.selectFrom('projects').select(['id', 'name', 'monitoringConsent']).execute()
  const projectOf = new Map(projects.map((project) => [project.id, project]))
  const claims = await db
    .selectFrom('qcReviews as q')
    .leftJoin('users as by', 'by.id', 'q.reviewerID')
    .where('q.claim', 'is not', null)
    .select(['q.claim', 'q.id', 'q.reviewerID', 'by.displayName as name'])
    .execute()
  const claimOf = new Map(claims.map((one) => [one.claim, one]))
  const open = await db
    .selectFrom('activitySessions')
    .where('endedAt', 'is', null)
    .where('activity', '=', 'AVAILABLE')
    .select(['userID', 'projectID'])
    .execute()
  const available = new Set(open.map(({ userID, projectID }) => `${userID}:${projectID}`))
  const rows = [...standing].flatMap(([userID, { projects: own }]) =>
    own.flatMap((one) => {
      const project = projectOf.get(one.projectID)
      const key = `${userID}:${one.projectID}`
      const taken = claimOf.get(key)
      if (!project || userID === caller.userID || (one.due === 0 && !taken)) return []
      return {
        ...{ userID, name: names.get(userID) ?? '', projectID: one.projectID, project: project.name },
        ...{ monitoringConsent: project.monitoringConsent, due: one.due, done: one.facts.reviews },
        ...{ firstTen: one.firstTen, lastScore: one.lastScore, lastOutcome: one.lastOutcome },
        ...{ lastReviewAt: one.lastReviewAt, isAvailable: available.has(key) },
        reviewing: taken
          ? { reviewID: taken.id, userID: taken.reviewerID ?? 0, name: taken.name ?? '' }
          : null,
      }
    }),
  )
  return rows.toSorted((a, b) => byRisk(a, b) || a.name.localeCompare(b.name) || a.projectID - b.projectID)
}
