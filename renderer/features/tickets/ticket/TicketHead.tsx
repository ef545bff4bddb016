import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowLeft, IconLink, IconMinus, IconX } from '@tabler/icons-react'
import type { Ticket } from '#shared/contract/ticket-entities.ts'
import { ticketSubject } from '#shared/domain/tickets.ts'
import { useServices } from '../../../services/context.tsx'
import { Hint } from '../../../ui/Hint.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { TEXT } from '../text.ts'
import { Lateness } from './Lateness.tsx'
import { Lookers } from './Lookers.tsx'
import { PriorityMark, StatusPill } from './Pills.tsx'
import { TicketActions } from './TicketActions.tsx'
import styles from './TicketView.module.css'
import type { TicketWindow } from './TicketView.tsx'
import { useTicket } from './ticket-context.tsx'

const ICON = { size: 18, stroke: 1.8 }

interface TicketHeadProps {
  readonly ticket: Ticket | undefined
  readonly window: TicketWindow
}

/** Which ticket it is, how it stands, who else looks, and what can be done to it. */
export function TicketHead({ ticket, window }: TicketHeadProps) {
  const { ticketID } = useTicket()
  const now = useNow()
  const subject = ticketSubject(ticket?.message ?? '')
  return (
    <div className={styles.head}>
      <div className={styles.headLine}>
        {window.onBack ? (
          <Hint label={TEXT.back}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              className={styles.back ?? ''}
              aria-label={TEXT.back}
              onClick={window.onBack}
            >
              <IconArrowLeft {...ICON} />
            </ActionIcon>
          </Hint>
        ) : null}
        <h2 tabIndex={-1} data-autofocus>
          {TEXT.ticket(ticketID)}
          {subject === '' ? null : <span title={subject}>{`: ${subject}`}</span>}
        </h2>
        {ticket ? (
          <div className={styles.pills}>
            <StatusPill status={ticket.status} />
            <PriorityMark priority={ticket.priority} />
            <span className={styles.type}>{ticket.ticketType}</span>
            {ticket.resolved ? null : <Lateness lateness={ticket.lateness} now={now} />}
          </div>
        ) : null}
        <div className={styles.windowButtons}>
          <Lookers />
          <CopyLink ticketID={ticketID} />
          <Hint label={TEXT.minimise}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={TEXT.minimise}
              onClick={window.onMinimise}
            >
              <IconMinus {...ICON} />
            </ActionIcon>
          </Hint>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={TEXT.close}
            onClick={window.onClose}
          >
            <IconX {...ICON} />
          </ActionIcon>
        </div>
      </div>
      {ticket ? <TicketActions ticket={ticket} /> : null}
    </div>
  )
}

/** The address that opens this ticket over whatever page. */
export const ticketAddress = (page: { readonly origin: string }, ticketID: number) =>
  `${page.origin}/dashboard?ticket=${ticketID}`

function CopyLink({ ticketID }: { ticketID: number }) {
  const { notices } = useServices()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(ticketAddress(globalThis.location, ticketID))
      notices.show('success', TEXT.linkCopied)
    } catch {
      // A page that isn't served safely, or a person who forbids it.
      notices.show('warning', TEXT.linkNotCopied)
    }
  }
  return (
    <Tooltip label={TEXT.copyLink}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={TEXT.copyLink}
        onClick={() => void copy()}
      >
        <IconLink {...ICON} />
      </ActionIcon>
    </Tooltip>
  )
}
