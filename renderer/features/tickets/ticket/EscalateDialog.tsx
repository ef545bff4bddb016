import { Button, Modal, NativeSelect, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Ticket } from '#shared/contract/ticket-entities.ts'
import { escalateTicket } from '#shared/contract/tickets.ts'
import { escalationProblem } from '#shared/domain/tickets.ts'
import { useServices } from '../../../services/context.tsx'
import { reasonOf } from '../../../services/http/api-client.ts'
import { FormActions } from '../../../ui/form/FormActions.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import { teamsQuery } from '../queries.ts'
import { TEXT } from '../text.ts'
import { useDraft } from '../use-draft.ts'
import { useWrite } from '../use-write.ts'
import styles from './TicketView.module.css'

interface EscalateDialogProps {
  readonly ticket: Ticket
  readonly opened: boolean
  readonly onClose: () => void
}

/** Hands a ticket to a team, with a reason of more than four words (spec 3 §5). */
export function EscalateDialog({ ticket, opened, onClose }: EscalateDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={TEXT.escalateTitle(ticket.id)}
      centered
      zIndex={220}
      closeButtonProps={{ 'aria-label': TEXT.cancel }}
    >
      {opened ? <EscalateForm ticket={ticket} onClose={onClose} /> : null}
    </Modal>
  )
}

function EscalateForm({ ticket, onClose }: Omit<EscalateDialogProps, 'opened'>) {
  const { api, notices } = useServices()
  const teams = useQuery(teamsQuery(api))
  const [team, setTeam] = useState('')
  const reason = useDraft(`${ticket.id}/escalate`)
  const write = useWrite()
  const confirm = async () => {
    const problem = escalationProblem(reason.text)
    if (problem !== null) return write.setProblem(problem)
    const request = { ticketID: ticket.id, team, reason: reason.text, version: ticket.version }
    if (!(await write.run(escalateTicket, request))) return
    reason.clear()
    notices.show('success', TEXT.escalated(team))
    onClose()
  }
  return (
    <div className={styles.form}>
      <NativeSelect
        label={TEXT.chooseTeam}
        data-autofocus
        data={['', ...(teams.data ?? [])]}
        value={team}
        onChange={(event) => setTeam(event.currentTarget.value)}
      />
      {teams.isError ? <Problem>{`${TEXT.teamsFailed} ${reasonOf(teams.error)}`}</Problem> : null}
      <Textarea
        label={TEXT.reason}
        description={TEXT.reasonHint}
        minRows={4}
        autosize
        value={reason.text}
        onChange={(event) => reason.set(event.currentTarget.value)}
      />
      <Problem>{write.problem}</Problem>
      <FormActions>
        <Button variant="default" onClick={onClose}>
          {TEXT.cancel}
        </Button>
        <Button disabled={team === ''} loading={write.busy} onClick={confirm}>
          {TEXT.confirm}
        </Button>
      </FormActions>
    </div>
  )
}
