import './mantine-styles.ts'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { ChatAddress } from '#shared/contract/chat-entities.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useChat, useChatState } from './chat-context.tsx'
import styles from './EmbeddedConversation.module.css'
import { ConversationPane } from './messages/ConversationPane.tsx'
import { HubBanner } from './messages/HubBanner.tsx'
import { MessageSkeleton } from './messages/MessageSkeleton.tsx'
import { keyOf } from './store/state.ts'
import { TEXT } from './text.ts'

/**
 * One conversation inside another screen, such as a ticket. It is the selected one as long as it
 * shows; afterwards the chat is where it was.
 */
export function EmbeddedConversation({ source, sourceID }: ChatAddress) {
  const chat = useChat()
  const key = keyOf({ source, sourceID })
  const known = useChatState((state) => state.threads.some((thread) => keyOf(thread) === key))
  const loaded = useChatState((state) => state.threadsLoad.state === 'ready')
  useEffect(() => {
    // A conversation that was just made isn't in the list yet.
    if (!known && loaded) void chat.loadThreads()
  }, [chat, known, loaded])
  // What is read is told through the hub: before it first stands, there is nobody to tell.
  const stands = useChatState((state) => state.hub === 'connected')
  const [ready, setReady] = useState(stands)
  if (stands && !ready) setReady(true)
  useEffect(() => {
    if (!known || !ready) return
    const before = chat.store.getState().selected
    chat.select(key)
    const hide = chat.show()
    return () => {
      hide()
      if (chat.store.getState().selected === key) chat.select(before === key ? null : before)
    }
  }, [chat, key, known, ready])

  return (
    <div className={styles.embedded}>
      <HubBanner />
      {known ? (
        <ConversationPane threadKey={key} takesFocus={false} />
      ) : loaded ? (
        <EmptyState title={TEXT.messagesFailed}>
          <Button size="xs" variant="default" onClick={() => void chat.loadThreads()}>
            {TEXT.tryAgain}
          </Button>
        </EmptyState>
      ) : (
        <MessageSkeleton />
      )}
    </div>
  )
}
