import { briefOf, keepRead } from '../activity/briefs.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'

interface BriefServices {
  readonly db: Database
  readonly clock: Clock
}

const gone = () => new Refusal(404, 'record.gone', { one: 'project' })

/** What who works on a project has to know (spec 4 §4.2.1). */
export function briefsHandlers({ db, clock }: BriefServices): AreaHandlers<'briefs'> {
  async function briefAs(on: Database, projectID: number) {
    const row = await on
      .selectFrom('projects as p')
      .leftJoin('projectBriefs as b', 'b.projectID', 'p.id')
      .leftJoin('users as by', 'by.id', 'b.changedBy')
      .where('p.id', '=', projectID)
      .select(['p.name as project', 'b.version', 'b.text', 'b.isRequired', 'b.changedAt'])
      .select('by.displayName as changedBy')
      .executeTakeFirst()
    if (!row) throw gone()
    const { readers } = await on
      .selectFrom('projectBriefReads')
      .where('projectID', '=', projectID)
      .where('version', '=', row.version ?? 0)
      .select((eb) => eb.fn.countAll<number>().as('readers'))
      .executeTakeFirstOrThrow()
    return {
      ...{ projectID, project: row.project, version: row.version ?? 0, text: row.text ?? '' },
      isRequired: row.isRequired === 1,
      changedAt: row.changedAt === null ? null : new Date(row.changedAt).toISOString(),
      changedBy: row.changedBy,
      readers: Number(readers),
    }
  }

  return {
    openBrief: async ({ projectID }, { caller: { userID } }) => {
      const brief = await briefOf(db, userID, { id: projectID })
      if (!brief) throw new Refusal(404, 'record.gone', { one: 'brief' })
      await keepRead(db, brief, userID, clock())
      const { project, version, text, changedAt } = brief
      return { projectID, project, version, text, changedAt: new Date(changedAt).toISOString() }
    },

    projectBrief: ({ projectID }) => briefAs(db, projectID),

    saveProjectBrief: ({ projectID, text, isRequired, version }, { caller }) =>
      db.transaction().execute(async (trx) => {
        const at = clock()
        const before = await briefAs(trx, projectID)
        const changed = () =>
          new Refusal(409, 'record.changed', {
            name: before.changedBy,
            at: before.changedAt ?? new Date(at).toISOString(),
          })
        if (before.version !== version) throw changed()
        // A text that stays as it was needs no reading anew.
        const isSame = before.text === text
        const row = {
          ...{ version: isSame ? version : version + 1, text, isRequired: isRequired ? 1 : 0 },
          ...{ changedBy: caller.userID, changedAt: at },
        }
        const written =
          version === 0
            ? await trx
                .insertInto('projectBriefs')
                .values({ projectID, ...row })
                .onConflict((conflict) => conflict.doNothing())
                .returning('projectID')
                .executeTakeFirst()
            : await trx
                .updateTable('projectBriefs')
                .set(row)
                .where('projectID', '=', projectID)
                .where('version', '=', version)
                .returning('projectID')
                .executeTakeFirst()
        if (!written) throw changed()
        await audit(trx, caller, at, {
          ...{ action: 'PROJECT_BRIEF_SAVED', page: 'resource.reports.project-advisory' },
          ...{ recordType: 'project', recordID: projectID, label: before.project },
          changes: [
            { field: 'brief', before: before.text, after: text },
            { field: 'isRequired', before: before.isRequired, after: isRequired },
          ],
        })
        return briefAs(trx, projectID)
      }),
  }
}
