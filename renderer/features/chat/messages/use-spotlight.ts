import { useLayoutEffect } from 'react'
import { useChat, useChatState } from '../chat-context.tsx'
import type { ThreadKey } from '../store/state.ts'
import type { MessageRowModel } from './message-rows.ts'

/** Brings the message that is to be pointed out into view, once for each time it was asked for. */
export function useSpotlight(
  threadKey: ThreadKey,
  rows: readonly MessageRowModel[],
  jumpTo: (messageID: number) => void,
): void {
  const chat = useChat<'pointedOut'>()
  const spotlight = useChatState((state) => state.spotlight)
  useLayoutEffect(() => {
    if (!spotlight || spotlight.isShown || spotlight.thread !== threadKey) return
    if (!rows.some(({ message }) => message.id === spotlight.messageID)) return
    jumpTo(spotlight.messageID)
    chat.pointedOut(spotlight.asked)
  }, [chat, spotlight, threadKey, rows, jumpTo])
}
