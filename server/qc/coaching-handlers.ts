import { figureOf } from '#shared/domain/interviews.ts'
import { londonField } from '#shared/domain/london-time.ts'
import { type CoachingState, mayCoachingBecome } from '#shared/domain/quality.ts'
import { type Before, type Doing, doing, goOver } from '../activity/going-over.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { catiReport } from '../interviews/cati-report.ts'
import {
  type KeptNotification,
  keepNotifications,
  type NewNotification,
} from '../notifications/notification-store.ts'
import { audit, auditRead, type Change } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import {
  COACHING_PAGE,
  type CoachingRow,
  coachingRows,
  planCoaching,
  readCoaching,
  sentCoaching,
} from './coaching.ts'
import { FOUR_WEEKS_MS, reviewsBetween, scoreOf } from './figures.ts'
import { qcPeopleOf, requireQcPerson } from './scope.ts'
import { tellQuality } from './watchers.ts'

interface CoachingServices {
  readonly db: Database
  readonly clock: Clock
  readonly shell: Pick<LiveShell, 'main' | 'tellActivity'>
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

const SESSIONS = 200
const MINUTE_MS = 60_000
const OWN_PAGE = 'tracker.my-quality'

const WORDS = {
  PLANNED: 'Planned',
  HELD: 'Held',
  ACKNOWLEDGED: 'Acknowledged',
  CANCELLED: 'Cancelled',
  MISSED: 'Missed',
} as const satisfies Record<CoachingState, string>

const cannot = (state: CoachingState, action: string) =>
  new Refusal(400, 'record.cannot', { record: 'The session', state: WORDS[state], action })

/** Coaching sessions: planned, held, acknowledged (spec 4 §4.4.3, §4.2.6). */
export function coachingHandlers({
  db,
  clock,
  shell,
  publisher,
}: CoachingServices): AreaHandlers<'coaching'> {
  const auditSession = (
    trx: Database,
    caller: Caller,
    row: Pick<CoachingRow, 'id' | 'userID' | 'topics'>,
    action: string,
    more: { readonly page?: string; readonly changes?: readonly Change[] } = {},
  ) =>
    audit(trx, caller, clock(), {
      ...{ action, page: COACHING_PAGE, recordType: 'coachingSession', recordID: row.id },
      ...{ label: row.topics, personID: row.userID, ...more },
    })

  function tell(row: Pick<CoachingRow, 'id' | 'userID'>, kept: readonly KeptNotification[] = []): void {
    publisher.notified(kept)
    tellQuality(shell.main, { entity: 'COACHING', ids: [row.id] }, [row.userID])
  }

  /** The caller's own session as a coach, of somebody of their scope. @throws Refusal 404 for others' */
  async function coached(trx: Database, caller: Caller, id: number, version: number): Promise<CoachingRow> {
    const row = await readCoaching(trx, id)
    await requireQcPerson(trx, caller, row.userID, 'session')
    if (row.coachID !== caller.userID) throw new Refusal(403, 'coaching.notCoach', { name: row.coach ?? '' })
    if (row.version !== version)
      throw new Refusal(409, 'record.changed', { name: row.coach ?? '', at: new Date(clock()).toISOString() })
    return row
  }

  /** @throws Refusal 400 where it isn't in the state that it was read in, also where another server changed it */
  async function change(
    trx: Database,
    row: CoachingRow,
    values: Readonly<Record<string, string | number | null>>,
    action: string,
  ): Promise<void> {
    const changed = await trx
      .updateTable('coachingSessions')
      .set({ ...values, version: row.version + 1 })
      .where('id', '=', row.id)
      .where('version', '=', row.version)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw cannot((await readCoaching(trx, row.id)).state, action)
  }

  const goTo = (trx: Database, userID: number | null, next: Doing | null, by: number) =>
    goOver(trx, userID, next, by, clock())

  const tellBoth = async (row: CoachingRow) => {
    for (const userID of [row.userID, row.coachID]) if (userID !== null) await shell.tellActivity(userID)
  }

  const figuresOf = async (userID: number, from: number, to: number) => {
    const day = (at: number) => londonField(at).slice(0, 10)
    const range = { userID, from: day(from), to: day(to), projectID: null, by: 'PROJECT' as const }
    const report = await catiReport(db, range, clock())
    return {
      qc: scoreOf(await reviewsBetween(db, { from, to, userIDs: [userID] })),
      index: figureOf('index', report.own),
    }
  }

  return {
    coachingSessions: async (_input, { caller }) => {
      const rows = await coachingRows(db)
        .where('c.userID', 'in', qcPeopleOf(db, caller).select('u.id'))
        .orderBy((eb) => eb.case().when('c.state', '=', 'PLANNED').then(0).else(1).end())
        .orderBy('c.start', 'desc')
        .orderBy('c.id', 'desc')
        .limit(SESSIONS)
        .execute()
      return { sessions: rows.map(sentCoaching), asOf: new Date(clock()).toISOString() }
    },

    coachingSession: async ({ id }, { caller }) => {
      const now = clock()
      const row = await readCoaching(db, id)
      const name = await requireQcPerson(db, caller, row.userID, 'session')
      const session = sentCoaching(row)
      const reviews = await db
        .selectFrom('qcReviews as q')
        .innerJoin('projects as p', 'p.id', 'q.projectID')
        .where('q.id', 'in', [0, ...session.reviewIDs])
        .where('q.userID', '=', row.userID)
        .where('q.submittedAt', 'is not', null)
        .orderBy('q.submittedAt')
        .orderBy('q.id')
        .select(['q.id', 'q.submittedAt', 'p.name as project', 'q.score'])
        .execute()
      if (row.userID !== caller.userID) {
        await auditRead(db, caller, now, {
          ...{ action: 'COACHING_READ', page: COACHING_PAGE, recordType: 'coachingSession', recordID: null },
          ...{ label: name, personID: row.userID },
        })
        shell.main.toUser(row.userID, 'recordedReading', [{ kind: 'VIEW' }])
      }
      const { heldAt } = row
      return {
        session,
        reviews: reviews.map(({ submittedAt, ...review }) => ({
          ...review,
          at: new Date(submittedAt ?? 0).toISOString(),
        })),
        effect:
          heldAt === null
            ? null
            : {
                before: await figuresOf(row.userID, heldAt - FOUR_WEEKS_MS, heldAt),
                after: await figuresOf(row.userID, heldAt, Math.min(heldAt + FOUR_WEEKS_MS, now)),
              },
      }
    },

    saveCoaching: async ({ id, version = 0, userID, start, minutes, topics, reviewIDs }, { caller }) => {
      const now = clock()
      const at = Date.parse(start)
      const { saved, kept } = await db.transaction().execute(async (trx) => {
        if (userID === caller.userID) throw new Refusal(403, 'qc.self')
        await requireQcPerson(trx, caller, userID)
        if (at < now) throw new Refusal(400, 'qc.past')
        const found = await trx
          .selectFrom('qcReviews')
          .where('id', 'in', [0, ...reviewIDs])
          .where('userID', '=', userID)
          .where('isCalibration', '=', 0)
          .select('id')
          .execute()
        if (found.length < new Set(reviewIDs).size) throw new Refusal(404, 'record.gone', { one: 'review' })
        if (id === undefined) {
          const planned = await planCoaching(trx, caller, {
            userID,
            start: at,
            minutes,
            topics,
            reviewIDs,
            now,
          })
          return { saved: planned.id, kept: await keepNotifications(trx, now, planned.told) }
        }
        const row = await coached(trx, caller, id, version)
        if (row.state !== 'PLANNED' || row.userID !== userID || row.begunAt !== null)
          throw cannot(row.state, 'changed')
        await change(
          trx,
          row,
          { start: at, minutes, topics, reviewIDs: JSON.stringify(reviewIDs) },
          'changed',
        )
        if (row.meetingID !== null)
          await trx
            .updateTable('meetings')
            .set({ agenda: topics, start: at, end: at + minutes * MINUTE_MS })
            .where('id', '=', row.meetingID)
            .execute()
        await auditSession(trx, caller, row, 'COACHING_CHANGED', {
          changes: [
            { field: 'start', before: new Date(row.start).toISOString(), after: start },
            { field: 'topics', before: row.topics, after: topics },
          ],
        })
        const news: NewNotification[] =
          row.start === at
            ? []
            : [
                {
                  ...{ userID, type: 'NEW_UPDATE', source: 'COACHING', sourceID: id },
                  ...{ subject: 'Your coaching was moved', body: topics },
                },
              ]
        return { saved: id, kept: await keepNotifications(trx, now, news) }
      })
      const row = await readCoaching(db, saved)
      tell(row, kept)
      for (const one of [row.userID, caller.userID]) shell.main.toUser(one, 'calendarChanged', [])
      return sentCoaching(row)
    },

    holdCoaching: async ({ id, version }, { caller }) => {
      const now = clock()
      await db.transaction().execute(async (trx) => {
        const row = await coached(trx, caller, id, version)
        if (row.state !== 'PLANNED' || row.begunAt !== null) throw cannot(row.state, 'held')
        const before: Before = {
          coach: await doing(trx, caller.userID),
          person: await doing(trx, row.userID),
        }
        await change(trx, row, { begunAt: now, before: JSON.stringify(before) }, 'held')
        const talk: Doing = { activity: 'FEEDBACK SESSION', project: null, category: 'Coaching' }
        await goTo(trx, row.userID, talk, caller.userID)
        await goTo(trx, caller.userID, talk, caller.userID)
        await auditSession(trx, caller, row, 'COACHING_BEGUN')
      })
      const row = await readCoaching(db, id)
      await tellBoth(row)
      tell(row)
      return sentCoaching(row)
    },

    noteCoaching: async ({ id, version }, { caller }) => {
      await db.transaction().execute(async (trx) => {
        const row = await coached(trx, caller, id, version)
        if (row.state !== 'PLANNED' || row.begunAt === null) throw cannot(row.state, 'written down')
        const { coach, person } = JSON.parse(row.before ?? '{"coach":null,"person":null}') as Before
        await change(trx, row, { before: JSON.stringify({ coach, person: null }) }, 'written down')
        if ((await doing(trx, row.userID))?.activity === 'FEEDBACK SESSION')
          await goTo(trx, row.userID, person, caller.userID)
        const noting: Doing = { activity: 'INPUTING COACHING', project: null, category: null }
        await goTo(trx, caller.userID, noting, caller.userID)
      })
      const row = await readCoaching(db, id)
      await tellBoth(row)
      tell(row)
      return sentCoaching(row)
    },

    finishCoaching: async ({ id, version, discussion, actions }, { caller }) => {
      const now = clock()
      const kept = await db.transaction().execute(async (trx) => {
        const row = await coached(trx, caller, id, version)
        if (!mayCoachingBecome(row.state, 'HELD')) throw cannot(row.state, 'held')
        const agreed = actions.map((action) => ({ ...action, doneAt: null }))
        await change(
          trx,
          row,
          {
            ...{ state: 'HELD', heldAt: now, begunAt: row.begunAt ?? now, before: null },
            ...{ discussion, actions: JSON.stringify(agreed) },
          },
          'held',
        )
        const { coach, person } = JSON.parse(row.before ?? '{"coach":null,"person":null}') as Before
        if ((await doing(trx, row.userID))?.activity === 'FEEDBACK SESSION')
          await goTo(trx, row.userID, person, caller.userID)
        const mine = (await doing(trx, caller.userID))?.activity
        if (mine === 'INPUTING COACHING' || mine === 'FEEDBACK SESSION')
          await goTo(trx, caller.userID, coach, caller.userID)
        await auditSession(trx, caller, row, 'COACHING_HELD', {
          changes: [
            { field: 'state', before: row.state, after: 'HELD' },
            { field: 'actions', before: null, after: agreed.map(({ text }) => text) },
          ],
        })
        return keepNotifications(trx, now, [
          {
            ...{ userID: row.userID, type: 'NEW_UPDATE', source: 'COACHING', sourceID: id },
            ...{
              subject: 'Your coaching was written down',
              body: 'Read and acknowledge it in Tracker › My quality.',
            },
          },
        ])
      })
      const row = await readCoaching(db, id)
      await tellBoth(row)
      tell(row, kept)
      return sentCoaching(row)
    },

    endCoaching: async ({ id, version, state }, { caller }) => {
      const action = state === 'CANCELLED' ? 'cancelled' : 'missed'
      const kept = await db.transaction().execute(async (trx) => {
        const row = await coached(trx, caller, id, version)
        if (!mayCoachingBecome(row.state, state) || row.begunAt !== null) throw cannot(row.state, action)
        await change(trx, row, { state }, action)
        if (row.meetingID !== null && state === 'CANCELLED')
          await trx.deleteFrom('meetings').where('id', '=', row.meetingID).execute()
        await auditSession(trx, caller, row, `COACHING_${state}`, {
          changes: [{ field: 'state', before: row.state, after: state }],
        })
        return keepNotifications(trx, clock(), [
          {
            ...{ userID: row.userID, type: 'NEW_UPDATE', source: 'COACHING', sourceID: id },
            subject: state === 'CANCELLED' ? 'Your coaching was cancelled' : 'You missed your coaching',
            body: row.topics,
          },
        ])
      })
      const row = await readCoaching(db, id)
      tell(row, kept)
      for (const one of [row.userID, caller.userID]) shell.main.toUser(one, 'calendarChanged', [])
      return sentCoaching(row)
    },

    myCoaching: async (_input, { caller }) => {
      const rows = await coachingRows(db)
        .where('c.userID', '=', caller.userID)
        .orderBy('c.start', 'desc')
        .orderBy('c.id', 'desc')
        .limit(SESSIONS)
        .execute()
      return { sessions: rows.map(sentCoaching) }
    },

    acknowledgeCoaching: async ({ id }, { caller }) => {
      await db.transaction().execute(async (trx) => {
        const row = await readCoaching(trx, id)
        if (row.userID !== caller.userID) throw new Refusal(404, 'record.gone', { one: 'session' })
        if (!mayCoachingBecome(row.state, 'ACKNOWLEDGED')) throw cannot(row.state, 'acknowledged')
        await change(trx, row, { state: 'ACKNOWLEDGED', acknowledgedAt: clock() }, 'acknowledged')
        await auditSession(trx, caller, row, 'COACHING_ACKNOWLEDGED', { page: OWN_PAGE })
      })
      const row = await readCoaching(db, id)
      tell(row)
      return sentCoaching(row)
    },

    tickCoaching: async ({ id, place, isDone }, { caller }) => {
      await db.transaction().execute(async (trx) => {
        const row = await readCoaching(trx, id)
        if (row.userID !== caller.userID) throw new Refusal(404, 'record.gone', { one: 'session' })
        const { actions } = sentCoaching(row)
        const action = actions[place]
        if (!action) throw new Refusal(404, 'record.gone', { one: 'action' })
        const doneAt = isDone ? new Date(clock()).toISOString() : null
        const ticked = actions.map((one, index) => (index === place ? { ...one, doneAt } : one))
        await change(trx, row, { actions: JSON.stringify(ticked) }, 'changed')
        await auditSession(trx, caller, row, 'COACHING_ACTION_TICKED', {
          page: OWN_PAGE,
          changes: [{ field: action.text, before: action.doneAt !== null, after: isDone }],
        })
      })
      const row = await readCoaching(db, id)
      tell(row)
      return sentCoaching(row)
    },
  }
}
