import { Button, Textarea } from '@mantine/core'
import type { Ticket } from '#shared/contract/ticket-entities.ts'
import { selfResolveTicket } from '#shared/contract/tickets.ts'
import { TICKET_TEXT } from '#shared/domain/tickets.ts'
import { useServices } from '../../../services/context.tsx'
import { FormActions } from '../../../ui/form/FormActions.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import { TEXT } from '../text.ts'
import { useDraft } from '../use-draft.ts'
import { useWrite } from '../use-write.ts'
import styles from './TicketView.module.css'

/** An agent resolves their own ticket (spec 3 §6). */
export function SelfResolveForm({ ticket }: { ticket: Ticket }) {
  const { notices } = useServices()
  const draft = useDraft(`${ticket.id}/self-resolve`)
  const write = useWrite()
  const send = async () => {
    if (draft.text.trim() === '') return write.setProblem(TICKET_TEXT.enterComment)
    const request = { id: ticket.id, resolveMessage: draft.text, version: ticket.version }
    if (!(await write.run(selfResolveTicket, request))) return
    draft.clear()
    notices.show('success', TEXT.resolved(ticket.id))
  }
  return (
    <div className={styles.form}>
      <p className={styles.lead}>{TEXT.selfResolveLead}</p>
      <Textarea
        label={TEXT.howSolved}
        minRows={4}
        maxRows={12}
        autosize
        value={draft.text}
        onChange={(event) => draft.set(event.currentTarget.value)}
      />
      <Problem>{write.problem}</Problem>
      <FormActions>
        <Button loading={write.busy} onClick={send}>
          {TEXT.selfResolve}
        </Button>
      </FormActions>
    </div>
  )
}
