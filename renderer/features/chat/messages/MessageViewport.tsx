import { Button, Loader } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useChat } from '../chat-context.tsx'
import type { Conversation, ThreadKey } from '../store/state.ts'
import { TEXT } from '../text.ts'
import { MessageList, type MessageListHandle } from './list/MessageList.tsx'
import { MessageRow } from './MessageRow.tsx'
import styles from './MessageViewport.module.css'
import type { MessageRowModel } from './message-rows.ts'
import { ScrollButtons } from './ScrollButtons.tsx'
import { startOf, useAnchor } from './use-anchor.ts'
import { useEdgeLoading } from './use-edge-loading.ts'
import { useFollowEnd } from './use-follow-end.ts'
import { useHighlight } from './use-highlight.ts'
import { usePrependShift } from './use-prepend-shift.ts'
import { createRest } from './use-rest.ts'
import { useSpotlight } from './use-spotlight.ts'
import { useUnreadJump } from './use-unread-jump.ts'
import { useWindowTrim } from './use-window-trim.ts'

interface MessageViewportProps {
  readonly threadKey: ThreadKey
  readonly label: string
  readonly rows: readonly MessageRowModel[]
  readonly conversation: Conversation
}

/** The scrolling messages, of which only those in sight are in the page. Loads on at both ends. */
export function MessageViewport({ threadKey, label, rows, conversation }: MessageViewportProps) {
  const chat = useChat()
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<MessageListHandle>(null)
  const shift = usePrependShift(rows)
  const [rest] = useState(createRest)
  const [start] = useState(() => startOf(rows))
  const highlight = useHighlight(rows[start.index]?.key)
  const anchored = useAnchor(list, start)
  const follow = useFollowEnd({ scroller, list, rows, anchored, onAtBottom: chat.setAtBottom })
  const edges = useEdgeLoading({ scroller, list, anchored, conversation, rows, threadKey })
  useWindowTrim({ scroller, conversation, trim: (end) => chat.trim(threadKey, end) })

  const present = useRef(rows)
  useLayoutEffect(() => {
    present.current = rows
  }, [rows])
  const { show } = highlight
  const { leaveEnd } = follow
  // The same function all the time: rows are drawn again only when they change.
  const jumpTo = useCallback(
    (messageID: number) => {
      const index = present.current.findIndex((row) => row.message.id === messageID)
      const row = present.current[index]
      if (!row) return void chat.showMessage(threadKey, messageID)
      if (index < present.current.length - 1) leaveEnd()
      list.current?.scrollToIndex(index, { align: 'center' })
      show(row.key)
    },
    [show, leaveEnd, chat, threadKey],
  )
  useSpotlight(threadKey, rows, jumpTo)
  const draw = useCallback(
    (row: MessageRowModel) => (
      <MessageRow
        row={row}
        threadKey={threadKey}
        highlighted={highlight.key === row.key}
        rest={rest}
        onJump={jumpTo}
      />
    ),
    [threadKey, highlight.key, rest, jumpTo],
  )
  const { firstUnreadID } = conversation
  const unread = useUnreadJump({ scroller, list, rows, firstUnreadID })
  const goToLatest = () => {
    if (conversation.hasNewer) void chat.goToLatest(threadKey)
    else follow.goToEnd()
  }

  return (
    <div className={styles.viewport}>
      <Pill place="top" conversation={conversation} />
      <div
        ref={scroller}
        className={styles.scroller}
        role="log"
        aria-live="off"
        aria-label={`Messages in ${label}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        tabIndex={0}
        onScroll={() => {
          edges.onScroll()
          follow.onScroll()
          unread.onScroll()
          rest?.moved()
        }}
      >
        <div className={styles.spring} />
        <MessageList
          ref={list}
          rows={rows}
          shift={shift}
          start={start}
          onResize={follow.onResize}
          draw={draw}
        />
      </div>
      <Pill place="bottom" conversation={conversation} />
      {unread.isAbove && firstUnreadID !== null ? (
        <Button
          className={styles.unread ?? ''}
          size="xs"
          radius="xl"
          variant="default"
          leftSection={<IconArrowUp size={15} stroke={2} />}
          onClick={() => jumpTo(firstUnreadID)}
        >
          {TEXT.toUnread}
        </Button>
      ) : null}
      <ScrollButtons
        atEnd={follow.atBottom}
        onTop={() => list.current?.scrollToIndex(0, { align: 'start' })}
        onBottom={goToLatest}
      />
      {!follow.atBottom || conversation.newBelow ? (
        <Button
          className={styles.latest ?? ''}
          size="xs"
          radius="xl"
          variant={conversation.newBelow ? 'filled' : 'default'}
          leftSection={<IconArrowDown size={15} stroke={2} />}
          onClick={goToLatest}
        >
          {conversation.newBelow ? TEXT.newBelow : TEXT.goToLatest}
        </Button>
      ) : null}
    </div>
  )
}

/** What is going on at an end: loading, or nothing more; floats, so that no message moves. */
function Pill({ place, conversation }: { place: 'top' | 'bottom'; conversation: Conversation }) {
  const loading = place === 'top' ? conversation.loadingOlder : conversation.loadingNewer
  const ended = conversation.endReached === (place === 'top' ? 'older' : 'newer')
  const text = loading
    ? place === 'top'
      ? TEXT.loadingOlder
      : TEXT.loadingNewer
    : ended
      ? TEXT.noMore
      : null
  return (
    <div className={styles.pillPlace} data-place={place} role="status">
      {text === null ? null : (
        <span className={styles.pill}>
          {loading ? <Loader size={12} aria-hidden="true" /> : null}
          {text}
        </span>
      )}
    </div>
  )
}
