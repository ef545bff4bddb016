import { type RefObject, useLayoutEffect } from 'react'
import type { ListStart } from './list/list-parts.ts'
import type { MessageListHandle } from './list/MessageList.tsx'
import { anchorIndex, type MessageRowModel } from './message-rows.ts'
import type { ViewPlace } from './view-place.ts'

/** How much of what was read before stays in sight above the first unread message, in pixels. */
const CONTEXT_PX = 72

interface ViewStart extends ListStart {
  /** It begins at the newest message, which is followed. Others that fit into the view are seen to be there later. */
  readonly atEnd: boolean
}

/**
 * Where the view of these rows begins.
 * @param place where the view stands that this one takes the place of
 */
export function startOf(rows: readonly MessageRowModel[], place: ViewPlace | null): ViewStart {
  const last = rows.length - 1
  if (place === 'end') return { index: last, align: 'end', atEnd: true }
  const at = place ? rows.findIndex(({ key }) => key === place.rowKey) : -1
  if (place && at >= 0) return { index: at, align: 'start', offset: place.above, atEnd: false }
  const index = anchorIndex(rows)
  const atEnd = index === last
  return rows[index]?.newFromHere
    ? { index, align: 'start', offset: -CONTEXT_PX, atEnd }
    : { index, align: 'end', atEnd }
}

interface Anchor {
  readonly list: RefObject<MessageListHandle | null>
  readonly start: ListStart
  /** Set once the view is there: until then scrolling isn't the person's. */
  readonly anchored: RefObject<boolean>
  /** The same function all the time. */
  readonly onThere: () => void
}

/** Keeps the view at its anchor when the conversation appears (spec 2 §4). */
export function useAnchor({ list, start, anchored, onThere }: Anchor): void {
  useLayoutEffect(() => {
    list.current?.scrollToIndex(start.index, start)
    // The list measures and corrects itself within two frames.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        anchored.current = true
        onThere()
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [list, start, anchored, onThere])
}
