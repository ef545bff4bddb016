import { useLayoutEffect, useRef } from 'react'
import { useChatState } from '../chat-context.tsx'
import type { ThreadKey } from '../store/state.ts'
import type { MessageRowModel } from './message-rows.ts'

/** Brings the message that is to be pointed out into view, once for each time it was asked for. */
export function useSpotlight(
  threadKey: ThreadKey,
  rows: readonly MessageRowModel[],
  jumpTo: (messageID: number) => void,
): void {
  const spotlight = useChatState((state) => state.spotlight)
  const shown = useRef(0)
  useLayoutEffect(() => {
    if (!spotlight || spotlight.thread !== threadKey || spotlight.asked === shown.current) return
    if (!rows.some(({ message }) => message.id === spotlight.messageID)) return
    shown.current = spotlight.asked
    jumpTo(spotlight.messageID)
  }, [spotlight, threadKey, rows, jumpTo])
}
