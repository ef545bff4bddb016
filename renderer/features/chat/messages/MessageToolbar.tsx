import { ActionIcon } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import { REACTIONS } from '#shared/domain/chat.ts'
import { useChat } from '../chat-context.tsx'
import type { ThreadKey } from '../store/state.ts'
import { TEXT } from '../text.ts'
import styles from './MessageRow.module.css'

interface MessageToolbarProps {
  readonly threadKey: ThreadKey
  readonly message: ChatMessage
  readonly mine: boolean
}

/** What can be done with a message: react to somebody else's, reply (spec 2 §6). Shows on hover and focus. */
export function MessageToolbar({ threadKey, message, mine }: MessageToolbarProps) {
  const chat = useChat()
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={`Message by ${message.userName}`}>
      {mine
        ? null
        : REACTIONS.map(({ type, emoji, label }) => (
            <ActionIcon
              key={type}
              variant="subtle"
              color="gray"
              size={30}
              aria-label={label}
              title={label}
              onClick={() => void chat.react(threadKey, message, type)}
            >
              <span className={styles.emoji} aria-hidden="true">
                {emoji}
              </span>
            </ActionIcon>
          ))}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={30}
        aria-label={TEXT.reply}
        title={TEXT.reply}
        onClick={() => chat.setReply(threadKey, message)}
      >
        <IconArrowBackUp size={18} stroke={1.8} />
      </ActionIcon>
    </div>
  )
}
