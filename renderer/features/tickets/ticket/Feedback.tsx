import { Button, Textarea } from '@mantine/core'
import { IconStar } from '@tabler/icons-react'
import { useState } from 'react'
import type { Ticket } from '#shared/contract/ticket-entities.ts'
import { submitFeedback } from '#shared/contract/tickets.ts'
import { RATING_MIN, TICKET_TEXT } from '#shared/domain/tickets.ts'
import { useServices } from '../../../services/context.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FormActions } from '../../../ui/form/FormActions.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import { TEXT } from '../text.ts'
import { useDraft } from '../use-draft.ts'
import { useWrite } from '../use-write.ts'
import details from './Details.module.css'
import { StarPicker, Stars } from './Stars.tsx'
import styles from './TicketView.module.css'

/** What the agent thinks of how their ticket was resolved (spec 3 §4). */
export function Feedback({ ticket, onDone }: { ticket: Ticket; onDone: () => void }) {
  if (ticket.feedback) {
    return (
      <section aria-label={TEXT.yourFeedback} className={details.feedback}>
        <Stars rating={ticket.feedback.rating} />
        <p>{ticket.feedback.comment}</p>
      </section>
    )
  }
  if (ticket.requireFeedback && ticket.resolved) return <FeedbackForm ticket={ticket} onDone={onDone} />
  return (
    <EmptyState
      icon={<IconStar size={28} stroke={1.5} />}
      title={ticket.resolved ? TEXT.notWanted : TEXT.noFeedback}
    />
  )
}

function FeedbackForm({ ticket, onDone }: { ticket: Ticket; onDone: () => void }) {
  const { notices } = useServices()
  const [rating, setRating] = useState(0)
  const comment = useDraft(`${ticket.id}/feedback`)
  const write = useWrite()
  const { resolvedBy } = ticket
  const send = async () => {
    if (rating < RATING_MIN) return write.setProblem(TEXT.chooseRating)
    if (!(await write.run(submitFeedback, { ticketID: ticket.id, rating, comment: comment.text }))) return
    comment.clear()
    notices.show('info', TICKET_TEXT.feedbackSubmitted)
    onDone()
  }
  return (
    <div className={styles.form}>
      <p className={styles.lead}>
        {resolvedBy === '' ? TEXT.feedbackLeadNobody : TEXT.feedbackLead(resolvedBy)}
      </p>
      <StarPicker rating={rating} onChange={setRating} />
      <Textarea
        label={TEXT.feedbackComment}
        minRows={3}
        maxRows={10}
        autosize
        value={comment.text}
        onChange={(event) => comment.set(event.currentTarget.value)}
      />
      <Problem>{write.problem}</Problem>
      <FormActions>
        <Button loading={write.busy} onClick={send}>
          {TEXT.sendFeedback}
        </Button>
      </FormActions>
    </div>
  )
}
