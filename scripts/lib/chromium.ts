import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { showProgress } from '../setup/progress.mjs'
import { runQuietly } from './run-quietly.ts'

const LINUX_NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
]
const MAC_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
]
const WINDOWS_PLACES = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe']
/** Chromium without its own windows: Debian's start script stays in between, and outlives a kill. */
const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell'
const FONTS = 'fonts-liberation'

export interface Machine {
  readonly platform: NodeJS.Platform
  readonly env: NodeJS.ProcessEnv
  readonly exists: (path: string) => boolean
}

const thisMachine: Machine = { platform: process.platform, env: process.env, exists: existsSync }

/** Where a Chromium may be, best first. */
export function chromiumPlaces({ platform, env }: Pick<Machine, 'platform' | 'env'>): string[] {
  if (platform === 'win32') {
    const roots = [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA].filter(
      (root) => root !== undefined,
    )
    return WINDOWS_PLACES.flatMap((place) => roots.map((root) => `${root}\\${place}`))
  }
  if (platform === 'darwin') return MAC_PATHS
  const folders = [
    '/usr/bin',
    ...(env.PATH ?? '').split(delimiter).filter((folder) => folder.startsWith('/')),
  ]
  return LINUX_NAMES.flatMap((name) => [...new Set(folders)].map((folder) => join(folder, name)))
}

/**
 * A Chromium on this machine: what CHROMIUM_PATH names, else the usual places; null where there is none.
 *
 * @throws Error where CHROMIUM_PATH names nothing, rather than take another one silently
 */
export function findChromium(machine: Machine = thisMachine): string | null {
  const named = machine.env.CHROMIUM_PATH
  if (named) {
    if (machine.exists(named)) return named
    throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`)
  }
  return chromiumPlaces(machine).find((path) => machine.exists(path)) ?? null
}

/**
 * The Chromium that tests run in: what CHROMIUM_PATH names, else Debian's headless shell, which draws the
 * same pages for a tenth less of the processor, else the one that people use.
 *
 * @throws Error where CHROMIUM_PATH names nothing
 */
export function findTestBrowser(machine: Machine = thisMachine): string | null {
  const hasShell = !machine.env.CHROMIUM_PATH && machine.exists(HEADLESS_SHELL)
  return hasShell ? HEADLESS_SHELL : findChromium(machine)
}

/** Chromium's arguments for tests: root has no sandbox, small machines have a small /dev/shm. */
export function chromiumArgs(): string[] {
  const asRoot = process.getuid?.() === 0
  return [
    ...(asRoot ? ['--no-sandbox'] : []),
    '--disable-dev-shm-usage',
    '--disable-background-timer-throttling',
    '--disable-backgrounding-occluded-windows',
    '--disable-renderer-backgrounding',
    '--force-color-profile=srgb',
  ]
}

/** The command that may install packages here without asking a person; null where there is none. */
async function aptCommand(): Promise<readonly string[] | null> {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return null
  if (process.getuid?.() === 0) return ['apt-get']
  const sudo = await runQuietly(['-n', 'true'], { command: 'sudo' })
  return sudo.ok ? ['sudo', '-n', 'apt-get'] : null
}

/**
 * A Chromium, installed through apt where it is missing and may be.
 *
 * @throws Error with one line that says what is missing
 */
async function requireChromium(say: (line: string) => void): Promise<string> {
  return findChromium() ?? (await install('chromium', findChromium, say))
}

/**
 * The browser of `findTestBrowser`, installed through apt where it is missing and may be. In CI that
 * holds for the headless shell, too; where it can't be had, the Chromium that people use takes its place.
 *
 * @throws Error with one line that says what is missing
 */
export async function requireTestBrowser(say: (line: string) => void): Promise<string> {
  const present = findTestBrowser()
  const isWanted = !present?.startsWith('/usr/bin/') || !process.env.CI || process.env.CHROMIUM_PATH
  if (present && isWanted) return present
  try {
    return await install('chromium-headless-shell', () => named(HEADLESS_SHELL), say)
  } catch {
    return present ?? requireChromium(say)
  }
}

const named = (path: string): string | null => (existsSync(path) ? path : null)

async function install(
  name: string,
  find: () => string | null,
  say: (line: string) => void,
): Promise<string> {
  const apt = await aptCommand()
  if (!apt) {
    throw new Error(
      'Chromium is missing, which the browser tests need: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
    )
  }
  say(`Installing ${name} through apt, for the browser tests …`)
  const problem = await aptInstall(apt, name)
  const installed = find()
  if (installed) return installed
  throw new Error(`Chromium is missing, and apt-get could not install it: ${problem}`)
}

async function aptInstall(apt: readonly string[], name: string): Promise<string> {
  const [command = 'apt-get', ...first] = apt
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const endProgress = showProgress(() => 'Installing Chromium')
  try {
    const update = await runQuietly([...first, 'update'], { command, env })
    const args = [...first, 'install', '-y', '--no-install-recommends', name, FONTS]
    const install = await runQuietly(args, { command, env })
    const lines = `${update.output}\n${install.output}`.trim().split('\n')
    return lines.filter((line) => line.startsWith('E:')).at(-1) ?? lines.at(-1) ?? 'it said nothing'
  } finally {
    endProgress()
  }
}
