import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { showProgress } from '../setup/progress.mjs'
import { type DataDir, recall, remember } from './data-dir.ts'
import { inRoot } from './paths.ts'
import { runQuietly } from './run-quietly.ts'

const PROBE_MS = 3_000
const DOWNLOAD_MS = 5 * 60_000
const RETRY_AFTER_MS = 24 * 3_600_000
const FAILURE = 'electron-fetch-failed'

/**
 * Path of Electron's executable where it is on this machine, null otherwise. Asking the package
 * itself would download it.
 */
export function findElectron(packageDir = inRoot('node_modules/electron'), env = process.env): string | null {
  const pathFile = join(packageDir, 'path.txt')
  if (!existsSync(pathFile)) return null
  const dist = env.ELECTRON_OVERRIDE_DIST_PATH ?? join(packageDir, 'dist')
  const path = join(dist, readFileSync(pathFile, 'utf8').trim())
  return existsSync(path) ? path : null
}

/** Whether the last failure is too fresh to try again. */
export function failedLately(failedAt: number | null, now: number): boolean {
  return failedAt !== null && failedAt <= now && now - failedAt < RETRY_AFTER_MS
}

/** Where the binary would come from: host and port to knock at; null behind a proxy, where knocking proves nothing. */
export function downloadHost(env: NodeJS.ProcessEnv): { host: string; port: number } | null {
  const proxied = ['HTTPS_PROXY', 'https_proxy', 'npm_config_https_proxy', 'npm_config_proxy'].some(
    (name) => env[name],
  )
  if (proxied) return null
  const mirror = env.ELECTRON_MIRROR ?? env.npm_config_electron_mirror ?? 'https://github.com/'
  if (!URL.canParse(mirror)) return null
  const url = new URL(mirror)
  return { host: url.hostname, port: Number(url.port) || (url.protocol === 'http:' ? 80 : 443) }
}

function canConnect(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: PROBE_MS })
    // The name look-up isn't covered by the socket's own time limit.
    const limit = setTimeout(() => answer(false), PROBE_MS)
    const answer = (reached: boolean) => {
      clearTimeout(limit)
      socket.destroy()
      resolve(reached)
    }
    socket.once('connect', () => answer(true))
    socket.once('timeout', () => answer(false))
    socket.once('error', () => answer(false))
  })
}

/**
 * Electron's executable, fetched if it isn't here. A failure is remembered for a day, so that the
 * next start doesn't wait for it again.
 *
 * @returns its path, or null with the reason told through `say`
 */
export async function obtainElectron(
  dir: DataDir,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<string | null> {
  const present = findElectron()
  if (present) return present
  const failedAt = recall(dir, FAILURE, (value) => (typeof value === 'number' ? value : null))
  if (failedLately(failedAt, Date.now())) return null
  const fetched = await fetchElectron(signal)
  if (fetched || signal.aborted) return fetched
  remember(dir, FAILURE, Date.now())
  say('The desktop runtime (Electron) could not be fetched; using the browser. The next try is in a day.')
  return null
}

async function fetchElectron(signal: AbortSignal): Promise<string | null> {
  const source = downloadHost(process.env)
  const endProgress = showProgress(() => 'Fetching the desktop runtime (Electron)')
  try {
    if (source && !(await canConnect(source.host, source.port))) return null
    const script = inRoot('node_modules/electron/install.js')
    const run = await runQuietly([script], { timeoutMs: DOWNLOAD_MS, signal })
    return run.ok ? findElectron(dirname(script)) : null
  } finally {
    endProgress()
  }
}
