import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useChat } from '../chat-context.tsx'
import type { ShownConversation, ThreadKey } from '../store/state.ts'
import { EndPill } from './EndPill.tsx'
import { MessageList, type MessageListHandle } from './list/MessageList.tsx'
import { MessageRow } from './MessageRow.tsx'
import styles from './MessageViewport.module.css'
import type { MessageRowModel } from './message-rows.ts'
import { LatestButton, ScrollButtons, UnreadButton } from './ScrollButtons.tsx'
import { startOf, useAnchor } from './use-anchor.ts'
import { useEdgeLoading } from './use-edge-loading.ts'
import { useFollowEnd } from './use-follow-end.ts'
import { useHighlight } from './use-highlight.ts'
import { usePrependShift } from './use-prepend-shift.ts'
import { createRest } from './use-rest.ts'
import { useSpotlight } from './use-spotlight.ts'
import { useUnreadJump } from './use-unread-jump.ts'
import { useWindowTrim } from './use-window-trim.ts'
import { replacedPlace, useShownView, type ViewPlace } from './view-place.ts'

interface MessageViewportProps {
  readonly threadKey: ThreadKey
  readonly label: string
  readonly rows: readonly MessageRowModel[]
  readonly conversation: ShownConversation
}

/** The scrolling messages, of which only those in sight are in the page. Loads on at both ends. */
export function MessageViewport({ threadKey, label, rows, conversation }: MessageViewportProps) {
  const chat = useChat<'goToLatest' | 'setAtBottom' | 'showMessage' | 'store'>()
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<MessageListHandle>(null)
  const shift = usePrependShift(rows)
  const [rest] = useState(createRest)
  const [place] = useState(() => replacedPlace(chat, threadKey, conversation.epoch))
  const [start] = useState(() => startOf(rows, place))
  const highlight = useHighlight(place ? null : rows[start.index]?.key)
  const anchored = useRef(false)
  const { hasOlder, hasNewer, firstUnreadID } = conversation
  const follow = useFollowEnd({
    scroller,
    list,
    rows,
    anchored,
    startsAtEnd: start.atEnd,
    hasNewer,
    onAtBottom: chat.setAtBottom,
  })
  useAnchor({ list, start, anchored, onThere: follow.look })
  const edges = useEdgeLoading({ scroller, list, anchored, hasOlder, rows, threadKey })
  useWindowTrim(list, threadKey, conversation.messages.length, follow.atBottom)

  const present = useRef(rows)
  useLayoutEffect(() => {
    present.current = rows
  }, [rows])
  const { atBottom } = follow
  const standing = useCallback((): ViewPlace | null => {
    if (atBottom) return 'end'
    const first = anchored.current ? list.current?.firstInSight() : undefined
    const row = first && present.current[first.index]
    return first && row ? { rowKey: row.key, above: first.above } : null
  }, [atBottom])
  useShownView({ threadKey, epoch: conversation.epoch, place: standing })
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
  const unread = useUnreadJump({ scroller, list, rows, firstUnreadID })
  const { goToEnd } = follow
  const goToTop = useCallback(() => {
    leaveEnd()
    list.current?.scrollToIndex(0, { align: 'start' })
  }, [leaveEnd])
  const goToLatest = useCallback(() => {
    // The button goes with the strip: whoever came to it by keyboard is with the messages then.
    scroller.current?.focus({ preventScroll: true })
    if (hasNewer) void chat.goToLatest(threadKey)
    else goToEnd()
  }, [hasNewer, goToEnd, chat, threadKey])
  const ends = <ScrollButtons onTop={goToTop} onBottom={goToLatest} />

  return (
    <div className={styles.viewport}>
      <div className={styles.view}>
        <EndPill place="top" threadKey={threadKey} />
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
        <EndPill place="bottom" threadKey={threadKey} />
        {unread.isAbove && firstUnreadID !== null ? (
          <UnreadButton messageID={firstUnreadID} onJump={jumpTo} />
        ) : null}
        {follow.atBottom ? ends : null}
      </div>
      {!follow.atBottom || conversation.newBelow ? (
        <div className={styles.strip}>
          <LatestButton isNews={conversation.newBelow} onPress={goToLatest} />
          {follow.atBottom ? null : ends}
        </div>
      ) : null}
    </div>
  )
}
