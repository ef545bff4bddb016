import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { systemScheduler } from '../services/scheduler.ts'
import { createProgramFollower } from './program-follower.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'program-follower-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const follow = createProgramFollower({ scheduler: systemScheduler, env: { ...process.env } })

/** Follows a script, with a list of its lines. */
async function following(name: string, script: string, args: readonly string[] = []) {
  const file = path.join(folder, name)
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
  const lines: string[] = []
  const onEnd = vi.fn()
  const program = await follow(file, args, { onLine: (line) => void lines.push(line), onEnd })
  return { lines, onEnd, program }
}

describe.skipIf(process.platform === 'win32')('a program that is followed', () => {
  test('tells its lines as they come, every argument as it is, and its end once', async () => {
    const { lines, onEnd } = await following('lines', 'printf "\\357\\273\\277%s\\r\\n\\n" "$1"; echo end', [
      '$HOME *',
    ])
    await vi.waitFor(() => expect(lines).toEqual(['$HOME *', 'end']))
    await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce())
  })

  test('tells its standard error where that is asked for, its last line without an end, and then its exit code', async () => {
    const said: string[] = []
    const file = path.join(folder, 'both')
    writeFileSync(file, '#!/bin/sh\necho problem >&2; printf "one\\ntwo"; exit 7\n')
    chmodSync(file, 0o755)
    const tell = (line: string) => void said.push(line)
    await follow(file, [], { onLine: tell, onErrorLine: tell, onEnd: (code) => tell(`ended ${code}`) })
    await vi.waitFor(() => expect(said).toHaveLength(4))
    expect([...said].sort()).toEqual(['ended 7', 'one', 'problem', 'two'])
    expect(said.at(-1)).toBe('ended 7')
  })

  test('whose pipe somebody else keeps open has ended all the same', async () => {
    const { onEnd, lines } = await following('leaves', 'echo $$; sleep 20 & exit 0')
    await vi.waitFor(() => expect(onEnd).toHaveBeenCalledExactlyOnceWith(0))
    expect(lines).toHaveLength(1)
  })

  test('ends when it is asked to, and that is no end of its own', async () => {
    const { lines, onEnd, program } = await following('stays', 'echo $$; exec sleep 600')
    await vi.waitFor(() => expect(lines).toHaveLength(1))
    program.end()
    program.end()
    await vi.waitFor(() => expect(() => process.kill(Number(lines[0]), 0)).toThrow(/ESRCH/))
    expect(onEnd).not.toHaveBeenCalled()
  })

  test.each([
    ['too many lines', 'while :; do echo 0123456789; done'],
    ['a line without end', 'while :; do printf 0123456789; done'],
  ])('that writes %s is ended', async (name, script) => {
    const { lines, onEnd } = await following(name.replaceAll(' ', '-'), script)
    await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce())
    expect(lines.length).toBeLessThanOrEqual(100)
  })

  test('that is missing says so', async () => {
    const nothing = { onLine: () => {}, onEnd: () => {} }
    await expect(follow('no-such-program-here', [], nothing)).rejects.toMatchObject({ reason: 'missing' })
  })
})
