import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { contentStamp, readStamp, writeStamp } from './stamp.ts'

let root = ''
const write = (file: string, text: string) => writeFileSync(join(root, file), text)

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fieldwork-stamp-'))
  mkdirSync(join(root, 'src/inner'), { recursive: true })
  write('src/a.ts', 'a')
  write('src/inner/b.ts', 'b')
  write('package.json', '{}')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const stamp = () => contentStamp(root, ['src', 'package.json', 'missing'])

test('the stamp stays while nothing changes, and doesn’t depend on where the checkout lies', () => {
  const before = stamp()
  expect(stamp()).toBe(before)
  renameSync(root, `${root}-moved`)
  root = `${root}-moved`
  expect(stamp()).toBe(before)
})

test('it changes with a content, a name, a new file and a removed one', () => {
  const seen = new Set([stamp()])
  write('src/a.ts', 'A')
  seen.add(stamp())
  renameSync(join(root, 'src/a.ts'), join(root, 'src/c.ts'))
  seen.add(stamp())
  write('src/inner/d.css', '')
  seen.add(stamp())
  rmSync(join(root, 'src/inner/b.ts'))
  seen.add(stamp())
  expect(seen.size).toBe(5)
})

test('a test changes nothing that is built', () => {
  const before = stamp()
  write('src/a.test.tsx', 'x')
  expect(stamp()).toBe(before)
})

test('contents that run into each other differ', () => {
  write('src/a.ts', 'ab')
  write('src/inner/b.ts', '')
  const first = stamp()
  write('src/a.ts', 'a')
  write('src/inner/b.ts', 'b')
  expect(stamp()).not.toBe(first)
})

test('a kept stamp is read back', () => {
  const file = join(root, 'dist/.stamps/renderer')
  expect(readStamp(file)).toBeNull()
  writeStamp(file, 'abc')
  expect(readStamp(file)).toBe('abc')
})
