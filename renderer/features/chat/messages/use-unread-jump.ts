import { type RefObject, useState } from 'react'
import type { MessageListHandle } from './list/MessageList.tsx'
import type { MessageRowModel } from './message-rows.ts'

interface UnreadJump {
  readonly scroller: RefObject<HTMLElement | null>
  readonly list: RefObject<MessageListHandle | null>
  readonly rows: readonly MessageRowModel[]
  readonly firstUnreadID: number | null
}

/** Whether the first unread message is out of sight above, where a button leads back to it. */
export function useUnreadJump({ scroller, list, rows, firstUnreadID }: UnreadJump) {
  const [isAbove, setAbove] = useState(false)
  return {
    isAbove: isAbove && firstUnreadID !== null,
    onScroll() {
      const [element, handle] = [scroller.current, list.current]
      if (!element || !handle || firstUnreadID === null) return
      const top = rows[handle.findItemIndex(element.scrollTop)]
      // What isn't sent yet has no id; it is newer than everything.
      setAbove(top !== undefined && (top.message.id === 0 || top.message.id > firstUnreadID))
    },
  }
}
