import type { SavedReport } from '#shared/contract/reports.ts'
import { searchable } from '#shared/domain/locale.ts'
import { REPORT_NAME_MAX, type ReportDefinition } from '#shared/domain/reports.ts'
import type { Database } from '../db/database.ts'
import type { Viewer } from '../people/scope.ts'
import { Refusal } from '../refusal.ts'

export const REPORT_PAGE = 'admin.report-builder'

/** The reports that somebody has, that are shared with them or a role of theirs, or of which they get the results. */
export const reportsFor = (db: Database, { userID }: Pick<Viewer, 'userID'>) =>
  db
    .selectFrom('reportDefinitions as d')
    .innerJoin('users as owner', 'owner.id', 'd.ownerID')
    .where('d.page', 'is', null)
    .where((eb) =>
      eb.or([
        eb('d.ownerID', '=', userID),
        eb('d.isShared', '=', 1),
        eb('d.id', 'in', (roles) =>
          roles
            .selectFrom('reportRoles')
            .innerJoin('userRoles', 'userRoles.roleID', 'reportRoles.roleID')
            .where('userRoles.userID', '=', userID)
            .select('reportRoles.reportID'),
        ),
        eb('d.id', 'in', (told) =>
          told.selectFrom('reportRecipients').where('userID', '=', userID).select('reportID'),
        ),
      ]),
    )
    .select(['d.id', 'd.version', 'd.name', 'd.ownerID', 'd.definition', 'd.isShared', 'd.changedAt'])
    .select('owner.displayName as ownerName')

export type ReportRow = Awaited<ReturnType<ReturnType<typeof reportsFor>['execute']>>[number]

export const definitionIn = (row: { readonly definition: string }): ReportDefinition =>
  JSON.parse(row.definition)

/** @throws Refusal 404 where there is none, or none that is the viewer's or shared with them */
export async function requireReport(db: Database, viewer: Viewer, id: number): Promise<ReportRow> {
  const row = await reportsFor(db, viewer).where('d.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal(404, 'record.gone', { one: 'report' })
  return row
}

/** @throws Refusal 404 as `requireReport`, 403 where it is somebody else's */
export async function requireOwn(db: Database, viewer: Viewer, id: number): Promise<ReportRow> {
  const row = await requireReport(db, viewer, id)
  if (row.ownerID !== viewer.userID) throw new Refusal(403, 'report.notYours')
  return row
}

/** A report as it goes out; who gets its results is for its owner alone. */
export async function savedReport(db: Database, row: ReportRow, viewer: Viewer): Promise<SavedReport> {
  const isMine = row.ownerID === viewer.userID
  const roles = await db.selectFrom('reportRoles').where('reportID', '=', row.id).select('roleID').execute()
  const schedule = await db
    .selectFrom('reportSchedules')
    .where('reportID', '=', row.id)
    .selectAll()
    .executeTakeFirst()
  const recipients = isMine
    ? await db
        .selectFrom('reportRecipients as r')
        .innerJoin('users as u', 'u.id', 'r.userID')
        .where('r.reportID', '=', row.id)
        .orderBy('u.displayName')
        .orderBy('u.id')
        .select(['r.userID', 'u.displayName'])
        .execute()
    : []
  const definition = definitionIn(row)
  return {
    ...{ id: row.id, version: row.version, name: row.name, ownerID: row.ownerID, ownerName: row.ownerName },
    ...{ isMine, isShared: row.isShared === 1, roleIDs: roles.map(({ roleID }) => roleID) },
    definition: {
      source: definition.source,
      rows: [...definition.rows],
      columns: [...definition.columns],
      measures: [...definition.measures],
      filters: definition.filters.map((filter) => ({ ...filter, values: [...filter.values] })),
      sort: [...definition.sort],
    },
    schedule: schedule
      ? {
          ...{ every: schedule.every, day: schedule.day, at: schedule.at, format: schedule.format },
          nextAt: new Date(schedule.nextAt).toISOString(),
          paused: schedule.pausedAt === null ? null : schedule.pauseReason,
          recipients,
        }
      : null,
    changedAt: new Date(row.changedAt).toISOString(),
  }
}

/** The name that a report can have among somebody's own: its own, else with a number. */
export async function freeReportName(db: Database, ownerID: number, name: string) {
  const taken = await db
    .selectFrom('reportDefinitions')
    .where('ownerID', '=', ownerID)
    .select('nameKey')
    .execute()
  const keys = new Set(taken.map(({ nameKey }) => nameKey))
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : ` ${number}`
    const free = `${name.slice(0, REPORT_NAME_MAX - end.length)}${end}`
    if (!keys.has(searchable(free))) return { name: free, nameKey: searchable(free) }
  }
}
