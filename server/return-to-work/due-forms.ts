import { isWorkingDay } from '#shared/domain/booking.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { londonDayAfter, londonField, momentOfField } from '#shared/domain/london-time.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import {
  RETURN_WORKING_DAYS,
  type SickEvent,
  sickSpells,
  workingDaysAfter,
} from '#shared/domain/return-to-work.ts'
import type { BackgroundService } from '../background-services/service.ts'
import type { Database } from '../db/database.ts'
import {
  type KeptNotification,
  keepNotifications,
  type NewNotification,
} from '../notifications/notification-store.ts'
import { companyHolidayTest } from '../settings/company-holidays.ts'

/** Who came back longer ago than this has talked, or never will. */
const LOOKED_BACK_DAYS = 28
/** How long ago such an absence may have begun at most. */
const LONGEST_DAYS = 400
/** Nobody is reminded before this hour. */
const REMINDS_FROM = '08:00'
const DAY = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
const dayWords = (day: string) => DAY.format(Date.parse(`${day}T00:00:00Z`))

interface DueParts {
  readonly db: Database
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
  /** Windows of these people read their forms again. */
  readonly tell: (userIDs: readonly number[], formID: number) => void
}

const news = (userID: number, sourceID: number, subject: string, body = ''): NewNotification => ({
  ...{ userID, subject, body, source: 'RETURN_TO_WORK', sourceID, type: 'NEW_UPDATE', cssClass: 'warning' },
})

/** Holders of HR_CAN_SEE_RETURN_TO_WORK who are here. */
const hrOf = async (db: Database): Promise<number[]> =>
  (
    await db
      .selectFrom('userPermissions as p')
      .innerJoin('users as u', 'u.id', 'p.userID')
      .where('u.isActive', '=', 1)
      .where('p.permission', '=', PERMISSIONS.HR_CAN_SEE_RETURN_TO_WORK)
      .orderBy('u.id')
      .select('u.id')
      .execute()
  ).map(({ id }) => id)

interface Returned {
  readonly userID: number
  readonly name: string
  readonly hostID: number | null
  readonly firstDay: string
  readonly lastDay: string
  readonly returnedAt: number
}

/** Who was ill and has begun their first shift since, and has no form of it. */
async function returnedPeople(db: Database, now: number): Promise<Returned[]> {
  const since = londonField(londonDayAfter(now, -LOOKED_BACK_DAYS)).slice(0, 10)
  const recent = await db
    .selectFrom('calendarEvents as e')
    .innerJoin('users as u', 'u.id', 'e.userID')
    .where('e.eventType', '=', 'SICK')
    .where('e.eventState', 'not in', ['DECLINED', 'CANCELLED', 'HIDDEN'])
    .where('e.deletedAt', 'is', null)
    .where('e.endLocal', '>=', since)
    .where('u.isActive', '=', 1)
    .orderBy('u.id')
    .select(['u.id', 'u.displayName as name', 'u.managerID'])
    .distinct()
    .execute()
  const userIDs = recent.map(({ id }) => id)
  if (userIDs.length === 0) return []
  const from = londonDayAfter(now, -LONGEST_DAYS)
  const events = await db
    .selectFrom('calendarEvents')
    .where('userID', 'in', userIDs)
    .where('eventType', '=', 'SICK')
    .where('eventState', 'not in', ['DECLINED', 'CANCELLED', 'HIDDEN'])
    .where('deletedAt', 'is', null)
    .where('endLocal', '>=', londonField(from).slice(0, 10))
    .select(['userID', 'startLocal', 'endLocal'])
    .execute()
  const shifts = await db
    .selectFrom('shifts')
    .where('userID', 'in', userIDs)
    .where('state', 'in', ['PUBLISHED', 'LIVE', 'COMPLETED', 'NO_SHOW'])
    .where('start', '>=', from)
    .where('start', '<=', now)
    .orderBy('start')
    .select(['userID', 'start', 'state'])
    .execute()
  const forms = await db
    .selectFrom('returnToWorkForms')
    .where('userID', 'in', userIDs)
    .select(['userID', 'firstDay', 'lastDay'])
    .execute()
  const managers = await db
    .selectFrom('users')
    .where('id', 'in', [0, ...recent.flatMap(({ managerID }) => managerID ?? [])])
    .where('isActive', '=', 1)
    .select('id')
    .execute()
  const hosts = new Set(managers.map(({ id }) => id))
  const eventsOf = Map.groupBy(events, ({ userID }) => userID)
  const shiftsOf = Map.groupBy(shifts, ({ userID }) => userID)
  const formsOf = Map.groupBy(forms, ({ userID }) => userID)
  return recent.flatMap(({ id: userID, name, managerID }) => {
    const own: readonly SickEvent[] = eventsOf.get(userID) ?? []
    const worked = shiftsOf.get(userID) ?? []
    const days = new Set(worked.map(({ start }) => londonField(start).slice(0, 10)))
    const ends = londonField(now).slice(0, 16)
    return sickSpells(own, (day) => days.has(day)).flatMap(({ firstDay, lastDay, endLocal }) => {
      if (endLocal > ends || endLocal < since) return []
      // It may have grown since: a form that touches it is its form.
      const hasForm = (formsOf.get(userID) ?? []).some(
        (form) => form.firstDay <= lastDay && form.lastDay >= firstDay,
      )
      const back = worked.find(({ start, state }) => start >= momentOfField(endLocal) && state !== 'NO_SHOW')
      if (hasForm || !back) return []
      const hostID = managerID !== null && hosts.has(managerID) ? managerID : null
      return { ...{ userID, name, hostID, firstDay, lastDay }, returnedAt: back.start }
    })
  })
}

/**
 * Makes the form of each absence after which somebody has come back, and tells the host; HR where there is none.
 * @param now in milliseconds since 1970
 * @returns how many
 */
export async function makeDueForms({ db, publisher, tell }: DueParts, now: number): Promise<number> {
  let count = 0
  for (const { name, returnedAt, ...form } of await returnedPeople(db, now)) {
    const back = londonField(returnedAt).slice(0, 10)
    const isHoliday = await companyHolidayTest(db, [Number(back.slice(0, 4)), Number(back.slice(0, 4)) + 1])
    const dueDay = workingDaysAfter(back, RETURN_WORKING_DAYS, (day) =>
      isWorkingDay(Date.parse(`${day}T00:00Z`), isHoliday),
    )
    const made = await db.transaction().execute(async (trx) => {
      const added = await trx
        .insertInto('returnToWorkForms')
        .values({ ...form, returnedAt, dueDay, version: 1, status: 'DUE', changedBy: null, changedAt: now })
        .onConflict((conflict) => conflict.columns(['userID', 'firstDay']).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!added) return null
      const to = form.hostID === null ? await hrOf(trx) : [form.hostID]
      const subject = `Return-to-work form of ${name}: due by ${dayWords(dueDay)}`
      const body = form.hostID === null ? 'Nobody hosts it yet: give it to somebody.' : ''
      const told = to.filter((one) => one !== form.userID).map((one) => news(one, added.id, subject, body))
      return { id: added.id, kept: await keepNotifications(trx, now, told) }
    })
    if (made === null) continue
    count += 1
    publisher.notified(made.kept)
    tell([form.userID, ...(form.hostID === null ? [] : [form.hostID])], made.id)
  }
  return count
}

/**
 * Reminds host and HR of forms that are late, once a day; of several servers the one that writes the day.
 * @returns how many forms
 */
export async function remindOfForms(
  { db, publisher }: Pick<DueParts, 'db' | 'publisher'>,
  now: number,
): Promise<number> {
  const [today = '', time = ''] = londonField(now).split('T')
  if (time < REMINDS_FROM) return 0
  const late = await db
    .selectFrom('returnToWorkForms as f')
    .innerJoin('users as u', 'u.id', 'f.userID')
    .where('f.status', '<>', 'SIGNED')
    .where('f.dueDay', '<', today)
    .where((eb) => eb.or([eb('f.remindedDay', 'is', null), eb('f.remindedDay', '<', today)]))
    .where('u.isActive', '=', 1)
    .orderBy('f.id')
    .select(['f.id', 'f.userID', 'f.hostID', 'f.dueDay', 'u.displayName as name'])
    .execute()
  let count = 0
  for (const { id, userID, hostID, dueDay, name } of late) {
    const kept = await db.transaction().execute(async (trx) => {
      const mine = await trx
        .updateTable('returnToWorkForms')
        .set({ remindedDay: today })
        .where('id', '=', id)
        .where('status', '<>', 'SIGNED')
        .where((eb) => eb.or([eb('remindedDay', 'is', null), eb('remindedDay', '<', today)]))
        .returning('id')
        .executeTakeFirst()
      if (!mine) return null
      const to = new Set([...(hostID === null ? [] : [hostID]), ...(await hrOf(trx))])
      to.delete(userID)
      const subject = `Return-to-work form of ${name}: was due by ${dayWords(dueDay)}`
      return keepNotifications(
        trx,
        now,
        [...to].map((one) => ({ ...news(one, id, subject), isAlone: true as const })),
      )
    })
    if (kept === null) continue
    count += 1
    publisher.notified(kept)
  }
  return count
}

/** Forms that fall due, and reminders of those that are late. */
export function returnToWorkService(parts: DueParts): BackgroundService {
  return {
    key: 'RETURN_TO_WORK',
    name: 'Return to work',
    what: 'Makes the return-to-work form of who works again after an illness, and reminds host and HR daily of those that are late.',
    schedule: { every: 5 },
    async run({ startedAt, log }) {
      const made = await makeDueForms(parts, startedAt)
      const reminded = await remindOfForms(parts, startedAt)
      if (made + reminded > 0)
        log(
          `${made === 1 ? '1 form' : `${made} forms`} made, ${reminded === 1 ? '1 reminder' : `${reminded} reminders`}`,
        )
    },
  }
}
