import { expect, test } from 'vitest'
import { visibleName, visibleText } from './bidi.ts'

const TURNING = ['\u202A', '\u202B', '\u202C', '\u202D', '\u202E', '\u2066', '\u2067', '\u2068', '\u2069']
const named = (sign: string) => `[U+${sign.charCodeAt(0).toString(16).toUpperCase()}]`

test.each(TURNING)('%j in a name is seen', (sign) => {
  expect(visibleName(`invoice${sign}gpj.exe`)).toBe(`invoice${named(sign)}gpj.exe`)
})

test('in a text only what overrules its letters is seen: a copied number keeps its frame', () => {
  expect(visibleText('pay\u202E001\u202D now')).toBe('pay[U+202E]001[U+202D] now')
  for (const text of ['\u202A+44 7700 900123\u202C', '\u2068Ann\u2069 said'])
    expect(visibleText(text)).toBe(text)
})

test('neighbours of those signs, and what right-to-left scripts are written with, stay', () => {
  for (const text of ['\u2029', '\u202F', '\u2065', '\u206A', 'שלום\u200F!', 'מסמך 3.pdf', 'مرحبا\u061C'])
    expect([visibleName(text), visibleText(text)]).toEqual([text, text])
})
