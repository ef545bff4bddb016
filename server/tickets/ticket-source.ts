import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Viewer } from '../people/scope.ts'
import { visibleTickets } from './access.ts'

const HOUR_MS = 3_600_000

/** The tickets that the viewer sees in the help center, with what a list of them says. */
export const ticketSource = (db: Database, viewer: Viewer) =>
  visibleTickets(db, { ...viewer, displayName: '' })
    .clearSelect()
    .select(['t.id', 't.version', 't.id as number', 't.ticketType', 't.status', 't.priority', 't.team'])
    .select(['raiser.displayName as raiserName', 'assignee.displayName as assigneeName', 't.raisedAt'])
    .select(['t.respondedAt', 't.resolvedAt', 't.rating', 't.raisedBy', 't.assignedTo'])
    .select(
      sql<number | null>`cast(round((${sql.ref('t.resolvedAt')} - ${sql.ref('t.raisedAt')}) * 1.0
        / ${sql.lit(HOUR_MS)}, 2) as double precision)`.as('hoursToResolve'),
    )
