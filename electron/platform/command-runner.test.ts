import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { FakeScheduler } from '../services/fake-scheduler.ts'
import { CommandFailure, createCommandEnder, createCommandRunner } from './command-runner.ts'
import { createProgramFollower } from './program-follower.ts'
import { createProgramLauncher } from './program-launcher.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'command-runner-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Puts a program of that name on the path. */
function standIn(name: string, script: string): string {
  const file = path.join(folder, name)
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
  return name
}

function runner() {
  const scheduler = new FakeScheduler()
  const env = { ...process.env, PATH: `${folder}${path.delimiter}${process.env.PATH}` }
  const run = createCommandRunner({ scheduler, env })
  return {
    scheduler,
    end: createCommandEnder({ scheduler, env }),
    run: (program: string, args: readonly string[] = [], signal?: AbortSignal) =>
      run(program, args, { timeLimitMs: 3_000, outputLimitBytes: 1_000, ...(signal && { signal }) }),
  }
}

/** A program that writes down its process id and then hangs. */
function hanging(name: string) {
  const note = path.join(folder, `${name}.pid`)
  return {
    program: standIn(name, `echo $$ > '${note}.new'; mv '${note}.new' '${note}'; exec sleep 600`),
    pid: () =>
      vi.waitFor(() => {
        expect(existsSync(note)).toBe(true)
        return Number(readFileSync(note, 'utf8'))
      }),
  }
}

const hasGone = (pid: number) => () => expect(() => process.kill(pid, 0)).toThrow(/ESRCH/)

describe.skipIf(process.platform === 'win32')('the command runner', () => {
  test('gives what a program writes, and hands every argument over as it is', async () => {
    const { run, scheduler } = runner()
    const program = standIn('say-arguments', 'for one in "$@"; do echo "<$one>"; done')
    expect(await run(program, ['a b', '$HOME; exit 7', '*', '"'])).toBe('<a b>\n<$HOME; exit 7>\n<*>\n<">\n')
    expect(scheduler.pending).toBe(0)
  })

  test('a program that waits for input is given its end', async () => {
    expect(await runner().run(standIn('read-all', 'cat; echo done'))).toBe('done\n')
  })

  test('a program is given its input and its own environment, and neither is an argument', async () => {
    const { end } = runner()
    const program = standIn('reads', 'echo "$*|$(cat)|$WORD"')
    const limits = { timeLimitMs: 3_000, outputLimitBytes: 1_000, input: 'sesame', env: { WORD: 'open' } }
    expect(await end(program, ['a'], limits)).toEqual({ exitCode: 0, output: 'a|sesame|open\n' })
  })

  test('a program that is asked for its end tells its code and what it wrote', async () => {
    const { end } = runner()
    const program = standIn('ends-with-7', 'echo why; exit 7')
    const limits = { timeLimitMs: 3_000, outputLimitBytes: 1_000 }
    expect(await end(program, [], limits)).toEqual({ exitCode: 7, output: 'why\n' })
    await expect(end('no-such-program-here', [], limits)).rejects.toMatchObject({ reason: 'missing' })
  })

  test('a program that is missing', async () => {
    await expect(runner().run('no-such-program-here')).rejects.toMatchObject({ reason: 'missing' })
  })

  test('a program that fails tells its name, and nothing of what it was given or wrote', async () => {
    const program = standIn('fails', 'echo secret; echo secret >&2; exit 3')
    const failure = await runner()
      .run(program, ['secret'])
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(CommandFailure)
    expect(failure).toMatchObject({ reason: 'failed', message: 'fails: failed' })
    expect(String((failure as Error).stack)).not.toContain('secret')
  })

  test('an argument that can’t be one is a failure that doesn’t quote it, however a program is started', async () => {
    const { run, scheduler } = runner()
    const env = process.env
    const attempts = [
      run('sh', ['planted\0secret']),
      createProgramLauncher(env)('sh', ['planted\0secret']),
      createProgramFollower({ scheduler, env })('sh', ['planted\0secret'], { onLine() {}, onEnd() {} }),
    ]
    for (const attempt of attempts) {
      await expect(attempt).rejects.toMatchObject({ name: 'CommandFailure', message: 'sh: failed' })
    }
    expect(scheduler.pending).toBe(0)
  })

  test('a file that is no program', async () => {
    writeFileSync(path.join(folder, 'plain-file'), 'words')
    await expect(runner().run(path.join(folder, 'plain-file'))).rejects.toMatchObject({ reason: 'failed' })
  })

  test.each(['', ' >&2'])('a program that writes without end%s is ended', async (where) => {
    const program = standIn(`endless${where.length}`, `while :; do echo 0123456789${where}; done`)
    await expect(runner().run(program)).rejects.toMatchObject({ reason: 'tooMuchOutput' })
  })

  test('a program that hangs is ended when its time is over', async () => {
    const { run, scheduler } = runner()
    const { program, pid } = hanging('hangs')
    const running = run(program)
    const rejected = expect(running).rejects.toMatchObject({ reason: 'timeout' })
    const id = await pid()
    await scheduler.advance(2_999)
    process.kill(id, 0)
    await scheduler.advance(1)
    await rejected
    await vi.waitFor(hasGone(id))
    expect(scheduler.pending).toBe(0)
  })

  /** A program that says why, ends with 7 and leaves another one behind, which has its output and ends at the end. */
  function leaving(name: string, script = '') {
    const [left, go, said] = ['left', 'go', 'said'].map((what) => path.join(folder, `${name}.${what}`))
    const waits = `while [ ! -e '${go}' ]; do sleep 0.01; done`
    const behind = `{ ${waits}; ${script} echo > '${said}'; exec sleep 600; }`
    const program = standIn(name, `${behind} & echo $! > '${left}'; echo why; exit 7`)
    const at = runner()
    const read = (file: string | undefined) => Number(readFileSync(file ?? '', 'utf8'))
    onTestFinished(() => void process.kill(read(left), 'SIGKILL'))
    return {
      ...at,
      program,
      pid: () => read(left),
      /** Once it has ended, there are two waits: for its time, and for what it left behind. */
      hasEnded: () => vi.waitFor(() => expect(at.scheduler.pending).toBe(2)),
      async goesOn() {
        writeFileSync(go ?? '', '')
        await vi.waitFor(() => expect(existsSync(said ?? '')).toBe(true))
      },
    }
  }

  test('a program that has ended isn’t waited for because another one that it began holds its output', async () => {
    const { program, pid, end, scheduler, hasEnded } = leaving('leaves')
    let answer: unknown
    const ending = end(program, [], { timeLimitMs: 60_000, outputLimitBytes: 1_000 }).then((it) => {
      answer = it
    })
    await hasEnded()
    await scheduler.advance(1_249)
    expect(answer).toBeUndefined()
    await scheduler.advance(1)
    await ending
    expect(answer).toEqual({ exitCode: 7, output: 'why\n' })
    // What it began is meant to go on.
    process.kill(pid(), 0)
    expect(scheduler.pending).toBe(0)
  })

  test('what comes meanwhile from the other one is waited for, too', async () => {
    const { program, end, scheduler, hasEnded, goesOn } = leaving('says-more', 'echo more;')
    const ending = end(program, [], { timeLimitMs: 60_000, outputLimitBytes: 1_000 })
    await hasEnded()
    await scheduler.advance(1_000)
    await goesOn()
    await scheduler.advance(0)
    await scheduler.advance(1_000)
    expect(scheduler.pending).toBe(2)
    await scheduler.advance(250)
    expect(await ending).toEqual({ exitCode: 7, output: 'why\nmore\n' })
  })

  test('its time is over also where only its output is still held', async () => {
    const { program, end, scheduler, hasEnded } = leaving('is-late')
    const ending = end(program, [], { timeLimitMs: 900, outputLimitBytes: 1_000 })
    const rejected = expect(ending).rejects.toMatchObject({ reason: 'timeout' })
    await hasEnded()
    await scheduler.advance(900)
    await rejected
    expect(scheduler.pending).toBe(0)
  })

  test('a program that is given up is ended, and one given up before is never started', async () => {
    const { run, scheduler } = runner()
    const { program, pid } = hanging('given-up')
    const stop = new AbortController()
    const rejected = expect(run(program, [], stop.signal)).rejects.toMatchObject({ reason: 'aborted' })
    const id = await pid()
    stop.abort()
    await rejected
    await vi.waitFor(hasGone(id))
    await expect(run('no-such-program-here', [], stop.signal)).rejects.toMatchObject({ reason: 'aborted' })
    expect(scheduler.pending).toBe(0)
  })
})
