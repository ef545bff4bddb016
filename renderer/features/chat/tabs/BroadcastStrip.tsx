import { CloseButton, UnstyledButton } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useEffect } from 'react'
import { cut, NOTIFICATION_PREVIEW_LENGTH } from '#shared/domain/cut-text.ts'
import { useChat, useChatState } from '../chat-context.tsx'
import { onNextPicture } from '../next-picture.ts'
import { readable } from '../search/readable.ts'
import type { ThreadKey } from '../store/state.ts'
import styles from './BroadcastStrip.module.css'
import { TEXT } from './text.ts'

/** The newest broadcast of the conversation, above its messages, until the person puts it away. */
export function BroadcastStrip({ threadKey }: { threadKey: ThreadKey }) {
  const chat = useChat<'dismissBroadcast' | 'loadLatestBroadcast' | 'showMessage'>()
  const message = useChatState((state) => state.latestBroadcasts[threadKey])
  const dismissed = useChatState((state) => state.dismissedBroadcasts[threadKey])
  const hasMessages = useChatState(({ conversations }) => conversations[threadKey]?.load.state === 'ready')
  // The messages are what people wait for: this asks when they are painted.
  useEffect(
    () => (hasMessages ? onNextPicture(() => void chat.loadLatestBroadcast(threadKey)) : undefined),
    [chat, threadKey, hasMessages],
  )
  if (!message || message.deleted || message.id === dismissed) return null
  return (
    <aside className={styles.strip} aria-label={TEXT.latestBroadcast}>
      <IconSpeakerphone size={18} stroke={1.8} aria-hidden="true" />
      <UnstyledButton className={styles.text} onClick={() => void chat.showMessage(threadKey, message.id)}>
        <strong>{TEXT.broadcastFrom(message.broadcastUsername ?? message.userName)}</strong>
        <span>{cut(readable(message), NOTIFICATION_PREVIEW_LENGTH)}</span>
      </UnstyledButton>
      <CloseButton
        size="sm"
        aria-label={TEXT.dismissBroadcast}
        onClick={() => chat.dismissBroadcast(threadKey, message.id)}
      />
    </aside>
  )
}
