import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inRoot } from './paths.ts'
import { findWine } from './wine.ts'
import {
  fetchedPath,
  fetchPart,
  INSTALLER_TEMPLATE,
  type PackagedFile,
  WINDOWS_NODE,
  WrongPart,
  windowsKoffi,
} from './wine-parts.ts'

let folder = ''
let cache = ''
let part: PackagedFile
let packed = 0

/** Stands in for npm: a package with the wanted file and another. */
async function pack(_: PackagedFile, into: string): Promise<string> {
  packed += 1
  const archive = path.join(into, 'made-up.tgz')
  writeFileSync(archive, readFileSync(path.join(folder, 'made-up.tgz')))
  return archive
}

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'fieldwork-parts-'))
  cache = path.join(folder, 'cache')
  packed = 0
  mkdirSync(path.join(folder, 'package/bin'), { recursive: true })
  writeFileSync(path.join(folder, 'package/bin/node.exe'), 'program')
  writeFileSync(path.join(folder, 'package/package.json'), '{}')
  execFileSync('tar', ['-czf', path.join(folder, 'made-up.tgz'), '-C', folder, 'package'])
  const sum = createHash('sha512')
    .update(readFileSync(path.join(folder, 'made-up.tgz')))
    .digest('base64')
  part = { package: '@made/up', version: '1.2.3', integrity: `sha512-${sum}`, file: 'bin/node.exe' }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a part is fetched once, and lies where it is looked for', async () => {
  const file = await fetchPart(part, cache, pack)
  expect(file).toBe(fetchedPath(part, cache))
  expect(readFileSync(file, 'utf8')).toBe('program')
  expect(await fetchPart(part, cache, pack)).toBe(file)
  expect(packed).toBe(1)
  expect(readdirSync(cache)).toEqual(['@made-up-1.2.3'])
  expect(existsSync(path.join(path.dirname(file), '../package.json'))).toBe(false)
  const next = { ...part, version: '1.2.4' }
  await fetchPart(next, cache, pack)
  expect(packed).toBe(2)
})

test('a part with another checksum than the pinned one is wrong, and nothing of it is kept', async () => {
  const wrong = { ...part, integrity: `sha512-${'A'.repeat(86)}==` }
  await expect(fetchPart(wrong, cache, pack)).rejects.toThrow(WrongPart)
  expect(readdirSync(cache)).toEqual([])
})

test('a download that fails says so, is not called wrong, and leaves nothing', async () => {
  const fails = () => Promise.reject(new Error('offline'))
  const fetching = fetchPart(part, cache, fails)
  await expect(fetching).rejects.toThrow('offline')
  await expect(fetching).rejects.not.toBeInstanceOf(WrongPart)
  expect(readdirSync(cache)).toEqual([])
})

test('a package that lacks the file is a failure with its name', async () => {
  const other = { ...part, file: 'bin/other.exe' }
  await expect(fetchPart(other, cache, pack)).rejects.toThrow('@made/up@1.2.3 could not be unpacked')
  expect(readdirSync(cache)).toEqual([])
})

test('all parts are pinned by version and checksum, the template in the version that makes the installer', () => {
  for (const { version, integrity } of [WINDOWS_NODE, windowsKoffi(), INSTALLER_TEMPLATE]) {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(integrity).toMatch(/^sha512-[\w+/]{86}==$/)
  }
  const { devDependencies } = JSON.parse(readFileSync(inRoot('build/package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  expect(devDependencies['electron-builder']).toBe(INSTALLER_TEMPLATE.version)
})

test('what the environment names goes before what was fetched, and what is nowhere is missing', () => {
  const files = new Set(['/own/wine64', '/own/node.exe', fetchedPath(WINDOWS_NODE)])
  const found = findWine({ FIELDWORK_WINE: '/own/wine64' }, (file) => files.has(file))
  expect(found).toEqual({
    wine: '/own/wine64',
    node: fetchedPath(WINDOWS_NODE),
    koffi: undefined,
    template: undefined,
  })
  const own = { FIELDWORK_WINE: '/own/none', FIELDWORK_WINDOWS_NODE: '/own/node.exe' }
  expect(findWine(own, (file) => files.has(file)).node).toBe('/own/node.exe')
  expect(findWine({}, () => false)).toEqual({
    wine: undefined,
    node: undefined,
    koffi: undefined,
    template: undefined,
  })
})
