import { type RefObject, useEffect } from 'react'
import { useChat } from '../chat-context.tsx'
import { WINDOW_MAX } from '../store/messages/message-window.ts'
import type { ThreadKey } from '../store/state.ts'
import type { MessageListHandle } from './list/MessageList.tsx'

/** Most that it waits for the page to have a moment, in milliseconds: some pages at the quickest scrolling. */
const TRIM_WITHIN_MS = 1500

/**
 * Keeps the window of messages at its size by dropping at the end that is farther away. It happens once
 * the new ones are drawn and nothing else is: the list can follow a change at one end at a time, and
 * the frame in which a page comes has enough to do.
 *
 * @param count of the messages that are kept
 * @param followsEnd whether the view is at the newest message, or on its way there
 */
export function useWindowTrim(
  list: RefObject<MessageListHandle | null>,
  threadKey: ThreadKey,
  count: number,
  followsEnd: boolean,
): void {
  const chat = useChat<'store' | 'trim'>()
  const over = count > WINDOW_MAX
  useEffect(() => {
    if (!over) return
    let cancel = () => {}
    const drop = () => {
      const conversation = chat.store.getState().conversations[threadKey]
      if (!list.current || !conversation) return
      // Whoever follows the end is at it, also where the list hasn't been scrolled to what just came.
      const end = !followsEnd && list.current.isInOlderHalf() ? 'newest' : 'oldest'
      // A page that is on its way is put next to what is kept now.
      const isComing = end === 'newest' ? conversation.loadingNewer : conversation.loadingOlder
      if (isComing) cancel = whenIdle(drop, TRIM_WITHIN_MS)
      else chat.trim(threadKey, end)
    }
    cancel = whenIdle(drop, TRIM_WITHIN_MS)
    return () => cancel()
  }, [over, list, chat, threadKey, followsEnd])
}

/**
 * Runs something once the page has a moment, at the latest after so many milliseconds; in the next frame
 * where the browser doesn't tell. Returns what cancels it.
 */
function whenIdle(run: () => void, withinMs: number): () => void {
  if (typeof window.requestIdleCallback !== 'function') {
    const frame = requestAnimationFrame(run)
    return () => cancelAnimationFrame(frame)
  }
  const handle = window.requestIdleCallback(run, { timeout: withinMs })
  return () => window.cancelIdleCallback(handle)
}
