import { describe, expect, test } from 'vitest'
import type { ChatMessage } from '../contract/chat-entities.ts'
import { mentionedIDs, mentionMarkup, REACTIONS, textParts, totalReactions } from './chat.ts'
import { listPreview } from './chat-preview.ts'
import { cut } from './cut-text.ts'

const text = (message: string) => listPreview({ message, type: 'TEXT' })

describe('chat rules', () => {
  test('C051 the list preview names images, GIFs, links and files instead of showing them', () => {
    expect(listPreview({ message: 'q7 routing.PNG', type: 'FILE' })).toBe('Sent an image')
    expect(listPreview({ message: 'wave.gif', type: 'FILE' })).toBe('Sent a GIF')
    expect(text('pay \u202E001')).toBe('pay [U+202E]001')
    expect(listPreview({ message: 'desk.avif\nMine', type: 'FILE' })).toBe('Sent an image')
    expect(listPreview({ message: 'rota.xlsx', type: 'CENTRAL_FILE_HUB' })).toBe('Sent an file')
    expect(text('https://example.com/wave.gif?x=1')).toBe('Sent a GIF')
    expect(text(' https://example.com/page ')).toBe('Sent a link')
    expect(text('see https://example.com/page')).toBe('see https://example.com/page')
  })

  test("C052 the list preview shows '[tagged an asset]' for asset markup, and mentions by name", () => {
    expect(text('due #START_ASSET_TAG[Task 5][TASK:5]END_ASSET_TAG# today')).toBe(
      'due [tagged an asset] today',
    )
    expect(text(`hi ${mentionMarkup('Amelia Hart', 2)}\n\nbye`)).toBe('hi @Amelia Hart bye')
  })

  test('C008 mentions are found in their markup', () => {
    const message = `a ${mentionMarkup('Amelia Hart', 2)} b ${mentionMarkup('SAM', -2)}${mentionMarkup('Amelia Hart', 2)}`
    expect(mentionedIDs(message)).toEqual([2, -2])
    expect(message).toBe('a @[Amelia Hart](2) b @[SAM](-2)@[Amelia Hart](2)')
    expect(textParts(message)).toEqual([
      { kind: 'text', text: 'a ' },
      { kind: 'mention', name: 'Amelia Hart', id: 2 },
      { kind: 'text', text: ' b ' },
      { kind: 'mention', name: 'SAM', id: -2 },
      { kind: 'mention', name: 'Amelia Hart', id: 2 },
    ])
    expect(textParts('@[SAM](-2) knows').at(-1)).toEqual({ kind: 'text', text: ' knows' })
    expect(textParts('[a](1) @ nobody')).toEqual([{ kind: 'text', text: '[a](1) @ nobody' }])
  })

  test('a cut text never ends in half a character', () => {
    expect(cut('abc', 3)).toBe('abc')
    expect(cut('abcd', 3)).toBe('abc…')
    expect(cut('ab😀d', 3)).toBe('ab…')
  })

  test('C004 the reactions are shown by these faces and words, in this order', () => {
    expect(REACTIONS.map(({ type, emoji, label }) => `${type} ${emoji} ${label}`)).toEqual([
      ...['LIKE 👍 Like', 'HEART ❤️ Heart', 'LAUGH 😂 Laugh'],
      ...['SAD 😢 Sad', 'ANGRY 😠 Angry', 'THANKS 🙏 Thanks'],
    ])
  })

  test('C107 totalReactions adds up the counts of the six reactions', () => {
    const counts = Object.fromEntries(REACTIONS.map(({ count }, index) => [count, index + 1]))
    expect(totalReactions(counts as unknown as ChatMessage)).toBe(21)
    expect(REACTIONS).toEqual([
      { type: 'LIKE', emoji: '👍', label: 'Like', count: 'likeCount', names: 'likeNames' },
      { type: 'HEART', emoji: '❤️', label: 'Heart', count: 'heartCount', names: 'heartNames' },
      { type: 'LAUGH', emoji: '😂', label: 'Laugh', count: 'laughCount', names: 'laughNames' },
      { type: 'SAD', emoji: '😢', label: 'Sad', count: 'sadCount', names: 'sadNames' },
      { type: 'ANGRY', emoji: '😠', label: 'Angry', count: 'angryCount', names: 'angryNames' },
      { type: 'THANKS', emoji: '🙏', label: 'Thanks', count: 'thanksCount', names: 'thanksNames' },
    ])
  })
})
