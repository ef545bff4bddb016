import '../mantine-styles.ts'
import { Modal } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { searchTickets } from '#shared/contract/tickets.ts'
import { TICKET_PARAMETER } from '#shared/domain/ticket-address.ts'
import { useServices } from '../../../services/context.tsx'
import type { DialogParams } from '../../../services/notices/dialogs.ts'
import { TEXT } from '../text.ts'
import { TicketView, type TicketWindow } from '../ticket/TicketView.tsx'
import { MinimisedTickets } from './MinimisedTickets.tsx'
import styles from './TicketDialog.module.css'

interface TicketDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly params: DialogParams['ticket']
}

/** The ticket that is open, over the screen, and the cards of those that are minimised (spec 3 §2). */
export function TicketDialog({ opened, onClose, params }: TicketDialogProps) {
  const { dialogs } = useServices()
  const { ticketID, queue = [] } = params
  const [minimised, setMinimised] = useState<readonly number[]>([])
  const [address, setAddress] = useSearchParams()
  const goNext = useNext(ticketID, queue)
  // One that is open has no card.
  const cards = opened ? minimised.filter((id) => id !== ticketID) : minimised
  if (cards.length !== minimised.length) setMinimised(cards)
  const leave = () => {
    onClose()
    if (!address.has(TICKET_PARAMETER)) return
    const rest = new URLSearchParams(address)
    rest.delete(TICKET_PARAMETER)
    setAddress(rest, { replace: true })
  }
  const window: TicketWindow = {
    onClose: leave,
    onMinimise() {
      setMinimised([...cards.filter((id) => id !== ticketID), ticketID])
      leave()
    },
    onNext: () => void goNext(),
  }
  return (
    <>
      <Modal.Root
        opened={opened}
        onClose={leave}
        classNames={{ inner: styles.inner ?? '' }}
        zIndex={210}
        closeOnEscape={false}
        size={1220}
        transitionProps={{ duration: 90 }}
        padding={0}
      >
        <Modal.Overlay />
        <Modal.Content
          className={styles.content ?? ''}
          aria-label={TEXT.ticket(ticketID)}
          onKeyDown={(event) => {
            // A dialog that this one opened is elsewhere in the page, and closes alone.
            const within = event.currentTarget.contains(event.target as Node)
            if (event.key === 'Escape' && within && !event.defaultPrevented) leave()
          }}
        >
          <Modal.Body className={styles.body ?? ''}>
            <TicketView key={ticketID} ticketID={ticketID} window={window} />
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
      <MinimisedTickets
        ticketIDs={cards}
        onOpen={(id) => dialogs.open('ticket', { ticketID: id })}
        onDismiss={(id) => setMinimised(cards.filter((other) => other !== id))}
      />
    </>
  )
}

/** Goes to the next open ticket: of the list that this one was opened from, else of what waits longest. */
function useNext(ticketID: number, queue: readonly number[]): () => Promise<void> {
  const { api, dialogs, notices } = useServices()
  return async () => {
    const rest = queue.slice(queue.indexOf(ticketID) + 1)
    const next = rest[0] ?? (await oldestOpen())
    if (next === undefined || next === ticketID) return notices.show('info', TEXT.noNext)
    dialogs.open('ticket', { ticketID: next, queue: rest })
  }
  async function oldestOpen(): Promise<number | undefined> {
    const request = {
      scope: 'ALL',
      filter: 'Unresolved',
      sort: 'deadline',
      order: 'asc',
      pageSize: 10,
    } as const
    try {
      const { tickets } = await api.call(searchTickets, request)
      return tickets.find(({ id }) => id !== ticketID)?.id
    } catch {
      // The shared banner says why.
      return undefined
    }
  }
}
