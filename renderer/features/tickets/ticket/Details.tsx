import type { Ticket } from '#shared/contract/ticket-entities.ts'
import { useNow } from '../../../ui/use-now.ts'
import { TEXT } from '../text.ts'
import { Clocks } from './Clocks.tsx'
import styles from './Details.module.css'
import { Facts } from './Facts.tsx'
import { InternalNotes } from './InternalNotes.tsx'
import { LostWork } from './LostWork.tsx'
import { Related } from './Related.tsx'
import { ResolutionTold } from './ResolutionTold.tsx'
import { useAbility, useTicket } from './ticket-context.tsx'

/** What the ticket is about, and everything around it. */
export function Details({ ticket }: { ticket: Ticket }) {
  const now = useNow()
  const { mode } = useTicket()
  const notes = useAbility('INTERNAL_NOTES')
  return (
    <div className={styles.frame}>
      <div className={styles.details}>
        <div className={styles.main}>
          <section aria-label={TEXT.message} className={styles.message}>
            <p>{ticket.message}</p>
          </section>
          {ticket.resolved ? <ResolutionTold ticket={ticket} /> : null}
          {notes ? <InternalNotes ticketID={ticket.id} /> : null}
          {mode === 'AGENCY' ? null : <LostWork ticket={ticket} />}
          <Related ticket={ticket} now={now} />
        </div>
        <aside className={styles.side}>
          <Facts ticket={ticket} now={now} />
          <Clocks clocks={ticket.clocks} now={now} />
        </aside>
      </div>
    </div>
  )
}
