import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { SCROLL_ACCURACY_PX } from '#shared/domain/chat.ts'
import { BY_HAND_MS, onHand } from './by-hand.ts'
import type { MessageListHandle } from './list/MessageList.tsx'
import type { MessageRowModel } from './message-rows.ts'

interface FollowEnd {
  readonly scroller: RefObject<HTMLElement | null>
  readonly list: RefObject<MessageListHandle | null>
  readonly rows: readonly MessageRowModel[]
  readonly anchored: RefObject<boolean>
  readonly startsAtEnd: boolean
  /** Newer messages aren't here: the end of the rows isn't that of the conversation. */
  readonly hasNewer: boolean
  readonly onAtBottom: (atBottom: boolean) => void
}

/** Keys that scroll what has the focus. */
const SCROLL_KEYS: ReadonlySet<string> = new Set([
  'ArrowUp',
  'ArrowDown',
  'PageUp',
  'PageDown',
  'Home',
  'End',
  ' ',
])

/** Whether it scrolls the element: a press on the element itself is one on its scroll bar, the list covers the rest. */
function scrolls(event: Event): boolean {
  if (event instanceof KeyboardEvent) return SCROLL_KEYS.has(event.key)
  return event.type !== 'pointerdown' || event.target === event.currentTarget
}

/** How far an element can be scrolled, in pixels. */
function reachOf({ scrollHeight, clientHeight }: HTMLElement): number {
  return scrollHeight - clientHeight
}

/**
 * Keeps the newest message in sight while the person is at the end, and after sending; leaves the
 * view alone while they read further up.
 */
export function useFollowEnd(options: FollowEnd) {
  const { scroller, list, rows, anchored, startsAtEnd, hasNewer, onAtBottom } = options
  const [atBottom, setAtBottom] = useState(startsAtEnd)
  const following = useRef(atBottom)
  /** Set while the view is on its way to the end by itself. */
  const byItself = useRef(false)
  /** How far the view could be scrolled when it last was, in pixels. */
  const reach = useRef<number>(undefined)
  const lastHand = useRef(Number.NEGATIVE_INFINITY)
  const last = rows.at(-1)

  const set = useCallback(
    (next: boolean) => {
      following.current = next
      setAtBottom(next)
      onAtBottom(next)
    },
    [onAtBottom],
  )
  useLayoutEffect(() => onAtBottom(startsAtEnd), [onAtBottom, startsAtEnd])
  const isCut = useRef(hasNewer)
  const lookFrame = useRef(0)
  /** What fits into the view is at its end without having been scrolled. */
  const look = useCallback(() => {
    const element = scroller.current
    if (!element || !anchored.current || isCut.current || following.current) return
    if (reachOf(element) - element.scrollTop <= SCROLL_ACCURACY_PX) set(true)
  }, [scroller, anchored, set])
  /** Once what changed is drawn. */
  const lookSoon = useCallback(() => {
    cancelAnimationFrame(lookFrame.current)
    lookFrame.current = requestAnimationFrame(look)
  }, [look])
  useEffect(() => () => cancelAnimationFrame(lookFrame.current), [])
  useLayoutEffect(() => {
    isCut.current = hasNewer
    if (!hasNewer) lookSoon()
  }, [hasNewer, lookSoon])
  const goToEnd = useCallback(() => {
    byItself.current = true
    list.current?.scrollToEnd()
    set(true)
  }, [list, set])

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    // From now on it is the person's scrolling, however little time the view had to get to its place.
    return onHand(element, (event) => {
      if (!scrolls(event)) return
      lastHand.current = event.timeStamp
      anchored.current = true
      byItself.current = false
      list.current?.letGo()
    })
  }, [scroller, list, anchored])

  const lastKey = last?.key
  const justSent = last?.sending === 'sending'
  const seenKey = useRef(lastKey)
  useLayoutEffect(() => {
    if (seenKey.current === lastKey) return
    seenKey.current = lastKey
    if (following.current || justSent) goToEnd()
  }, [lastKey, justSent, goToEnd])

  return {
    atBottom,
    goToEnd,
    /** The view goes elsewhere by itself: the end isn't followed any more. */
    leaveEnd: useCallback(() => {
      byItself.current = false
      if (following.current) set(false)
    }, [set]),
    onScroll() {
      const element = scroller.current
      if (!element) return
      const now = reachOf(element)
      const isResized = reach.current !== undefined && now !== reach.current
      reach.current = now
      if (!anchored.current) return
      const there = now - element.scrollTop <= SCROLL_ACCURACY_PX
      if (there) byItself.current = false
      if (there === following.current || byItself.current) return
      // More is on its way, which is read on from here.
      if (there && isCut.current) return
      const isByHand = performance.now() - lastHand.current < BY_HAND_MS
      // A page that is zoomed, or a window made lower, scrolls the view before it tells of the new size.
      if (following.current && isResized && !isByHand) list.current?.scrollToEnd()
      else set(there)
    },
    /** A row or the window changed its size. */
    onResize: useCallback(() => {
      if (following.current) list.current?.scrollToEnd()
      else lookSoon()
    }, [list, lookSoon]),
    look,
  }
}
