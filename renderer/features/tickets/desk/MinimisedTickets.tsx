import { Portal } from '@mantine/core'
import { IconTicket, IconX } from '@tabler/icons-react'
import { TEXT } from '../text.ts'
import styles from './TicketDialog.module.css'

interface MinimisedTicketsProps {
  readonly ticketIDs: readonly number[]
  readonly onOpen: (ticketID: number) => void
  readonly onDismiss: (ticketID: number) => void
}

/** Small cards of the tickets that were put aside (spec 3 §2). They stay from page to page. */
export function MinimisedTickets({ ticketIDs, onOpen, onDismiss }: MinimisedTicketsProps) {
  if (ticketIDs.length === 0) return null
  return (
    <Portal>
      <section aria-label={TEXT.minimised}>
        <ul className={styles.cards} aria-label={TEXT.minimised}>
          {ticketIDs.map((id) => (
            <li key={id} className={styles.card}>
              <button type="button" className={styles.cardOpen} onClick={() => onOpen(id)}>
                <IconTicket size={17} stroke={1.8} aria-hidden="true" />
                {TEXT.card(id)}
              </button>
              <button
                type="button"
                className={styles.cardClose}
                aria-label={`${TEXT.close} ${TEXT.ticket(id)}`}
                onClick={() => onDismiss(id)}
              >
                <IconX size={15} stroke={2} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      </section>
    </Portal>
  )
}
