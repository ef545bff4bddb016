import type { NeedDay } from './model.ts'
import styles from './Planner.module.css'
import { TEXT } from './text.ts'

interface NeedProps {
  readonly day: NeedDay | undefined
  readonly hours: { readonly from: number; readonly to: number }
  readonly hasWords: boolean
}

const timeOf = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** Whom the chosen projects need on a day, who is planned, and where that is too few: by the hour as bars, and in words. */
export function Need({ day, hours, hasWords }: NeedProps) {
  if (!day) return null
  const shown = day.hours.filter(({ hour }) => hour >= hours.from && hour < hours.to)
  const most = Math.max(1, ...shown.map(({ needed, planned }) => Math.max(needed, planned)))
  const words = TEXT.needDay(day.needed, day.planned)
  return (
    <span className={styles.need} role="img" aria-label={words} title={words}>
      <span className={styles.bars} aria-hidden="true">
        {shown.map(({ hour, needed, planned }) => (
          <i
            key={hour}
            title={TEXT.needHour(timeOf(hour), needed, planned)}
            data-gap={needed > planned || undefined}
            style={{
              height: `${(planned / most) * 100}%`,
              boxShadow: `0 -${((needed - Math.min(needed, planned)) / most) * 16}px 0 0 var(--need-gap)`,
            }}
          />
        ))}
      </span>
      {hasWords ? (
        <small data-gap={day.needed > day.planned + 0.5 || undefined}>
          {Math.round(day.planned)} / {Math.round(day.needed)} h
        </small>
      ) : null}
    </span>
  )
}

/** The same figures as a table. */
export function NeedTable({ need, dayText }: { need: readonly NeedDay[]; dayText: (day: number) => string }) {
  return (
    <div className={styles.tableBox}>
      <table className={styles.table}>
        <caption>{TEXT.need}</caption>
        <thead>
          <tr>
            {[TEXT.day, TEXT.hour, TEXT.needed, TEXT.planned, TEXT.gap].map((word) => (
              <th key={word} scope="col">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {need.flatMap(({ day, hours }) =>
            hours
              .filter(({ needed, planned }) => needed > 0 || planned > 0)
              .map(({ hour, needed, planned }) => (
                <tr key={`${day} ${hour}`}>
                  <th scope="row">{dayText(day)}</th>
                  <td>{timeOf(hour)}</td>
                  <td>{needed}</td>
                  <td>{planned}</td>
                  <td>{Math.max(0, needed - planned)}</td>
                </tr>
              )),
          )}
        </tbody>
      </table>
    </div>
  )
}
