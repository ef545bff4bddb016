import { Loader } from '@mantine/core'
import { useChatState } from '../chat-context.tsx'
import { TEXT } from '../text.ts'
import styles from './ConversationPane.module.css'

const WORDS = {
  connected: null,
  connecting: TEXT.hubConnecting,
  reconnecting: TEXT.hubReconnecting,
  disconnected: TEXT.hubDisconnected,
} as const

/** Says while the chat hub isn't connected; floats, so that nothing moves as it comes and goes. */
export function HubBanner() {
  const hub = useChatState((state) => state.hub)
  const waiting = useChatState(({ echoes }) => echoes.filter(({ state }) => state === 'waiting').length)
  const words = WORDS[hub]
  return (
    <div className={styles.hub} role="status">
      {words === null ? null : (
        <span className={styles.hubPill} data-calm={hub !== 'reconnecting'}>
          {hub === 'disconnected' ? null : <Loader size={12} aria-hidden="true" />}
          {words}
          {waiting === 0 ? null : ` ${TEXT.willBeSent(waiting)}`}
        </span>
      )}
    </div>
  )
}
