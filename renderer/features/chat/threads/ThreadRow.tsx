import { UnstyledButton } from '@mantine/core'
import { IconArchive, IconAt, IconBellZ, IconDots, IconHash, IconPinFilled } from '@tabler/icons-react'
import { memo } from 'react'
import type { ChatThread } from '#shared/contract/chat-entities.ts'
import { listTime } from '#shared/domain/chat-days.ts'
import { listPreview } from '#shared/domain/chat-preview.ts'
import { SHELL_TEXT as TEXT } from '../shell-text.ts'
import { ThreadAvatar } from './ThreadAvatar.tsx'
import styles from './ThreadRow.module.css'
import { askByButton } from './use-row-menu.ts'

interface ThreadRowProps {
  readonly rowKey: string
  readonly thread: ChatThread
  /** What tells it from another of its name. */
  readonly apart?: string | undefined
  /** Any time of the day, in milliseconds since 1970: rows that nothing else changed stay as they are until it is over. */
  readonly today: number
  /** The newest message is this person's own. */
  readonly mine: boolean
  readonly online: boolean | undefined
  readonly selected: boolean
  /** When its snooze ends, in milliseconds since 1970. */
  readonly snoozedUntil?: number | undefined
  /** Text that was written here and not sent. */
  readonly draft?: string | undefined
  /** A menu of the row is at hand (use-row-menu.ts). */
  readonly withMenu?: boolean
  readonly tabIndex: number
  readonly onOpen: (key: string) => void
}

/** A conversation in the list: who, the newest message, when, and what waits. */
export const ThreadRow = memo(function ThreadRow(props: ThreadRowProps) {
  const {
    rowKey,
    thread,
    apart,
    today,
    mine,
    online,
    selected,
    snoozedUntil,
    draft,
    tabIndex,
    onOpen,
    withMenu,
  } = props
  return (
    <div className={styles.cell} data-cell>
      <UnstyledButton
        className={styles.row}
        data-row={rowKey}
        data-unread={thread.unread > 0}
        data-archived={thread.isArchive}
        aria-current={selected ? 'true' : undefined}
        tabIndex={tabIndex}
        onClick={() => onOpen(rowKey)}
      >
        <ThreadAvatar thread={thread} size={40} online={online} />
        <span className={styles.lines}>
          <span className={styles.line}>
            <span className={styles.name}>{thread.displayLabel}</span>
            {apart === undefined ? null : (
              <span className={styles.apart} title={apart}>
                {apart}
              </span>
            )}
            {thread.lastPinnedTime === null ? null : (
              <IconPinFilled className={styles.pin} size={12} aria-label="Pinned" />
            )}
            {snoozedUntil === undefined ? null : (
              <IconBellZ
                className={styles.pin}
                size={14}
                aria-label={TEXT.snoozedUntil(listTime(new Date(snoozedUntil).toISOString(), today))}
              />
            )}
            {thread.isArchive ? (
              <IconArchive className={styles.pin} size={13} aria-label={TEXT.archived} />
            ) : null}
            {thread.lastMessageTime === null ? null : (
              <time className={styles.time} dateTime={thread.lastMessageTime}>
                {listTime(thread.lastMessageTime, today)}
              </time>
            )}
          </span>
          <span className={styles.line}>
            {draft === undefined ? (
              <span className={styles.preview}>{previewOf(thread, mine)}</span>
            ) : (
              <span className={styles.preview}>
                <span className={styles.draft}>{TEXT.draft}</span>{' '}
                {listPreview({ message: draft, type: 'TEXT' })}
              </span>
            )}
            {thread.unreadTopics > 0 ? (
              <IconHash
                className={styles.pin}
                size={14}
                stroke={2.2}
                aria-label={TEXT.unreadTopics(thread.unreadTopics)}
              />
            ) : null}
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
      {/* For the mouse: keys and touch have ways of their own to the same menu. */}
      {withMenu ? (
        <UnstyledButton
          className={styles.more}
          tabIndex={-1}
          aria-label={TEXT.threadOptions(thread.displayLabel)}
          aria-haspopup="menu"
          onClick={askByButton}
        >
          <IconDots size={16} stroke={2} aria-hidden="true" />
        </UnstyledButton>
      ) : null}
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
