import { type ChildProcess, spawn } from 'node:child_process'
import { ROOT } from './paths.ts'

/** Whether something can be shown: a graphical session on Linux, always elsewhere. */
export function hasDisplay(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): boolean {
  if (platform === 'win32' || platform === 'darwin')
    return env.CI === undefined && env.SSH_CONNECTION === undefined
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}

/** The command that opens an address in the default browser. */
export function browserCommand(
  url: string,
  platform: NodeJS.Platform = process.platform,
): { command: string; args: string[] } {
  if (platform === 'win32') return { command: 'rundll32', args: ['url.dll,FileProtocolHandler', url] }
  if (platform === 'darwin') return { command: 'open', args: [url] }
  return { command: 'xdg-open', args: [url] }
}

/** Opens the default browser; false where there is no command for it. */
export function openBrowser(url: string): Promise<boolean> {
  const { command, args } = browserCommand(url)
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore', detached: true })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}

/**
 * Starts the desktop client on the built application.
 *
 * @param url the server that it talks to
 */
export function openDesktop(electron: string, url: string): ChildProcess {
  // Chromium refuses its sandbox to root, which only happens in development.
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0
  return spawn(electron, [ROOT, ...(asRoot ? ['--no-sandbox'] : [])], {
    stdio: 'ignore',
    env: { ...process.env, FIELDWORK_SERVER: url },
  })
}
