import { spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { NATIVE_FILE, NATIVE_PACKAGE } from '../../build/native-package.ts'
import { BUILD_TASKS, BuildError, build } from './build-tasks.ts'
import { inRoot } from './paths.ts'
import {
  fetchedPath,
  fetchPart,
  INSTALLER_TEMPLATE,
  WINDOWS_NODE,
  WrongPart,
  windowsKoffi,
} from './wine-parts.ts'
import { makeSetups } from './wine-setups.ts'

/** What the checks need, for which nothing is installed. */
const WINE_FOLDER = '.data/wine'
const CHECKS = 'tests/wine'
/** Files of checks that run one after another: they set, and look at, what the machine has once. Others run beside. */
const ON_THE_MACHINE = ['machine', 'bundles', 'installer']
/** It takes as long as these together. */
const LONG = ['processes']
const LIMIT_MS = 900_000
const PREPARING_LIMIT_MS = 300_000

type Environment = Readonly<Record<string, string | undefined>>
type Exists = (file: string) => boolean

/** Where Wine and the three parts are; undefined for each that is missing. */
export function findWine(env: Environment, exists: Exists = existsSync) {
  const first = (...files: (string | undefined)[]) => files.find((file) => file && exists(file))
  return {
    // The wrapper `wine` speaks of a missing 32-bit Wine; the program itself is in here.
    wine: first(env.FIELDWORK_WINE, '/usr/lib/wine/wine64', '/usr/bin/wine64', '/opt/wine-stable/bin/wine64'),
    node: first(env.FIELDWORK_WINDOWS_NODE, inRoot(WINE_FOLDER, 'node.exe'), fetchedPath(WINDOWS_NODE)),
    koffi: first(
      env.FIELDWORK_KOFFI,
      inRoot(WINE_FOLDER, 'koffi.node'),
      inRoot('node_modules', NATIVE_PACKAGE, NATIVE_FILE),
      fetchedPath(windowsKoffi()),
    ),
    template: first(
      env.FIELDWORK_INSTALLER_TEMPLATE,
      inRoot('build/node_modules', INSTALLER_TEMPLATE.package, INSTALLER_TEMPLATE.file),
      fetchedPath(INSTALLER_TEMPLATE),
    ),
  }
}

/** A path as programs under Wine know it. */
export const winePath = (file: string) => `Z:${file.replaceAll('/', '\\')}`

interface Running {
  /** Without what it needs, it fails. */
  readonly isRequired: boolean
  /** What is missing is fetched by npm, where there is Wine. */
  readonly fetches: boolean
  readonly say: (line: string) => void
}

/** @returns the exit code */
export async function runWineChecks({ isRequired, fetches, say }: Running): Promise<number> {
  const onWindows = process.platform === 'win32'
  const { wine, ...there } = findWine(process.env)
  let { node, koffi, template } = there
  const skip = (why: string) => {
    say(`The checks on Windows' interface did not run: ${why} (docs/desktop.md).`)
    return isRequired ? 2 : 0
  }
  if (onWindows) node = process.execPath
  else if (!wine) return skip('Wine for 64-bit programs not found')
  if (fetches && !onWindows) {
    try {
      node ??= await fetchPart(WINDOWS_NODE)
      koffi ??= await fetchPart(windowsKoffi())
      template ??= await fetchPart(INSTALLER_TEMPLATE)
    } catch (error) {
      const { message } = error as Error
      if (!(error instanceof WrongPart)) return skip(message)
      say(message)
      return 1
    }
  }
  if (!node) return skip(`Windows' Node ${WINDOWS_NODE.version} not found`)
  if (!koffi) return skip("koffi's module for Windows not found")
  try {
    await build(
      say,
      BUILD_TASKS.filter(({ name }) => name === 'desktop'),
    )
  } catch (error) {
    if (!(error instanceof BuildError)) throw error
    say(error.message)
    return 1
  }
  if (!wine || onWindows) return runChecks((script) => [node, inRoot(script), koffi], process.env, say)
  const env = wineEnvironment()
  await preparePrefix(wine, env)
  const folder = inRoot('reports/setups')
  const runSetup = (program: string) =>
    run(wine, [winePath(program), '/S'], env, `${folder}/made.log`, PREPARING_LIMIT_MS)
  const setups = await makeSetups({
    folder,
    env: process.env,
    template,
    say,
    run: runSetup,
    windowsPath: winePath,
  })
  const more = [koffi, ...(setups === null ? [] : [setups])].map(winePath)
  return runChecks((script) => [wine, winePath(node), winePath(inRoot(script)), ...more], env, say)
}

async function preparePrefix(wine: string, env: ReturnType<typeof wineEnvironment>): Promise<void> {
  const prepared = path.join(env.WINEPREFIX, 'prepared')
  if (existsSync(prepared)) return
  mkdirSync(env.WINEPREFIX, { recursive: true })
  const log = path.join(env.WINEPREFIX, 'prepared.log')
  // Without a display windows are drawn nowhere, and are there all the same.
  const noDisplay = ['add', 'HKCU\\Software\\Wine\\Drivers', '/v', 'Graphics', '/d', 'null', '/f']
  for (const args of [
    ['wineboot', '-i'],
    ['reg', ...noDisplay],
    ['winecfg', '-v', 'win10'],
    ['wineboot', '-k'],
  ]) {
    await run(wine, args, env, log, PREPARING_LIMIT_MS)
  }
  writeFileSync(prepared, '')
}

/**
 * Runs each file of checks in a process of its own, up to three at once.
 *
 * @param command program and arguments for a script of the checkout
 * @returns the exit code
 */
async function runChecks(
  command: (script: string) => string[],
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<number> {
  const reports = inRoot('reports/wine')
  mkdirSync(reports, { recursive: true })
  const names = readdirSync(inRoot(CHECKS)).flatMap((file) => /^(\w+)\.checks\.ts$/.exec(file)?.[1] ?? [])
  const apart = [...ON_THE_MACHINE, ...LONG]
  const lanes = [ON_THE_MACHINE, LONG, names.filter((name) => !apart.includes(name))]
  const sum = { passed: 0, failed: 0, skipped: 0 }
  const broken: string[] = []
  const inTurn = async (lane: readonly string[]) => {
    for (const name of lane) {
      const log = path.join(reports, `${name}.log`)
      const [program = '', ...args] = command(`${CHECKS}/${name}.checks.ts`)
      const code = await run(program, args, env, log, LIMIT_MS)
      const text = readFileSync(log, 'utf8')
      const count = (what: string) => Number(new RegExp(`^\\S+ ${what} (\\d+)`, 'm').exec(text)?.[1] ?? 0)
      const [passed, failed, skipped] = [count('pass'), count('fail'), count('skipped')]
      sum.passed += passed
      sum.failed += failed
      sum.skipped += skipped
      for (const [, line = ''] of text.matchAll(/^# measured: (.*)$/gm)) say(line)
      // A Wine that breaks off says nothing of failures.
      if (code === 0 && failed === 0 && passed + skipped > 0) continue
      broken.push(name)
      say(text.slice(-8_000))
      if (code === null) say(`${name} was ended after ${LIMIT_MS / 1000} s.`)
    }
  }
  await Promise.all(lanes.map(inTurn))
  const rest = sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''
  const where = broken.length > 0 ? ` in ${broken.join(', ')}` : ''
  say(
    `Windows' interface: ${sum.passed} checks passed, ${sum.failed} failed${rest}${where} (${path.relative(inRoot(), reports)}).`,
  )
  return broken.length === 0 && sum.passed > 0 ? 0 : 1
}

/** A prefix of its own: nothing of the person's Wine is touched, and there is no display. */
function wineEnvironment() {
  return {
    ...process.env,
    WINEPREFIX: inRoot(WINE_FOLDER, 'prefix'),
    WINEARCH: 'win64',
    WINEDEBUG: '-all',
    // The installer's checks put programs of their own in the places of these, which do nothing in Wine.
    WINEDLLOVERRIDES: 'mscoree,mshtml=;icacls.exe,powershell.exe,findstr.exe=n,b',
    DISPLAY: '',
    NODE_SKIP_PLATFORM_CHECK: '1',
    NODE_OPTIONS: '',
  }
}

/** Runs a program whose output goes to a file: under Wine a pipe loses it. */
function run(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  log: string,
  limitMs: number,
): Promise<number | null> {
  const output = openSync(log, 'w')
  const child = spawn(program, args, {
    env,
    stdio: ['ignore', output, output],
    timeout: limitMs,
    killSignal: 'SIGKILL',
  })
  closeSync(output)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
}
