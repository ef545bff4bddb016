import { describe, expect, test } from 'vitest'
import { aMember } from '../testing/fixtures.ts'
import { mentionCandidates } from './mention-candidates.ts'
import {
  EMPTY_TEXT,
  edited,
  fromMarkup,
  mentionQuery,
  mentionToken,
  toMarkup,
  withToken,
} from './mention-text.ts'

const MARKUP = 'Hi @[Ann Lee](5), and @[Ben](7)!'
const type = (before: ReturnType<typeof fromMarkup>, text: string, caret = text.length) =>
  edited(before, text, caret)

describe('mention text', () => {
  test('C008 mentions show as @name and are sent as markup', () => {
    const value = fromMarkup(MARKUP)
    expect(value.text).toBe('Hi @Ann Lee, and @Ben!')
    expect(toMarkup(value)).toBe(MARKUP)
  })

  test('C009 C116 a tagged asset shows as #display and is sent as its markup, beside a mention', () => {
    const markup =
      '#START_ASSET_TAG[Wave 3][TASK:12]END_ASSET_TAG# and #START_ASSET_TAG[Echo][TICKET:7]END_ASSET_TAG# for @[Ann](2)'
    const shown = fromMarkup(markup)
    expect(shown.text).toBe('#Wave 3 and #Echo for @Ann')
    expect(shown.tokens.map(({ display, start }) => [display, start])).toEqual([
      ['#Wave 3', 0],
      ['#Echo', 12],
      ['@Ann', 22],
    ])
    expect(toMarkup(shown)).toBe(markup)
  })

  test('C008 a mention moves with the text before it', () => {
    const value = fromMarkup(MARKUP)
    expect(toMarkup(type(value, `Oh, ${value.text}`, 4))).toBe(`Oh, ${MARKUP}`)
    expect(toMarkup(type(value, value.text.slice(3), 0))).toBe(MARKUP.slice(3))
  })

  test('C008 a mention that is edited becomes plain text, the others stay', () => {
    const value = fromMarkup(MARKUP)
    expect(toMarkup(type(value, 'Hi @Ann Le, and @Ben!', 10))).toBe('Hi @Ann Le, and @[Ben](7)!')
    expect(toMarkup(type(value, 'Hi @AnXn Lee, and @Ben!', 7))).toBe('Hi @AnXn Lee, and @[Ben](7)!')
  })

  test('C008 of two mentions that look alike the deleted one goes', () => {
    const value = fromMarkup('@[Ann](1) @[Ann](2)')
    expect(toMarkup(type(value, '@Ann', 0))).toBe('@[Ann](2)')
    expect(toMarkup(type(value, '@Ann ', 5))).toBe('@[Ann](1) ')
  })

  test('C008 replacing everything leaves no mention', () => {
    expect(toMarkup(type(fromMarkup(MARKUP), '@Ben is typed by hand'))).toBe('@Ben is typed by hand')
  })

  test('C008 picking puts the name in place of what was typed, wherever that is', () => {
    const before = fromMarkup('see @an @[Ben](7)')
    const query = mentionQuery(before, 7)
    expect(query).toEqual({ start: 4, term: 'an' })
    if (!query) return
    const { value, caret } = withToken(before, query, mentionToken({ id: 5, name: 'Ann [Night] Lee' }))
    expect(value.text).toBe('see @Ann Night Lee  @Ben')
    expect(caret).toBe(19)
    expect(toMarkup(value)).toBe('see @[Ann Night Lee](5)  @[Ben](7)')
    expect(toMarkup(fromMarkup(toMarkup(value)))).toBe(toMarkup(value))
  })

  test('C008 an @ inside a word or a finished mention asks for nobody', () => {
    const at = (text: string) => mentionQuery({ ...EMPTY_TEXT, text }, text.length)
    expect(at('mail me@exa')).toBeNull()
    expect(at('@ann lee the')).toBeNull()
    expect(at('(@')).toEqual({ start: 1, term: '' })
    expect(mentionQuery(fromMarkup('@[Ann](5)'), 4)).toBeNull()
  })
})

describe('mention candidates', () => {
  const members = [aMember(1, 'Tom Whitfield'), aMember(2, 'Amelia Hart'), aMember(3, 'Hannah Adms')]
  const names = (term: string, direct = false) =>
    mentionCandidates(members, term, { direct, myID: 1 }).map(({ name }) => name)

  test('C008 members by the beginning of any of their names, oneself never', () => {
    expect(names('')).toEqual(['Amelia Hart', 'Hannah Adms'])
    expect(names('ha')).toEqual(['Hannah Adms', 'Amelia Hart'])
    expect(names('tom')).toEqual([])
  })

  test("C117 'adm' and 'eve' offer Admins and Everyone, but not in a one-to-one chat", () => {
    expect(names('adm')).toEqual(['Admins', 'Hannah Adms'])
    expect(names('eve')).toEqual(['Everyone'])
    for (const [typed, name] of [
      ['adm', 'Admins'],
      ['eve', 'Everyone'],
    ] as const)
      expect(mentionCandidates(members, typed, { direct: false, myID: 1 })[0]).toEqual({
        id: 0,
        name,
        about: '',
      })
    expect(names('ev')).toEqual([])
    expect(names('ad')).toEqual(['Hannah Adms'])
    expect(names('adm', true)).toEqual(['Hannah Adms'])
  })
})
