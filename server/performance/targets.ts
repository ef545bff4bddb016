import type { Target } from '#shared/contract/performance.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { momentOfField } from '#shared/domain/london-time.ts'
import {
  earliestFrom,
  isOfProjects,
  isTargetValue,
  type SetTarget,
  targetOn,
  targetWords,
} from '#shared/domain/targets.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import { type KeptNotification, keepNotifications } from '../notifications/notification-store.ts'
import { audit } from '../records/audit.ts'
import { type FieldFault, Refusal, refuseFaults } from '../refusal.ts'
import { dayOf } from './kpis.ts'

const DAY = dateFormat({ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const isDay = (day: string): boolean =>
  Number.isFinite(momentOfField(day)) && dayOf(momentOfField(day)) === day

/** @throws Refusal 400 with what is wrong with each field */
function requireTarget(target: Omit<SetTarget, 'id'>, now: number): void {
  const { measure, period, value, from, to, userID, projectID } = target
  if ((userID === null) === (projectID === null)) throw new Refusal(400, 'target.whose')
  const faults: FieldFault[] = []
  if (projectID !== null && !isOfProjects(measure))
    faults.push({ field: 'measure', refusal: new Refusal(400, 'target.attendance') })
  if (!isTargetValue(measure, period, value))
    faults.push({ field: 'value', refusal: new Refusal(400, 'target.value', { measure, period }) })
  if (!isDay(from)) faults.push({ field: 'from', refusal: new Refusal(400, 'report.badTime') })
  else if (from < earliestFrom(period, now))
    faults.push({ field: 'from', refusal: new Refusal(400, 'target.past') })
  if (to !== null && (!isDay(to) || to < from))
    faults.push({ field: 'to', refusal: new Refusal(400, 'report.badTime') })
  refuseFaults(faults)
}

interface Setting {
  readonly target: Omit<SetTarget, 'id'>
  /** Of whom or what it is. */
  readonly label: string
  readonly caller: Caller
  readonly now: number
  readonly page: string
}

/**
 * Sets a target beside those that were set before, of which it is the newest, and tells its person.
 * @throws Refusal 400 where it isn't right
 */
export async function addTarget(
  db: Database,
  { target, label, caller, now, page }: Setting,
): Promise<{ readonly id: number; readonly kept: readonly KeptNotification[] }> {
  requireTarget(target, now)
  const { measure, period, value, from, userID } = target
  return db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('targets')
      .values({ ...target, setBy: caller.userID, setAt: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await audit(trx, caller, now, {
      ...{ action: 'TARGET_SET', page, recordType: 'target', recordID: id, label },
      ...(userID !== null && { personID: userID }),
      changes: Object.entries({ value, period, from, measure }).map(([field, after]) => ({
        ...{ field, before: null, after },
      })),
    })
    if (userID === null || userID === caller.userID) return { id, kept: [] }
    const kept = await keepNotifications(trx, now, [
      {
        ...{ userID, type: 'NEW_UPDATE', source: 'TARGET', sourceID: id },
        subject: `Your target: ${targetWords(measure, period, value)}`,
        body: `From ${DAY.format(Date.parse(`${from}T00:00:00Z`))}.`,
      },
    ])
    return { id, kept }
  })
}

/** Targets with whose they are, the newest first. @param userID of one person alone */
export async function listedTargets(db: Database, now: number, userID: number | null): Promise<Target[]> {
  const rows = await db
    .selectFrom('targets as t')
    .leftJoin('users as u', 'u.id', 't.userID')
    .leftJoin('projects as p', 'p.id', 't.projectID')
    .leftJoin('users as by', 'by.id', 't.setBy')
    .where('t.withdrawnAt', 'is', null)
    .$if(userID !== null, (query) => query.where('t.userID', '=', userID))
    .orderBy('t.from', 'desc')
    .orderBy('t.id', 'desc')
    .select(['t.id', 't.measure', 't.userID', 't.projectID', 't.period', 't.value', 't.from', 't.to'])
    .select(['u.displayName as person', 'p.name as project', 'by.displayName as by'])
    .execute()
  const day = dayOf(now)
  return rows.map((row) => ({
    ...row,
    holds: targetOn(rows, { ...row, day, period: row.period })?.id === row.id,
  }))
}

/** Whose targets the caller sets. */
export interface TargetReach {
  readonly caller: Caller
  readonly isSeen: (userID: number) => Promise<boolean>
}

/**
 * Takes a target away, or puts it back where `isBack`.
 * @throws Refusal 404 where there is none of the caller's reach in that state
 */
export async function moveTarget(
  db: Database,
  id: number,
  { caller, isSeen, isBack, now, page }: TargetReach & { isBack: boolean; now: number; page: string },
): Promise<void> {
  const gone = () => new Refusal(404, 'record.gone', { one: 'target' })
  const whose = await db.selectFrom('targets').where('id', '=', id).select('userID').executeTakeFirst()
  const isReached = whose?.userID
    ? await isSeen(whose.userID)
    : caller.permissions.can('IRESOURCE_CAN_SET_UP_KPIS')
  if (!whose || !isReached) throw gone()
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('targets')
      .set({ withdrawnAt: isBack ? null : now })
      .where('id', '=', id)
      .where('withdrawnAt', isBack ? 'is not' : 'is', null)
      .returning(['measure', 'period', 'value', 'userID'])
      .executeTakeFirst()
    if (!row) throw gone()
    await audit(trx, caller, now, {
      ...{ action: isBack ? 'TARGET_RESTORED' : 'TARGET_REMOVED', page, recordType: 'target', recordID: id },
      label: targetWords(row.measure, row.period, row.value),
      ...(row.userID !== null && { personID: row.userID }),
    })
  })
}
