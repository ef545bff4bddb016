import path from 'node:path'
import type { Invocation } from '../../config/deployment.ts'
import { CommandFailure } from '../../platform/command-runner.ts'
import type { HostSystem } from '../../platform/host-system.ts'
import { attempted, onlyOnWindows } from '../win32/attempted.ts'
import { windowsProgram } from '../win32/windows-programs.ts'

const WHAT = 'Quick Assist'

/**
 * Opens the configured program for remote assistance, else Quick Assist, from the system or from the store.
 * Throws `HostFailure`: `unsupported` where there is none (spec 1 §3).
 */
export function openRemoteAssist(
  configured: Invocation | undefined,
  { platform, env, launch }: Pick<HostSystem, 'platform' | 'env' | 'launch'>,
): Promise<void> {
  return attempted(configured ? 'The remote assistance' : WHAT, async () => {
    if (configured) {
      await launch(configured.program, configured.args)
      return
    }
    onlyOnWindows(platform, WHAT)
    try {
      await launch(windowsProgram(env, 'quickassist.exe'), [])
    } catch (error) {
      if (!(error instanceof CommandFailure) || error.reason !== 'missing') throw error
      const apps = path.win32.join(env.LOCALAPPDATA ?? '', 'Microsoft', 'WindowsApps')
      await launch(path.win32.join(apps, 'quickassist.exe'), [])
    }
  })
}
