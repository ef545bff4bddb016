import { type RefObject, useEffect } from 'react'
import { WINDOW_MAX } from '../store/message-window.ts'
import type { Conversation } from '../store/state.ts'

interface WindowTrim {
  readonly scroller: RefObject<HTMLElement | null>
  readonly conversation: Conversation
  readonly trim: (end: 'oldest' | 'newest') => void
}

/**
 * Keeps the window of messages at its size by dropping at the end that is farther away. It happens
 * after the new ones are drawn: the list can follow a change at one end at a time.
 */
export function useWindowTrim({ scroller, conversation, trim }: WindowTrim): void {
  const over = conversation.messages.length > WINDOW_MAX
  const busy = conversation.loadingOlder || conversation.loadingNewer
  useEffect(() => {
    const element = scroller.current
    if (!over || busy || !element) return
    const frame = requestAnimationFrame(() => {
      const middle = element.scrollTop + element.clientHeight / 2
      trim(middle < element.scrollHeight / 2 ? 'newest' : 'oldest')
    })
    return () => cancelAnimationFrame(frame)
  })
}
