import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isPackaged } from '../../build/packaged-files.ts'
import { MIN_BYTES, precompress } from './precompress.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldwork-precompress-'))
  for (const part of ['assets', '.vite']) mkdirSync(join(folder, part))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (name: string, bytes: number) => writeFileSync(join(folder, name), 'a'.repeat(bytes))
const compressed = () =>
  readdirSync(folder, { recursive: true })
    .map((name) => String(name).replaceAll('\\', '/'))
    .filter((name) => /\.(br|gz)$/.test(name))
    .sort()

test('texts are there as Brotli and as gzip too, the same once unpacked', async () => {
  const names = ['assets/a.js', 'assets/b.mjs', 'assets/c.css', 'd.html', 'e.svg', 'assets/f.json']
  for (const name of names) write(name, MIN_BYTES)
  await precompress(folder)
  expect(compressed()).toEqual(names.flatMap((name) => [`${name}.br`, `${name}.gz`]).sort())
  for (const name of names) {
    const text = readFileSync(join(folder, name))
    expect(brotliDecompressSync(readFileSync(join(folder, `${name}.br`)))).toEqual(text)
    expect(gunzipSync(readFileSync(join(folder, `${name}.gz`)))).toEqual(text)
  }
})

test('what is small, a picture, a font or hidden is left as it is', async () => {
  write('assets/small.js', MIN_BYTES - 1)
  for (const name of ['a.png', 'assets/b.woff2', '.vite/manifest.json', '.hidden.js']) write(name, 5000)
  await precompress(folder)
  expect(compressed()).toEqual([])
})

test('the packaged client, which reads its files from the disk, has none of them', () => {
  const file = '/dist/renderer/assets/a.js'
  expect([file, `${file}.br`, `${file}.gz`].map(isPackaged)).toEqual([true, false, false])
})
