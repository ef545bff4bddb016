import { expect, test } from 'vitest'
import { isUnencrypted } from './encryption.ts'

test.each([
  ['http://work.example', true],
  ['http://10.0.0.7:8080', true],
  ['http://localhost.example', true],
  ['http://127.0.0.1.example:8080', true],
  ['https://work.example', false],
  ['http://localhost:8080', false],
  ['http://localhost', false],
  ['http://127.0.0.1:5173', false],
  ['http://127.8.0.1', false],
  ['http://[::1]:8080', false],
  ['app://fieldwork', false],
])('A141 %s is not encrypted: %s', (origin, expected) => expect(isUnencrypted(origin)).toBe(expected))
