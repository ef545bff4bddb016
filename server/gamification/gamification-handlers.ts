import { sql } from 'kysely'
import { levelOf, XP_PER_MESSAGE, XP_PER_WORKED_DAY } from '#shared/domain/gamification.ts'
import { londonDayAfter, momentOfField, startOfLondonDay } from '#shared/domain/london-time.ts'
import { type QuestMeasure, questFault } from '#shared/domain/quests.ts'
import { findPerson } from '../auth/people.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { type KeptNotification, keepNotifications } from '../notifications/notification-store.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import {
  EARNED_MS,
  namesShown,
  ownQuests,
  type QuestRow,
  questPeopleOf,
  teamBoard,
  teamQuests,
} from './quests.ts'
import { tellQuest } from './watchers.ts'

interface GamificationServices {
  readonly db: Database
  readonly clock: Clock
  readonly shell: Pick<LiveShell, 'main' | 'messages'>
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

const DAY_MS = 24 * 60 * 60 * 1000
const PAGE = 'supervisor.gamification-quests'
const OWN_PAGE = 'tracker.my-experience'
const gone = () => new Refusal(404, 'record.gone', { one: 'quest' })

/** Messages that count, and days (UTC) with one. */
async function written(db: Database, userID: number, since = 0) {
  return db
    .selectFrom('messages')
    .where('userID', '=', userID)
    .where('deletedAt', 'is', null)
    .where('entryTime', '>=', since)
    .select((e) => [
      e.fn.countAll<number>().as('messages'),
      sql<number>`count(distinct "entryTime" / ${sql.lit(DAY_MS)})`.as('days'),
    ])
    .executeTakeFirstOrThrow()
}

/** A person's points: for each message that isn't deleted, for each day (UTC) with one, and of quests. */
async function pointsOf(db: Database, userID: number): Promise<number> {
  const { messages, days } = await written(db, userID)
  const { points } = await db
    .selectFrom('xpEntries')
    .where('userID', '=', userID)
    .select((e) => e.fn.sum<number>('points').as('points'))
    .executeTakeFirstOrThrow()
  return Number(messages) * XP_PER_MESSAGE + Number(days) * XP_PER_WORKED_DAY + Number(points ?? 0)
}

/** Levels, computed from what people did (spec 1 §3, §7), and quests (spec 4 §4.2.7, §4.4.9). */
export function gamificationHandlers({
  db,
  clock,
  shell,
  publisher,
}: GamificationServices): AreaHandlers<'gamification'> {
  const note = (
    trx: Database,
    caller: Caller,
    { id, name }: { readonly id: number; readonly name: string },
    { action, page = PAGE, reason }: { action: string; page?: string; reason?: string },
  ) =>
    audit(trx, caller, clock(), {
      ...{ action, page, recordType: 'quest', recordID: id, label: name },
      ...(reason !== undefined && { reason }),
    })

  /**
   * The caller's own quest, which isn't over.
   * @throws Refusal 404 for one of nobody of theirs, 403 for another's, 400 for one that is over
   */
  async function ownQuest(trx: Database, caller: Caller, id: number, action: string): Promise<QuestRow> {
    const quest = await trx.selectFrom('quests').where('id', '=', id).selectAll().executeTakeFirst()
    if (!quest) throw gone()
    if (quest.byID !== caller.userID) {
      const seen = await trx
        .selectFrom('questPeople')
        .where('questID', '=', id)
        .where('userID', 'in', questPeopleOf(trx, caller).select('u.id'))
        .select('userID')
        .executeTakeFirst()
      throw seen ? new Refusal(403, 'accessDenied') : gone()
    }
    if (quest.endedAt !== null || quest.to <= clock())
      throw new Refusal(400, 'record.cannot', { record: 'The quest', state: 'Ended', action })
    return quest
  }

  const takersOf = async (trx: Database, questID: number, states: readonly ('OFFERED' | 'ACTIVE')[]) =>
    (
      await trx
        .selectFrom('questPeople')
        .where('questID', '=', questID)
        .where('state', 'in', states)
        .orderBy('userID')
        .select('userID')
        .execute()
    ).map(({ userID }) => userID)

  const send = (caller: Caller, userIDs: readonly number[], icon: string, message: string) =>
    userIDs.length === 0
      ? Promise.resolve()
      : shell.messages.send(userIDs, {
          ...{ kind: 'QUEST', senderID: caller.userID, senderName: caller.displayName, icon, message },
        })

  return {
    myLevel: async ({ userID }, { caller }) => {
      if (userID !== caller.userID && !caller.permissions.can('CAN_VIEW_USER_PROFILE')) {
        throw new Refusal(403, 'accessDenied')
      }
      if (!(await findPerson(db, userID))) throw new Refusal(400, 'person.unknown')
      return levelOf(userID, await pointsOf(db, userID))
    },

    listQuests: async (_input, { caller }) => ({
      ...(await teamQuests(db, caller, clock())),
      asOf: new Date(clock()).toISOString(),
    }),

    saveQuest: async ({ from, days, userIDs, measure, ...values }, { caller }) => {
      const now = clock()
      const fault = questFault({ measure, minQcScore: values.minQcScore })
      if (fault) throw new Refusal(400, fault === 'SPEED' ? 'quest.speed' : 'quest.measure')
      const start = momentOfField(from)
      if (start < startOfLondonDay(now)) throw new Refusal(400, 'quest.past')
      const wanted = [...new Set(userIDs)]
      const { id, kept } = await db.transaction().execute(async (trx) => {
        const found = await questPeopleOf(trx, caller).where('u.id', 'in', wanted).select('u.id').execute()
        if (found.length < wanted.length) throw new Refusal(404, 'record.gone', { one: 'person' })
        const made = await trx
          .insertInto('quests')
          .values({
            ...values,
            ...{ measure: measure as QuestMeasure, from: start, to: londonDayAfter(start, days) },
            ...{ byID: caller.userID, at: now },
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await trx
          .insertInto('questPeople')
          .values(
            wanted.map((userID) => ({ userID, questID: made.id, state: 'OFFERED' as const, changedAt: now })),
          )
          .execute()
        await note(trx, caller, { id: made.id, name: values.name }, { action: 'QUEST_STARTED' })
        const told = await keepNotifications(
          trx,
          now,
          wanted.map((userID) => ({
            ...{ userID, type: 'NEW_UPDATE' as const, source: 'QUEST', sourceID: made.id },
            ...{ subject: `A quest for you: ${values.name}`, body: values.message },
          })),
        )
        return { id: made.id, kept: told }
      })
      publisher.notified(kept)
      await send(caller, wanted, values.icon, `${values.name}: ${values.message}`)
      tellQuest(shell.main, id, wanted)
      return { id }
    },

    endQuest: async ({ id, reason }, { caller }) => {
      const now = clock()
      const { people, kept } = await db.transaction().execute(async (trx) => {
        const { name } = await ownQuest(trx, caller, id, 'ended')
        const ended = await trx
          .updateTable('quests')
          .set({ endedAt: now, endedBy: caller.userID, endReason: reason })
          .where('id', '=', id)
          .where('endedAt', 'is', null)
          .returning('id')
          .executeTakeFirst()
        if (!ended) throw gone()
        const taking = await takersOf(trx, id, ['OFFERED', 'ACTIVE'])
        await trx
          .updateTable('questPeople')
          .set({ state: 'EXPIRED', changedAt: now })
          .where('questID', '=', id)
          .where('state', 'in', ['OFFERED', 'ACTIVE'])
          .execute()
        await note(trx, caller, { id, name }, { action: 'QUEST_ENDED', reason })
        const told = await keepNotifications(
          trx,
          now,
          taking.map((userID) => ({
            ...{ userID, type: 'NEW_UPDATE' as const, source: 'QUEST', sourceID: id },
            ...{ subject: `The quest ${name} has ended early`, body: reason },
          })),
        )
        return { people: taking, kept: told }
      })
      publisher.notified(kept)
      tellQuest(shell.main, id, people)
      return { done: true }
    },

    cheerQuest: async ({ id, icon, message }, { caller }) => {
      const people = await db.transaction().execute(async (trx) => {
        const { name } = await ownQuest(trx, caller, id, 'cheered')
        await note(trx, caller, { id, name }, { action: 'QUEST_CHEERED', reason: message })
        return takersOf(trx, id, ['ACTIVE'])
      })
      await send(caller, people, icon, message)
      return { done: true }
    },

    myExperience: async (_input, { caller: { userID } }) => {
      const now = clock()
      const since = now - EARNED_MS
      const recent = await written(db, userID, since)
      const rewards = await db
        .selectFrom('xpEntries as x')
        .innerJoin('quests as q', 'q.id', 'x.questID')
        .where('x.userID', '=', userID)
        .where('x.at', '>', since)
        .orderBy('x.at', 'desc')
        .orderBy('x.id', 'desc')
        .select(['x.points', 'x.at', 'q.name'])
        .execute()
      return {
        level: levelOf(userID, await pointsOf(db, userID)),
        earned: [
          ...rewards.map(({ points, at, name }) => ({
            ...{ reason: 'QUEST' as const, what: name, points, at: new Date(at).toISOString() },
          })),
          {
            ...{ reason: 'MESSAGES' as const, what: '', at: null },
            points: Number(recent.messages) * XP_PER_MESSAGE,
          },
          {
            ...{ reason: 'DAYS' as const, what: '', at: null },
            points: Number(recent.days) * XP_PER_WORKED_DAY,
          },
        ].filter(({ points }) => points > 0),
        quests: await ownQuests(db, userID, now),
        isNameShown: (await namesShown(db)).has(userID),
        board: await teamBoard(db, userID, now),
      }
    },

    answerQuest: async ({ id, isAccepted }, { caller }) => {
      const now = clock()
      await db.transaction().execute(async (trx) => {
        const own = await trx
          .selectFrom('questPeople as p')
          .innerJoin('quests as q', 'q.id', 'p.questID')
          .where('p.questID', '=', id)
          .where('p.userID', '=', caller.userID)
          .select(['p.state', 'q.name', 'q.to', 'q.endedAt'])
          .executeTakeFirst()
        if (!own) throw gone()
        const isOver = own.endedAt !== null || own.to <= now
        const mayBe = isAccepted ? own.state === 'OFFERED' : ['OFFERED', 'ACTIVE'].includes(own.state)
        const changed =
          isOver || !mayBe
            ? undefined
            : await trx
                .updateTable('questPeople')
                .set({ state: isAccepted ? 'ACTIVE' : 'DECLINED', changedAt: now })
                .where('questID', '=', id)
                .where('userID', '=', caller.userID)
                .where('state', '=', own.state)
                .returning('userID')
                .executeTakeFirst()
        if (!changed)
          throw new Refusal(400, 'record.cannot', {
            record: 'The quest',
            state: isOver ? 'Ended' : STATE_WORDS[own.state],
            action: isAccepted ? 'accepted' : 'declined',
          })
        await note(
          trx,
          caller,
          { id, name: own.name },
          {
            action: isAccepted ? 'QUEST_ACCEPTED' : 'QUEST_DECLINED',
            page: OWN_PAGE,
          },
        )
      })
      tellQuest(shell.main, id, [caller.userID])
      return { done: true }
    },

    showName: async ({ isShown }, { caller }) => {
      const { userID, displayName: label } = caller
      await db.transaction().execute(async (trx) => {
        const changed = isShown
          ? await trx
              .insertInto('boardNames')
              .values({ userID, at: clock() })
              .onConflict((conflict) => conflict.doNothing())
              .returning('userID')
              .executeTakeFirst()
          : await trx
              .deleteFrom('boardNames')
              .where('userID', '=', userID)
              .returning('userID')
              .executeTakeFirst()
        if (!changed) return
        await audit(trx, caller, clock(), {
          ...{ action: 'BOARD_NAME_CHANGED', page: OWN_PAGE, recordType: 'person', recordID: userID, label },
          changes: [{ field: 'isNameShown', before: !isShown, after: isShown }],
        })
      })
      // Those of the team who look at the board read it again.
      const own = await db.selectFrom('users').where('id', '=', userID).select('managerID').executeTakeFirst()
      const team =
        own === undefined || own.managerID === null
          ? [{ id: userID }]
          : await db.selectFrom('users').where('managerID', '=', own.managerID).select('id').execute()
      tellQuest(
        shell.main,
        0,
        team.map(({ id }) => id),
      )
      return { done: true }
    },
  }
}

const STATE_WORDS = {
  OFFERED: 'Offered',
  ACTIVE: 'Active',
  COMPLETED: 'Completed',
  EXPIRED: 'Expired',
  DECLINED: 'Declined',
} as const
