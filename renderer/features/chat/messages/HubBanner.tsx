import { Loader } from '@mantine/core'
import type { HubState } from '../../../services/hubs/hub-client.ts'
import { useChatState } from '../chat-context.tsx'
import styles from './ConversationPane.module.css'
import { TEXT } from './text.ts'

/** Where a conversation can show; each lies over the ones before it. */
type Place = 'screen' | 'embedded' | 'topic'

/** What is said while the hub is away, also of messages that were sent meanwhile (spec 2 §5, §8). */
function wordsOf(hub: HubState, waiting: number): string | null {
  if (hub === 'connected') return null
  if (waiting > 0) return `${TEXT.notConnected}. ${TEXT.willBeSent(waiting)}`
  if (hub === 'disconnected') return `${TEXT.notConnected}. ${TEXT.nothingArrives}`
  return hub === 'reconnecting' ? TEXT.reconnectingHub : TEXT.hubConnecting
}

/**
 * Says while the chat hub isn't connected; floats, so that nothing moves as it comes and goes. It is the
 * one voice that does: what is sent or read meanwhile is told here, and by the uppermost place alone.
 */
export function HubBanner({ place = 'screen' }: { readonly place?: Place }) {
  const hub = useChatState((state) => state.hub)
  const waiting = useChatState(({ echoes }) => echoes.filter(({ state }) => state === 'waiting').length)
  const speaker = useChatState(({ covered, embeds }) =>
    covered ? 'topic' : embeds > 0 ? 'embedded' : 'screen',
  )
  const words = speaker === place ? wordsOf(hub, waiting) : null
  return (
    <div className={styles.hub} role="status">
      {words === null ? null : (
        <span className={styles.hubPill} data-calm={hub !== 'reconnecting' && waiting === 0}>
          {hub === 'disconnected' ? null : <Loader size={12} aria-hidden="true" />}
          {words}
        </span>
      )}
    </div>
  )
}
