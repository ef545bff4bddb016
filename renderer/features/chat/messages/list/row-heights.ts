import { totalReactions } from '#shared/domain/chat.ts'
import { mayHaveMarkup, plainText } from '#shared/domain/chat-parts.ts'
import type { MessageRowModel } from '../message-rows.ts'

/** What a row is taken for while nothing is known of the view, in pixels. */
export const ROW_PX = 44

/** What MessageRow.module.css makes of a row's parts, in pixels. */
const PART_PX = {
  day: 44,
  new: 28,
  gap: 10,
  padding: 6,
  head: 21,
  line: 22,
  flags: 18,
  quote: 32,
  reactions: 30,
  topic: 28,
  file: 64,
} as const

/** Widths of texts in the font of the messages, in pixels. */
export type Measure = (text: string) => number

/**
 * How high a row will probably be, in pixels. A message of words alone comes out right nearly always:
 * then nothing moves once it is in the page, which is what makes scrolling fast. What has more to it is
 * measured there anyway.
 *
 * @param width that a line of text has
 */
export function rowHeight(row: MessageRowModel, width: number, measure: Measure): number {
  const { message, grouped, day, newFromHere } = row
  const above = (day === null ? 0 : PART_PX.day) + (newFromHere ? PART_PX.new : 0)
  const frame = PART_PX.padding + (grouped ? 0 : PART_PX.gap + PART_PX.head)
  if (message.deleted) return above + frame + PART_PX.line
  const { pinnedTime, broadcastTime, tokenType } = message
  const extras =
    (pinnedTime !== null || broadcastTime !== null || tokenType !== null ? PART_PX.flags : 0) +
    (message.replyToMessage ? PART_PX.quote : 0) +
    (message.topicID === null ? 0 : PART_PX.topic) +
    (totalReactions(message) === 0 ? 0 : PART_PX.reactions)
  const content =
    message.type === 'TEXT' ? PART_PX.line * lineCount(shownText(message), width, measure) : PART_PX.file
  return above + frame + extras + content
}

/** The text as it reads; most have no markup to be looked for. */
function shownText({ message, edited }: MessageRowModel['message']): string {
  const text = mayHaveMarkup(message) ? plainText(message) : message
  return edited ? `${text} (edited)` : text
}

/** In how many lines a text is set: breaks at blanks and line ends, and within words that fit no line. */
export function lineCount(text: string, width: number, measure: Measure): number {
  const blank = measure(' ')
  let lines = 0
  for (const paragraph of text.split('\n')) {
    lines++
    let at = 0
    for (const word of paragraph.split(' ')) {
      const wide = measure(word)
      if (at > 0 && at + wide > width) {
        lines++
        at = 0
      }
      if (wide > width) lines += Math.ceil(wide / width) - 1
      at += (wide > width ? wide % width : wide) + blank
    }
  }
  return lines
}
