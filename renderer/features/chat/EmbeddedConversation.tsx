import './mantine-styles.ts'
import { useEffect, useMemo, useState } from 'react'
import type { ChatAddress } from '#shared/contract/chat-address.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { useChat, useChatState } from './chat-context.tsx'
import styles from './EmbeddedConversation.module.css'
import { ConversationPane } from './messages/ConversationPane.tsx'
import { HubBanner } from './messages/HubBanner.tsx'
import { MessageSkeleton } from './messages/MessageSkeleton.tsx'
import { ChatModeProvider } from './modes/mode-context.tsx'
import { type ChatModeName, modeOf, modeOfSource } from './modes/modes.ts'
import { threadOf } from './store/core.ts'
import { keyOf } from './store/state.ts'
import { TEXT } from './text.ts'

interface EmbeddedConversationProps extends ChatAddress {
  /** In the place of the mode of its record, as where a record's conversation is the chat of a meeting. */
  readonly mode?: ChatModeName
}

/**
 * One conversation inside another screen, such as a ticket, in the mode of the record that it is about.
 * It is the selected one as long as it shows; afterwards the chat is where it was.
 */
export function EmbeddedConversation({ source, sourceID, mode }: EmbeddedConversationProps) {
  const chat = useChat<'embedOpened' | 'loadThreads' | 'select' | 'show' | 'store'>()
  const key = keyOf({ source, sourceID })
  const name = mode ?? modeOfSource(source)
  const now = useMemo(() => modeOf(name), [name])
  const known = useChatState((state) => threadOf(state, key) !== undefined)
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
    const closed = chat.embedOpened()
    chat.select(key)
    const hide = chat.show()
    return () => {
      hide()
      closed()
      const { selected, screens } = chat.store.getState()
      if (selected === key) chat.select(before === key && screens === 0 ? null : before)
    }
  }, [chat, key, known, ready])

  return (
    <ChatModeProvider value={now}>
      <div className={styles.embedded} data-mode={name}>
        <HubBanner place="embedded" />
        {known ? (
          <ConversationPane threadKey={key} takesFocus={now.takesFocus} />
        ) : loaded ? (
          // The list was read, and this conversation isn't in it.
          <LoadFailure title={TEXT.messagesFailed} reason={null} onRetry={() => void chat.loadThreads()} />
        ) : (
          <MessageSkeleton />
        )}
      </div>
    </ChatModeProvider>
  )
}
