import { expect, test } from 'vitest'
import * as core from './virtua-core.ts'

/** What virtua promises nobody: an upgrade that changes it fails here, and not in the list of messages. */
test('the part of virtua that the list is made of keeps its names', () => {
  const layout = core.createListLayout(3, 40)
  const store = core.createVirtualStore(layout)
  const driver = core.createContainerDriver(store, layout, false)
  const names = (of: object) => Object.keys(of)
  expect(names(layout)).toEqual(
    expect.arrayContaining([
      ...['$getItemSize', '$getItemOffset', '$getTotalSize', '$findIndex'],
      ...['$isSizeEqual', '$setItemSizes', '$setLength', '$getLength'],
    ]),
  )
  expect(names(store)).toEqual(
    expect.arrayContaining([
      ...['$getStateVersion', '$getRange', '$getItemOffset', '$getTotalSize', '$getScrollOffset'],
      ...['$getViewportSize', '$subscribe', '$update', '$dispose'],
    ]),
  )
  expect(names(driver)).toEqual(
    expect.arrayContaining(['$observe', '$observeItem', '$scroll', '$effect', '$dispose']),
  )
})

test('its numbers for what is told and heard mean what they meant', () => {
  const layout = core.createListLayout(3, 40)
  const store = core.createVirtualStore(layout)
  let heard = 0
  store.$subscribe(core.UPDATE_VIRTUAL_STATE, () => {
    heard += 1
  })
  store.$update(core.ACTION_VIEWPORT_RESIZE, 100)
  expect(store.$getViewportSize()).toBe(100)
  store.$update(core.ACTION_ITEM_RESIZE, [[0, 60]])
  expect([layout.$getItemSize(0), layout.$getItemOffset(1), store.$getTotalSize()]).toEqual([60, 60, 140])
  expect(store.$getRange(0)).toEqual([0, 2])
  expect([layout.$findIndex(59), layout.$findIndex(60)]).toEqual([0, 1])
  expect([layout.$isSizeEqual(0, 60), layout.$isSizeEqual(1)]).toEqual([true, true])
  store.$update(core.ACTION_SCROLL, 50)
  expect(store.$getScrollOffset()).toBe(50)
  expect(heard).toBeGreaterThan(0)
  // Rows that come at the start move those that are there.
  store.$update(core.ACTION_ITEMS_LENGTH_CHANGE, 5, true)
  expect([layout.$getLength(), layout.$getItemSize(2), layout.$getTotalSize()]).toEqual([5, 60, 220])
})
