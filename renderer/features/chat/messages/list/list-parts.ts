import type { MessageRowModel } from '../message-rows.ts'
import type { ListView } from './list-view.ts'
import { ROW_PX } from './row-heights.ts'
import {
  ACTION_ITEM_RESIZE,
  ACTION_ITEMS_LENGTH_CHANGE,
  ACTION_SCROLL,
  ACTION_VIEWPORT_RESIZE,
  createContainerDriver,
  createListLayout,
  createVirtualStore,
  type ListDriver,
  type ListLayout,
  type ListStore,
  type RowSize,
  type ScrollTarget,
} from './virtua-core.ts'

/** Sizes that differ by less are the same, in pixels. */
const SAME_PX = 0.25

/** A row to be brought into view, and to where. */
export interface ListStart extends ScrollTarget {
  readonly index: number
}

/** What one list is made of. */
export interface ListParts {
  readonly layout: ListLayout
  readonly store: ListStore
  /** Rows are told to it by their places. */
  readonly driver: ListDriver
  /** Counts rows so that a row keeps its number when others come or go at the start. */
  placeOf(index: number): number
  indexOf(place: number): number
  /**
   * Where rows are measured from, in pixels from the start of the list: it moves when rows come or go at
   * the start, and none of the others has to.
   */
  origin(): number
  /** Brings a row into view; the nearest there is. */
  scrollTo(index: number, target?: ScrollTarget): void
  /** Other rows, of which those that came have the heights that they will probably have. */
  setRows(rows: readonly MessageRowModel[], shift: boolean): void
  /** The view's size is known, of which the rows' heights follow. */
  setView(view: ListView): void
  /** Where the view has to be scrolled to for its start. */
  startOffset(): number
  /** Lets go of the row that the view was brought to: until its rows have their heights it is put right after each. */
  letGo(): void
}

/** Lists rows so that the first drawing has those in it that will be seen, at their places, where the view is known. */
export function createListParts(
  first: readonly MessageRowModel[],
  firstView: ListView,
  start: ListStart,
): ListParts {
  let rows: readonly MessageRowModel[] = []
  let before = rows
  let view = firstView
  const layout = createListLayout(0, ROW_PX)
  const setLength = layout.$setLength
  layout.$setLength = (length, shift = false) => {
    const from = shift ? 0 : layout.$getLength()
    const added = length - layout.$getLength()
    setLength(length, shift)
    if (added > 0)
      layout.$setItemSizes(rows.slice(from, from + added).map((row, at) => [from + at, view.heightOf(row)]))
    // What was the first loses its day, or its name, to those that came above it.
    const [last, now] = [before[0], rows[added]]
    if (shift && added > 0 && last && now && last !== now)
      layout.$setItemSizes([[added, layout.$getItemSize(added) + view.heightOf(now) - view.heightOf(last)]])
  }
  // A page that is zoomed rounds otherwise: nothing moves for that.
  layout.$isSizeEqual = (index, size = -1) => Math.abs(layout.$getItemSize(index) - size) < SAME_PX
  const store = createVirtualStore(layout)
  let stopCorrecting = () => {}
  let firstPlace = 0
  let origin = 0
  const indexOf = (place: number) => place - firstPlace
  const byIndex = ([place, size]: RowSize): RowSize => [indexOf(place), size]
  const isRow = ([index]: RowSize) => index >= 0 && index < rows.length
  const driver = createContainerDriver(
    {
      ...store,
      // The driver listens only while it brings the view to a row, and has no end to that but another row.
      $subscribe(events, listener) {
        stopCorrecting = store.$subscribe(events, listener)
        return stopCorrecting
      },
      $update(action, value, shift) {
        const isSizes = action === ACTION_ITEM_RESIZE && typeof value !== 'number'
        store.$update(action, isSizes ? value.map(byIndex).filter(isRow) : value, shift)
      },
    },
    {
      ...layout,
      $isSizeEqual: (place, size) => layout.$isSizeEqual(indexOf(place), size),
      // With each other length it would observe all rows anew, for their indices; their places stay.
      $getLength: () => Number.POSITIVE_INFINITY,
    },
    false,
  )

  const parts: ListParts = {
    layout,
    store,
    driver,
    placeOf: (index) => index + firstPlace,
    indexOf,
    origin: () => origin,
    scrollTo(index, target) {
      void driver.$scroll(Math.max(0, Math.min(index, rows.length - 1)), target)
    },
    setRows(next, shift) {
      before = rows
      rows = next
      const total = layout.$getTotalSize()
      store.$update(ACTION_ITEMS_LENGTH_CHANGE, next.length, shift)
      if (!shift) return
      firstPlace -= next.length - before.length
      origin += layout.$getTotalSize() - total
    },
    setView(next) {
      view = next
      layout.$setItemSizes(rows.map((row, at) => [at, next.heightOf(row)]))
      store.$update(ACTION_VIEWPORT_RESIZE, next.height)
      store.$update(ACTION_SCROLL, parts.startOffset())
    },
    startOffset() {
      const { index, align, offset = 0 } = start
      const top = layout.$getItemOffset(index) + offset
      const wanted = align === 'end' ? top + layout.$getItemSize(index) - view.height : top
      return Math.max(0, Math.min(wanted, layout.$getTotalSize() - view.height))
    },
    letGo: () => stopCorrecting(),
  }
  parts.setRows(first, false)
  if (firstView.height > 0) parts.setView(firstView)
  return parts
}
