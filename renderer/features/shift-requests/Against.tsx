import type * as z from 'zod/mini'
import type { shiftRequestChecks } from '#shared/contract/shift-requests.ts'
import styles from './ShiftRequests.module.css'

type Checked = z.output<typeof shiftRequestChecks.response>

/** What is against a request, each with whose hours it is about. */
export const allChecks = (data: Checked | undefined) =>
  data?.people.flatMap(({ name, checks }) => checks.map((check) => ({ name, ...check }))) ?? []

export function Against({ checks }: { readonly checks: ReturnType<typeof allChecks> }) {
  return checks.length === 0 ? null : (
    <ul className={styles.against}>
      {checks.map(({ name, rule, text }) => (
        <li key={`${name} ${rule} ${text}`}>
          {name}: {text}
        </li>
      ))}
    </ul>
  )
}
