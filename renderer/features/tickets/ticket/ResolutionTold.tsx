import { IconCircleCheck } from '@tabler/icons-react'
import type { Ticket } from '#shared/contract/ticket-entities.ts'
import { useServices } from '../../../services/context.tsx'
import { TEXT } from '../text.ts'
import { moment } from '../times.ts'
import styles from './Details.module.css'
import { Stars } from './Stars.tsx'

/** How a ticket was resolved, by whom, and what was thought of it. */
export function ResolutionTold({ ticket }: { ticket: Ticket }) {
  const { dialogs } = useServices()
  const { resolvedBy, resolvedTime, resolvedSubject, resolvedComment, feedback, mergedInto } = ticket
  return (
    <section aria-label={TEXT.resolution} className={styles.resolution}>
      <h3>
        <IconCircleCheck size={17} stroke={1.8} aria-hidden="true" />
        {TEXT.resolvedBy(resolvedBy, resolvedTime === null ? '' : moment(resolvedTime))}
      </h3>
      {mergedInto === null ? null : (
        <p>
          {TEXT.mergedInto}{' '}
          <button
            type="button"
            className={styles.link}
            onClick={() => dialogs.open('tickets', { ticketID: mergedInto })}
          >
            {TEXT.ticket(mergedInto)}
          </button>
        </p>
      )}
      {resolvedSubject === '' ? null : <strong>{resolvedSubject}</strong>}
      {resolvedComment === '' ? null : <p>{resolvedComment}</p>}
      {feedback === null ? null : (
        <div className={styles.feedback}>
          <Stars rating={feedback.rating} />
          {feedback.comment === '' ? null : <p>“{feedback.comment}”</p>}
        </div>
      )}
    </section>
  )
}
