import { expect, test } from 'vitest'
import { linkParts } from './links.ts'

const links = (text: string) => linkParts(text).flatMap((part) => (part.kind === 'link' ? [part.href] : []))

test('web addresses are links without the sentence’s end', () => {
  expect(links('See https://example.com/a?b=1. And (http://example.org/x)!')).toEqual([
    'https://example.com/a?b=1',
    'http://example.org/x',
  ])
  expect(links('https://en.example.org/wiki/A_(b)')).toEqual(['https://en.example.org/wiki/A_(b)'])
})

test('nothing but http and https becomes a link', () => {
  expect(links('javascript:alert(1) data:text/html,x file:///etc ftp://h mailto:a@b.c https://')).toEqual([])
})

test('the parts are the text, whole', () => {
  const text = 'a https://example.com, b\nhttps://example.com'
  expect(
    linkParts(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})
