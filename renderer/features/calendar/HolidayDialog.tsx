import { Modal } from '@mantine/core'
import type { OwnHoliday } from '#shared/contract/booking.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import styles from './Calendar.module.css'
import { ASK_WORDS, STATE_WORDS, HOURS_WORDS as WORDS } from './text.ts'
import { longDate, whenOf } from './when.ts'

/** What one has of holiday this year, and the holidays that it is made of (spec 4 §4.2.2). */
export function HolidayDialog({ holiday, onClose }: { holiday: OwnHoliday; onClose: () => void }) {
  const { entitlement, carried, adjustments, taken, booked, pending, remaining, free, holidays } = holiday
  const rows = [
    [WORDS.entitlement, entitlement],
    [WORDS.carried, carried],
    [WORDS.adjustments, adjustments],
    [WORDS.taken, -taken],
    [WORDS.booked, -booked],
    [WORDS.remaining, remaining],
    [WORDS.pending, -pending],
    [WORDS.freeHours, free],
  ] as const
  const isSum = (words: string) => words === WORDS.remaining || words === WORDS.freeHours
  return (
    <Modal opened onClose={onClose} title={WORDS.title} size={480} centered>
      <p className={styles.yearFrom}>{WORDS.from(longDate(holiday.yearFrom))}</p>
      <dl className={styles.sum}>
        {rows.map(([words, hours]) => (
          <div key={words} data-sum={isSum(words) || undefined}>
            <dt>{words}</dt>
            <dd>{WORDS.hours(hours)}</dd>
          </div>
        ))}
      </dl>
      <h3 className={styles.listHead}>{WORDS.list}</h3>
      {holidays.length === 0 ? (
        <p>{WORDS.none}</p>
      ) : (
        <ul className={styles.holidays}>
          {holidays.map(({ id, start, end, hours, dayPart, state }) => {
            const meta = { isAllDay: true, zone: LONDON } as Parameters<typeof whenOf>[0]['meta']
            return (
              <li key={id}>
                <span>
                  {whenOf({ eventStart: start, eventEnd: end, meta }, LONDON)}
                  {dayPart === 'DAY' ? '' : `, ${ASK_WORDS.parts[dayPart].toLowerCase()}`}
                </span>
                <small>{STATE_WORDS[state]}</small>
                <strong>{WORDS.hours(hours)}</strong>
              </li>
            )
          })}
        </ul>
      )}
    </Modal>
  )
}
