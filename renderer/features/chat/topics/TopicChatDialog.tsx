import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import '../mantine-styles.ts'
import { Button, Modal, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCornerLeftUp, IconHash } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { TopicChat } from '#shared/contract/chat-entities.ts'
import { BREAKPOINTS } from '#shared/domain/breakpoints.ts'
import { useSession } from '../../../services/context.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useChat, useChatState } from '../chat-context.tsx'
import type { ChatDialogProps } from '../dialogs/dialog-props.ts'
import { ConversationPane } from '../messages/ConversationPane.tsx'
import { HubBanner } from '../messages/HubBanner.tsx'
import { MessageSkeleton } from '../messages/MessageSkeleton.tsx'
import { ChatModeProvider } from '../modes/mode-context.tsx'
import { modeOf } from '../modes/modes.ts'
import { threadOf } from '../store/core.ts'
import { keyOf, type ThreadKey } from '../store/state.ts'
import { topicAddress } from '../store/tabs/topics.ts'
import styles from './Topics.module.css'
import { TEXT } from './text.ts'

const TOPIC_MODE = modeOf('TOPIC')
const READ_AT_ONCE = { getInitialValueInEffect: false }

/** A topic's conversation over the one that it belongs to (spec 2 §2). */
export function TopicChatDialog({ dialog, onClose }: ChatDialogProps<'topic-chat'>) {
  const { thread, id } = dialog
  const may = useSession(({ permissions }) => permissions.can('CHAT_CAN_USE_TOPICS'))
  const phone = useMediaQuery(`(max-width: ${BREAKPOINTS.tablet}px)`, undefined, READ_AT_ONCE)
  const parent = useChatState((state) => threadOf(state, thread)?.displayLabel)
  // Another dialog over it has the keyboard.
  const isTop = useChatState((state) => state.dialog === dialog)
  if (!may) return null
  return (
    <Modal
      opened
      onClose={onClose}
      title={TEXT.topicOf(parent ?? '')}
      size={760}
      centered
      fullScreen={phone}
      trapFocus={isTop}
      closeOnEscape={isTop}
      classNames={{ content: styles.dialog ?? '', body: styles.dialogBody ?? '' }}
    >
      <div className={styles.topicChat} data-phone={phone}>
        <Topic parent={thread} id={id} onClose={onClose} />
      </div>
    </Modal>
  )
}

interface TopicProps {
  readonly parent: ThreadKey
  readonly id: number
  readonly onClose: () => void
}

function Topic({ parent, id, onClose }: TopicProps) {
  const chat = useChat<'loadTopics' | 'showMessage'>()
  const topic = useChatState((state) => state.topics[parent]?.items.find((one) => one.id === id))
  const load = useChatState((state) => state.topics[parent]?.load)
  const asked = useAsked(parent, topic === undefined)
  if (!topic && load?.state !== 'error' && !(asked && load?.state === 'ready')) return <MessageSkeleton />
  if (!topic)
    return (
      <LoadFailure
        title={TEXT.topicFailed}
        reason={load?.state === 'error' ? load.message : null}
        onRetry={() => void chat.loadTopics(parent)}
      />
    )
  if (!topic.isMember) return <Join parent={parent} topic={topic} />
  const showOrigin = (messageID: number) => {
    onClose()
    void chat.showMessage(parent, messageID)
  }
  return (
    <>
      {topic.messageID === null ? null : (
        <UnstyledButton
          className={styles.back}
          onClick={() => topic.messageID !== null && showOrigin(topic.messageID)}
        >
          <IconCornerLeftUp size={15} stroke={1.8} aria-hidden="true" />
          {TEXT.startedFrom}
        </UnstyledButton>
      )}
      <Conversation threadKey={keyOf(topicAddress(topic))} />
    </>
  )
}

/** Asks for the conversation's topics where this one isn't known; tells once they were asked for. */
function useAsked(parent: ThreadKey, unknown: boolean): boolean {
  const chat = useChat<'loadTopics'>()
  const [asked, setAsked] = useState(false)
  useEffect(() => {
    if (unknown) void chat.loadTopics(parent).then(() => setAsked(true))
  }, [chat, parent, unknown])
  return asked
}

/** It is the selected conversation as long as it shows: what is sent goes there, and it is read. */
function Conversation({ threadKey }: { threadKey: ThreadKey }) {
  const chat = useChat<'cover' | 'loadThreads' | 'show'>()
  const known = useChatState((state) => threadOf(state, threadKey) !== undefined)
  useEffect(() => {
    if (!known) void chat.loadThreads()
  }, [chat, known])
  useEffect(() => {
    if (!known) return
    const uncover = chat.cover(threadKey)
    const hide = chat.show()
    return () => {
      hide()
      uncover()
    }
  }, [chat, known, threadKey])
  const frame = useComposerFocus(known)
  return (
    <div ref={frame} className={styles.conversation}>
      <HubBanner place="topic" />
      {known ? (
        <ChatModeProvider value={TOPIC_MODE}>
          <ConversationPane threadKey={threadKey} />
        </ChatModeProvider>
      ) : (
        <MessageSkeleton />
      )}
    </div>
  )
}

/** Brings the caret into the composer, and tells the dialog, which focuses something itself, that it is that. */
function useComposerFocus(known: boolean) {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!known) return
    const field = '[role="tabpanel"] :is(textarea, [role="textbox"])'
    const composer = frame.current?.querySelector<HTMLElement>(field)
    composer?.setAttribute('data-autofocus', '')
    composer?.focus({ preventScroll: true })
  }, [known])
  return frame
}

/** For who came to the conversation later than the topic. */
function Join({ parent, topic }: { parent: ThreadKey; topic: TopicChat }) {
  const chat = useChat<'enterTopic'>()
  const [busy, setBusy] = useState(false)
  const join = async () => {
    setBusy(true)
    await chat.enterTopic(parent, topic.id)
    setBusy(false)
  }
  return (
    <EmptyState icon={<IconHash size={26} stroke={1.6} />} title={topic.name}>
      <p>{TEXT.notInTopic}</p>
      <Button loading={busy} onClick={() => void join()}>
        {TEXT.joinDiscussion}
      </Button>
    </EmptyState>
  )
}
