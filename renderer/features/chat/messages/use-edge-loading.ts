import { type RefObject, useEffect, useRef } from 'react'
import { SCROLL_ACCURACY_PX, SCROLL_DEBOUNCE_MS, TOP_TRIGGER_PX } from '#shared/domain/chat.ts'
import { useServices } from '../../../services/context.tsx'
import { useChat } from '../chat-context.tsx'
import type { ChatStore } from '../store/chat-store.ts'
import type { ThreadKey } from '../store/state.ts'
import { BY_HAND_MS, onHand } from './by-hand.ts'
import type { MessageListHandle } from './list/MessageList.tsx'
import type { MessageRowModel } from './message-rows.ts'

/** No message is lower, in pixels: where so many fill the window, nothing need be measured, which is slow. */
const LEAST_ROW_PX = 20

interface EdgeLoading {
  readonly scroller: RefObject<HTMLElement | null>
  readonly list: RefObject<MessageListHandle | null>
  readonly anchored: RefObject<boolean>
  readonly hasOlder: boolean
  readonly rows: readonly MessageRowModel[]
  readonly threadKey: ThreadKey
}

/**
 * Loads older messages within 100 px of the top, and newer ones at the bottom once the scrolling rests
 * there (spec 2 §4, §9). At the top nobody is kept waiting: what is missing there shows.
 */
export function useEdgeLoading(edge: EdgeLoading): { onScroll: () => void } {
  const { scroller, anchored, hasOlder, rows, threadKey } = edge
  const chat = useChat<'loadNewer' | 'loadOlder' | 'store'>()
  const { timers } = useServices()
  const cancelRest = useRef(() => {})
  useEffect(() => () => cancelRest.current(), [])
  const wasAt = useRef({ top: false, bottom: true })
  const scrollsByHand = useScrollsByHand(scroller)

  // Where the window is taller than what is loaded, there is nothing to scroll by.
  useEffect(() => {
    const element = scroller.current
    if (!element || !hasOlder || rows.length === 0) return
    if (isLoading(chat, threadKey, 'loadingOlder')) return
    if (rows.length * LEAST_ROW_PX > window.innerHeight) return
    if (element.clientHeight > 0 && element.scrollHeight <= element.clientHeight + TOP_TRIGGER_PX)
      void chat.loadOlder(threadKey)
  }, [scroller, hasOlder, rows.length, chat, threadKey])

  return {
    onScroll() {
      const element = scroller.current
      if (!element || !anchored.current) return
      const left = element.scrollHeight - element.scrollTop - element.clientHeight
      const at = { top: element.scrollTop <= TOP_TRIGGER_PX, bottom: left <= SCROLL_ACCURACY_PX }
      const before = wasAt.current
      wasAt.current = at
      const byHand = scrollsByHand()
      if (at.top && (!before.top || hasOlder) && !isLoading(chat, threadKey, 'loadingOlder'))
        void chat.loadOlder(threadKey, byHand)
      if (before.bottom) return
      cancelRest.current()
      if (!at.bottom || isLoading(chat, threadKey, 'loadingNewer')) return
      // The view counts as being at the bottom only once it rests there.
      wasAt.current = { ...at, bottom: false }
      cancelRest.current = timers.after(SCROLL_DEBOUNCE_MS, () => {
        wasAt.current = { ...wasAt.current, bottom: true }
        void chat.loadNewer(threadKey, byHand)
      })
    },
  }
}

/** Asked when it is wanted: what goes on at an end is no reason to draw the messages. */
function isLoading(
  chat: Pick<ChatStore, 'store'>,
  key: ThreadKey,
  end: 'loadingOlder' | 'loadingNewer',
): boolean {
  return chat.store.getState().conversations[key]?.[end] ?? false
}

/** Whether the view is being scrolled by the person, not by the list following its end. */
function useScrollsByHand(scroller: RefObject<HTMLElement | null>): () => boolean {
  const last = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    return onHand(element, (event) => {
      last.current = event.timeStamp
    })
  }, [scroller])
  return () => performance.now() - last.current < BY_HAND_MS
}
