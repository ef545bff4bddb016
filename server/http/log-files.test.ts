import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLogFiles } from './log-files.ts'

const MB = 1024 * 1024

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldwork-log-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

const write = (log: ReturnType<typeof openLogFiles>, text: string) =>
  new Promise<void>((resolve, reject) => log.write(text, (error) => (error ? reject(error) : resolve())))
async function close(log: ReturnType<typeof openLogFiles>): Promise<void> {
  log.end()
  await once(log, 'finish')
}
const full = () => readdirSync(folder).filter((name) => name.endsWith('.log.gz'))

test('A147 a file is full at 20 MB and not before; what was in it is kept compressed', async () => {
  const log = openLogFiles(folder)
  await write(log, `${'a'.repeat(20 * MB - 2)}\n`)
  expect(full()).toEqual([])
  const rotated = once(log, 'rotated')
  await write(log, 'b')
  await rotated
  expect(full()).toHaveLength(1)
  const kept = gunzipSync(readFileSync(join(folder, full()[0] ?? ''))).toString()
  expect([kept.length, kept.at(-1)]).toEqual([20 * MB, 'b'])
  await write(log, 'next\n')
  await close(log)
  expect(readFileSync(join(folder, 'fieldwork.log'), 'utf8')).toBe('next\n')
  expect(statSync(join(folder, 'fieldwork.log')).mode & 0o077).toBe(0)
})

test('A147 the last 14 are kept', async () => {
  const log = openLogFiles(folder, 10)
  for (let i = 0; i < 17; i++) {
    const rotated = once(log, 'rotated')
    await write(log, `line ${String(i).padStart(4, '0')}\n`)
    await rotated
  }
  await close(log)
  const lines = full().map((name) =>
    gunzipSync(readFileSync(join(folder, name)))
      .toString()
      .trim(),
  )
  expect(lines.toSorted()).toEqual(
    Array.from({ length: 14 }, (_, i) => `line ${String(i + 3).padStart(4, '0')}`),
  )
})

test('A147 a start on another day begins a new file', async () => {
  const file = join(folder, 'fieldwork.log')
  writeFileSync(file, 'of yesterday\n')
  const yesterday = Date.now() / 1000 - 26 * 60 * 60
  utimesSync(file, yesterday, yesterday)
  const log = openLogFiles(folder)
  const rotated = once(log, 'rotated')
  await write(log, 'of today\n')
  await rotated
  await close(log)
  expect(full().map((name) => gunzipSync(readFileSync(join(folder, name))).toString())).toEqual([
    'of yesterday\n',
  ])
  expect(readFileSync(file, 'utf8')).toBe('of today\n')
})
