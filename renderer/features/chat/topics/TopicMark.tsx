import { UnstyledButton } from '@mantine/core'
import { IconHash } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import { useSession } from '../../../services/context.tsx'
import { useChat, useChatState } from '../chat-context.tsx'
import type { ThreadKey } from '../store/state.ts'
import styles from './Topics.module.css'
import { TEXT } from './text.ts'

/** The topic that grew out of a message: its name and how much is in it. Nothing where it has none (spec 2 §6). */
export function TopicMark({ message, threadKey }: { message: ChatMessage; threadKey: ThreadKey }) {
  const may = useSession(({ permissions }) => permissions.can('CHAT_CAN_USE_TOPICS'))
  const { topicID } = message
  return may && topicID !== null ? <Mark topicID={topicID} threadKey={threadKey} /> : null
}

function Mark({ topicID, threadKey }: { topicID: number; threadKey: ThreadKey }) {
  const chat = useChat<'needTopics' | 'openDialog'>()
  const topic = useChatState((state) => state.topics[threadKey]?.items.find(({ id }) => id === topicID))
  useEffect(() => chat.needTopics(threadKey), [chat, threadKey])
  const name = topic?.name ?? TEXT.topicName
  return (
    <UnstyledButton
      className={styles.mark}
      aria-label={TEXT.openTopic(name)}
      title={topic?.lastMessage}
      onClick={() => chat.openDialog({ kind: 'topic-chat', thread: threadKey, id: topicID })}
    >
      <IconHash size={14} stroke={2} aria-hidden="true" />
      <strong>{name}</strong>
      {topic ? <span>{TEXT.messageCount(topic.messages)}</span> : null}
      {topic && topic.unread > 0 ? <em>{TEXT.unreadShort(topic.unread)}</em> : null}
    </UnstyledButton>
  )
}
