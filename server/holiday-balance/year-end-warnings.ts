import { dateFormat } from '#shared/domain/date-format.ts'
import { warningFor } from '#shared/domain/holiday-balance.ts'
import { londonField } from '#shared/domain/london-time.ts'
import type { BackgroundService } from '../background-services/service.ts'
import type { Database } from '../db/database.ts'
import { type KeptNotification, keepNotifications } from '../notifications/notification-store.ts'
import { holidayLeft } from '../time-records/holiday-balance-source.ts'

interface WarningParts {
  readonly db: Database
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

const DAY = dateFormat({ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/**
 * Warns who has holiday left 90 and 30 days before their holiday year ends, each once: of several servers the one
 * that adds the row. Without both warnings nothing lapses (spec 6 §5.4).
 * @param now in milliseconds since 1970
 * @returns how many people were warned
 */
export async function warnOfHoliday({ db, publisher }: WarningParts, now: number): Promise<number> {
  const today = londonField(now).slice(0, 10)
  let count = 0
  for (const { userID, yearFrom, lastDay, remaining } of await holidayLeft(db, now)) {
    const days = remaining > 0 ? warningFor(today, lastDay) : null
    if (days === null) continue
    const kept = await db.transaction().execute(async (trx) => {
      const made = await trx
        .insertInto('holidayWarnings')
        .values({ userID, yearFrom, days, hours: remaining, toldAt: now })
        .onConflict((conflict) => conflict.columns(['userID', 'yearFrom', 'days']).doNothing())
        .returning('userID')
        .executeTakeFirst()
      if (!made) return null
      const hours = remaining === 1 ? '1 hour' : `${remaining} hours`
      return keepNotifications(trx, now, [
        {
          ...{ userID, type: 'NEW_UPDATE', source: 'CALENDAR', cssClass: 'warning' },
          subject: `You have ${hours} of holiday left until ${DAY.format(Date.parse(`${lastDay}T00:00Z`))}`,
          body: 'Ask for it in My calendar. What is neither taken nor carried over by then may lapse.',
        },
      ])
    })
    if (kept === null) continue
    count += 1
    publisher.notified(kept)
  }
  return count
}

/** Holiday that grows as it is worked is counted when it is read; what is left to do by itself is to warn. */
export function holidayAccrualService(parts: WarningParts): BackgroundService {
  return {
    key: 'HOLIDAY_ACCRUAL',
    name: 'Holiday accrual',
    what: 'Counts what people have of holiday, and tells them 90 and 30 days before their holiday year ends what is left.',
    schedule: { dailyAt: '08:15' },
    async run({ startedAt, log }) {
      const warned = await warnOfHoliday(parts, startedAt)
      log(warned === 1 ? '1 person was told' : `${warned} people were told`)
    },
  }
}
