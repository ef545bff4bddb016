import { IconPinFilled, IconSpeakerphone } from '@tabler/icons-react'
import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import styles from './MessageRow.module.css'
import { TEXT } from './text.ts'

/** What stands over a message: that it is pinned or a broadcast, and where it was written, if not here. */
export function MessageFlags({ message }: { message: ChatMessage }) {
  const { pinnedTime, broadcastTime, broadcastUsername, tokenType } = message
  if (pinnedTime === null && broadcastTime === null && tokenType === null) return null
  return (
    <div className={styles.flags}>
      {pinnedTime === null ? null : (
        <span data-flag="pinned">
          <IconPinFilled size={12} aria-hidden="true" />
          {TEXT.pinned}
        </span>
      )}
      {broadcastTime === null ? null : (
        <span data-flag="broadcast">
          <IconSpeakerphone size={13} stroke={2} aria-hidden="true" />
          {TEXT.broadcastBy(broadcastUsername)}
        </span>
      )}
      {tokenType === null ? null : <span>{TEXT.via[tokenType]}</span>}
    </div>
  )
}
