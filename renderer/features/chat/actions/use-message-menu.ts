import { type MouseEvent, type PointerEvent, type TouchEvent, useEffect, useRef, useState } from 'react'
import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import { useServices } from '../../../services/context.tsx'
import type { ThreadKey } from '../store/state.ts'

/** Where the menu opens: x and y in the row's own pixels, or from below on a phone. */
export type MenuPlace =
  | { readonly kind: 'pointer' | 'button'; readonly x: number; readonly y: number }
  | { readonly kind: 'sheet' }

/** What the menu of a message is told. */
export interface MessageMenuProps {
  readonly threadKey: ThreadKey
  readonly message: ChatMessage
  readonly mine: boolean
  readonly place: MenuPlace
  readonly onClose: () => void
}

/** A finger that rests so long asks for the menu, in milliseconds, unless it moves so far, in pixels. */
export const LONG_PRESS_MS = 500
const STILL_PX = 10

/** These have a menu of the browser's own that people want. */
const OWN_MENU = 'a, img, video, audio, input, textarea'

/**
 * A row's menu: by the right button, the context-menu key, a long press of a finger, or a button.
 *
 * @param enabled false for rows with which nothing can be done
 */
export function useMessageMenu(enabled: boolean) {
  const { timers } = useServices()
  const [place, setPlace] = useState<MenuPlace | null>(null)
  const press = useRef<{ x: number; y: number; cancel: () => void }>(undefined)
  const byTouch = useRef(false)
  /** The sheet came while the finger rested: lifting it must not press what lies under it now. */
  const rested = useRef(false)
  const endPress = () => {
    press.current?.cancel()
    press.current = undefined
  }
  useEffect(() => () => press.current?.cancel(), [])

  const handlers = {
    onContextMenu(event: MouseEvent<HTMLElement>) {
      if (byTouch.current) {
        // The long press has opened the sheet, or will.
        event.preventDefault()
        return
      }
      const target = event.target as Element
      if (target.closest(OWN_MENU) || hasSelection(event.currentTarget)) return
      event.preventDefault()
      const { clientX, clientY } = event
      // By the keyboard there is no pointer: the menu opens at what has the focus.
      const byKey = clientX === 0 && clientY === 0
      const { left, bottom } = target.getBoundingClientRect()
      setPlace(placeIn(event.currentTarget, byKey ? left : clientX, byKey ? bottom : clientY, 'pointer'))
    },
    onPointerDown({ pointerType, clientX: x, clientY: y }: PointerEvent) {
      byTouch.current = pointerType === 'touch'
      endPress()
      if (pointerType !== 'touch') return
      rested.current = false
      const cancel = timers.after(LONG_PRESS_MS, () => {
        rested.current = true
        setPlace({ kind: 'sheet' })
      })
      press.current = { x, y, cancel }
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const from = press.current
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > STILL_PX) endPress()
    },
    onPointerUp: endPress,
    onTouchEnd(event: TouchEvent) {
      if (rested.current) event.preventDefault()
      rested.current = false
    },
    onPointerCancel: endPress,
  }
  return {
    place,
    handlers: enabled ? handlers : {},
    close: () => setPlace(null),
    /** Opens it below a button of the row. */
    openAt(row: HTMLElement, button: HTMLElement) {
      const { right, bottom } = button.getBoundingClientRect()
      setPlace(placeIn(row, right, bottom, 'button'))
    },
  }
}

/** A point of the window in the pixels of a row, which may be zoomed (services/page/zoom.ts). */
function placeIn(row: HTMLElement, clientX: number, clientY: number, kind: 'pointer' | 'button'): MenuPlace {
  const { left, top, width } = row.getBoundingClientRect()
  const zoom = width / row.offsetWidth || 1
  return { kind, x: (clientX - left) / zoom, y: (clientY - top) / zoom }
}

/** Whether the person has selected something in it: they want to copy that. */
function hasSelection(row: HTMLElement): boolean {
  const selection = row.ownerDocument.getSelection()
  return selection !== null && !selection.isCollapsed && row.contains(selection.anchorNode)
}
