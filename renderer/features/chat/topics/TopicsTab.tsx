import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { IconBulb, IconHash, IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { SuggestedDiscussion, TopicChat } from '#shared/contract/chat-entities.ts'
import { listTime } from '#shared/domain/chat-days.ts'
import { searchable } from '#shared/domain/locale.ts'
import { useServices } from '../../../services/context.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import { useToday } from '../../../ui/use-now.ts'
import { useChat, useChatState } from '../chat-context.tsx'
import { ResultSkeletons } from '../search/ResultSkeletons.tsx'
import { useResultKeys } from '../search/use-result-keys.ts'
import type { ThreadKey } from '../store/state.ts'
import { NOT_LISTED } from '../store/tabs/tab-state.ts'
import { NewDiscussion } from './NewDiscussion.tsx'
import styles from './Topics.module.css'
import { TEXT } from './text.ts'

/** The search for topics begins at this many characters, this long after the last (spec 2 §5). */
const TOPIC_SEARCH_MIN_LENGTH = 3
const TOPIC_SEARCH_DEBOUNCE_MS = 300

/** The topics with the term in their names or their newest messages; all for a shorter term. */
function matchingTopics(topics: readonly TopicChat[], typed: string): readonly TopicChat[] {
  const term = searchable(typed.trim())
  if ([...term].length < TOPIC_SEARCH_MIN_LENGTH) return topics
  return topics.filter(({ name, lastMessage }) =>
    [name, lastMessage].some((text) => searchable(text).includes(term)),
  )
}

/** The topics of a conversation, and how to begin one (spec 2 §2). */
export function TopicsTab({ threadKey }: { threadKey: ThreadKey }) {
  const chat = useChat<'loadSuggestions' | 'loadTopics'>()
  const { load, items } = useChatState((state) => state.topics[threadKey]) ?? NOT_LISTED
  const { frame, onKeyDown } = useResultKeys<HTMLDivElement>()
  useEffect(() => {
    void chat.loadTopics(threadKey)
    void chat.loadSuggestions(threadKey)
  }, [chat, threadKey])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys go through what is in it
    <div ref={frame} className={styles.tab} onKeyDown={onKeyDown}>
      <NewDiscussion threadKey={threadKey} />
      <Suggestions threadKey={threadKey} />
      {load.state === 'error' ? (
        <LoadFailure
          title={TEXT.topicsFailed}
          reason={load.message}
          onRetry={() => void chat.loadTopics(threadKey)}
        />
      ) : load.state !== 'ready' ? (
        <ResultSkeletons />
      ) : items.length === 0 ? (
        <EmptyState icon={<IconHash size={26} stroke={1.6} />} title={TEXT.noTopics} />
      ) : (
        <TopicList topics={items} threadKey={threadKey} />
      )}
    </div>
  )
}

function TopicList({ topics, threadKey }: { topics: readonly TopicChat[]; threadKey: ThreadKey }) {
  const [typed, setTyped] = useState('')
  const term = useRested(typed, TOPIC_SEARCH_DEBOUNCE_MS)
  const shown = matchingTopics(topics, typed && term)
  return (
    <>
      <TextInput
        className={styles.search ?? ''}
        size="xs"
        aria-label={TEXT.searchTopics}
        placeholder={TEXT.searchTopics}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        leftSection={<IconSearch size={14} stroke={1.8} aria-hidden="true" />}
      />
      {shown.length === 0 ? (
        <p className={styles.none}>{TEXT.noTopicMatches}</p>
      ) : (
        <ul className={styles.topics}>
          {shown.map((topic) => (
            <li key={topic.id}>
              <TopicRow topic={topic} threadKey={threadKey} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function TopicRow({ topic, threadKey }: { topic: TopicChat; threadKey: ThreadKey }) {
  const chat = useChat<'openDialog'>()
  const today = useToday()
  const { id, name, lastMessage, lastMessageTime, messages, unread } = topic
  return (
    <UnstyledButton
      data-result
      className={styles.topic}
      onClick={() => chat.openDialog({ kind: 'topic-chat', thread: threadKey, id })}
    >
      <span className={styles.sign} aria-hidden="true">
        <IconHash size={18} stroke={1.8} />
      </span>
      <span className={styles.words}>
        <strong data-unread={unread > 0}>{name}</strong>
        <span>{lastMessage === '' ? TEXT.noTopicMessages : lastMessage}</span>
      </span>
      <span className={styles.side}>
        {lastMessageTime === null ? null : (
          <time dateTime={lastMessageTime}>{listTime(lastMessageTime, today)}</time>
        )}
        {unread > 0 ? (
          <em>
            {unread} <span className="visually-hidden">unread</span>
          </em>
        ) : (
          <span>{TEXT.messageCount(messages)}</span>
        )}
      </span>
    </UnstyledButton>
  )
}

/** Messages that people answered, as subjects of their own. */
function Suggestions({ threadKey }: { threadKey: ThreadKey }) {
  const { items } = useChatState((state) => state.suggestions[threadKey]) ?? NOT_LISTED
  if (items.length === 0) return null
  return (
    <section className={styles.suggestions} aria-label={TEXT.suggestedDiscussions}>
      <h3>
        <IconBulb size={15} stroke={1.8} aria-hidden="true" />
        {TEXT.suggestedDiscussions}
      </h3>
      <ul>
        {items.map((suggestion) => (
          <Suggestion key={suggestion.messageID} suggestion={suggestion} threadKey={threadKey} />
        ))}
      </ul>
    </section>
  )
}

function Suggestion({ suggestion, threadKey }: { suggestion: SuggestedDiscussion; threadKey: ThreadKey }) {
  const chat = useChat<'openDialog' | 'showMessage'>()
  const { messageID, name, replies } = suggestion
  return (
    <li>
      <UnstyledButton
        className={styles.suggestion}
        onClick={() => void chat.showMessage(threadKey, messageID)}
      >
        <strong>{name}</strong>
        <span>{TEXT.replies(replies)}</span>
      </UnstyledButton>
      <Button
        size="compact-xs"
        variant="light"
        aria-label={`${TEXT.discuss}: ${name}`}
        onClick={() => chat.openDialog({ kind: 'add-topic', thread: threadKey, messageID })}
      >
        {TEXT.discuss}
      </Button>
    </li>
  )
}

/** The value as it was when it last rested for that long, in milliseconds. */
function useRested<Value>(value: Value, ms: number): Value {
  const { timers } = useServices()
  const [rested, setRested] = useState(value)
  useEffect(() => timers.after(ms, () => setRested(value)), [timers, value, ms])
  return rested
}
