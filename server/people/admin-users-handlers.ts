import { HISTORY_MAX } from '#shared/contract/admin-users.ts'
import { personRecord } from '#shared/records/admin/person.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { auditRead } from '../records/audit.ts'
import { listRecords, recordSource } from '../records/list.ts'
import { checklistOf, personDetails } from './person-details.ts'
import { activeUsersSource } from './person-source.ts'

export interface AdminUsersServices {
  readonly db: Database
  readonly clock: Clock
}

const { page, name: recordType } = personRecord

/** People, as Admin › Active users keeps them (spec 5 §3). */
export function adminUsersHandlers({ db, clock }: AdminUsersServices): AreaHandlers<'adminUsers'> {
  /** The person, if the caller may see them. That somebody looked is written down. */
  async function look(id: number, caller: Caller) {
    const person = await personDetails(db, caller, id, clock())
    if (id !== caller.userID)
      await auditRead(db, caller, clock(), {
        action: 'PERSON_READ',
        page,
        recordType,
        recordID: id,
        label: person.displayName,
      })
    return person
  }

  return {
    listPeople: (request, { caller }) => {
      const now = clock()
      const source = recordSource(activeUsersSource(db, caller, now))
      return listRecords(db, request, { record: personRecord, source, viewer: caller, now })
    },

    getPerson: ({ id }, { caller }) => look(id, caller),

    personChecklist: async ({ id }, { caller }) => {
      await look(id, caller)
      return { tasks: await checklistOf(db, id) }
    },

    personHistory: async ({ id }, { caller }) => {
      await look(id, caller)
      const rows = await db
        .selectFrom('audit')
        .where('personID', '=', id)
        .orderBy('id', 'desc')
        .limit(HISTORY_MAX + 1)
        .select(['id', 'at', 'actorName', 'action', 'reason', 'changes'])
        .execute()
      return {
        entries: rows.slice(0, HISTORY_MAX).map((row) => ({
          ...row,
          at: new Date(row.at).toISOString(),
          changes: JSON.parse(row.changes),
        })),
        isMore: rows.length > HISTORY_MAX,
      }
    },
  }
}
