import { isWorkingDay } from '#shared/domain/booking.ts'
import { londonField } from '#shared/domain/london-time.ts'
import {
  isPipRunning,
  mayBecome,
  PIP_ANSWER_DAYS,
  PIP_APPEAL_DAYS,
  PIP_EXTENSION_WEEKS,
  PIP_WEEKS,
  PIP_WORDS,
  type PipState,
  weeksBetween,
} from '#shared/domain/pips.ts'
import { workingDaysAfter } from '#shared/domain/return-to-work.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { holdTurn } from '../db/hold-turn.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import {
  type KeptNotification,
  keepNotifications,
  type NewNotification,
} from '../notifications/notification-store.ts'
import { requireSeen } from '../people/scope.ts'
import { audit, auditRead, type Change } from '../records/audit.ts'
import { changeSeen } from '../records/change.ts'
import { Refusal } from '../refusal.ts'
import { companyHolidayTest } from '../settings/company-holidays.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { pipRecords } from './pips.ts'

const PAGE = 'hr.performance-improvement'

interface PipServices {
  readonly db: Database
  readonly clock: Clock
  readonly shell: Pick<LiveShell, 'main'>
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

/** Improvement plans (spec 6 §5.5). */
export function pipsHandlers({ db, clock, shell, publisher }: PipServices): AreaHandlers<'pips'> {
  const gone = () => new Refusal(404, 'record.gone', { one: 'plan' })
  const cannot = (state: PipState, action: string) =>
    new Refusal(400, 'record.cannot', { record: 'The plan', state: PIP_WORDS[state], action })

  const requirePlan = async (on: Database, id: number) => {
    const plan = await on
      .selectFrom('pips as p')
      .innerJoin('users as u', 'u.id', 'p.userID')
      .where('p.id', '=', id)
      .selectAll('p')
      .select('u.displayName as name')
      .executeTakeFirst()
    if (!plan) throw gone()
    return plan
  }
  type Plan = Awaited<ReturnType<typeof requirePlan>>

  /** Nobody of an agency gets to see a plan about somebody else, whatever they hold (spec 4 §5.4). */
  const isOfAgency = async (on: Database, { userID }: Pick<Caller, 'userID'>): Promise<boolean> => {
    const own = await on.selectFrom('users').where('id', '=', userID).select('userType').executeTakeFirst()
    return own?.userType === 'AGENCY'
  }

  /** A plan that the caller keeps: HR any but their own, others those that they own. */
  const requireKept = async (on: Database, caller: Caller, id: number): Promise<Plan> => {
    const plan = await requirePlan(on, id)
    const isKept = plan.ownerID === caller.userID || caller.permissions.can('HR_CAN_MANAGE_PIP')
    if (plan.userID === caller.userID || !isKept || (await isOfAgency(on, caller))) throw gone()
    return plan
  }

  const write = (
    trx: Database,
    caller: Caller,
    { id, name, userID }: Pick<Plan, 'id' | 'name' | 'userID'>,
    { action, changes = [], reason = '' }: { action: string; changes?: readonly Change[]; reason?: string },
  ) =>
    audit(trx, caller, clock(), {
      ...{ action, page: PAGE, recordType: 'pip', recordID: id, label: name, personID: userID },
      ...{ changes, reason },
    })

  const news = (userID: number, sourceID: number, subject: string, body = ''): NewNotification => ({
    ...{ userID, type: 'NEW_UPDATE', source: 'PIP', sourceID, subject, body, cssClass: 'info' },
  })

  const tell = ({ id, userID, ownerID }: Pick<Plan, 'id' | 'userID' | 'ownerID'>): void => {
    for (const one of new Set([userID, ...(ownerID === null ? [] : [ownerID])]))
      shell.main.toUser(one, 'workingDayChange', [{ entity: 'PIP', ids: [id] }])
  }

  /** The last working day of so many after a moment. */
  async function lastDay(on: Database, at: number, count: number): Promise<string> {
    const day = londonField(at).slice(0, 10)
    const year = Number(day.slice(0, 4))
    const isHoliday = await companyHolidayTest(on, [year, year + 1])
    return workingDaysAfter(day, count, (one) => isWorkingDay(Date.parse(`${one}T00:00Z`), isHoliday))
  }

  /** @throws Refusal 400 for too short or too long a time */
  const requireWeeks = (start: string, end: string): void => {
    const weeks = weeksBetween(start, end)
    if (weeks < PIP_WEEKS.min || weeks > PIP_WEEKS.max) throw new Refusal(400, 'pip.weeks', PIP_WEEKS)
  }

  /** What of a decision holds for each of them. @throws Refusal */
  async function requireDecision(
    trx: Database,
    caller: Caller,
    plan: Plan,
    { state, end }: { readonly state: PipState; readonly end: string | undefined },
  ): Promise<void> {
    const now = clock()
    const today = londonField(now).slice(0, 10)
    const isAppeal = plan.state === 'FAILED' && plan.appealedAt !== null && plan.appealDecidedAt === null
    if (isAppeal) {
      if (state !== 'PASSED' && state !== 'FAILED') throw cannot(plan.state, `decided as ${PIP_WORDS[state]}`)
      if ([plan.ownerID, plan.decidedBy].includes(caller.userID))
        throw new Refusal(403, 'decision.somebodyElse')
      return
    }
    if (!mayBecome(plan.state, state)) throw cannot(plan.state, `decided as ${PIP_WORDS[state]}`)
    if (state === 'FAILED' && plan.ownerID === caller.userID) throw new Refusal(403, 'decision.somebodyElse')
    if (state === 'CANCELLED' && today > plan.end) throw cannot(plan.state, 'cancelled after its end')
    if (state === 'EXTENDED') {
      const weeks = end === undefined ? 0 : weeksBetween(plan.end, end)
      if (weeks <= 0 || weeks > PIP_EXTENSION_WEEKS)
        throw new Refusal(400, 'pip.extension', { max: PIP_EXTENSION_WEEKS })
    }
    if (state !== 'ACTIVE') return
    if (plan.shownAt === null) throw new Refusal(400, 'pip.notShown', { name: plan.name })
    const waits = await lastDay(trx, plan.shownAt, PIP_ANSWER_DAYS)
    if (plan.commentedAt === null && today < waits)
      throw new Refusal(400, 'pip.notAnswered', { name: plan.name, date: waits })
    const other = await trx
      .selectFrom('pips')
      .where('userID', '=', plan.userID)
      .where('state', 'in', ['ACTIVE', 'EXTENDED'])
      .select('id')
      .executeTakeFirst()
    if (other) throw new Refusal(409, 'pip.active', { name: plan.name })
  }

  return {
    listPips: async (_input, { caller }) => {
      if (await isOfAgency(db, caller)) return { plans: [] }
      const isHr = caller.permissions.can('HR_CAN_MANAGE_PIP')
      const found = await pipRecords(db, isHr ? {} : { ownerID: caller.userID }, clock())
      const plans = found.filter(({ userID }) => userID !== caller.userID)
      for (const [userID, [first]] of Map.groupBy(plans, (plan) => plan.userID)) {
        await auditRead(db, caller, clock(), {
          ...{ action: 'PIP_READ', page: PAGE, recordType: 'pip', recordID: null },
          ...{ label: first?.name ?? '', personID: userID },
        })
        shell.main.toUser(userID, 'recordedReading', [{ kind: 'VIEW' }])
      }
      return { plans }
    },

    savePip: async ({ id, version, isShown, measures, ...values }, { caller }) => {
      const at = clock()
      if (values.userID === caller.userID || values.ownerID === values.userID)
        throw new Refusal(403, 'pip.own')
      requireWeeks(values.start, values.end)
      const { plan, kept } = await db.transaction().execute(async (trx) => {
        await requireSeen(trx, caller, values.userID)
        await requireSeen(trx, caller, values.ownerID)
        const before = id === undefined ? null : await requireKept(trx, caller, id)
        if (before && before.state !== 'DRAFT') throw cannot(before.state, 'changed')
        if (before && before.userID !== values.userID) throw gone()
        const stored = {
          ...{ ...values, measures: JSON.stringify(measures) },
          shownAt: before?.shownAt ?? (isShown ? at : null),
        }
        if (before)
          await changeSeen(trx, 'pips', 'plan', { id: before.id, version: version ?? 0 }, stored, {
            caller,
            at,
          })
        const planID =
          before?.id ??
          (
            await trx
              .insertInto('pips')
              .values({ ...stored, state: 'DRAFT', changedBy: caller.userID, changedAt: at })
              .returning('id')
              .executeTakeFirstOrThrow()
          ).id
        const saved = await requirePlan(trx, planID)
        await write(trx, caller, saved, { action: before ? 'PIP_CHANGED' : 'PIP_DRAFTED' })
        const told =
          isShown && !before?.shownAt
            ? [
                news(
                  values.userID,
                  planID,
                  `${caller.displayName} shows you the draft of an improvement plan`,
                ),
              ]
            : []
        return { plan: saved, kept: await keepNotifications(trx, at, told) }
      })
      publisher.notified(kept)
      tell(plan)
      return { id: plan.id }
    },

    proposePip: async ({ id, version, outcome, reason }, { caller }) => {
      const at = clock()
      const plan = await db.transaction().execute(async (trx) => {
        const found = await requireKept(trx, caller, id)
        if (!isPipRunning(found.state)) throw cannot(found.state, 'proposed for')
        if (!mayBecome(found.state, outcome)) throw cannot(found.state, `proposed as ${PIP_WORDS[outcome]}`)
        const values = { proposal: outcome, proposalReason: reason, proposedAt: at }
        await changeSeen(trx, 'pips', 'plan', { id, version }, values, { caller, at })
        const changes = [{ field: 'proposal', before: found.proposal, after: outcome }]
        await write(trx, caller, found, { action: 'PIP_PROPOSED', changes, reason })
        return found
      })
      tell(plan)
      return { done: true }
    },

    reviewPip: async ({ id, version, at: held, notes, results, companion }, { caller }) => {
      const at = clock()
      const moment = Date.parse(held)
      if (moment > at) throw new Refusal(400, 'pip.meetingToCome')
      const { plan, meetingID, kept } = await db.transaction().execute(async (trx) => {
        const found = await requireKept(trx, caller, id)
        if (!isPipRunning(found.state)) throw cannot(found.state, 'reviewed')
        await changeSeen(trx, 'pips', 'plan', { id, version }, {}, { caller, at })
        const made = await trx
          .insertInto('pipMeetings')
          .values({ pipID: id, at: moment, notes, companion, results: JSON.stringify(results) })
          .returning('id')
          .executeTakeFirstOrThrow()
        await write(trx, caller, found, { action: 'PIP_REVIEWED' })
        const told = [news(found.userID, id, `${caller.displayName} wrote down a meeting of your plan`)]
        return { plan: found, meetingID: made.id, kept: await keepNotifications(trx, at, told) }
      })
      publisher.notified(kept)
      tell(plan)
      return { id: meetingID }
    },

    decidePip: async ({ id, version, state, reason, end }, { caller }) => {
      const at = clock()
      // A person has one plan at a time, also where two are started at once.
      await holdTurn(db)
      const { plan, kept } = await db.transaction().execute(async (trx) => {
        const found = await requireKept(trx, caller, id)
        await requireDecision(trx, caller, found, { state, end })
        const isAppeal = found.state === 'FAILED'
        const values = {
          ...{ state, decisionReason: reason },
          ...(isAppeal
            ? { appealDecidedBy: caller.userID, appealDecidedAt: at }
            : { decidedBy: caller.userID, decidedAt: at }),
          ...(state === 'EXTENDED' && { end, extendedFrom: found.end }),
        }
        await changeSeen(trx, 'pips', 'plan', { id, version }, values, { caller, at })
        const changes = [{ field: 'state', before: found.state, after: state }]
        await write(trx, caller, found, { action: 'PIP_DECIDED', changes, reason })
        const words = `Your improvement plan is ${PIP_WORDS[state]}`
        const told = [
          news(found.userID, id, words, reason),
          ...(found.ownerID === null || found.ownerID === caller.userID
            ? []
            : [news(found.ownerID, id, `The improvement plan of ${found.name} is ${PIP_WORDS[state]}`)]),
        ]
        return { plan: found, kept: await keepNotifications(trx, at, told) }
      })
      publisher.notified(kept)
      tell(plan)
      return { done: true }
    },

    appealPip: async ({ id, reason }, { caller }) => {
      const at = clock()
      const { plan, kept } = await db.transaction().execute(async (trx) => {
        const found = await requirePlan(trx, id)
        if (found.userID !== caller.userID) throw gone()
        if (found.state !== 'FAILED' || found.appealedAt !== null)
          throw cannot(found.state, 'appealed against')
        const until = await lastDay(trx, found.decidedAt ?? 0, PIP_APPEAL_DAYS)
        if (londonField(at).slice(0, 10) > until) throw new Refusal(400, 'pip.appealLate', { date: until })
        await trx
          .updateTable('pips')
          .set((eb) => ({ appeal: reason, appealedAt: at, version: eb('version', '+', 1), changedAt: at }))
          .where('id', '=', id)
          .where('appealedAt', 'is', null)
          .execute()
        await write(trx, caller, found, { action: 'PIP_APPEALED' })
        const to = new Set([found.ownerID, found.decidedBy])
        const told = [...to].flatMap((one) =>
          one === null ? [] : news(one, id, `${found.name} appeals against the end of their plan`),
        )
        return { plan: found, kept: await keepNotifications(trx, at, told) }
      })
      publisher.notified(kept)
      tell(plan)
      return { done: true }
    },

    answerPip: async ({ id, comment }, { caller }) => {
      const at = clock()
      const { plan, kept } = await db.transaction().execute(async (trx) => {
        const found = await requirePlan(trx, id)
        if (found.userID !== caller.userID || found.shownAt === null) throw gone()
        if (found.state !== 'DRAFT') throw cannot(found.state, 'answered')
        await trx
          .updateTable('pips')
          .set((eb) => ({ comment, commentedAt: at, version: eb('version', '+', 1), changedAt: at }))
          .where('id', '=', id)
          .execute()
        await write(trx, caller, found, { action: 'PIP_ANSWERED' })
        const told =
          found.ownerID === null
            ? []
            : [news(found.ownerID, id, `${found.name} answered the draft of their plan`)]
        return { plan: found, kept: await keepNotifications(trx, at, told) }
      })
      publisher.notified(kept)
      tell(plan)
      return { done: true }
    },
  }
}
