import { afterEach, expect, test, vi } from 'vitest'
import { createChatStore } from '../../store/chat-store.ts'
import { createFakeServices } from '../../testing/fake-services.ts'
import { aMessage } from '../../testing/fixtures.ts'
import { createRowBuilder } from '../message-rows.ts'
import { noteView } from './list-view.ts'

/** A view whose lines are 420 px wide, the avatar and the gaps beside them. */
const VIEW_PX = { width: 508, height: 600 }
const ME = { id: 9, name: 'Jamie' }

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Each sign is half as wide as the font is high, in whole pixels: as a screen of that resolution draws it. */
function drawInWholePixels() {
  const context = {
    font: '',
    measureText: (text: string) => ({ width: text.length * Math.round(Number.parseFloat(context.font) / 2) }),
  }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
}

/** How high a message of sixty signs is taken for, in a page of that zoom on a screen of that resolution. */
function heightAt(zoom: number, devicePixelRatio: number): number {
  drawInWholePixels()
  vi.stubGlobal('devicePixelRatio', devicePixelRatio)
  const element = document.createElement('div')
  Object.defineProperty(element, 'currentCSSZoom', { value: zoom })
  element.style.fontSize = '14px'
  document.body.append(element)
  const chat = createChatStore(createFakeServices({ me: ME, threads: [], messages: {} }).services)
  const view = noteView(chat, element, VIEW_PX.width, VIEW_PX.height)
  const messages = [1, 2].map((id) => aMessage({ id, message: `${'abcd '.repeat(11)}abcde` }))
  const [, row] = createRowBuilder()({ messages, firstUnreadID: null }, [], ME, 0)
  if (!row) throw new Error('There is no row.')
  return view.heightOf(row)
}

test('lines are measured at the size that they are drawn in: a zoomed page and a finer screen round otherwise', () => {
  const [one, two] = [6 + 22, 6 + 2 * 22]
  // Sixty signs of 7 px just fit; of 11.9 px each is 6 px wide and 7.06 before the zoom; of 21 px 11, which is 7.33.
  expect(heightAt(1, 1)).toBe(one)
  expect(heightAt(0.85, 1)).toBe(two)
  expect(heightAt(1, 1.5)).toBe(two)
  expect(heightAt(0.85, 2)).toBe(two)
  expect(heightAt(1, 2)).toBe(one)
})
