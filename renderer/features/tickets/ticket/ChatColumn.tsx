import { Button } from '@mantine/core'
import { IconArrowLeft, IconMessages } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { Ticket } from '#shared/contract/ticket-entities.ts'
import { startTicketChat } from '#shared/contract/tickets.ts'
import { useServices } from '../../../services/context.tsx'
import { reasonOf } from '../../../services/http/api-client.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import { EmbeddedConversation } from '../../chat/index.ts'
import { chatQuery } from '../queries.ts'
import { TEXT } from '../text.ts'
import { useWrite } from '../use-write.ts'
import { TicketSkeleton } from './TicketSkeleton.tsx'
import styles from './TicketView.module.css'
import { useAbility } from './ticket-context.tsx'

interface ChatColumnProps {
  readonly ticket: Ticket
  /** Goes back to the ticket, where the chat takes its place. */
  readonly onBack?: () => void
}

/** The talk about the ticket beside it (spec 3 §2); where there is none, a way to begin it. */
export function ChatColumn({ ticket, onBack }: ChatColumnProps) {
  const { api } = useServices()
  const chat = useQuery(chatQuery(api, ticket.id))
  return (
    <aside className={styles.chat} aria-label={TEXT.chat}>
      {onBack ? (
        <Button size="compact-sm" variant="subtle" leftSection={<IconArrowLeft size={16} />} onClick={onBack}>
          {TEXT.ticket(ticket.id)}
        </Button>
      ) : null}
      {chat.data !== undefined ? (
        chat.data === null ? (
          <NoChat ticket={ticket} />
        ) : (
          <Suspense fallback={<TicketSkeleton label={TEXT.chat} />}>
            <EmbeddedConversation key={chat.data} source="TICKET_CHAT" sourceID={chat.data} />
          </Suspense>
        )
      ) : chat.error ? (
        <LoadFailure
          title={TEXT.chatFailed}
          reason={reasonOf(chat.error)}
          onRetry={() => void chat.refetch()}
        />
      ) : (
        <TicketSkeleton label={TEXT.chat} />
      )}
    </aside>
  )
}

function NoChat({ ticket }: { ticket: Ticket }) {
  const mayStart = useAbility('ASSIGN')
  const write = useWrite()
  return (
    <EmptyState
      icon={<IconMessages size={28} stroke={1.5} />}
      title={mayStart ? TEXT.noChat : TEXT.noChatHere}
    >
      {mayStart ? (
        <Button
          variant="light"
          loading={write.busy}
          onClick={() => void write.run(startTicketChat, { id: ticket.id })}
        >
          {TEXT.startChat}
        </Button>
      ) : null}
      <Problem>{write.problem}</Problem>
    </EmptyState>
  )
}
