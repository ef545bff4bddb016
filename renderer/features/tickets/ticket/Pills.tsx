import { IconAntennaBars2, IconAntennaBars3, IconAntennaBars4, IconFlame } from '@tabler/icons-react'
import { type Priority, type TicketStatus, ticketLabel } from '#shared/domain/tickets.ts'
import styles from './Pills.module.css'

/** How far a ticket is, in its colour. */
export function StatusPill({ status }: { status: TicketStatus }) {
  return (
    <span className={styles.status} data-status={status}>
      {ticketLabel(status)}
    </span>
  )
}

const ICONS = {
  LOW: IconAntennaBars2,
  MEDIUM: IconAntennaBars3,
  HIGH: IconAntennaBars4,
  EMERGENCY: IconFlame,
} as const

export function PriorityMark({ priority }: { priority: Priority }) {
  const Icon = ICONS[priority]
  return (
    <span className={styles.priority} data-priority={priority}>
      <Icon size={16} stroke={2} aria-hidden="true" />
      {ticketLabel(priority)}
    </span>
  )
}
