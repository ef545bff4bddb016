import { expect, test, vi } from 'vitest'
import { beginsInShell, fetchFirstScreen } from './first-screen.ts'
import { signedInCode, signInCode } from './screen-code.ts'

const page = (pathname: string, token: string | null) =>
  ({
    location: { pathname },
    localStorage: { getItem: (name: string) => (name === 'fieldwork.token' ? token : null) },
  }) as unknown as Window

test('S028 a kept session begins in the shell, except on a public page', () => {
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

test('S028 the code of the screen that comes first is fetched: the shell’s or the sign-in screen’s, and neither for a public page', async () => {
  const shell = vi.spyOn(signedInCode, 'fetch').mockRejectedValue(new Error('offline'))
  const signIn = vi.spyOn(signInCode, 'fetch').mockRejectedValue(new Error('offline'))
  const asked = () => [shell.mock.calls.length, signIn.mock.calls.length]
  const first = async (...of: Parameters<typeof page>) => {
    const { isShell, fetched } = fetchFirstScreen(page(...of))
    await fetched
    return isShell
  }
  expect(await first('/dashboard', '"Bearer x"')).toBe(true)
  expect(asked()).toEqual([1, 0])
  expect(await first('/dashboard', null)).toBe(false)
  expect(asked()).toEqual([1, 1])
  expect(await first('/public/survey/a', null)).toBe(false)
  expect(asked()).toEqual([1, 1])
  vi.restoreAllMocks()
})
