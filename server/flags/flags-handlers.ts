import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import { systemFlagRecord } from '#shared/records/support/system-flag.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { afterCommit } from '../db/unit-of-work.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { audit } from '../records/audit.ts'
import { changeSeen } from '../records/change.ts'
import { listRecords, recordSource } from '../records/list.ts'
import { Refusal } from '../refusal.ts'
import { flagSource } from './flag-source.ts'

type Flag = z.output<typeof systemFlagRecord.row>

const { page, name: recordType, words } = systemFlagRecord

const when = (at: number | null) => (at === null ? null : new Date(at).toISOString())

export interface FlagServices {
  readonly db: Database
  readonly clock: Clock
  /** Tells the windows of those who may see them. */
  readonly tellFlags: () => void
}

/** Support › System flags (spec 5 §5.12). */
export function flagsHandlers({ db, clock, tellFlags }: FlagServices): AreaHandlers<'systemFlags'> {
  /** @throws Refusal 404 where there is none */
  async function read(id: number): Promise<Flag> {
    const row = await flagSource(db, clock()).where('f.id', '=', id).executeTakeFirst()
    if (!row) throw new Refusal(404, 'record.gone', { one: words.one })
    return {
      ...row,
      isStanding: row.isStanding === 1,
      raisedAt: new Date(row.raisedAt).toISOString(),
      endsAt: when(row.endsAt),
      acknowledgedAt: when(row.acknowledgedAt),
      clearedAt: when(row.clearedAt),
    }
  }
  async function told(caller: Caller, verb: string, flag: Flag, reason: string): Promise<void> {
    await audit(db, caller, clock(), {
      action: `SYSTEM_FLAG_${verb}`,
      page,
      recordType,
      recordID: flag.id,
      label: flag.title,
      reason,
    })
    await afterCommit(tellFlags)
  }
  /** @throws Refusal 400 where it doesn't stand any more */
  async function requireStanding(id: number): Promise<Flag> {
    const flag = await read(id)
    if (!flag.isStanding) throw new Refusal(400, 'flag.cleared')
    return flag
  }
  return {
    listFlags: (request, { caller }) =>
      listRecords(db, request, {
        record: systemFlagRecord,
        source: recordSource(flagSource(db, clock())),
        viewer: caller,
        now: clock(),
      }),

    getFlag: ({ id }) => read(id),

    raiseFlag: async ({ areaID, projectID, endsAt, ...values }, { caller }) => {
      const at = clock()
      const end = endsAt === null ? null : Date.parse(endsAt)
      if (end !== null && end <= at) throw new Refusal(400, 'flag.past')
      if (areaID !== null) {
        const area = await db.selectFrom('areas').select('id').where('id', '=', areaID).executeTakeFirst()
        if (!area) throw new Refusal(400, 'broadcast.noArea')
      }
      if (areaID !== null && projectID !== null) throw new Refusal(400, 'flag.areaOrProject')
      if (projectID !== null) {
        const project = await db
          .selectFrom('projects')
          .select('id')
          .where('id', '=', projectID)
          .executeTakeFirst()
        if (!project) throw new Refusal(400, 'record.gone', { one: 'project' })
      }
      const { id } = await db
        .insertInto('systemFlags')
        .values({
          ...values,
          key: `BY_HAND_${randomUUID()}`,
          source: 'PERSON',
          areaID,
          projectID,
          endsAt: end,
          raisedAt: at,
          raisedBy: caller.userID,
          clearedAt: null,
          acknowledgedBy: null,
          changedAt: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const flag = await read(id)
      await told(caller, 'RAISED', flag, values.message)
      return flag
    },

    acknowledgeFlag: async ({ id, version, note }, { caller }) => {
      await requireStanding(id)
      const at = clock()
      const values = { acknowledgedBy: caller.userID, acknowledgedAt: at, note }
      await changeSeen(db, 'systemFlags', words.one, { id, version }, values, { caller, at })
      const flag = await read(id)
      await told(caller, 'ACKNOWLEDGED', flag, note)
      return flag
    },

    clearFlag: async ({ id, version, note }, { caller }) => {
      const { note: before } = await requireStanding(id)
      const at = clock()
      const values = { clearedAt: at, clearedBy: caller.userID, note: note === '' ? before : note }
      await changeSeen(db, 'systemFlags', words.one, { id, version }, values, { caller, at })
      const flag = await read(id)
      await told(caller, 'CLEARED', flag, note)
      return flag
    },

    flagAreas: async () => ({
      areas: await db.selectFrom('areas').select(['id', 'name']).orderBy('name').execute(),
      projects: await db
        .selectFrom('projects')
        .select(['id', 'name'])
        .orderBy('name')
        .orderBy('id')
        .execute(),
    }),
  }
}
