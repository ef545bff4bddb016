import { UnstyledButton } from '@mantine/core'
import { IconAt, IconPinFilled } from '@tabler/icons-react'
import { memo } from 'react'
import type { ChatThread } from '#shared/contract/chat-entities.ts'
import { listPreview } from '#shared/domain/chat.ts'
import { listTime } from '#shared/domain/chat-days.ts'
import { ThreadAvatar } from './ThreadAvatar.tsx'
import styles from './ThreadRow.module.css'

interface ThreadRowProps {
  readonly rowKey: string
  readonly thread: ChatThread
  /** Milliseconds since 1970. */
  readonly now: number
  /** The newest message is this person's own. */
  readonly mine: boolean
  readonly online: boolean | undefined
  readonly selected: boolean
  readonly tabIndex: number
  readonly onOpen: (key: string) => void
}

/** A conversation in the list: who, the newest message, when, and what waits. */
export const ThreadRow = memo(function ThreadRow(props: ThreadRowProps) {
  const { rowKey, thread, now, mine, online, selected, tabIndex, onOpen } = props
  return (
    <div className={styles.cell}>
      <UnstyledButton
        className={styles.row}
        data-row={rowKey}
        data-unread={thread.unread > 0}
        aria-current={selected ? 'true' : undefined}
        tabIndex={tabIndex}
        onClick={() => onOpen(rowKey)}
      >
        <ThreadAvatar thread={thread} size={40} online={online} />
        <span className={styles.lines}>
          <span className={styles.line}>
            <span className={styles.name}>{thread.displayLabel}</span>
            {thread.lastPinnedTime === null ? null : (
              <IconPinFilled className={styles.pin} size={12} aria-label="Pinned" />
            )}
            {thread.lastMessageTime === null ? null : (
              <time className={styles.time} dateTime={thread.lastMessageTime}>
                {listTime(thread.lastMessageTime, now)}
              </time>
            )}
          </span>
          <span className={styles.line}>
            <span className={styles.preview}>{previewOf(thread, mine)}</span>
            {thread.isFocus ? (
              <IconAt className={styles.mention} size={16} aria-label="You are mentioned" />
            ) : null}
            {thread.unread > 0 ? (
              <span className={styles.badge}>
                {thread.unread > 99 ? '99+' : thread.unread}
                <span className="visually-hidden"> unread</span>
              </span>
            ) : null}
          </span>
        </span>
      </UnstyledButton>
    </div>
  )
})

function previewOf(thread: ChatThread, mine: boolean): string {
  if (thread.lastMessageTime === null) return ''
  const text = listPreview({ message: thread.lastMessage, type: thread.lastMessageType ?? 'TEXT' })
  if (mine) return `You: ${text}`
  const first = thread.senderName.split(' ')[0] ?? ''
  return thread.isGroup || thread.type === 'CHATROOM' ? `${first}: ${text}` : text
}
