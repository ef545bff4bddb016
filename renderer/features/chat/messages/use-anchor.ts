import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { anchorIndex, type MessageRowModel } from './message-rows.ts'

/** How much of what was read before stays in sight above the first unread message, in pixels. */
const CONTEXT_PX = 72

interface Anchor {
  readonly list: RefObject<VirtualizerHandle | null>
  readonly rows: readonly MessageRowModel[]
  readonly onAnchored: (key: string) => void
}

/**
 * Brings the view to its anchor when the conversation appears (spec 2 §4). The answer tells when
 * it is there: until then scrolling isn't the person's.
 */
export function useAnchor({ list, rows, onAnchored }: Anchor): RefObject<boolean> {
  const anchored = useRef(false)
  const first = useRef({ rows, onAnchored })
  useLayoutEffect(() => {
    const index = anchorIndex(first.current.rows)
    const row = first.current.rows[index]
    if (!row) return
    list.current?.scrollToIndex(
      index,
      row.newFromHere ? { align: 'start', offset: -CONTEXT_PX } : { align: 'end' },
    )
    first.current.onAnchored(row.key)
    // The list measures and corrects itself within two frames.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        anchored.current = true
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [list])
  return anchored
}
