import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type ElectronApplication, _electron as electron, type Page } from 'playwright-core'
import { ROOT } from './app-folder.ts'
import type { Binary } from './electron-binary.ts'

/** A running desktop client. */
export interface Desktop {
  readonly app: ElectronApplication
  readonly window: Page
  readonly userData: string
  /** Quits it and waits until it has gone. */
  close(): Promise<void>
}

export interface LaunchOptions {
  /** Address of the server; one that nobody listens at where none is given. */
  readonly server?: string
  /** Folder of the client; the one with the fixture page where none is given. */
  readonly appFolder?: string
  /** Folder of a former start's data; a fresh one where none is given. */
  readonly userData?: string
  /** What the client is to take for this machine's id; the machine's own where none is given. */
  readonly deviceID?: string
  /** Added to its environment. */
  readonly env?: Readonly<Record<string, string>>
}

/** Starts clients, and ends those that are left. */
export interface Launcher {
  launch(options?: LaunchOptions): Promise<Desktop>
  /** Ends them, removes their data, and gives what brought a main process down; '' for nothing. */
  end(): Promise<string>
}

export const REPORTS = path.join(ROOT, 'reports/desktop')
const NOBODY = 'http://127.0.0.1:9'

const OUTSIDE = new Set([
  'FIELDWORK_SERVER',
  'FIELDWORK_DEVICE_ID',
  'FIELDWORK_STANDIN_PROGRAMS',
  'FIELDWORK_DEPLOYMENT_KEY',
])

/** The environment of a client: this Node first on the path, and no server, device or proxy from outside. */
export function clientEnvironment(crashLog: string): Record<string, string> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && !OUTSIDE.has(entry[0]) && !/_proxy$/i.test(entry[0]),
    ),
  )
  const nodeFolder = path.dirname(process.execPath)
  return { ...env, PATH: `${nodeFolder}${path.delimiter}${env.PATH ?? ''}`, STANDIN_CRASH_LOG: crashLog }
}

/** A machine that builds and tests may be below what the product supports. */
export async function takeNoteOfDevice(window: Page): Promise<void> {
  await window.addLocatorHandler(window.getByRole('dialog', { name: 'Unsupported device' }), (dialog) =>
    dialog.getByRole('button', { name: 'Continue anyway' }).click(),
  )
}

interface LauncherParts {
  readonly binary: Binary
  /** Folder of the client with the fixture page. */
  readonly fixtureApp: string
  /** What the logs are called after. */
  readonly name: string
}

/** @param parts see there; logs of a former launcher of that name are removed */
export function createLauncher({ binary, fixtureApp, name: title }: LauncherParts): Launcher {
  mkdirSync(REPORTS, { recursive: true })
  const name = path.join(REPORTS, title.replace(/[^\w]+/g, '-').slice(0, 120))
  const crashLog = `${name}.crash.log`
  for (const left of [crashLog, `${name}.log`]) rmSync(left, { force: true })
  const running = new Set<Desktop>()
  const folders: string[] = []

  async function launch(options: LaunchOptions = {}): Promise<Desktop> {
    const userData = options.userData ?? mkdtempSync(path.join(os.tmpdir(), 'fieldwork-data-'))
    folders.push(userData)
    const app = await electron.launch({
      ...(binary.real ? {} : { executablePath: binary.file }),
      args: [
        options.appFolder ?? fixtureApp,
        `--user-data-dir=${userData}`,
        `--server=${options.server ?? NOBODY}`,
        ...(options.deviceID === undefined ? [] : [`--device-id=${options.deviceID}`]),
      ],
      env: { ...clientEnvironment(crashLog), ...options.env },
      timeout: 20_000,
    })
    app.process().stderr?.on('data', (data) => appendFileSync(`${name}.log`, data))
    const desktop: Desktop = {
      app,
      userData,
      window: await app.firstWindow(),
      async close() {
        if (running.delete(desktop)) await app.close()
      },
    }
    running.add(desktop)
    app.on('close', () => running.delete(desktop))
    await desktop.window.waitForURL(/fieldwork/)
    await takeNoteOfDevice(desktop.window)
    return desktop
  }

  return {
    launch,
    async end() {
      for (const desktop of running) await desktop.close()
      for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
      return existsSync(crashLog) ? readFileSync(crashLog, 'utf8') : ''
    },
  }
}
