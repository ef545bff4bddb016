import { DEVICE_KINDS, type ReadingKind } from '#shared/domain/recorded-readings.ts'
import { startFeedback } from '../activity/feedback-talks.ts'
import { myDay } from '../activity/my-day.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { fileNotesAbout } from '../file-notes/file-notes.ts'
import { lookedAfter } from '../file-notes/looked-after.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import type { Viewer } from '../people/scope.ts'
import { qualityBeside } from '../qc/beside.ts'
import { readingsOf } from '../recorded/readings.ts'
import { auditRead } from '../records/audit.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { commandSource } from '../support/remote-commands.ts'
import { sharedMoods } from '../well-being/shared-moods.ts'
import { requireWithin } from './scope.ts'

interface LivePersonServices {
  readonly db: Database
  readonly clock: Clock
  readonly shell: Pick<LiveShell, 'main' | 'meetingBoard' | 'tellActivity'>
}

const COMMANDS = 10
const TICKETS = 20
const NOTES = 5
const HISTORY_MS = 3_600_000

const isOfDevice = <T extends { readonly kind: ReadingKind }>(
  reading: T,
): reading is T & { readonly kind: (typeof DEVICE_KINDS)[number] } =>
  DEVICE_KINDS.some((kind) => kind === reading.kind)

/** What is written about somebody, as far as the viewer looks after them; null where they don't. */
async function notesBeside(db: Database, viewer: Viewer, userID: number) {
  if (!(await lookedAfter(db, viewer)).has(userID)) return null
  const rows = (await fileNotesAbout(db, [userID])).slice(0, NOTES)
  return rows.map(({ id, at, by, kind, text, reply }) => ({
    ...{ id, by, kind, text, reply },
    at: new Date(at).toISOString(),
  }))
}

/** One person beside the live panel (spec 4 §4.4.1): the same figures as on their own page. */
export function livePersonHandlers({ db, clock, shell }: LivePersonServices): AreaHandlers<'livePerson'> {
  return {
    startFeedback: async (wanted, { caller }) => {
      const meetingID = await db.transaction().execute((trx) => startFeedback(trx, caller, wanted, clock()))
      for (const userID of [wanted.userID, caller.userID]) {
        await shell.tellActivity(userID)
        await shell.meetingBoard.tellOpen(userID)
      }
      return { meetingID }
    },

    livePerson: async ({ userID }, { caller }) => {
      const now = clock()
      const { displayName: name } = await requireWithin(db, caller, userID)
      const day = await myDay(db, { ...caller, userID }, null, now)
      const tickets = await db
        .selectFrom('tickets')
        .where('raisedBy', '=', userID)
        .where('resolvedAt', 'is', null)
        .orderBy('id', 'desc')
        .limit(TICKETS)
        .select(['id', 'ticketType', 'raisedAt'])
        .execute()
      const commands = await commandSource(db, caller, now)
        .where('c.userID', '=', userID)
        .orderBy('c.id', 'desc')
        .limit(COMMANDS)
        .execute()
      if (userID !== caller.userID) {
        await auditRead(db, caller, now, {
          ...{ action: 'LIVE_PERSON_READ', page: 'supervisor.live-panel', recordType: 'person' },
          ...{ recordID: userID, label: name },
        })
        shell.main.toUser(userID, 'recordedReading', [{ kind: 'VIEW' }])
      }
      const { readings } = await readingsOf(
        db,
        { userID, kinds: DEVICE_KINDS, from: now - HISTORY_MS, to: null },
        now,
      )
      const hides = !caller.permissions.can('IRESOURCE_CAN_SEE_BOOKINGS')
      return {
        ...day,
        name,
        sessions: day.sessions.map((session) =>
          hides && session.category === 'Prayer' ? { ...session, category: null } : session,
        ),
        ...(await qualityBeside(db, caller, userID)),
        notes: await notesBeside(db, caller, userID),
        moods: await sharedMoods(db, caller, userID, now),
        machine: readings.filter(isOfDevice).map(({ kind, value, at }) => ({ kind, value, at })),
        tickets: tickets.map(({ raisedAt, ...ticket }) => ({
          ...ticket,
          at: new Date(raisedAt).toISOString(),
        })),
        commands: commands.map(({ id, order, state, answer, sentBy, sentAt }) => ({
          ...{ id, order, state, answer, by: sentBy },
          at: new Date(sentAt).toISOString(),
        })),
      }
    },
  }
}
