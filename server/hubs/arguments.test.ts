import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readArguments } from './arguments.ts'

const schema = z.tuple([
  z.object({ text: z.string(), to: z.optional(z.string()), by: z.nullable(z.string()) }),
  z.optional(z.int().check(z.maximum(9))),
])
const note = { text: 'a', by: null }

test('arguments that fit are taken, without what isn’t declared', () => {
  expect(readArguments(schema, [{ ...note, more: 1 }, 3])).toEqual({ ok: true, args: [note, 3] })
  expect(readArguments(schema, [note])).toMatchObject({ ok: true, args: [note] })
})

test('a null is absent where the declaration takes none, and stays null where it does', () => {
  const read = readArguments(schema, [{ ...note, to: null }, null])
  expect(read).toEqual({ ok: true, args: [{ ...note, to: undefined }, undefined] })
})

test('a null that is needed is still missed, and what was sent isn’t changed', () => {
  const sent = [{ text: null, to: null, by: null }]
  expect(readArguments(schema, sent)).toEqual({ ok: false, error: 'argument 1 (text): expected string' })
  expect(sent).toEqual([{ text: null, to: null, by: null }])
})

test('each fault is named by its place, without its value', () => {
  const { error } = readArguments(schema, [{ ...note, text: 5, to: 'secret' }, 10]) as { error: string }
  expect(error).toBe('argument 1 (text): expected string; argument 2: expected at most 9')
  expect(readArguments(schema, [note, 1, 2])).toMatchObject({ error: 'expected at most 2 arguments' })
})
