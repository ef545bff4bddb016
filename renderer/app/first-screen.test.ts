import { expect, test } from 'vitest'
import { beginsInShell } from './first-screen.ts'

const page = (pathname: string, token: string | null) =>
  ({
    location: { pathname },
    localStorage: { getItem: (name: string) => (name === 'fieldwork.token' ? token : null) },
  }) as unknown as Window

test('a kept session begins in the shell, except on a public page', () => {
  expect(beginsInShell(page('/dashboard', '"Bearer x"'))).toBe(true)
  expect(beginsInShell(page('/', '"Bearer x"'))).toBe(true)
  expect(beginsInShell(page('/publicity', '"Bearer x"'))).toBe(true)
  expect(beginsInShell(page('/', null))).toBe(false)
  expect(beginsInShell(page('/public', '"Bearer x"'))).toBe(false)
  expect(beginsInShell(page('/public/survey/a', '"Bearer x"'))).toBe(false)
})

test('a browser that keeps nothing begins with the sign-in screen', () => {
  const blocked = {
    location: { pathname: '/' },
    get localStorage(): Storage {
      throw new Error('blocked')
    },
  } as unknown as Window
  expect(beginsInShell(blocked)).toBe(false)
})
