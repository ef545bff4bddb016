import styles from './Training.module.css'
import { TEXT } from './text.ts'
import type { BookedResult } from './use-training.ts'

/** How many were booked, and why the others weren't. */
export function BookedResults({ results }: { readonly results: readonly BookedResult[] }) {
  return (
    <div role="status">
      <p>{TEXT.bookedOf(results.filter(({ done }) => done).length, results.length)}</p>
      <ul className={styles.refused}>
        {results
          .filter(({ done }) => !done)
          .map(({ userID, name, reason }) => (
            <li key={userID}>
              <strong>{name}</strong> {reason}
            </li>
          ))}
      </ul>
    </div>
  )
}
