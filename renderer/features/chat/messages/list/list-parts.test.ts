import { expect, test } from 'vitest'
import { aMessage } from '../../testing/fixtures.ts'
import { createRowBuilder, type MessageRowModel } from '../message-rows.ts'
import { createListParts } from './list-parts.ts'

const ROW_PX = 50
const view = { width: 800, height: 500, heightOf: () => ROW_PX }
const build = createRowBuilder()

/** Rows of the messages with these ids, all of one hour. */
function rowsOf(from: number, to: number): readonly MessageRowModel[] {
  const messages = Array.from({ length: to - from + 1 }, (_, at) => aMessage({ id: from + at }))
  return build(
    { messages, firstUnreadID: null },
    [],
    { id: 1, name: 'Tom' },
    Date.parse('2026-11-22T12:00:00Z'),
  )
}

/** Where each row is drawn in the list, and from where that is measured. */
function drawn(parts: ReturnType<typeof createListParts>, index: number) {
  return {
    place: parts.placeOf(index),
    top: parts.store.$getItemOffset(index) - parts.origin(),
    inList: parts.store.$getItemOffset(index),
  }
}

test('a row keeps its place and its top when a page comes above it, and when one goes', () => {
  const parts = createListParts(rowsOf(101, 150), view, { index: 49, align: 'end' })
  const before = drawn(parts, 20)
  parts.setRows(rowsOf(51, 150), true)
  const after = drawn(parts, 70)
  expect(after).toEqual({ ...before, inList: before.inList + 50 * ROW_PX })
  expect(parts.indexOf(after.place)).toBe(70)
  parts.setRows(rowsOf(81, 150), true)
  expect(drawn(parts, 40)).toEqual({ ...before, inList: before.inList + 20 * ROW_PX })
})

test('what comes or goes at the end moves nothing', () => {
  const parts = createListParts(rowsOf(1, 50), view, { index: 49, align: 'end' })
  const before = drawn(parts, 30)
  parts.setRows(rowsOf(1, 80), false)
  expect(drawn(parts, 30)).toEqual(before)
  parts.setRows(rowsOf(1, 40), false)
  expect(drawn(parts, 30)).toEqual(before)
})

test('drawing the same rows twice counts them once', () => {
  const parts = createListParts(rowsOf(51, 100), view, { index: 49, align: 'end' })
  const more = rowsOf(1, 100)
  parts.setRows(more, true)
  const once = drawn(parts, 60)
  parts.setRows(more, true)
  expect(drawn(parts, 60)).toEqual(once)
})
