import { Portal } from '@mantine/core'
import { IconTicket, IconX } from '@tabler/icons-react'
import { FLOATING_CARDS_ID } from '../../../ui/reserved-end.ts'
import { TEXT } from '../text.ts'
import styles from './TicketsDialog.module.css'

interface MinimisedTicketsProps {
  /** Where they are in the page: in the place for tickets while that is open, for its focus stays within it. */
  readonly within: 'dialog' | 'page'
  readonly ticketIDs: readonly number[]
  readonly onOpen: (ticketID: number) => void
  readonly onDismiss: (ticketID: number) => void
}

/** Small cards of the tickets that were put aside (spec 3 §2). They stay from page to page. */
export function MinimisedTickets({ within, ticketIDs, onOpen, onDismiss }: MinimisedTicketsProps) {
  if (ticketIDs.length === 0) return null
  const cards = (
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
  )
  if (within === 'dialog') return cards
  // A window of its own has no such place; there they lie over the end of the page as they are.
  const place = document.getElementById(FLOATING_CARDS_ID)
  return place ? (
    <Portal target={place}>{cards}</Portal>
  ) : (
    <Portal className={styles.over ?? ''}>{cards}</Portal>
  )
}
