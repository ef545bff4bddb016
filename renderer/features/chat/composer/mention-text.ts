import { mentionMarkup, textParts } from '#shared/domain/chat.ts'
import { assetMarkup, assetParts } from '#shared/domain/chat-assets.ts'

/** A mention or a tagged asset: what people read of it, and what is sent in its place (spec 2 §3). */
export interface Token {
  /** `@name` or `#name of the asset`. */
  readonly display: string
  readonly markup: string
}

/** A token inside the composer's text: `text.slice(start, end)` is its display. */
export interface TokenRange extends Token {
  readonly start: number
  readonly end: number
}

/** What is being written: plain text as it shows, and which parts of it are tokens, in order. */
export interface MentionText {
  readonly text: string
  readonly tokens: readonly TokenRange[]
}

export const EMPTY_TEXT: MentionText = { text: '', tokens: [] }

/** The mention of a person. A bracket in the name would end the markup. */
export function mentionToken(person: { id: number; name: string }): Token {
  const name = person.name.replaceAll(/[[\]]/g, '')
  return { display: `@${name}`, markup: mentionMarkup(name, person.id) }
}

/** A tagged asset. */
export function assetToken(asset: { id: string; label: string }): Token {
  const markup = assetMarkup(asset.label, asset.id)
  const [part] = assetParts(markup)
  return { display: `#${part?.kind === 'asset' ? part.display : asset.label}`, markup }
}

/** From a message's markup to what the composer shows. */
export function fromMarkup(markup: string): MentionText {
  let text = ''
  const tokens: TokenRange[] = []
  const add = (token: Token) => {
    tokens.push({ ...token, start: text.length, end: text.length + token.display.length })
    text += token.display
  }
  for (const part of assetParts(markup)) {
    if (part.kind === 'asset') add(assetToken({ id: part.id, label: part.display }))
    else
      for (const piece of textParts(part.text)) {
        if (piece.kind === 'mention') add(mentionToken(piece))
        else if (piece.kind === 'text') text += piece.text
      }
  }
  return { text, tokens }
}

/** The message's markup: each token as its own (spec 2 §3). */
export function toMarkup({ text, tokens }: MentionText): string {
  let markup = ''
  let end = 0
  for (const token of tokens) {
    markup += text.slice(end, token.start) + token.markup
    end = token.end
  }
  return markup + text.slice(end)
}

/**
 * The text after an edit that left the caret at `caret`: tokens that the edit touched become
 * plain text, those behind it move along.
 */
export function edited(before: MentionText, text: string, caret: number): MentionText {
  const { start, oldEnd, newEnd } = changedPart(before.text, text, caret)
  const shift = newEnd - oldEnd
  const tokens = before.tokens.flatMap((token) => {
    if (token.end <= start) return [token]
    if (token.start >= oldEnd) return [{ ...token, start: token.start + shift, end: token.end + shift }]
    return []
  })
  return { text, tokens: tokens.filter((one) => text.slice(one.start, one.end) === one.display) }
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

/** What is being asked for: from the sign that began it to the caret. */
export interface TokenQuery {
  readonly start: number
  readonly term: string
}

const BEFORE = String.raw`(?:^|[\s([{"'])`
const PERSON = new RegExp(String.raw`${BEFORE}@([\p{L}\p{N}'’.-]*(?: [\p{L}\p{N}'’.-]*)?)$`, 'u')
/** Titles have several words; a sentence that begins with # is none. */
const ASSET = new RegExp(String.raw`${BEFORE}#([^\s#]+(?: [^\s#]*){0,4})$`, 'u')
const EMOJI = new RegExp(String.raw`${BEFORE}:([\p{L}\d_+-]{2,30})$`, 'u')

function queryOf(pattern: RegExp, { text, tokens }: MentionText, caret: number): TokenQuery | null {
  const term = pattern.exec(text.slice(0, caret))?.[1]
  if (term === undefined) return null
  const start = caret - term.length - 1
  if (tokens.some((token) => start < token.end && caret > token.start)) return null
  return { start, term }
}

/** The mention being typed before the caret, or null. One space may be in it: names have two words. */
export const mentionQuery = (value: MentionText, caret: number): TokenQuery | null =>
  queryOf(PERSON, value, caret)

/** The asset being asked for by a # before the caret, or null. */
export const assetQuery = (value: MentionText, caret: number): TokenQuery | null =>
  queryOf(ASSET, value, caret)

/** The emoji being named by a colon and two letters or more before the caret, or null. */
export const emojiQuery = (value: MentionText, caret: number): TokenQuery | null =>
  queryOf(EMOJI, value, caret)

const FINISHED_EMOJI = new RegExp(String.raw`${BEFORE}:([\p{L}\d_+-]{1,40}):$`, 'u')

/**
 * The name between two colons that end at the caret; null within a word, an address or code, where colons
 * mean themselves. The query's term has the second colon, which goes with it.
 */
export function finishedEmoji(
  { text, tokens }: MentionText,
  caret: number,
): (TokenQuery & { readonly name: string }) | null {
  const name = FINISHED_EMOJI.exec(text.slice(0, caret))?.[1]
  if (name === undefined) return null
  const start = caret - name.length - 2
  if (isInCode(text, start) || tokens.some((token) => start < token.end && caret > token.start)) return null
  return { start, term: `${name}:`, name }
}

/** Whether a place is in code: behind a fence that is open, or a backtick that is open in its line. */
function isInCode(text: string, at: number): boolean {
  const before = text.slice(0, at)
  if (before.split('```').length % 2 === 0) return true
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return line.split('`').length % 2 === 0
}

/** A text and where the caret goes in it. */
export interface Placed {
  readonly value: MentionText
  readonly caret: number
}

/** Puts a token and a space in place of what was typed for it. */
export function withToken(before: MentionText, query: TokenQuery, token: Token): Placed {
  const typedEnd = query.start + 1 + query.term.length
  const { value, caret } = withText(before, query.start, typedEnd, `${token.display} `)
  const range = { ...token, start: query.start, end: query.start + token.display.length }
  return {
    value: { ...value, tokens: [...value.tokens, range].sort((a, b) => a.start - b.start) },
    caret,
  }
}

/** Puts plain text in place of what stands from `start` to `end`. */
export function withText(before: MentionText, start: number, end: number, inserted: string): Placed {
  const text = before.text.slice(0, start) + inserted + before.text.slice(end)
  const caret = start + inserted.length
  return { value: edited(before, text, caret), caret }
}
