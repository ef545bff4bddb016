import type * as z from 'zod/mini'
import { ERROR_REPORTS_AN_HOUR, ERROR_STATES, type ErrorState } from '#shared/domain/errors.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import { errorRecord } from '#shared/records/admin/error-entry.ts'
import type { AttemptCounts } from '../auth/attempt-counts.ts'
import type { Database } from '../db/database.ts'
import { afterCommit } from '../db/unit-of-work.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { audit, changesBetween } from '../records/audit.ts'
import { changeSeen } from '../records/change.ts'
import { listRecords, recordSource } from '../records/list.ts'
import { Refusal } from '../refusal.ts'
import { raiseTicket } from '../tickets/raising.ts'
import type { TicketDesk } from '../tickets/write.ts'
import type { ErrorLog } from './error-log.ts'
import { errorSource } from './error-source.ts'

type Row = z.output<typeof errorRecord.row>

const { page, name: recordType, words } = errorRecord
const SHARING = 'errorSharing'
const HOUR_S = 3600

export interface ErrorLogServices extends TicketDesk {
  readonly errors: ErrorLog
  readonly counts: AttemptCounts
}

/** Whether somebody's windows send what goes wrong in them; they do until somebody says otherwise. */
async function sharingOf(db: Database, userID: number): Promise<boolean> {
  const row = await db
    .selectFrom('personSettings')
    .select('value')
    .where('userID', '=', userID)
    .where('name', '=', SHARING)
    .executeTakeFirst()
  return row?.value !== 'false'
}

function holders(db: Database, now: number) {
  return db
    .selectFrom('userPermissions as p')
    .innerJoin('users as u', 'u.id', 'p.userID')
    .where('p.permission', '=', PERMISSIONS.ADMIN_CAN_SEE_ERROR_LOG)
    .where('u.isActive', '=', 1)
    .where((eb) => eb.or([eb('p.endsAt', 'is', null), eb('p.endsAt', '>', now)]))
}

/** Admin › Logs › Error log, and what windows tell it (spec 5 §5.6). */
export function errorLogHandlers(services: ErrorLogServices): AreaHandlers<'errorLog'> {
  const { db, clock, errors, counts } = services

  /** @throws Refusal 404 */
  async function read(id: number): Promise<Row> {
    const row = await errorSource(db).where('e.id', '=', id).executeTakeFirst()
    if (!row) throw new Refusal(404, 'record.gone', { one: words.one })
    return {
      ...row,
      people: Number(row.people ?? 0),
      firstSeenAt: new Date(row.firstSeenAt).toISOString(),
      lastSeenAt: new Date(row.lastSeenAt).toISOString(),
    }
  }

  async function change(
    seen: { id: number; version: number },
    set: { state?: ErrorState; assignedTo?: number | null; ticketID?: number },
    resolvedBuild: string | null | undefined,
    caller: Caller,
  ): Promise<Row> {
    const before = await read(seen.id)
    const at = clock()
    const values = { ...set, ...(resolvedBuild !== undefined && { resolvedBuild }) }
    await changeSeen(db, 'errorEntries', words.one, seen, values, { caller, at })
    const after = await read(seen.id)
    const told = ({ state, assignedTo, ticketID }: Row) => ({ state, assignedTo, ticketID })
    await audit(db, caller, at, {
      action: 'ERROR_CHANGED',
      page,
      recordType,
      recordID: seen.id,
      label: after.message,
      changes: changesBetween(told(before), told(after)),
    })
    await afterCommit(() => errors.tellNow())
    return after
  }

  return {
    listErrors: (request, { caller }) =>
      listRecords(db, request, {
        record: errorRecord,
        source: recordSource(errorSource(db)),
        viewer: caller,
        now: clock(),
      }),

    getError: ({ id }) => read(id),

    updateError: async ({ id, version, state, assignedTo }, { caller }) => {
      if (assignedTo != null) {
        const holder = await holders(db, clock())
          .where('u.id', '=', assignedTo)
          .select('u.id')
          .executeTakeFirst()
        if (!holder) throw new Refusal(400, 'error.cannotSee')
      }
      // What it is compared with where it happens again.
      const build = state === 'RESOLVED' ? await errors.presentBuild(db) : null
      const set = { ...(state && { state }), ...(assignedTo !== undefined && { assignedTo }) }
      return change({ id, version }, set, state ? build : undefined, caller)
    },

    errorOccurrences: async ({ id }) => {
      await read(id)
      const rows = await db
        .selectFrom('errorOccurrences as o')
        .leftJoin('users as u', 'u.id', 'o.personID')
        .where('o.errorID', '=', id)
        .orderBy('o.id', 'desc')
        .select(['o.id', 'o.at', 'o.requestID', 'u.displayName as person', 'o.build', 'o.stack'])
        .execute()
      return { occurrences: rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() })) }
    },

    errorOverview: async () => {
      const rows = await db
        .selectFrom('errorEntries')
        .groupBy('state')
        .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
        .execute()
      return {
        counts: (Object.keys(ERROR_STATES) as ErrorState[]).map((state) => ({
          state,
          count: Number(rows.find((row) => row.state === state)?.count ?? 0),
        })),
      }
    },

    errorAssignees: async () => ({
      people: await holders(db, clock())
        .select(['u.id', 'u.displayName as name'])
        .orderBy('u.displayName')
        .orderBy('u.id')
        .execute(),
    }),

    raiseErrorTicket: async ({ id, version }, { caller }) => {
      const { message, place, source, count, ticketID } = await read(id)
      if (ticketID !== null) throw new Refusal(409, 'error.hasTicket', { ticketID })
      const text = `Error ${id} of the error log (${source}${place === '' ? '' : `, ${place}`}), seen ${count === 1 ? 'once' : `${count} times`}: ${message}`
      const ticket = {
        ticketType: 'Other' as const,
        message: text,
        transcript: '',
        priority: 'MEDIUM' as const,
      }
      const raised = await raiseTicket(services, caller, ticket)
      return change({ id, version }, { ticketID: raised.id }, undefined, caller)
    },

    reportErrors: async ({ source, build, errors: sent }, { caller }) => {
      if (!(await sharingOf(db, caller.userID))) return { done: true }
      await counts.take(`error reports ${caller.userID}`, {
        failures: ERROR_REPORTS_AN_HOUR,
        windowSeconds: HOUR_S,
      })
      const names = [caller.displayName, caller.userName]
      for (const { message, place, stack } of sent)
        errors.report({ source, message, place, stack, build, names, personID: caller.userID })
      return { done: true }
    },

    errorSharing: async (_input, { caller }) => ({ isOn: await sharingOf(db, caller.userID) }),

    saveErrorSharing: async ({ isOn }, { caller }) => {
      const value = String(isOn)
      await db
        .insertInto('personSettings')
        .values({ userID: caller.userID, name: SHARING, value })
        .onConflict((conflict) => conflict.columns(['userID', 'name']).doUpdateSet({ value }))
        .execute()
      return { isOn }
    },
  }
}
