import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { byName, LOCALE, numberText, searchable } from './locale.ts'

test('names are in the order of the language, numbers in its groups, and a search minds no capitals', () => {
  expect(['Zoë', 'Émile', 'adam', 'Bea', 'Eva'].toSorted(byName)).toEqual([
    'adam',
    'Bea',
    'Émile',
    'Eva',
    'Zoë',
  ])
  expect([0, 999, 12_345].map(numberText)).toEqual(['0', '999', '12,345'])
  expect(searchable('ÉMILE')).toBe('émile')
})

test('the page is in the language that the locale names', () => {
  expect(readFileSync('renderer/index.html', 'utf8')).toContain(`<html lang="${LOCALE}">`)
})
