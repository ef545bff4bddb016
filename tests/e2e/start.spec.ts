import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../scripts/lib/paths.ts'
import { freePort, probePort } from '../../scripts/lib/ports.ts'
import { expect, test } from './support/fixtures.ts'
import { seedFolder } from './support/seed-folder.ts'

test.skip(process.platform !== 'linux', 'the processes are read from /proc')

let data = ''
const started: Start[] = []

test.beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'fieldwork-npm-start-'))
})
test.afterEach(() => {
  for (const { child } of started.splice(0))
    if (child.pid && child.exitCode === null) killGroup(child.pid, 'SIGKILL')
  rmSync(data, { recursive: true, force: true })
})

interface Start {
  readonly child: ChildProcess
  readonly output: () => string
  readonly ended: Promise<number | null>
}

/** Runs `npm start` as a terminal would, in a process group of its own. */
function npmStart(...args: string[]): Start {
  const child = spawn('npm', ['start', '--', '--no-open', ...args], {
    cwd: ROOT,
    detached: true,
    env: { ...process.env, FIELDWORK_DATA: data },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const start = { child, output: () => text, ended }
  started.push(start)
  return start
}

function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // The group has ended already.
  }
}

async function addressOf(start: Start): Promise<string> {
  await expect
    .poll(() => /Fieldwork runs at (\S+)[\s\S]*Ctrl\+C/.exec(start.output())?.[1], { timeout: 40_000 })
    .toBeTruthy()
  return /Fieldwork runs at (\S+)/.exec(start.output())?.[1] ?? ''
}

/** Processes that work on this test's data, by their command lines. */
function processesOnData(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && existsSync(`/proc/${name}/cmdline`))
    .flatMap((name) => {
      try {
        const line = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return line.includes(data) ? [`${name} ${line}`] : []
      } catch {
        return []
      }
    })
}

async function expectNothingLeft(url: string): Promise<void> {
  await expect.poll(processesOnData).toEqual([])
  const port = Number(new URL(url).port)
  expect(await probePort(port)).toEqual({ free: true, port })
}

test('npm start serves the application and says who can sign in; Ctrl+C ends all of it; the next start keeps address and data', async () => {
  const first = npmStart()
  const url = await addressOf(first)
  expect(await (await fetch(url)).text()).toContain('<div id="root">')
  for (const role of ['interviewer', 'supervisor', 'agency', 'admin'])
    expect(first.output().toLowerCase()).toContain(role)

  killGroup(first.child.pid ?? 0, 'SIGINT')
  await first.ended
  expect(first.output()).toContain('Stopping …')
  expect(first.output()).not.toContain('npm error')
  await expectNothingLeft(url)
  const madeAt = databaseMadeAt()

  const second = npmStart()
  expect(await addressOf(second)).toBe(url)
  expect(databaseMadeAt()).toBe(madeAt)
  killGroup(second.child.pid ?? 0, 'SIGTERM')
  await second.ended
  await expectNothingLeft(url)
})

function databaseMadeAt(): number {
  return statSync(join(data, 'server/fieldwork.db')).birthtimeMs
}

/** A process's parent. */
function parentOf(pid: number): number {
  return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}

function serverPid(): number {
  return Number(processesOnData()[0]?.split(' ')[0])
}

test.describe('on data that are there', () => {
  test.beforeEach(() => cpSync(seedFolder.read(), join(data, 'server'), { recursive: true }))

  const oneOfThem: [who: string, signal: NodeJS.Signals, pid: (start: Start) => number][] = [
    ['npm alone is told to stop', 'SIGTERM', ({ child }) => child.pid ?? 0],
    ['npm alone is interrupted', 'SIGINT', ({ child }) => child.pid ?? 0],
    ['npm alone is killed outright', 'SIGKILL', ({ child }) => child.pid ?? 0],
    ['the set-up step is killed outright', 'SIGKILL', () => parentOf(parentOf(serverPid()))],
    ['the script is killed outright', 'SIGKILL', () => parentOf(serverPid())],
  ]

  for (const [who, signal, pid] of oneOfThem) {
    test(`${who}: no process stays behind`, async () => {
      const start = npmStart()
      const url = await addressOf(start)
      process.kill(pid(start), signal)
      await start.ended
      await expectNothingLeft(url)
    })
  }

  test('a second start on the same data names the address of the first', async () => {
    const first = npmStart()
    const url = await addressOf(first)
    const second = npmStart()
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain(`already runs on this data at ${url}`)
    killGroup(first.child.pid ?? 0, 'SIGINT')
    await first.ended
  })

  test('a busy port and a wrong option have one clear line', async () => {
    const port = await freePort()
    const holder = createServer()
    await new Promise<void>((resolve) => holder.listen(port, '127.0.0.1', resolve))
    const busy = npmStart('--port', String(port))
    expect(await busy.ended).toBe(1)
    expect(busy.output()).toContain(`Port ${port} is in use by another program.`)
    holder.close()

    const wrong = npmStart('--prot', '1')
    expect(await wrong.ended).toBe(1)
    expect(wrong.output()).toContain('--prot')
    expect(wrong.output()).not.toContain('    at ')
  })

  test('a server that crashes is reported with the end of its log', async () => {
    const start = npmStart()
    await addressOf(start)
    const [server = ''] = processesOnData()
    process.kill(Number(server.split(' ')[0]), 'SIGKILL')
    expect(await start.ended).toBe(1)
    expect(start.output()).toContain('The server ended unexpectedly (SIGKILL). The end of ')
  })

  test('--reset begins afresh', async () => {
    const first = npmStart()
    const url = await addressOf(first)
    killGroup(first.child.pid ?? 0, 'SIGINT')
    await first.ended
    const madeAt = databaseMadeAt()
    const again = npmStart('--reset')
    expect(await addressOf(again)).toBe(url)
    expect(databaseMadeAt()).toBeGreaterThan(madeAt)
    killGroup(again.child.pid ?? 0, 'SIGINT')
    await again.ended
  })
})
