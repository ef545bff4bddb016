import { IconClockExclamation } from '@tabler/icons-react'
import type { Ticket } from '#shared/contract/ticket-entities.ts'
import { CLOCK_LABELS } from '../text.ts'
import { lengthOf, moment } from '../times.ts'
import styles from './Pills.module.css'

/** Which clock made a ticket late, and since when; nothing in time. */
export function Lateness({ lateness, now }: { lateness: Ticket['lateness']; now: number }) {
  if (lateness === null) return null
  const label = CLOCK_LABELS[lateness.clock]
  return (
    <span className={styles.late} title={`${label} late since ${moment(lateness.since)}`}>
      <IconClockExclamation size={14} stroke={2} aria-hidden="true" />
      {label} {lengthOf(now - Date.parse(lateness.since))} late
      <span className="visually-hidden">, since {moment(lateness.since)}</span>
    </span>
  )
}
