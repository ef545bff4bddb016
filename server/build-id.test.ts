import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildIDOf, watchBuildID } from './build-id.ts'
import { startTestServer } from './http/testing/test-server.ts'

let folder: string
let page: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldwork-build-'))
  page = join(folder, 'index.html')
  writeFileSync(page, '<script src="a.js">')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a running server tells the new build once its page was replaced, and the old one meanwhile', async () => {
  const server = await startTestServer({ staticFolder: folder, build: watchBuildID(folder) })
  const served = async () => (await server.server.app.inject('/update.json')).json().build
  const first = await served()
  expect(first).toBe(buildIDOf(folder))
  rmSync(page)
  expect(await served()).toBe(first)
  writeFileSync(page, '')
  expect(await served()).toBe(first)
  writeFileSync(page, '<script src="b.js">')
  utimesSync(page, new Date(), new Date(Date.now() + 5000))
  const second = await served()
  expect(second).not.toBe(first)
  expect(second).toBe(buildIDOf(folder))
  await server.server.close()
})

test('without a page the build is the API’s; a folder without one is a fault', () => {
  expect(watchBuildID(null)()).toBe('api')
  rmSync(page)
  expect(() => watchBuildID(folder)).toThrow('ENOENT')
})
