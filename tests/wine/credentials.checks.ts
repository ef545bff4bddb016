import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anotherSystem, system } from './machine-here.ts'

const TARGET = 'Fieldwork checks'
const other = anotherSystem()

for (const [what, userName, password] of [
  ['a usual', 'jamie', 'secret'],
  ['a Unicode', 'NORTHGATE\\jämie 🙂', 'pässwörd€ 漢字 🙂'],
  ['an empty', 'jamie', ''],
  ['a 2,560 byte', 'jamie', 'ü'.repeat(1280)],
] as const) {
  test(`${what} password is written, read by a second process, and removed`, async () => {
    await system.windows.ask('writeCredential', { target: TARGET, userName, password })
    assert.deepEqual(await other.windows.ask('readCredential', { target: TARGET }), { userName, password })
    await other.windows.ask('removeCredential', { target: TARGET })
    assert.equal(await system.windows.ask('readCredential', { target: TARGET }), null)
    // Removing what isn't there does no harm.
    await system.windows.ask('removeCredential', { target: TARGET })
  })
}

test('a second password takes the place of the first', async () => {
  for (const password of ['one', 'two']) {
    await system.windows.ask('writeCredential', { target: TARGET, userName: 'jamie', password })
  }
  const found = await other.windows.ask('readCredential', { target: TARGET })
  assert.equal(found?.password, 'two')
  await system.windows.ask('removeCredential', { target: TARGET })
})

test('a password of 2,562 bytes, and a name with a NUL are failures, and nothing is kept', async () => {
  for (const [target, password] of [
    [TARGET, 'x'.repeat(1281)],
    ['Field\0work', 'x'],
  ] as const) {
    const writing = system.windows.ask('writeCredential', { target, userName: 'jamie', password })
    await assert.rejects(writing, { name: 'WindowsFailure', reason: 'failed' })
  }
  assert.equal(await other.windows.ask('readCredential', { target: TARGET }), null)
})
