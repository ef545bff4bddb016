import { mentionMarkup, textParts } from '#shared/domain/chat.ts'

/** A mention inside the composer's text: `text.slice(start, end)` is `@name`. */
export interface MentionRange {
  readonly start: number
  readonly end: number
  readonly id: number
  readonly name: string
}

/** What is being written: plain text as it shows, and which parts of it are mentions, in order. */
export interface MentionText {
  readonly text: string
  readonly mentions: readonly MentionRange[]
}

export const EMPTY_TEXT: MentionText = { text: '', mentions: [] }

/** From a message's markup to what the composer shows. */
export function fromMarkup(markup: string): MentionText {
  let text = ''
  const mentions: MentionRange[] = []
  for (const part of textParts(markup)) {
    const start = text.length
    text += part.kind === 'text' ? part.text : `@${part.name}`
    if (part.kind === 'mention') mentions.push({ start, end: text.length, id: part.id, name: part.name })
  }
  return { text, mentions }
}

/** The message's markup: each mention as `@[name](id)` (spec 2 §3). */
export function toMarkup({ text, mentions }: MentionText): string {
  let markup = ''
  let end = 0
  for (const mention of mentions) {
    markup += text.slice(end, mention.start) + mentionMarkup(mention.name, mention.id)
    end = mention.end
  }
  return markup + text.slice(end)
}

/**
 * The text after an edit that left the caret at `caret`: mentions that the edit touched become
 * plain text, those behind it move along.
 */
export function edited(before: MentionText, text: string, caret: number): MentionText {
  const { start, oldEnd, newEnd } = changedPart(before.text, text, caret)
  const shift = newEnd - oldEnd
  const mentions = before.mentions.flatMap((mention) => {
    if (mention.end <= start) return [mention]
    if (mention.start >= oldEnd)
      return [{ ...mention, start: mention.start + shift, end: mention.end + shift }]
    return []
  })
  // A letter typed right behind a name makes it another word.
  return { text, mentions: mentions.filter((m) => text.slice(m.start, m.end) === `@${m.name}`) }
}

/** Which part of the text was replaced: what follows the caret is what followed the edit. */
function changedPart(before: string, after: string, caret: number) {
  const behind = after.slice(caret)
  let tail = before.endsWith(behind) ? behind.length : 0
  if (tail === 0) while (tail < before.length && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  tail = Math.min(tail, before.length, after.length)
  let start = 0
  const most = Math.min(before.length, after.length) - tail
  while (start < most && before[start] === after[start]) start++
  return { start, oldEnd: before.length - tail, newEnd: after.length - tail }
}

/** A mention that is being typed: from the `@` to the caret. */
export interface MentionQuery {
  readonly start: number
  readonly term: string
}

const QUERY = /(?:^|[\s([{"'])@([\p{L}\p{N}'’.-]*(?: [\p{L}\p{N}'’.-]*)?)$/u

/** The mention being typed before the caret, or null. One space may be in it: names have two words. */
export function mentionQuery({ text, mentions }: MentionText, caret: number): MentionQuery | null {
  const term = QUERY.exec(text.slice(0, caret))?.[1]
  if (term === undefined) return null
  const start = caret - term.length - 1
  if (mentions.some((mention) => start < mention.end && caret > mention.start)) return null
  return { start, term }
}

/** Puts a person in place of what was typed; answers the text and where the caret goes. */
export function withMention(
  before: MentionText,
  query: MentionQuery,
  person: { id: number; name: string },
): { value: MentionText; caret: number } {
  // A closing bracket would end the markup's name.
  const name = person.name.replaceAll(/[[\]]/g, '')
  const typedEnd = query.start + 1 + query.term.length
  const inserted = `@${name} `
  const text = before.text.slice(0, query.start) + inserted + before.text.slice(typedEnd)
  const caret = query.start + inserted.length
  const moved = edited(before, text, caret)
  const range = { start: query.start, end: caret - 1, id: person.id, name }
  return {
    value: { text, mentions: [...moved.mentions, range].sort((a, b) => a.start - b.start) },
    caret,
  }
}
