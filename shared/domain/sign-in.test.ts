import { expect, test } from 'vitest'
import { codeMeant, isOneTimeCode, stageAfterPassword, stageAfterUserName } from './sign-in.ts'

test('S146 a user name leads to the password, or to the magic link when the server says so', () => {
  expect(stageAfterUserName('PASSWORD')).toBe('PASSWORD')
  expect(stageAfterUserName('CONFIRM_MAGIC_LINK')).toBe('CONFIRM_MAGIC_LINK')
})

test('S147 a password leads to the code, the magic link or the login', () => {
  expect(stageAfterPassword('2FA')).toBe('CONFIRM_KEY')
  expect(stageAfterPassword('CONFIRM_MAGIC_LINK')).toBe('CONFIRM_MAGIC_LINK')
  expect(stageAfterPassword('LOGIN')).toBe('LOGIN')
})

test('a code is taken without the spaces, dashes and widths that it came with', () => {
  expect(codeMeant(' 123 456\n')).toBe('123456')
  expect(codeMeant('123-456')).toBe('123456')
  expect(codeMeant('123\u2011456\u200b')).toBe('123456')
  expect(codeMeant('１２３４５６')).toBe('123456')
})

test('a one-time code is six digits', () => {
  expect(isOneTimeCode('012345')).toBe(true)
  for (const other of ['', '12345', '1234567', '12345a', '12 456']) expect(isOneTimeCode(other)).toBe(false)
})
