import { IconAlertTriangle, IconBan } from '@tabler/icons-react'
import type { HoursCheck } from '#shared/domain/working-hours.ts'
import styles from './Planner.module.css'

/** What is against a shift, by an icon and its words. */
export function Checks({ checks }: { readonly checks: readonly Pick<HoursCheck, 'blocks' | 'text'>[] }) {
  if (checks.length === 0) return null
  return (
    <ul className={styles.checks}>
      {checks.map(({ blocks, text }) => (
        <li key={text} data-blocks={blocks || undefined}>
          {blocks ? (
            <IconBan size={16} aria-hidden="true" />
          ) : (
            <IconAlertTriangle size={16} aria-hidden="true" />
          )}
          {text}
        </li>
      ))}
    </ul>
  )
}
