import { dateFormat } from '#shared/domain/date-format.ts'
import { londonField } from '#shared/domain/london-time.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import type { BackgroundService } from '../background-services/service.ts'
import type { Database } from '../db/database.ts'
import {
  type KeptNotification,
  keepNotifications,
  type NewNotification,
} from '../notifications/notification-store.ts'

interface ExpiryParts {
  readonly db: Database
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

/** So many days before a skill expires people are told (spec 5 §4.6). */
const DAYS_BEFORE = [60, 14, 0] as const
/** How long afterwards they are still told that it has, where no server ran that day. */
const LATE_DAYS = 7
const DAY_MS = 86_400_000

const longDay = dateFormat({ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const atOf = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayAfter = (day: string, days: number) => new Date(atOf(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Which of the times it is, by the days that are left; null for none. */
function timeFor(left: number): number | null {
  if (left < -LATE_DAYS) return null
  return [...DAYS_BEFORE].reverse().find((days) => left <= days) ?? null
}

function whenWords(expires: string, today: string): string {
  if (expires === today) return 'expires today'
  return `${expires < today ? 'expired' : 'expires'} on ${longDay.format(atOf(expires))}`
}

interface Expiring {
  readonly userID: number
  readonly skillID: number
  readonly expires: string
  readonly name: string
  readonly managerID: number | null
  readonly skill: string
}

async function expiring(db: Database, today: string): Promise<Expiring[]> {
  const rows = await db
    .selectFrom('personSkills as held')
    .innerJoin('users as u', 'u.id', 'held.userID')
    .innerJoin('skills as s', 's.id', 'held.skillID')
    .where('u.status', '=', 'ACTIVE')
    .where('s.isActive', '=', 1)
    .where('held.expires', '>=', dayAfter(today, -LATE_DAYS))
    .where('held.expires', '<=', dayAfter(today, DAYS_BEFORE[0]))
    .orderBy('held.expires')
    .orderBy('held.userID')
    .select(['held.userID', 'held.skillID', 'held.expires', 'u.displayName as name', 'u.managerID'])
    .select('s.name as skill')
    .execute()
  return rows.flatMap(({ expires, ...row }) => (expires === null ? [] : [{ ...row, expires }]))
}

/** People who look after training. */
async function trainers(db: Database): Promise<number[]> {
  const rows = await db
    .selectFrom('userPermissions')
    .innerJoin('users', 'users.id', 'userPermissions.userID')
    .where('permission', '=', PERMISSIONS.ITRAINING_CAN_SEE_MODULE)
    .where('users.status', '=', 'ACTIVE')
    .select('userPermissions.userID')
    .execute()
  return rows.map(({ userID }) => userID)
}

/**
 * Tells the person, their manager and Training of each skill that expires, 60, 14 and 0 days before, each time
 * once: of several servers the one that adds the row.
 * @param now in milliseconds since 1970
 * @returns how many skills were told of
 */
export async function tellExpiring({ db, publisher }: ExpiryParts, now: number): Promise<number> {
  const today = londonField(now).slice(0, 10)
  const training = await trainers(db)
  let count = 0
  for (const one of await expiring(db, today)) {
    const days = timeFor(Math.round((atOf(one.expires) - atOf(today)) / DAY_MS))
    if (days === null) continue
    const { userID, skillID, expires, skill } = one
    const kept = await db.transaction().execute(async (trx) => {
      const row = await trx
        .insertInto('skillReminders')
        .values({ userID, skillID, expires, days, toldAt: now })
        .onConflict((conflict) => conflict.doNothing())
        .returning('days')
        .executeTakeFirst()
      if (!row) return null
      const words = whenWords(expires, today)
      const others = new Set([...(one.managerID === null ? [] : [one.managerID]), ...training])
      others.delete(userID)
      const told: NewNotification[] = [
        { userID, type: 'NEW_UPDATE', subject: `Your skill ${skill} ${words}`, cssClass: 'warning' },
        ...[...others].map((other) => ({
          ...{ userID: other, type: 'NEW_UPDATE' as const, cssClass: 'warning' as const },
          subject: `${one.name}: the skill ${skill} ${words}`,
        })),
      ]
      return keepNotifications(trx, now, told)
    })
    if (kept === null) continue
    count += 1
    publisher.notified(kept)
  }
  return count
}

/** Tells of skills that expire (spec 5 §4.6, §5.2). */
export function skillExpiryService(parts: ExpiryParts): BackgroundService {
  return {
    key: 'SKILL_EXPIRY',
    name: 'Skill expiry',
    what: 'Tells people, their managers and Training 60, 14 and 0 days before a skill expires.',
    schedule: { dailyAt: '06:30' },
    async run({ startedAt, log }) {
      const count = await tellExpiring(parts, startedAt)
      log(count === 1 ? '1 skill was told of' : `${count} skills were told of`)
    },
  }
}
