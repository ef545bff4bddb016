import * as untyped from 'virtua/unstable_core'

/**
 * The part of virtua's core that the list of messages is made of. The package has no types for it, and
 * its version is fixed: this file is the only one that knows its names.
 */

/** A row's height, in pixels. */
export type RowSize = readonly [index: number, size: number]

/** Heights and offsets of rows by index, in pixels. */
export interface ListLayout {
  $getItemSize(index: number): number
  $getItemOffset(index: number): number
  $getTotalSize(): number
  $findIndex(offset: number): number
  /** Whether a row has that size; without one, whether it has none yet. */
  $isSizeEqual(index: number, size?: number): boolean
  $setItemSizes(sizes: readonly RowSize[]): void
  /** Rows that come have no size yet; with `shift` they come at, or go from, the start. */
  $setLength(length: number, shift?: boolean): void
  $getLength(): number
}

export interface ListStore {
  $getStateVersion(): number
  /** First and last row to be mounted, with so much around the view, in pixels. */
  $getRange(bufferPx: number): readonly [first: number, last: number]
  $getItemOffset(index: number): number
  $getTotalSize(): number
  $getScrollOffset(): number
  $getViewportSize(): number
  $subscribe(events: number, listener: (sync?: boolean) => void): () => void
  $update(action: number, value: number | readonly RowSize[], shift?: boolean): void
  $dispose(): void
}

export interface ScrollTarget {
  readonly align?: 'start' | 'center' | 'end' | 'nearest'
  readonly offset?: number
}

/** Follows the scrolling element and the rows in the page. */
export interface ListDriver {
  $observe(list: HTMLElement, scroller: HTMLElement): void
  $observeItem(row: HTMLElement, index: number): () => void
  $scroll(index: number | undefined, target?: ScrollTarget): Promise<void>
  /** After each drawing: keeps what is in sight where it is. */
  $effect(): void
  $dispose(): void
}

interface Core {
  createListLayout(length: number, defaultSize: number): ListLayout
  createVirtualStore(layout: ListLayout): ListStore
  createContainerDriver(store: ListStore, layout: ListLayout, horizontal: boolean): ListDriver
  readonly UPDATE_VIRTUAL_STATE: number
  readonly UPDATE_SCROLL_EVENT: number
  readonly UPDATE_SIZE_EVENT: number
  readonly ACTION_ITEMS_LENGTH_CHANGE: number
}

/** These have no exported name. */
export const ACTION_SCROLL = 1
export const ACTION_ITEM_RESIZE = 3
export const ACTION_VIEWPORT_RESIZE = 4

export const {
  createListLayout,
  createVirtualStore,
  createContainerDriver,
  UPDATE_VIRTUAL_STATE,
  UPDATE_SCROLL_EVENT,
  UPDATE_SIZE_EVENT,
  ACTION_ITEMS_LENGTH_CHANGE,
} = untyped as unknown as Core
