import {
  memo,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useChat } from '../../chat-context.tsx'
import type { MessageRowModel } from '../message-rows.ts'
import { createListParts, type ListStart } from './list-parts.ts'
import { knownView, noteView } from './list-view.ts'
import { type ListDriver, type ScrollTarget, UPDATE_SIZE_EVENT, UPDATE_VIRTUAL_STATE } from './virtua-core.ts'

/** So much above or below what is in sight is in the page, in pixels. */
const BUFFER_PX = 600

export interface MessageListHandle {
  /** The row at so many pixels from the start. */
  findItemIndex(offset: number): number
  scrollToIndex(index: number, target?: ScrollTarget): void
  /** Somebody scrolls: the view isn't held at the row any more that it was brought to. */
  letGo(): void
}

interface MessageListProps {
  readonly ref: Ref<MessageListHandle>
  readonly rows: readonly MessageRowModel[]
  /** Rows came or went at the start: what is in sight stays where it is, measured from the end. */
  readonly shift: boolean
  /** Where the view begins. */
  readonly start: ListStart
  /** A row or the view changed its size. */
  readonly onResize: () => void
  /** The same function as long as rows needn't be drawn again. */
  readonly draw: (row: MessageRowModel) => ReactNode
}

/**
 * The rows that are in sight, and some around them; the element around the list scrolls. Virtua's own component takes every row for equally
 * high until it is in the page; with messages it then moves everything, in every frame of scrolling.
 * Here virtua's core is told how high each will be.
 */
export const MessageList = memo(function MessageList(props: MessageListProps) {
  const { ref, rows, shift, start, onResize, draw } = props
  const chat = useChat()
  const [parts] = useState(() => createListParts(rows, knownView(chat), start))
  const { store, layout, driver } = parts
  parts.setRows(rows, shift)
  const [version, update] = useReducer(store.$getStateVersion, undefined, store.$getStateVersion)
  const list = useRef<HTMLDivElement>(null)
  const resized = useRef(onResize)

  useLayoutEffect(() => {
    resized.current = onResize
  })
  useLayoutEffect(() => {
    const element = list.current
    const view = element?.parentElement
    if (!view) return
    const offs = [
      store.$subscribe(UPDATE_VIRTUAL_STATE, (sync) => (sync ? flushSync(update) : update())),
      store.$subscribe(UPDATE_SIZE_EVENT, () => resized.current()),
    ]
    driver.$observe(element, view)
    return () => {
      for (const off of offs) off()
      store.$dispose()
      driver.$dispose()
    }
  }, [store, driver])
  useLayoutEffect(() => {
    const view = list.current?.parentElement
    if (!view) return
    if (knownView(chat).height === 0) {
      // The first of all: what is in sight is drawn before the picture, not after it.
      const first = noteView(chat, view, view.clientWidth, view.clientHeight)
      if (first.height > 0) {
        parts.setView(first)
        update()
      }
    }
    if (store.$getViewportSize() > 0) view.scrollTop = parts.startOffset()
    const sizes = new ResizeObserver(([entry]) => {
      if (entry) noteView(chat, view, entry.contentRect.width, entry.contentRect.height)
    })
    sizes.observe(view)
    return () => sizes.disconnect()
  }, [chat, parts, store])
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of what the list shows
  useLayoutEffect(() => driver.$effect(), [driver, version])
  useImperativeHandle(
    ref,
    () => ({
      findItemIndex: layout.$findIndex,
      scrollToIndex: (index, target) => void driver.$scroll(index, target),
      letGo: parts.letGo,
    }),
    [layout, driver, parts],
  )

  const [from, to] = store.$getRange(BUFFER_PX)
  return (
    <div
      ref={list}
      style={{
        contain: 'size style',
        overflowAnchor: 'none',
        flex: 'none',
        position: 'relative',
        width: '100%',
        height: store.$getTotalSize(),
      }}
    >
      {rows.slice(from, to + 1).map((row, at) => (
        <Item
          key={row.key}
          row={row}
          index={from + at}
          top={store.$getItemOffset(from + at)}
          driver={driver}
          draw={draw}
        />
      ))}
    </div>
  )
})

interface ItemProps {
  readonly row: MessageRowModel
  readonly index: number
  readonly top: number
  readonly driver: ListDriver
  readonly draw: (row: MessageRowModel) => ReactNode
}

/** A row at its place; one that has only moved isn't drawn again. */
const Item = memo(function Item({ row, index, top, driver, draw }: ItemProps) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(
    () => (element.current ? driver.$observeItem(element.current, index) : undefined),
    [driver, index],
  )
  return (
    <div
      ref={element}
      style={{ contain: 'layout style', position: 'absolute', insetInlineStart: 0, width: '100%', top }}
    >
      {draw(row)}
    </div>
  )
})
