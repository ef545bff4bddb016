import type { SavedPowerReport } from '#shared/contract/power-report.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import type { PowerDefinition, PowerPage } from '#shared/domain/power-report.ts'
import type { Database } from '../db/database.ts'
import type { Viewer } from '../people/scope.ts'
import { Refusal } from '../refusal.ts'

/** What opens each page. */
export const PAGE_PERMISSIONS = {
  TRACKER: 'ITRACKER_CAN_SEE_POWER_REPORT',
  SUPERVISOR: 'ISUPERVISOR_CAN_SEE_REPORTS',
  RESOURCE: 'IRESOURCE_CAN_SEE_REPORTS',
} as const satisfies Record<PowerPage, PermissionName>

/** The pages of the menu, as the audit calls them and as addresses have them. */
export const MENU_PAGES: Readonly<Record<PowerPage, string>> = {
  TRACKER: 'tracker.power-report',
  SUPERVISOR: 'supervisor.reports',
  RESOURCE: 'resource.power-report',
}

/** @throws Refusal 403 for a page that isn't the viewer's to open */
export function requirePage(page: PowerPage, viewer: Pick<Viewer, 'permissions'>): void {
  if (!mayOpenPage(page, viewer)) throw new Refusal(403, 'accessDenied')
}

/** Whether a page is the viewer's to open. */
export function mayOpenPage(page: PowerPage, { permissions }: Pick<Viewer, 'permissions'>): boolean {
  const isRestricted = page === 'SUPERVISOR' && permissions.can('ISUPERVISOR_IS_RESTRICTED')
  return !isRestricted && permissions.can(PAGE_PERMISSIONS[page])
}

/** The saved reports of a page that are the viewer's or shared. */
export const powerReportsFor = (db: Database, { userID }: Pick<Viewer, 'userID'>) =>
  db
    .selectFrom('reportDefinitions as d')
    .innerJoin('users as owner', 'owner.id', 'd.ownerID')
    .where('d.page', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('d.ownerID', '=', userID),
        eb('d.isShared', '=', 1),
        eb('d.id', 'in', (told) =>
          told.selectFrom('reportRecipients').where('userID', '=', userID).select('reportID'),
        ),
      ]),
    )
    .select(['d.id', 'd.version', 'd.name', 'd.ownerID', 'd.page', 'd.definition', 'd.isShared'])
    .select('d.endOfShift')
    .select('owner.displayName as ownerName')

type SavedRow = Awaited<ReturnType<ReturnType<typeof powerReportsFor>['execute']>>[number]

export const powerDefinitionIn = (row: { readonly definition: string }): PowerDefinition =>
  JSON.parse(row.definition)

/** A definition as an answer has it: lists that may be changed. */
export const writable = ({ rows, columns, measures, filters, ...definition }: PowerDefinition) => ({
  ...definition,
  rows: [...rows],
  columns: [...columns],
  measures: [...measures],
  filters: filters.map(({ field, values }) => ({ field, values: [...values] })),
})

/**
 * One of the viewer's own.
 * @throws Refusal 404 where there is none, or none that they see; 403 where it is somebody else's or of a page that
 * isn't theirs to open any more
 */
export async function requireOwnPower(
  db: Database,
  viewer: Viewer,
  id: number,
): Promise<SavedRow & { readonly page: PowerPage }> {
  const row = await powerReportsFor(db, viewer).where('d.id', '=', id).executeTakeFirst()
  const page = row?.page
  if (!row || !page) throw new Refusal(404, 'record.gone', { one: 'report' })
  if (row.ownerID !== viewer.userID) throw new Refusal(403, 'report.notYours')
  requirePage(page, viewer)
  return { ...row, page }
}

/** A saved report as it goes out; who gets it is for its owner alone. */
export async function savedPowerReport(
  db: Database,
  row: SavedRow,
  viewer: Viewer,
): Promise<SavedPowerReport> {
  const isMine = row.ownerID === viewer.userID
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
  return {
    ...{ id: row.id, version: row.version, name: row.name, ownerName: row.ownerName },
    ...{ isMine, isShared: row.isShared === 1 },
    definition: writable(powerDefinitionIn(row)),
    schedule: schedule
      ? {
          ...{ every: schedule.every, day: schedule.day, at: schedule.at },
          nextAt: new Date(schedule.nextAt).toISOString(),
          paused: schedule.pausedAt === null ? null : schedule.pauseReason,
          recipients,
        }
      : null,
  }
}
