import { failedSignInRecord } from '#shared/records/support/failed-sign-in.ts'
import { remoteCommandRecord } from '#shared/records/support/remote-command.ts'
import { supportPersonRecord } from '#shared/records/support/support-person.ts'
import { newestStatistics } from '../calls/call-statistics.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { personDetails } from '../people/person-details.ts'
import { auditRead } from '../records/audit.ts'
import { listRecords, recordSource } from '../records/list.ts'
import { Refusal } from '../refusal.ts'
import { supportCardsOf } from './cards.ts'
import { failedSignInSource } from './failed-sign-ins.ts'
import { commandSource } from './remote-commands.ts'
import { supportPeopleSource } from './support-people.ts'

const when = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** Support › Home (spec 5 §5.11). */
export function supportHandlers({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): AreaHandlers<'support'> {
  return {
    supportCards: async (_input, { caller }) => ({ cards: await supportCardsOf(db, caller, clock()) }),

    listSupportPeople: async (request, { caller }) => {
      const now = clock()
      const source = recordSource(await supportPeopleSource(db, caller, now))
      return listRecords(db, request, {
        ...{ record: supportPersonRecord, source },
        ...{ viewer: caller, now },
      })
    },

    getSupportPerson: async ({ id }, { caller }) => {
      const now = clock()
      const seen = await db
        .selectFrom((await supportPeopleSource(db, caller, now)).as('p'))
        .where('p.id', '=', id)
        .select(['p.deviceID', 'p.desktopVersion', 'p.grade', 'p.openTickets', 'p.isLocked'])
        .select(['p.isDesktopOld', 'p.hasSystemIssues', 'p.systemIssueMinutes'])
        .executeTakeFirst()
      if (!seen) throw new Refusal(404, 'record.gone', { one: 'person' })
      const person = await personDetails(db, caller, id, now)
      if (id !== caller.userID)
        await auditRead(db, caller, now, {
          action: 'PERSON_READ',
          page: supportPersonRecord.page,
          recordType: 'person',
          recordID: id,
          label: person.displayName,
        })
      return {
        ...person,
        ...seen,
        openTickets: seen.openTickets ?? 0,
        systemIssueMinutes: seen.systemIssueMinutes ?? 0,
        isLocked: seen.isLocked === 1,
        isDesktopOld: seen.isDesktopOld === 1,
        hasSystemIssues: (seen.hasSystemIssues ?? 0) > 0,
      }
    },

    personCallStatistics: async ({ userID }, { caller }) => {
      const people = await supportPeopleSource(db, caller, clock())
      const seen = await db
        .selectFrom(people.as('p'))
        .where('p.id', '=', userID)
        .select('p.id')
        .executeTakeFirst()
      if (!seen) throw new Refusal(404, 'record.gone', { one: 'person' })
      return newestStatistics(db, userID)
    },

    listFailedSignIns: (request, { caller }) =>
      listRecords(db, request, {
        record: failedSignInRecord,
        source: recordSource(failedSignInSource(db, caller, clock())),
        viewer: caller,
        now: clock(),
      }),

    getFailedSignIn: async ({ id }, { caller }) => {
      const row = await failedSignInSource(db, caller, clock()).where('f.id', '=', id).executeTakeFirst()
      if (!row) throw new Refusal(404, 'record.gone', { one: failedSignInRecord.words.one })
      const { at, isLockedOut, isOfLastHour, ...rest } = row
      return {
        ...rest,
        at: new Date(at).toISOString(),
        isLockedOut: isLockedOut === 1,
        isOfLastHour: isOfLastHour === 1,
      }
    },

    listRemoteCommands: (request, { caller }) =>
      listRecords(db, request, {
        record: remoteCommandRecord,
        source: recordSource(commandSource(db, caller, clock())),
        viewer: caller,
        now: clock(),
      }),

    getRemoteCommand: async ({ id }, { caller }) => {
      const row = await commandSource(db, caller, clock()).where('c.id', '=', id).executeTakeFirst()
      if (!row) throw new Refusal(404, 'record.gone', { one: remoteCommandRecord.words.one })
      return {
        ...row,
        sentAt: new Date(row.sentAt).toISOString(),
        deliveredAt: when(row.deliveredAt),
        doneAt: when(row.doneAt),
      }
    },
  }
}
