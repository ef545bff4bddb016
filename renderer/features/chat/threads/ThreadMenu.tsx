import { Menu } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconBell,
  IconBellZ,
  IconMail,
  IconMailOpened,
  IconPin,
  IconPinnedOff,
} from '@tabler/icons-react'
import type { ChatThread } from '#shared/contract/chat-entities.ts'
import { SNOOZE_CHOICES } from '#shared/domain/chat-snooze.ts'
import { useChat, useChatState } from '../chat-context.tsx'
import { keyOf } from '../store/state.ts'
import { TEXT } from './text.ts'

const ICON = { size: 16, stroke: 1.8 }

/** What can be done with a conversation from the list (spec 2 §4): for a Menu.Dropdown. */
export function ThreadMenu({ thread }: { thread: ChatThread }) {
  const chat = useChat<
    | 'archiveThread'
    | 'markThreadRead'
    | 'markThreadUnread'
    | 'pinThread'
    | 'snoozeThread'
    | 'unarchiveThread'
    | 'unpinThread'
    | 'unsnoozeThread'
  >()
  const key = keyOf(thread)
  const isSnoozed = useChatState((state) => thread.id in state.snoozes)
  const pinned = thread.lastPinnedTime !== null
  return (
    <>
      {thread.unread > 0 ? (
        <Menu.Item leftSection={<IconMailOpened {...ICON} />} onClick={() => void chat.markThreadRead(key)}>
          {TEXT.markRead}
        </Menu.Item>
      ) : thread.lastMessageTime === null ? null : (
        <Menu.Item leftSection={<IconMail {...ICON} />} onClick={() => void chat.markThreadUnread(key)}>
          {TEXT.markUnread}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={pinned ? <IconPinnedOff {...ICON} /> : <IconPin {...ICON} />}
        onClick={() => void (pinned ? chat.unpinThread(key) : chat.pinThread(key))}
      >
        {pinned ? TEXT.unpin : TEXT.pin}
      </Menu.Item>
      <Menu.Item
        leftSection={thread.isArchive ? <IconArchiveOff {...ICON} /> : <IconArchive {...ICON} />}
        onClick={() => void (thread.isArchive ? chat.unarchiveThread(key) : chat.archiveThread(key))}
      >
        {thread.isArchive ? TEXT.unarchive : TEXT.archive}
      </Menu.Item>
      <Menu.Divider />
      {isSnoozed ? (
        <Menu.Item leftSection={<IconBell {...ICON} />} onClick={() => chat.unsnoozeThread(key)}>
          {TEXT.unsnooze}
        </Menu.Item>
      ) : (
        <>
          <Menu.Label>{TEXT.snooze}</Menu.Label>
          {SNOOZE_CHOICES.map((choice) => (
            <Menu.Item
              key={choice}
              leftSection={<IconBellZ {...ICON} />}
              onClick={() => chat.snoozeThread(key, choice)}
            >
              {TEXT.snoozeChoices[choice]}
            </Menu.Item>
          ))}
        </>
      )}
    </>
  )
}
