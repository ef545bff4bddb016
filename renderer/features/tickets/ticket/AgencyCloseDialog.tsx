import { Button, Modal, Textarea } from '@mantine/core'
import type { Ticket } from '#shared/contract/ticket-entities.ts'
import { closeTicket } from '#shared/contract/tickets.ts'
import { TICKET_TEXT } from '#shared/domain/tickets.ts'
import { useServices } from '../../../services/context.tsx'
import { FormActions } from '../../../ui/form/FormActions.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import { TEXT } from '../text.ts'
import { useDraft } from '../use-draft.ts'
import { useWrite } from '../use-write.ts'
import styles from './TicketView.module.css'

interface AgencyCloseDialogProps {
  readonly ticket: Ticket
  readonly opened: boolean
  readonly onClose: () => void
}

/** An agency user closes a ticket (spec 3 §6). */
export function AgencyCloseDialog({ ticket, opened, onClose }: AgencyCloseDialogProps) {
  const { notices } = useServices()
  const draft = useDraft(`${ticket.id}/close`)
  const write = useWrite()
  const send = async () => {
    if (draft.text.trim() === '') return write.setProblem(TICKET_TEXT.enterComment)
    const request = { id: ticket.id, resolveMessage: draft.text, version: ticket.version }
    if (!(await write.run(closeTicket, request))) return
    draft.clear()
    notices.show('success', TEXT.closed)
    onClose()
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={TEXT.closeTicket}
      centered
      zIndex={220}
      closeButtonProps={{ 'aria-label': TEXT.cancel }}
    >
      <div className={styles.form}>
        <Textarea
          label={TEXT.comment}
          data-autofocus
          minRows={3}
          autosize
          value={draft.text}
          onChange={(event) => draft.set(event.currentTarget.value)}
        />
        <Problem>{write.problem}</Problem>
        <FormActions>
          <Button variant="default" onClick={onClose}>
            {TEXT.cancel}
          </Button>
          <Button loading={write.busy} onClick={send}>
            {TEXT.closeTicket}
          </Button>
        </FormActions>
      </div>
    </Modal>
  )
}
