import { numberText } from '#shared/domain/locale.ts'
import styles from './FileRows.module.css'

interface OutcomeCountsProps<T extends string> {
  readonly label: string
  readonly outcomes: readonly T[]
  readonly names: Readonly<Record<T, string>>
  readonly counts: Readonly<Record<T, number>>
  /** The one that stops the rows it counts. */
  readonly grave: T
}

/** What the rows of a file come to, as counts. */
export function OutcomeCounts<T extends string>(props: OutcomeCountsProps<T>) {
  const { label, outcomes, names, counts, grave } = props
  return (
    <ul className={styles.counts} aria-label={label}>
      {outcomes.map((one) => (
        <li key={one} data-grave={one === grave}>
          {names[one]} <b>{numberText(counts[one])}</b>
        </li>
      ))}
    </ul>
  )
}
