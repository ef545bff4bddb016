import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { htmlOf } from '../notifications/html.ts'
import { keepNotifications } from '../notifications/notification-store.ts'
import { Refusal } from '../refusal.ts'
import type { TicketPublisher } from '../tickets/publisher.ts'

export interface IncidentServices {
  readonly db: Database
  readonly clock: Clock
  readonly publisher: Pick<TicketPublisher, 'notified'>
}

/** The status of a project's room while the project is live. */
const LIVE = 'In field'

/** The projects that are in field. A project is found by its room. */
function liveProjects(db: Database) {
  return db
    .selectFrom('threads')
    .where('source', '=', 'PROJECT')
    .where('status', '=', LIVE)
    .select(['sourceID as id', 'displayLabel as name'])
    .orderBy('displayLabel')
    .orderBy('sourceID')
}

async function managerOf(db: Database, userID: number) {
  return db
    .selectFrom('users as u')
    .innerJoin('users as m', 'm.id', 'u.managerID')
    .where('u.id', '=', userID)
    .where('m.isActive', '=', 1)
    .select(['m.id', 'm.displayName'])
    .executeTakeFirst()
}

/** The incident form (spec 3 §7). */
export function incidentHandlers({ db, clock, publisher }: IncidentServices): AreaHandlers<'incident'> {
  return {
    getLiveProjects: () => liveProjects(db).execute(),

    newIncident: async ({ selectedProject, ...form }, { caller }) => {
      const project = await liveProjects(db).where('sourceID', '=', selectedProject).executeTakeFirst()
      if (!project) throw new Refusal(400, 'incident.notLive')
      const manager = await managerOf(db, caller.userID)
      const { id, kept } = await db.transaction().execute(async (trx) => {
        const at = clock()
        const stored = await trx
          .insertInto('incidents')
          .values({ ...form, userID: caller.userID, projectID: selectedProject, at })
          .returning('id')
          .executeTakeFirstOrThrow()
        const told = manager ? [manager.id] : []
        const notices = told.map((userID) => ({
          userID,
          type: 'MESSAGE' as const,
          subject: `Incident on ${project.name}, reported by ${caller.displayName}`,
          body: htmlOf(form.details),
          source: 'INCIDENT',
          sourceID: stored.id,
          cssClass: 'warning' as const,
        }))
        return { id: stored.id, kept: await keepNotifications(trx, at, notices) }
      })
      publisher.notified(kept)
      return { id, sentTo: manager?.displayName ?? '' }
    },
  }
}
