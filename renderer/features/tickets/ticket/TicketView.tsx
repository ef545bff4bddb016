import { Button } from '@mantine/core'
import { IconTicketOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Ticket } from '#shared/contract/ticket-entities.ts'
import { TICKET_TEXT, ticketMode } from '#shared/domain/tickets.ts'
import { useServices, useSession } from '../../../services/context.tsx'
import { reasonOf } from '../../../services/http/api-client.ts'
import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import { isVanished, ticketQuery } from '../queries.ts'
import { TEXT } from '../text.ts'
import { TicketBody } from './TicketBody.tsx'
import { TicketHead } from './TicketHead.tsx'
import { TicketNewsBar } from './TicketNewsBar.tsx'
import { TicketSkeleton } from './TicketSkeleton.tsx'
import styles from './TicketView.module.css'
import { TicketProvider } from './ticket-context.tsx'
import { useTicketNews } from './use-ticket-news.ts'

/** What the window around a ticket can do. */
export interface TicketWindow {
  readonly onClose: () => void
  /** Back to the list that it was opened from. */
  readonly onBack?: () => void
  readonly onMinimise: () => void
  /** The next open ticket, or word that there is none. */
  readonly onNext: () => void
}

interface TicketViewProps {
  readonly ticketID: number
  readonly window: TicketWindow
}

/** A ticket in the view that the person has of it (spec 3 §2, §6). Keyed by its id. */
export function TicketView({ ticketID, window }: TicketViewProps) {
  const { api } = useServices()
  const permissions = useSession((session) => session.permissions)
  const mode = ticketMode(permissions)
  const news = useTicketNews(ticketID)
  const { data, error, refetch } = useQuery(ticketQuery(api, mode, ticketID))
  const { setConflict } = news
  const open = useMemo(() => ({ ticketID, mode, onConflict: setConflict }), [ticketID, mode, setConflict])
  const gone = isVanished(error)
  return (
    <TicketProvider value={open}>
      <div className={styles.view}>
        <TicketHead ticket={gone ? undefined : data} window={window} />
        {gone ? (
          <LoadFailure
            icon={<IconTicketOff size={28} stroke={1.6} />}
            title={TICKET_TEXT.vanished}
            reason={null}
          >
            <Button variant="default" onClick={window.onClose}>
              {TEXT.close}
            </Button>
          </LoadFailure>
        ) : data ? (
          <Shown ticket={data} news={news} window={window} />
        ) : error ? (
          <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
        ) : (
          <TicketSkeleton label={TEXT.loading(ticketID)} />
        )}
      </div>
    </TicketProvider>
  )
}

interface ShownProps {
  readonly ticket: Ticket
  readonly news: ReturnType<typeof useTicketNews>
  readonly window: TicketWindow
}

function Shown({ ticket, news, window }: ShownProps) {
  return (
    <>
      <TicketNewsBar news={news} />
      <TicketBody ticket={ticket} onNext={window.onNext} />
    </>
  )
}
