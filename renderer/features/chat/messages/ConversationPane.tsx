import { Button } from '@mantine/core'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { useServices } from '../../../services/context.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useChat, useChatState } from '../chat-context.tsx'
import { Composer } from '../composer/Composer.tsx'
import { EMPTY_CONVERSATION, keyOf, type ThreadKey } from '../store/state.ts'
import { TEXT } from '../text.ts'
import { Announcer } from './Announcer.tsx'
import { ConversationHeader } from './ConversationHeader.tsx'
import styles from './ConversationPane.module.css'
import { MessageSkeleton } from './MessageSkeleton.tsx'
import { MessageViewport } from './MessageViewport.tsx'
import { keepRows, type MessageRowModel, messageRows } from './message-rows.ts'

interface ConversationPaneProps {
  readonly threadKey: ThreadKey
  readonly onBack?: () => void
  /** Whether its composer has the focus as soon as it shows. */
  readonly takesFocus?: boolean
}

/** One conversation: header, messages, composer (spec 2 §2). Keyed by its thread. */
export function ConversationPane({ threadKey, onBack, takesFocus = true }: ConversationPaneProps) {
  const thread = useChatState((state) => state.threads.find((row) => keyOf(row) === threadKey))
  if (!thread) return <MessageSkeleton />
  return (
    <section className={styles.pane} aria-label={thread.displayLabel}>
      <ConversationHeader thread={thread} {...(onBack ? { onBack } : {})} />
      <Messages threadKey={threadKey} label={thread.displayLabel} />
      <Composer threadKey={threadKey} thread={thread} takesFocus={takesFocus} />
    </section>
  )
}

function Messages({ threadKey, label }: { threadKey: ThreadKey; label: string }) {
  const chat = useChat()
  const { now } = useServices()
  const conversation = useChatState((state) => state.conversations[threadKey]) ?? EMPTY_CONVERSATION
  const allEchoes = useChatState((state) => state.echoes)
  const me = useChatState((state) => state.me)
  const { load, messages, firstUnreadID, epoch } = conversation
  const drawn = useRef<readonly MessageRowModel[]>([])
  const rows = useMemo(() => {
    const echoes = allEchoes.filter((echo) => echo.thread === threadKey)
    return keepRows(drawn.current, messageRows({ messages, firstUnreadID }, echoes, me, now()))
  }, [messages, firstUnreadID, allEchoes, threadKey, me, now])
  useLayoutEffect(() => {
    drawn.current = rows
  }, [rows])

  return (
    <div className={styles.messages}>
      {load.state === 'error' ? (
        <EmptyState role="alert" title={TEXT.messagesFailed}>
          <p>{load.message}</p>
          <Button size="xs" variant="default" onClick={() => chat.retry(threadKey)}>
            {TEXT.tryAgain}
          </Button>
        </EmptyState>
      ) : load.state !== 'ready' ? (
        <MessageSkeleton />
      ) : rows.length === 0 ? (
        <EmptyState title={TEXT.noMessages} />
      ) : (
        <MessageViewport
          key={epoch}
          threadKey={threadKey}
          label={label}
          rows={rows}
          conversation={conversation}
        />
      )}
      <Announcer rows={rows} />
    </div>
  )
}
