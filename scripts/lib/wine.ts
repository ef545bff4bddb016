import { spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { NATIVE_FILE, NATIVE_PACKAGE } from '../../build/native-package.ts'
import { inRoot } from './paths.ts'
import { makeSetups } from './wine-setups.ts'

/** Wine's Node 24 stops in its start; this one runs. */
export const WINDOWS_NODE_VERSION = '22.21.0'

/** What the checks need, for which nothing is installed. */
export const WINE_FOLDER = '.data/wine'
const CHECKS = 'tests/wine/main.ts'
const LIMIT_MS = 300_000
const PREPARING_LIMIT_MS = 120_000

interface WineParts {
  readonly wine: string
  readonly node: string
  readonly koffi: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** Where the parts are; a name for each that is missing. */
export function findWine(
  env: Environment,
  exists: (file: string) => boolean = existsSync,
): { readonly found: WineParts | null; readonly missing: string[] } {
  const first = (...files: (string | undefined)[]) => files.find((file) => file && exists(file))
  // The wrapper `wine` speaks of a missing 32-bit Wine; the program itself is in here.
  const wine = first(
    env.FIELDWORK_WINE,
    '/usr/lib/wine/wine64',
    '/usr/bin/wine64',
    '/opt/wine-stable/bin/wine64',
  )
  const node = first(env.FIELDWORK_WINDOWS_NODE, inRoot(WINE_FOLDER, 'node.exe'))
  const koffi = first(
    env.FIELDWORK_KOFFI,
    inRoot(WINE_FOLDER, 'koffi.node'),
    inRoot('node_modules', NATIVE_PACKAGE, NATIVE_FILE),
  )
  const missing = [
    ...(wine ? [] : ['Wine for 64-bit programs']),
    ...(node ? [] : [`Windows' Node ${WINDOWS_NODE_VERSION}`]),
    ...(koffi ? [] : ["koffi's module for Windows"]),
  ]
  return { found: wine && node && koffi ? { wine, node, koffi } : null, missing }
}

/** A path as programs under Wine know it. */
export const winePath = (file: string) => `Z:${file.replaceAll('/', '\\')}`

interface Running {
  readonly isRequired: boolean
  readonly say: (line: string) => void
}

/** @returns the exit code */
export async function runWineChecks({ isRequired, say }: Running): Promise<number> {
  const reports = inRoot('reports')
  mkdirSync(reports, { recursive: true })
  const log = path.join(reports, 'wine.log')
  if (process.platform === 'win32') {
    const koffi = inRoot('node_modules', NATIVE_PACKAGE, NATIVE_FILE)
    return report(await run(process.execPath, [inRoot(CHECKS), koffi], process.env, log, LIMIT_MS), log, say)
  }
  const { found, missing } = findWine(process.env)
  if (!found) {
    say(`The checks on Windows' interface did not run: ${missing.join(', ')} not found (docs/desktop.md).`)
    return isRequired ? 2 : 0
  }
  const env = wineEnvironment()
  const prepared = path.join(env.WINEPREFIX, 'prepared')
  if (!existsSync(prepared)) {
    mkdirSync(env.WINEPREFIX, { recursive: true })
    // Without a display windows are drawn nowhere, and are there all the same.
    const noDisplay = ['add', 'HKCU\\Software\\Wine\\Drivers', '/v', 'Graphics', '/d', 'null', '/f']
    for (const args of [
      ['wineboot', '-i'],
      ['reg', ...noDisplay],
      ['winecfg', '-v', 'win10'],
      ['wineboot', '-k'],
    ]) {
      await run(found.wine, args, env, log, PREPARING_LIMIT_MS)
    }
    writeFileSync(prepared, '')
  }
  const setups = makeSetups(path.join(reports, 'setups'), process.env, say)
  const args = [winePath(found.node), winePath(inRoot(CHECKS)), winePath(found.koffi)]
  if (setups !== null) args.push(winePath(setups))
  return report(await run(found.wine, args, env, log, LIMIT_MS), log, say)
}

/** A prefix of its own: nothing of the person's Wine is touched, and there is no display. */
function wineEnvironment() {
  return {
    ...process.env,
    WINEPREFIX: inRoot(WINE_FOLDER, 'prefix'),
    WINEARCH: 'win64',
    WINEDEBUG: '-all',
    // The installer's checks put a program of their own in the place of icacls, which does nothing in Wine.
    WINEDLLOVERRIDES: 'mscoree,mshtml=;icacls.exe=n,b',
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

/** Says how many checks passed, or what failed. The count is that of Node's test runner. */
function report(code: number | null, log: string, say: (line: string) => void): number {
  const text = readFileSync(log, 'utf8')
  const count = (what: string) => Number(new RegExp(`^\\S+ ${what} (\\d+)`, 'm').exec(text)?.[1] ?? 0)
  const [passed, failed, skipped] = [count('pass'), count('fail'), count('skipped')]
  // A Wine that breaks off says nothing of failures.
  const ok = code === 0 && failed === 0 && passed > 0
  const rest = skipped > 0 ? `, ${skipped} skipped` : ''
  if (!ok) say(text.slice(-8_000))
  for (const [, line = ''] of text.matchAll(/^# measured: (.*)$/gm)) say(line)
  const outcome = code === null ? `, and it was ended after ${LIMIT_MS / 1000} s` : ''
  say(
    `Windows' interface: ${passed} checks passed, ${failed} failed${rest}${outcome} (${path.relative(inRoot(), log)}).`,
  )
  return ok ? 0 : 1
}
