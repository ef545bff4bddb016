import { agedUpTo } from '#shared/domain/retention.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { holdTurn } from '../db/hold-turn.ts'
import { contains } from '../db/like.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { standingHolds } from './holds.ts'
import { countAged, countAudit, RETENTION_PARTS } from './rules.ts'

const PAGE = 'admin.configuration.settings'
const FOUND_MAX = 20

/** How long records are kept, and legal holds (spec 5 §6.8). */
export function retentionHandlers({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): AreaHandlers<'retention'> {
  const holds = async () => {
    const rows = await db
      .selectFrom('legalHolds as h')
      .leftJoin('users as p', 'p.id', 'h.personID')
      .leftJoin('projects as j', 'j.id', 'h.projectID')
      .leftJoin('users as u', 'u.id', 'h.placedBy')
      .where('h.liftedAt', 'is', null)
      .orderBy('h.id', 'desc')
      .select(['h.id', 'h.personID', 'h.projectID', 'h.reason', 'h.placedAt'])
      .select(['p.displayName as person', 'j.name as project', 'u.displayName as placedBy'])
      .execute()
    return rows.map(({ person, project, placedAt, placedBy, ...row }) => ({
      ...row,
      name: person ?? project ?? '',
      placedBy: placedBy ?? '',
      placedAt: new Date(placedAt).toISOString(),
    }))
  }

  return {
    previewRetention: async ({ key, value }) => {
      const before = agedUpTo(key, value, clock())
      const ageing = { before, end: value.end, holds: await standingHolds(db) }
      let [count, held] = [0, 0]
      for (const part of RETENTION_PARTS[key]) {
        count += await countAged(db, part, ageing, false)
        held += await countAged(db, part, ageing, true)
      }
      if (key === 'retention.audit') {
        const all = await countAudit(db, before, ageing.holds.people)
        return { ...all, before: new Date(before).toISOString(), isApplied: true }
      }
      const isApplied = RETENTION_PARTS[key].length > 0
      return { count, held, before: new Date(before).toISOString(), isApplied }
    },

    legalHolds: async () => ({ holds: await holds() }),

    placeHold: async ({ personID = null, projectID = null, reason }, { caller }) => {
      if ((personID === null) === (projectID === null)) throw new Refusal(400, 'retention.holdOne')
      const named =
        personID !== null
          ? await db
              .selectFrom('users')
              .where('id', '=', personID)
              .select('displayName as name')
              .executeTakeFirst()
          : await db
              .selectFrom('projects')
              .where('id', '=', projectID ?? 0)
              .select('name')
              .executeTakeFirst()
      if (!named) throw new Refusal(404, 'record.gone', { one: personID !== null ? 'person' : 'project' })
      await holdTurn(db)
      const standing = await standingHolds(db)
      const isThere =
        personID !== null ? standing.people.includes(personID) : standing.projects.includes(projectID ?? 0)
      if (isThere) throw new Refusal(409, 'retention.holdStands')
      const { id } = await db
        .insertInto('legalHolds')
        .values({ personID, projectID, reason, placedBy: caller.userID, placedAt: clock() })
        .returning('id')
        .executeTakeFirstOrThrow()
      await audit(db, caller, clock(), {
        ...{ action: 'LEGAL_HOLD_PLACED', page: PAGE, recordType: 'legalHold', recordID: id },
        ...{ label: named.name, reason, personID },
      })
      return { holds: await holds() }
    },

    liftHold: async ({ id }, { caller }) => {
      const lifted = await db
        .updateTable('legalHolds')
        .set({ liftedBy: caller.userID, liftedAt: clock() })
        .where('id', '=', id)
        .where('liftedAt', 'is', null)
        .returning(['personID', 'reason'])
        .executeTakeFirst()
      if (!lifted) throw new Refusal(404, 'record.gone', { one: 'legal hold' })
      await audit(db, caller, clock(), {
        ...{ action: 'LEGAL_HOLD_LIFTED', page: PAGE, recordType: 'legalHold', recordID: id },
        ...{ label: lifted.reason, personID: lifted.personID },
      })
      return { holds: await holds() }
    },

    holdable: async ({ term }) => {
      const wanted = term.trim()
      if (wanted.length < 2) return { people: [], projects: [] }
      return {
        people: await db
          .selectFrom('users')
          .where('erasedAt', 'is', null)
          .where(contains('displayName', wanted))
          .orderBy('displayName')
          .orderBy('id')
          .limit(FOUND_MAX)
          .select(['id', 'displayName as name'])
          .execute(),
        projects: await db
          .selectFrom('projects')
          .where(contains('name', wanted))
          .orderBy('name')
          .limit(FOUND_MAX)
          .select(['id', 'name'])
          .execute(),
      }
    },
  }
}
