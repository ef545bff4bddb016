/** Understands what Playwright passes to Electron, puts the stand-in in place of 'electron', and runs the app. */
import { appendFileSync, readFileSync } from 'node:fs'
import inspector from 'node:inspector'
import { createRequire, registerHooks } from 'node:module'
import path from 'node:path'
import { type Boot, setBoot } from './boot.ts'

const STAND_IN = Symbol.for('fieldwork.electron-stand-in')
const ELECTRON_VERSION = '45.4.1'

function parse(args: readonly string[]): Boot {
  const switches = new Map<string, string>()
  let appFolder: string | null = null
  for (const argument of args) {
    const match = /^--([^=]+)=?(.*)$/s.exec(argument)
    if (match) switches.set(match[1] ?? '', match[2] ?? '')
    else appFolder ??= path.resolve(argument)
  }
  if (appFolder === null) throw new Error('electron stand-in: no app given')
  const manifest = JSON.parse(
    readFileSync(path.join(appFolder, 'package.json'), 'utf8'),
  ) as Boot['package'] & {
    main: string
  }
  return {
    switches,
    appFolder,
    mainFile: path.join(appFolder, manifest.main),
    package: manifest,
    mayBeReady: switches.has('inspect') ? waitForDriver() : Promise.resolve(),
  }
}

/** Playwright calls `__playwright_run` once it is connected; until then the app isn't ready. */
function waitForDriver(): Promise<void> {
  inspector.open(0)
  return new Promise((resolve) => {
    Object.assign(globalThis, { __playwright_run: resolve })
  })
}

/** Makes `require('electron')` give the stand-in, wherever it is asked. */
function replaceElectron(standIn: object): void {
  Object.assign(globalThis, { [STAND_IN]: standIn })
  const url = 'electron-stand-in:electron'
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'electron' || specifier === 'electron/main'
        ? { url, format: 'commonjs', shortCircuit: true }
        : next(specifier, context),
    load: (address, context, next) =>
      address === url
        ? {
            format: 'commonjs',
            source: `module.exports = globalThis[Symbol.for('${Symbol.keyFor(STAND_IN)}')]`,
            shortCircuit: true,
          }
        : next(address, context),
  })
}

/** Keeps the reason of an unforeseen end, which the driver would otherwise swallow. */
function keepCrashes(): void {
  const log = (kind: string, error: unknown) => {
    const text = `${new Date().toISOString()} ${kind} ${error instanceof Error ? error.stack : String(error)}\n`
    process.stderr.write(`[stand-in] ${text}`)
    if (process.env.STANDIN_CRASH_LOG) appendFileSync(process.env.STANDIN_CRASH_LOG, text)
  }
  // Electron warns of these and lives.
  process.on('unhandledRejection', (error) => log('unhandled rejection', error))
  process.on('uncaughtException', (error) => {
    log('uncaught exception', error)
    process.exit(1)
  })
}

keepCrashes()
setBoot(parse(process.argv.slice(2)))
Object.defineProperty(process, 'versions', {
  value: Object.freeze({ ...process.versions, electron: ELECTRON_VERSION }),
})
Object.assign(process, { type: 'browser', defaultApp: true })
const { createElectron } = await import('./electron-module.ts')
const { electron, start, mainFile } = createElectron()
replaceElectron(electron)
process.argv = [process.argv[0] ?? 'electron', ...process.argv.slice(2)]
createRequire(mainFile)(mainFile)
start()
