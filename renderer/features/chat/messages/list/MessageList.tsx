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
import { onNextPicture } from '../../next-picture.ts'
import type { MessageRowModel } from '../message-rows.ts'
import { createListParts, type ListStart } from './list-parts.ts'
import { knownView, noteView } from './list-view.ts'
import styles from './MessageList.module.css'
import {
  type ListDriver,
  type ScrollTarget,
  UPDATE_SCROLL_EVENT,
  UPDATE_SIZE_EVENT,
  UPDATE_VIRTUAL_STATE,
} from './virtua-core.ts'

/** So much above or below what is in sight is in the page, in pixels. */
const BUFFER_PX = 600
/** So many rows that aren't in sight yet are put into the page at once, at either end: the rest follows with the next pictures. */
const AHEAD_MAX = 5

type RowRange = readonly [from: number, to: number]

export interface MessageListHandle {
  /** The row at so many pixels from the start. */
  findItemIndex(offset: number): number
  scrollToIndex(index: number, target?: ScrollTarget): void
  scrollToEnd(): void
  /** The first row in sight, and how much of it is above the view, in pixels. */
  firstInSight(): { readonly index: number; readonly above: number }
  /** Whether the middle of the view is in the older half of the rows. */
  isInOlderHalf(): boolean
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
  const chat = useChat<'store'>()
  const [parts] = useState(() => createListParts(rows, knownView(chat), start))
  const { store, layout, driver } = parts
  parts.setRows(rows, shift)
  const [version, update] = useReducer(store.$getStateVersion, undefined, store.$getStateVersion)
  const [, mountMore] = useReducer((times: number) => times + 1, 0)
  const list = useRef<HTMLDivElement>(null)
  const resized = useRef(onResize)
  /** Places of the first and the last row in the page; indices of those that are to be, and where they begin. */
  const mounted = useRef<RowRange>(undefined)
  const drawn = useRef<{ readonly range: RowRange; readonly top: number }>({ range: [0, -1], top: 0 })

  useLayoutEffect(() => {
    resized.current = onResize
  })
  useLayoutEffect(() => {
    const element = list.current
    const view = element?.parentElement
    if (!view) return
    // Scrolled a little, or put right after rows came above.
    const showsWhatItShowed = () => {
      const { range, top } = drawn.current
      const [from, to] = store.$getRange(BUFFER_PX)
      return from === range[0] && to === range[1] && store.$getItemOffset(from) === top
    }
    let isScrolled = false
    const offs = [
      store.$subscribe(UPDATE_SCROLL_EVENT, () => {
        isScrolled = true
        // Whoever is told of this change is told by then.
        queueMicrotask(() => {
          isScrolled = false
        })
      }),
      store.$subscribe(UPDATE_VIRTUAL_STATE, (sync) => {
        if (isScrolled && showsWhatItShowed()) return
        if (sync) flushSync(update)
        else update()
      }),
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
      scrollToIndex: parts.scrollTo,
      scrollToEnd: () => parts.scrollTo(Number.POSITIVE_INFINITY, { align: 'end' }),
      firstInSight: () => {
        const index = layout.$findIndex(store.$getScrollOffset())
        return { index, above: store.$getScrollOffset() - layout.$getItemOffset(index) }
      },
      isInOlderHalf: () =>
        store.$getScrollOffset() + store.$getViewportSize() / 2 < store.$getTotalSize() / 2,
      letGo: parts.letGo,
    }),
    [layout, store, parts],
  )

  const inSight = store.$getRange(0)
  const wanted = store.$getRange(BUFFER_PX)
  const [from, to] = nextRange(inSight, wanted, mounted.current?.map(parts.indexOf))
  const isBehind = from > wanted[0] || to < wanted[1]
  useLayoutEffect(() => {
    mounted.current = [parts.placeOf(from), parts.placeOf(to)]
    drawn.current = { range: wanted, top: store.$getItemOffset(wanted[0]) }
    return isBehind ? onNextPicture(mountMore) : undefined
  })
  const origin = parts.origin()
  return (
    <div ref={list} className={styles.list} style={{ height: store.$getTotalSize() }}>
      <div className={styles.rows} style={{ top: origin }}>
        {rows.slice(from, to + 1).map((row, at) => (
          <Item
            key={row.key}
            row={row}
            place={parts.placeOf(from + at)}
            top={store.$getItemOffset(from + at) - origin}
            driver={driver}
            draw={draw}
          />
        ))}
      </div>
    </div>
  )
})

/**
 * The rows to be in the page: all that are in sight, and of those around them that are wanted no more new
 * ones than can be drawn with one picture.
 */
function nextRange(
  [seenFrom, seenTo]: RowRange,
  [wantedFrom, wantedTo]: RowRange,
  [hadFrom, hadTo]: readonly number[] = [],
): RowRange {
  if (hadFrom === undefined || hadTo === undefined || hadTo < seenFrom || hadFrom > seenTo)
    return [seenFrom, seenTo]
  return [
    Math.max(wantedFrom, Math.min(seenFrom, hadFrom - AHEAD_MAX)),
    Math.min(wantedTo, Math.max(seenTo, hadTo + AHEAD_MAX)),
  ]
}

interface ItemProps {
  readonly row: MessageRowModel
  readonly place: number
  /** From the list's origin, in pixels. */
  readonly top: number
  readonly driver: ListDriver
  readonly draw: (row: MessageRowModel) => ReactNode
}

/** A row at its place; one that has only moved isn't drawn again. */
const Item = memo(function Item({ row, place, top, driver, draw }: ItemProps) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(
    () => (element.current ? driver.$observeItem(element.current, place) : undefined),
    [driver, place],
  )
  return (
    <div ref={element} className={styles.item} style={{ top }}>
      {draw(row)}
    </div>
  )
})
