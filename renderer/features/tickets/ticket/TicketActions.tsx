import { Button, Tooltip } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowUpRight,
  IconCircleCheck,
  IconHandStop,
  IconPhone,
  IconUserMinus,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { Ticket } from '#shared/contract/ticket-entities.ts'
import { assignTicketToMe, reopenTicket, unassignTicket } from '#shared/contract/tickets.ts'
import { REOPEN_PERMISSION, TICKET_TEXT, unassignRefusal, unassignWords } from '#shared/domain/tickets.ts'
import { useServices, useSession } from '../../../services/context.tsx'
import { useLive } from '../../../services/live.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import { TEXT } from '../text.ts'
import { useWrite } from '../use-write.ts'
import { AgencyCloseDialog } from './AgencyCloseDialog.tsx'
import { EscalateDialog } from './EscalateDialog.tsx'
import styles from './TicketView.module.css'
import { useAbility } from './ticket-context.tsx'

const ICON = { size: 16, stroke: 1.8 }
/** It does nothing, and can still be hovered and focused to be asked why. */
const OFF = { 'data-disabled': true, 'aria-disabled': true } as const
const BUTTON = { size: 'xs', variant: 'default' } as const

/** What can be done to the ticket as a whole (spec 3 §4, §6). */
export function TicketActions({ ticket }: { ticket: Ticket }) {
  const { notices } = useServices()
  const user = useSession((session) => session.user)
  const mayReopen = useSession(({ permissions }) => permissions.can(REOPEN_PERMISSION))
  const write = useWrite()
  const [escalating, setEscalating] = useState(false)
  const [closing, setClosing] = useState(false)
  const can = {
    assign: useAbility('ASSIGN'),
    escalate: useAbility('ESCALATE'),
    call: useAbility('CALL'),
    close: useAbility('CLOSE'),
  }
  const { id, version, resolved, assignID, assign } = ticket
  const mine = assignID === (user?.id ?? 0)

  const take = async () => {
    if (await write.run(assignTicketToMe, { id, version })) notices.show('info', TICKET_TEXT.assigned)
  }
  const giveBack = async () => {
    const assigned = assignID === 0 ? null : { userID: assignID, name: assign }
    const refusal = unassignRefusal({ resolved, assigned }, user?.id ?? 0)
    if (refusal !== null) return write.setProblem(unassignWords(refusal))
    if (await write.run(unassignTicket, { id, version })) notices.show('info', TICKET_TEXT.unassigned)
  }
  const reopen = async () => {
    if (await write.run(reopenTicket, { id, version })) notices.show('success', TEXT.reopened)
  }

  return (
    <>
      <div className={styles.actions}>
        {can.assign && !resolved && !mine ? (
          <Button {...BUTTON} leftSection={<IconHandStop {...ICON} />} loading={write.busy} onClick={take}>
            {assignID === 0 ? TEXT.assign : TEXT.takeOver}
          </Button>
        ) : null}
        {can.assign ? (
          <Tooltip label={TICKET_TEXT.notAssigned} disabled={assignID !== 0 || resolved}>
            <Button
              {...BUTTON}
              leftSection={<IconUserMinus {...ICON} />}
              {...(assignID === 0 && !resolved ? OFF : { disabled: write.busy, onClick: giveBack })}
            >
              {TEXT.unassign}
            </Button>
          </Tooltip>
        ) : null}
        {can.escalate && !resolved ? (
          <Button
            {...BUTTON}
            leftSection={<IconArrowUpRight {...ICON} />}
            onClick={() => setEscalating(true)}
          >
            {TEXT.escalate}
          </Button>
        ) : null}
        {can.close && !resolved ? (
          <Button {...BUTTON} leftSection={<IconCircleCheck {...ICON} />} onClick={() => setClosing(true)}>
            {TEXT.closeTicket}
          </Button>
        ) : null}
        {resolved && mayReopen && ticket.mergedInto === null ? (
          <Button
            {...BUTTON}
            leftSection={<IconArrowBackUp {...ICON} />}
            loading={write.busy}
            onClick={reopen}
          >
            {TEXT.reopen}
          </Button>
        ) : null}
        {can.call ? <CallButton id={ticket.userLoginID} name={ticket.interviewerName} /> : null}
      </div>
      <Problem>{write.problem}</Problem>
      {can.escalate ? (
        <EscalateDialog ticket={ticket} opened={escalating} onClose={() => setEscalating(false)} />
      ) : null}
      {can.close ? (
        <AgencyCloseDialog ticket={ticket} opened={closing} onClose={() => setClosing(false)} />
      ) : null}
    </>
  )
}

/** Calls whoever raised the ticket, with the word that their identity is to be confirmed (spec 3 §8). */
function CallButton({ id, name }: { id: number; name: string }) {
  const { notices } = useServices()
  const { calls } = useLive()
  const mayCall = useSession(
    ({ permissions, user }) =>
      permissions.canAny(['CAN_MAKE_CALL', 'CAN_CREATE_ONE_TO_ONE_MEETINGS']) && user?.id !== id,
  )
  if (!mayCall) return null
  const call = () => {
    notices.show('info', TEXT.confirmIdentity)
    void calls.start([{ id, name }])
  }
  return (
    <Button {...BUTTON} leftSection={<IconPhone {...ICON} />} onClick={call}>
      {TEXT.call(name)}
    </Button>
  )
}
