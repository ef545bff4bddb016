import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'

/** A project's brief, and whether somebody opened it as it is now. */
export interface BriefOf {
  readonly projectID: number
  readonly project: string
  readonly version: number
  readonly text: string
  readonly isRequired: boolean
  readonly changedAt: number
  readonly isRead: boolean
}

const briefs = (db: Database, userID: number) =>
  db
    .selectFrom('projectBriefs as b')
    .innerJoin('projects as p', 'p.id', 'b.projectID')
    .leftJoin('projectBriefReads as r', (join) =>
      join
        .onRef('r.projectID', '=', 'b.projectID')
        .onRef('r.version', '=', 'b.version')
        .on('r.userID', '=', userID),
    )
    .select(['b.projectID', 'p.name as project', 'b.version', 'b.text', 'b.isRequired', 'b.changedAt'])
    .select('r.userID as reader')

type Row = Awaited<ReturnType<ReturnType<typeof briefs>['execute']>>[number]

const asBrief = ({ reader, isRequired, ...brief }: Row): BriefOf => ({
  ...brief,
  isRequired: isRequired === 1,
  isRead: reader !== null,
})

/** The brief of a project, by its name or id; null without one. */
export async function briefOf(
  db: Database,
  userID: number,
  project: { readonly name: string } | { readonly id: number },
): Promise<BriefOf | null> {
  const row = await briefs(db, userID)
    .where((eb) =>
      'id' in project
        ? eb('b.projectID', '=', project.id)
        : eb.or([eb('p.name', '=', project.name), eb('p.code', '=', project.name)]),
    )
    .orderBy('b.projectID')
    .executeTakeFirst()
  return row && row.text !== '' ? asBrief(row) : null
}

/**
 * Whoever begins on a project whose brief is required has opened it (spec 4 §4.2.1); a new text has to be opened again.
 * @throws Refusal 400 where they haven't
 */
export async function requireBrief(trx: Database, userID: number, project: string): Promise<void> {
  const brief = await briefOf(trx, userID, { name: project })
  if (brief?.isRequired && !brief.isRead) throw new Refusal(400, 'activity.brief', { project: brief.project })
}

/** Somebody opened that version. */
export const keepRead = (
  trx: Database,
  { projectID, version }: Pick<BriefOf, 'projectID' | 'version'>,
  userID: number,
  at: number,
) =>
  trx
    .insertInto('projectBriefReads')
    .values({ projectID, userID, version, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
