import * as z from 'zod/mini'
import type { OSHotfixes } from '#shared/host/safety-checks.ts'
import type { RunCommand } from '../../platform/command-runner.ts'
import { HostFailure } from '../host-failure.ts'
import { parseJsonList, powerShell, powerShellArguments } from '../win32/windows-programs.ts'
import { checked } from './checked.ts'

/** Long, since the Windows service behind Get-HotFix may have to start. */
export const HOTFIX_LIMIT_MS = 30_000

export interface HotfixSources {
  /** As `process.platform` names it. */
  readonly platform: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly run: RunCommand
}

// We choose the date's form, since PowerShell's own depends on language and calendar.
const DAY = "if($_.InstalledOn){$_.InstalledOn.ToString('yyyy-MM-dd',[cultureinfo]::InvariantCulture)}"
const SCRIPT = `Get-HotFix | Select-Object HotFixID,@{n='InstalledOn';e={${DAY}}} | ConvertTo-Json -Compress`

/** The updates that Windows has installed (spec 1 §3). Throws `HostFailure`: `unsupported` off Windows. */
export function readHotfixes({ platform, env, run }: HotfixSources): Promise<OSHotfixes> {
  return checked('The security updates', async () => {
    if (platform !== 'win32') {
      throw new HostFailure('unsupported', 'Security updates are checked on Windows only.')
    }
    const limits = { timeLimitMs: HOTFIX_LIMIT_MS, outputLimitBytes: 1024 * 1024 }
    const installed = parseHotfixes(await run(powerShell(env), powerShellArguments(SCRIPT), limits))
    if (installed.length === 0) throw new HostFailure('failed', 'Windows listed no security updates.')
    return { installed }
  })
}

const day = z.iso.date()
const printed = z.array(z.object({ HotFixID: z.string(), InstalledOn: z.nullable(z.string()) }))

/** Reads the script's output. Throws where it is something else. An invalid day counts as missing. */
export function parseHotfixes(output: string): OSHotfixes['installed'] {
  return z.parse(printed, parseJsonList(output)).map(({ HotFixID, InstalledOn }) => ({
    id: HotFixID,
    installedOn: z.safeParse(day, InstalledOn).data ?? null,
  }))
}
