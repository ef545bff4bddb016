import { expect, test } from 'vitest'
import { highlightParts, snippetOf } from './highlight.ts'

const hits = (text: string, term: string) =>
  highlightParts(text, term)
    .filter(({ hit }) => hit)
    .map((part) => part.text)

test('words stand out as the search finds them: by their beginnings, without case and accents', () => {
  expect(hits('The QUOTAS of Wales, over-quota; unquota', 'quota')).toEqual(['QUOTA', 'quota'])
  expect(hits('At Café Nero', 'cafe ner')).toEqual(['Café', 'Ner'])
  expect(hits('At Cafe\u0301s', 'café')).toEqual(['Cafe\u0301'])
  expect(hits('a.b* (c)', '.* (')).toEqual([])
  const parts = highlightParts('One quota here', 'quo')
  expect(parts.map((part) => part.text).join('')).toBe('One quota here')
})

test('of a long message the part with the first word found is shown', () => {
  const text = `${'before '.repeat(60)}the needle is here ${'after '.repeat(60)}`
  const snippet = snippetOf(text, 'needle')
  expect(snippet.length).toBeLessThan(250)
  expect(snippet).toMatch(/^….*needle is here.*…$/)
  expect(snippetOf('short', 'x')).toBe('short')
})
