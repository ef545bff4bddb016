import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { inRoot } from '../../scripts/lib/paths.ts'
import { type ServerProcess, startServer } from '../../scripts/lib/server-process.ts'
import { addGrantor } from '../../server/http/testing/test-server.ts'
import { serverProgram } from '../../server/testing/programs.ts'
import { openOffice } from './office.ts'

test('server killed between accept and broadcast: the message is there once for both after it is back', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldwork-killed-'))
  const logFile = join(folder, 'server.log')
  const dataDir = join(folder, 'data')
  // Two people and their conversation, as a server of this process leaves them.
  const office = await openOffice({ databaseFile: join(dataDir, 'fieldwork.db'), clock: () => Date.now() })
  await addGrantor(office.server)
  await office.stopServer()
  const launch = (program: readonly string[]) => startServer({ dataDir, port: 0, logFile, program })
  let server: ServerProcess | undefined
  try {
    server = await launch(['--import', inRoot('tests/faults/die-at-broadcast.ts'), serverProgram('main')])
    office.moveTo(server.url)
    const options = { reconnectMs: 20, now: () => Date.now() }
    const people = [await office.open(0, options), await office.open(1, options)] as const
    await vi.waitFor(() => expect(people.every((person) => person.isReady())).toBe(true))
    const [ann, bob] = people
    expect(ann.chat.send('Hello')).toBe(true)
    // Bob may have it before ann has her answer, and until then her next message waits behind it.
    await vi.waitFor(() => {
      expect(bob.shown()).toEqual(['Hello'])
      expect(ann.unsent()).toBe(0)
    })
    expect(ann.chat.send('My last words')).toBe(true)
    expect((await server.exited).signal).toBe('SIGKILL')
    await vi.waitFor(() => expect(ann.chat.store.getState().hub).not.toBe('connected'))
    expect(bob.shown()).toEqual(['Hello'])
    expect(ann.shown()).toEqual(['Hello', 'My last words'])
    // Said while it is down.
    expect(bob.chat.send('Are you there?')).toBe(true)

    server = await launch([serverProgram('main')])
    office.moveTo(server.url)
    await vi.waitFor(() => {
      for (const person of people) {
        expect(person.unsent()).toBe(0)
        expect(person.messages().map(({ message }) => message)).toEqual([
          'Hello',
          'My last words',
          'Are you there?',
        ])
      }
    })
  } finally {
    await office.close()
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
