/** The bundles as they are shipped, on this Node: a path or a module that fails only on Windows fails here. */
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { anything, withElectron } from './electron-here.ts'
import { folder, KOFFI_MODULE } from './machine-here.ts'

const dist = fileURLToPath(new URL('../../dist', import.meta.url))
const load = createRequire(import.meta.url)
const MAIN = path.join(dist, 'electron/main.cjs')

for (const bundle of ['electron/main.cjs', 'preload/preload.cjs', 'electron/windows-helper.cjs']) {
  const file = path.join(dist, bundle)
  test(`${bundle} loads`, () => {
    const electron = anything('electron') as Record<string, unknown>
    Object.defineProperty(process, 'parentPort', { value: anything('parentPort'), configurable: true })
    process.argv.push('--fieldwork-client={}')
    try {
      withElectron(electron, () => void load(file))
    } finally {
      process.argv.pop()
    }
  })
}

/** Starts the client's main bundle in a process of its own, and answers what it did with the lock. */
async function instance(): Promise<{ readonly end: () => Promise<void>; readonly did: unknown }> {
  const script = fileURLToPath(new URL('./instance-process.ts', import.meta.url))
  const server = '--server=https://fieldwork.northgate.example'
  const child = fork(script, [KOFFI_MODULE, MAIN, path.basename(folder), server])
  const [did] = (await once(child, 'message')) as [unknown]
  const end = async () => {
    const over = once(child, 'exit')
    child.kill()
    await over
  }
  return { end, did }
}

test('a second client leaves at once, and one after the first was killed stays', async () => {
  const first = await instance()
  const second = await instance()
  await first.end()
  await second.end()
  const third = await instance()
  await third.end()
  const stays = { hasLock: true, quits: 0, isSetUp: true }
  assert.deepEqual(
    [first.did, second.did, third.did],
    [stays, { hasLock: false, quits: 1, isSetUp: false }, stays],
  )
})
