import type { ChatStore } from '../../store/chat-store.ts'
import type { MessageRowModel } from '../message-rows.ts'
import { type Measure, ROW_PX, rowHeight } from './row-heights.ts'

/** What is known of the element that messages are shown in, before the next conversation is drawn in it. */
export interface ListView {
  /** Of its inside, in pixels; 0 while unknown. */
  readonly width: number
  readonly height: number
  readonly heightOf: (row: MessageRowModel) => number
}

export const UNKNOWN_VIEW: ListView = { width: 0, height: 0, heightOf: () => ROW_PX }

/** Widest line of a message's text, in widths of a nought (MessageRow.module.css). */
const LINE_CH = 76
/** Beside the text: the row's padding, the avatar and the gap (MessageRow.module.css), in pixels. */
const BESIDE_PX = { desk: 88, phone: 72 } as const
/** Widths of words that are kept. */
const WORDS_MAX = 5000

type OneChat = Pick<ChatStore, 'store'>

/** One view for each chat: the next conversation is shown in the place of the one before. */
const views = new WeakMap<OneChat, ListView>()

export function knownView(chat: OneChat): ListView {
  return views.get(chat) ?? UNKNOWN_VIEW
}

/** Takes note of the element's size; the same view as before where that hasn't changed. */
export function noteView(chat: OneChat, element: HTMLElement, width: number, height: number): ListView {
  const known = knownView(chat)
  if (width === 0 || height === 0 || (known.width === width && known.height === height)) return known
  const view = known.width === width ? { ...known, height } : createView(element, width, height)
  views.set(chat, view)
  return view
}

function createView(element: HTMLElement, width: number, height: number): ListView {
  const measure = createMeasure(element)
  if (!measure) return { width, height, heightOf: () => ROW_PX }
  const beside = element.closest('[data-phone="true"]') ? BESIDE_PX.phone : BESIDE_PX.desk
  const line = Math.min(width - beside, LINE_CH * measure('0'))
  const heights = new WeakMap<MessageRowModel, number>()
  return {
    width,
    height,
    heightOf(row) {
      const known = heights.get(row)
      if (known !== undefined) return known
      const made = rowHeight(row, line, measure)
      heights.set(row, made)
      return made
    },
  }
}

/**
 * Measures in the font of an element, which is that of its messages; null where nothing can be drawn. Each sign's width is rounded at the
 * size that it is drawn in: a line measured in another one can come out longer or shorter by some pixels.
 */
function createMeasure(element: HTMLElement): Measure | null {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return null
  const scale = (element.currentCSSZoom ?? 1) * window.devicePixelRatio
  const { fontFamily, fontSize } = getComputedStyle(element)
  context.font = `${Number.parseFloat(fontSize) * scale}px ${fontFamily}`
  const known = new Map<string, number>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const width = context.measureText(text).width / scale
    if (known.size >= WORDS_MAX) known.clear()
    known.set(text, width)
    return width
  }
}
