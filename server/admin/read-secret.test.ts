import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readSecret } from './read-secret.ts'

test('A017 at a terminal a secret is asked for and not shown, and ends with the line', async () => {
  const terminal = Object.assign(new PassThrough(), { isTTY: true })
  const asked: string[] = []
  const read = readSecret(terminal, (text) => void asked.push(text))
  expect(asked).toEqual(['Password: '])
  // A terminal's line is edited: the last letter is taken back.
  terminal.write('a lighthousee\b\r')
  expect(await read).toBe('a lighthouse')
  expect(asked).toEqual(['Password: ', '\n'])
  expect(terminal.listenerCount('keypress')).toBe(0)

  const named = readSecret(terminal, (text) => void asked.push(text), 'Passphrase of the keys')
  terminal.write('by the harbour\r')
  expect(await named).toBe('by the harbour')
  expect(asked.slice(2)).toEqual(['Passphrase of the keys: ', '\n'])
})

test.each([
  [['first\n', 'second\n'], 'first'],
  [['in ', 'parts\r\n'], 'in parts'],
  [['without an end'], 'without an end'],
  [[], ''],
])('A017 of standard input %j the first line is the secret, and nothing is asked', async (parts, secret) => {
  const asked: string[] = []
  expect(await readSecret(Readable.from(parts), (text) => void asked.push(text))).toBe(secret)
  expect(asked).toEqual([])
})
