import type { TrainingMatrix, TrainingSession } from '#shared/contract/training.ts'
import { londonDayAfter } from '#shared/domain/london-time.ts'
import { SESSIONS_AHEAD_DAYS, type TrainingCategory } from '#shared/domain/training.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { holdTurn } from '../db/hold-turn.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { linesOf } from '../live-panel/scope.ts'
import {
  type KeptNotification,
  keepNotifications,
  type NewNotification,
} from '../notifications/notification-store.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { completeSession } from './attendance.ts'
import { bookInto, requireSession, unbook } from './booking.ts'
import { trainingMatrix } from './matrix.ts'
import { ownSessions, requireOwnBooking } from './own-sessions.ts'
import { allTraineesOf, requireTrainee, type TrainingPage, traineesOf } from './scope.ts'
import { type TrainingSessionRow, trainingSessions } from './sessions.ts'
import { tellTraining, tellWaiting } from './tell.ts'
import { joinWaiting, leaveWaiting, moveUp, waitingIn } from './waiting.ts'

const DAY_MS = 86_400_000
/** So long back sessions are looked for whose attendance nobody wrote down. */
const TO_RECORD_DAYS = 28
const PAGES: Readonly<Record<TrainingPage, string>> = {
  MANAGER: 'interviewer-manager.training',
  SUPERVISOR: 'supervisor.training',
}
const OWN_PAGE = 'tracker.my-development'
const iso = (at: number) => new Date(at).toISOString()

interface TrainingServices {
  readonly db: Database
  readonly clock: Clock
  readonly shell: Pick<LiveShell, 'main' | 'tellActivity'>
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
  readonly personChanged: (userID: number) => void
}

/** Interviewer manager › Training and Supervisor › Training (spec 4 §4.3.1, §4.4.5). */
export function trainingHandlers({
  db,
  clock,
  shell,
  publisher,
  personChanged,
}: TrainingServices): AreaHandlers<'training'> {
  const isToRecord = (session: TrainingSessionRow, caller: Pick<Caller, 'userID'>) =>
    session.trainerID === caller.userID && session.state === 'LIVE'

  const sessionSent = (session: TrainingSessionRow, caller: Pick<Caller, 'userID'>): TrainingSession => ({
    ...{ id: session.id, version: session.version, typeID: session.typeID, type: session.type },
    ...{ category: session.category as TrainingCategory, project: session.project },
    ...{ trainerID: session.trainerID, trainer: session.trainer, place: session.place },
    ...{ start: iso(session.start), end: iso(session.end), capacity: session.capacity },
    ...{ booked: session.booked, state: session.state, passMark: session.passMark },
    isToRecord: isToRecord(session, caller),
  })

  async function sessionsFor(caller: Caller, now: number): Promise<TrainingSession[]> {
    const rows = await trainingSessions(db, {
      now,
      from: londonDayAfter(now, -TO_RECORD_DAYS),
      to: londonDayAfter(now, SESSIONS_AHEAD_DAYS + 1),
    })
    const isShown = (session: TrainingSessionRow) =>
      isToRecord(session, caller) || (session.end > now && session.state !== 'CANCELLED')
    return rows.filter(isShown).map((row) => sessionSent(row, caller))
  }

  async function matrixOf(
    caller: Caller,
    ids: readonly number[],
    managers: TrainingMatrix['managers'],
  ): Promise<TrainingMatrix> {
    const now = clock()
    const { types, people, cards } = await trainingMatrix(db, ids, now)
    const bookable = await db
      .selectFrom('users')
      .where('id', 'in', [0, ...ids])
      .where('status', '=', 'ACTIVE')
      .orderBy('displayName')
      .orderBy('id')
      .select(['id', 'displayName as name'])
      .execute()
    return {
      ...{ types: [...types], cards, bookable, managers, asOf: iso(now) },
      people: people.map(({ cells, ...person }) => ({
        ...person,
        cells: cells.map(({ session, remindedAt, ...cell }) => ({
          ...cell,
          session: session === null ? null : { id: session.id, start: iso(session.start) },
          remindedAt: remindedAt === null ? null : iso(remindedAt),
        })),
      })),
      sessions: await sessionsFor(caller, now),
      mayExcuse: caller.permissions.canAll(['IMANAGER_CAN_SEE_TRAINING', 'ITRAINING_CAN_SEE_LOG']),
    }
  }

  const parts = { db, shell, publisher }
  const tell = (userIDs: readonly number[], kept: readonly KeptNotification[]) =>
    tellTraining(parts, userIDs, kept)

  /** Takes somebody's booking back, and gives their place to who waits longest. */
  async function freePlace(
    caller: Caller,
    {
      sessionID,
      userID,
      page,
    }: { readonly sessionID: number; readonly userID: number; readonly page: string },
    { check, isTold }: { readonly check: (trx: Database) => Promise<void>; readonly isTold: boolean },
  ): Promise<void> {
    const now = clock()
    // The place that becomes free goes to one of those who wait, also on two servers.
    await holdTurn(db)
    const kept = await db.transaction().execute(async (trx) => {
      await check(trx)
      const told = await unbook(trx, caller, { sessionID, userID, page, now })
      return keepNotifications(trx, now, [
        ...(isTold ? [told] : []),
        ...(await moveUp(trx, { sessionID, now })),
      ])
    })
    await tell([...new Set([userID, ...kept.map((one) => one.userID)])], kept)
    await tellWaiting(parts, sessionID)
  }

  const namesOf = async (ids: readonly number[]) => {
    const rows = await db
      .selectFrom('users')
      .where('id', 'in', [0, ...ids])
      .select(['id', 'displayName as name'])
      .execute()
    return new Map(rows.map(({ id, name }) => [id, name]))
  }

  async function book(caller: Caller, page: TrainingPage, sessionID: number, userIDs: readonly number[]) {
    const people = await traineesOf(db, caller, page)
    const names = await namesOf(userIDs)
    // Of two who book the last place, or one person twice, also on two servers, one is first.
    await holdTurn(db)
    const freesShift = page === 'SUPERVISOR' || caller.permissions.can('IRESOURCE_CAN_PROCESS_SHIFT')
    await requireSession(db, sessionID, clock())
    const results: { userID: number; name: string; done: boolean; reason: string }[] = []
    for (const userID of new Set(userIDs)) {
      const name = people.has(userID) ? (names.get(userID) ?? '') : ''
      try {
        const kept = await db.transaction().execute(async (trx) => {
          requireTrainee(people, userID)
          const told = await bookInto(trx, caller, {
            ...{ sessionID, userID, freesShift, page: PAGES[page], now: clock() },
          })
          return keepNotifications(trx, clock(), [told])
        })
        results.push({ userID, name, done: true, reason: '' })
        await tell([userID], kept)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        results.push({ userID, name, done: false, reason: error.message })
      }
    }
    return { results }
  }

  const pageOf = (caller: Caller): string =>
    PAGES[caller.permissions.can('ISUPERVISOR_CAN_SEE_TRAINING') ? 'SUPERVISOR' : 'MANAGER']

  /** The name of a type. @throws Refusal 404 where there is none */
  async function typeName(trx: Database, typeID: number): Promise<string> {
    const type = await trx
      .selectFrom('trainingTypes')
      .where('id', '=', typeID)
      .select('name')
      .executeTakeFirst()
    if (!type) throw new Refusal(404, 'record.gone', { one: 'training' })
    return type.name
  }

  return {
    managerTraining: async ({ managerID }, { caller }) => {
      const line = await traineesOf(db, caller, 'MANAGER')
      if (managerID !== undefined && managerID !== caller.userID) requireTrainee(line, managerID)
      const teams = await db
        .selectFrom('users as u')
        .innerJoin('users as m', 'm.id', 'u.managerID')
        .where('u.id', 'in', [0, ...line])
        .where('m.id', 'in', [0, ...line])
        .groupBy(['m.id', 'm.displayName'])
        .orderBy('m.displayName')
        .orderBy('m.id')
        .select(['m.id', 'm.displayName as name'])
        .execute()
      const under =
        managerID === undefined
          ? line
          : ((await linesOf(db, [managerID])).get(managerID) ?? new Set<number>())
      return matrixOf(
        caller,
        [...under].filter((id) => line.has(id)),
        teams,
      )
    },

    supervisorTraining: async (_input, { caller }) =>
      matrixOf(caller, [...(await traineesOf(db, caller, 'SUPERVISOR'))], []),

    bookTraining: ({ sessionID, userIDs }, { caller }) => book(caller, 'MANAGER', sessionID, userIDs),
    bookTrainingInShift: ({ sessionID, userIDs }, { caller }) =>
      book(caller, 'SUPERVISOR', sessionID, userIDs),

    unbookTraining: async ({ sessionID, userID }, { caller }) => {
      await freePlace(
        caller,
        { sessionID, userID, page: pageOf(caller) },
        { check: async (trx) => requireTrainee(await allTraineesOf(trx, caller), userID), isTold: true },
      )
      return { done: true }
    },

    myTrainingSessions: async (_input, { caller }) => ({
      sessions: await ownSessions(db, caller.userID, clock()),
    }),

    bookMyTraining: async ({ sessionID }, { caller }) => {
      const { userID } = caller
      // Of two who book the last place, or one person twice, also on two servers, one is first.
      await holdTurn(db)
      await db
        .transaction()
        .execute((trx) =>
          bookInto(trx, caller, { sessionID, userID, freesShift: false, page: OWN_PAGE, now: clock() }),
        )
      // Whoever did it needn't be told.
      await tell([userID], [])
      return { done: true }
    },

    unbookMyTraining: async ({ sessionID }, { caller }) => {
      const { userID } = caller
      // Whoever did it needn't be told.
      await freePlace(
        caller,
        { sessionID, userID, page: OWN_PAGE },
        { check: (trx) => requireOwnBooking(trx, userID, sessionID), isTold: false },
      )
      return { done: true }
    },

    waitForTraining: async ({ sessionID }, { caller }) => {
      const { userID } = caller
      // Nobody takes the place that they wait for meanwhile, and of two at once one stands before the other.
      await holdTurn(db)
      const isBooked = await db
        .transaction()
        .execute((trx) => joinWaiting(trx, caller, { sessionID, now: clock() }))
      if (isBooked) await tell([userID], [])
      await tellWaiting(parts, sessionID)
      const list = (await waitingIn(db, [sessionID])).get(sessionID) ?? []
      return { isBooked, position: isBooked ? null : list.indexOf(userID) + 1 }
    },

    leaveTrainingWait: async ({ sessionID }, { caller }) => {
      await holdTurn(db)
      await db.transaction().execute((trx) => leaveWaiting(trx, caller, { sessionID, now: clock() }))
      await tellWaiting(parts, sessionID)
      return { done: true }
    },

    remindTraining: async ({ needs }, { caller }) => {
      const now = clock()
      const people = await allTraineesOf(db, caller)
      for (const { userID } of needs) requireTrainee(people, userID)
      const { kept, already } = await db.transaction().execute(async (trx) => {
        const told: NewNotification[] = []
        let before = 0
        for (const [userID, own] of Map.groupBy(needs, (need) => need.userID)) {
          const lacking: string[] = []
          for (const typeID of new Set(own.map((need) => need.typeID))) {
            const name = await typeName(trx, typeID)
            const reminded = await trx
              .insertInto('trainingReminders')
              .values({ userID, typeID, at: now })
              .onConflict((on) =>
                on
                  .columns(['userID', 'typeID'])
                  .doUpdateSet({ at: now })
                  .where('trainingReminders.at', '<=', now - DAY_MS),
              )
              .returning('userID')
              .executeTakeFirst()
            if (reminded) lacking.push(name)
          }
          if (lacking.length === 0) {
            before += 1
            continue
          }
          told.push({
            ...{ userID, type: 'NEW_UPDATE', source: 'TRAINING', cssClass: 'warning' },
            subject: lacking.length === 1 ? `You need ${lacking[0]}` : `You need ${lacking.length} trainings`,
            body: lacking.join(', '),
          })
          await audit(trx, caller, now, {
            ...{ action: 'TRAINING_REMINDED', page: pageOf(caller), recordType: 'person', recordID: userID },
            label: lacking.join(', '),
          })
        }
        return { kept: await keepNotifications(trx, now, told), already: before }
      })
      publisher.notified(kept)
      return { reminded: kept.length, already }
    },

    excuseTraining: async ({ userID, typeID, reason, until }, { caller }) => {
      const now = clock()
      await db.transaction().execute(async (trx) => {
        requireTrainee(await traineesOf(trx, caller, 'MANAGER'), userID)
        const name = await typeName(trx, typeID)
        const values = { userID, typeID, reason, until, byID: caller.userID, at: now }
        await trx
          .insertInto('trainingExcuses')
          .values(values)
          .onConflict((on) => on.columns(['userID', 'typeID']).doUpdateSet(values))
          .execute()
        await audit(trx, caller, now, {
          ...{ action: 'TRAINING_EXCUSED', page: PAGES.MANAGER, recordType: 'person', recordID: userID },
          ...{ label: name, reason, changes: [{ field: 'until', before: null, after: until }] },
        })
      })
      return { done: true }
    },

    needTraining: async ({ userID, typeID }, { caller }) => {
      const now = clock()
      await db.transaction().execute(async (trx) => {
        requireTrainee(await traineesOf(trx, caller, 'MANAGER'), userID)
        const name = await typeName(trx, typeID)
        const gone = await trx
          .deleteFrom('trainingExcuses')
          .where('userID', '=', userID)
          .where('typeID', '=', typeID)
          .executeTakeFirst()
        if (gone.numDeletedRows === 0n) return
        await audit(trx, caller, now, {
          ...{ action: 'TRAINING_NEEDED', page: PAGES.MANAGER, recordType: 'person', recordID: userID },
          label: name,
        })
      })
      return { done: true }
    },

    trainingAttendees: async ({ id }, { caller }) => {
      const session = await requireSession(db, id, clock())
      const people = await allTraineesOf(db, caller)
      const rows = await db
        .selectFrom('trainingAttendees as a')
        .innerJoin('users as u', 'u.id', 'a.userID')
        .where('a.sessionID', '=', id)
        .where('a.state', 'not in', ['CANCELLED', 'DECLINED'])
        .orderBy('u.displayName')
        .orderBy('u.id')
        .select(['a.userID', 'u.displayName as name', 'a.state', 'a.score', 'a.isInShift'])
        .execute()
      const isTrainer = session.trainerID === caller.userID
      return {
        session: sessionSent(session, caller),
        attendees: rows
          .filter(({ userID }) => isTrainer || people.has(userID))
          .map(({ isInShift, ...row }) => ({
            ...row,
            isInShift: isInShift === 1,
            isOwn: people.has(row.userID),
          })),
      }
    },

    recordTraining: async ({ id, version, outcomes }, { caller }) => {
      // Nobody is booked or taken back meanwhile.
      await holdTurn(db)
      const { kept, skilled } = await db.transaction().execute(async (trx) => {
        const completed = await completeSession(trx, caller, {
          ...{ id, version, outcomes, page: PAGES.SUPERVISOR, now: clock() },
        })
        return { ...completed, kept: await keepNotifications(trx, clock(), completed.told) }
      })
      await tell(
        outcomes.map(({ userID }) => userID),
        kept,
      )
      for (const userID of skilled) personChanged(userID)
      return { done: true }
    },
  }
}
