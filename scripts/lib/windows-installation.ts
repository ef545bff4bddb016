import { existsSync } from 'node:fs'
import { APP_SCHEME } from '#shared/domain/app-link.ts'
import { isOpenToPeople } from '../../electron/config/file-protection.ts'
import { machineFile } from '../../electron/config/machine-folder.ts'
import type { HostSystem } from '../../electron/platform/host-system.ts'
import { checkSignature } from '../../electron/services/updates/authenticode.ts'
import { windowsProgram } from '../../electron/services/win32/windows-programs.ts'

const LIMITS = { timeLimitMs: 10_000, outputLimitBytes: 256 * 1024 }
const RUN_KEY = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run'

type System = Pick<HostSystem, 'platform' | 'env' | 'run' | 'windows'>

/** The program in a line of the registry such as `(Default) REG_SZ "C:\…\Fieldwork.exe" "%1"`; null for none. */
export function programIn(output: string): string | null {
  return /REG_SZ\s+"?([A-Za-z]:\\[^"\r\n]*?\.exe)"?/i.exec(output)?.[1] ?? null
}

/** The program that links of the client's scheme open. @throws where none is registered */
async function installedProgram({ env, run }: System): Promise<string> {
  const key = `HKCU\\Software\\Classes\\${APP_SCHEME}\\shell\\open\\command`
  const keys = [key, key.replace('HKCU', 'HKLM')]
  for (const one of keys) {
    const output = await run(windowsProgram(env, 'reg.exe'), ['query', one, '/ve'], LIMITS).catch(() => '')
    const program = programIn(output)
    if (program !== null) return program
  }
  throw new Error(`no program is registered for ${APP_SCHEME}: links; install the client first`)
}

/** What an installation has left on this machine, by name. */
export function installationChecks(
  system: System,
  publishers: readonly string[],
): Record<string, () => Promise<string>> {
  return {
    'links of the client’s scheme open it': () => installedProgram(system),
    'the installed client is signed by your company': async () => {
      if (publishers.length === 0) throw new Error('name your company in FIELDWORK_PUBLISHER')
      await checkSignature(await installedProgram(system), publishers, system)
      return publishers.join(', ')
    },
    'the client starts with Windows': async () => {
      const output = await system.run(windowsProgram(system.env, 'reg.exe'), ['query', RUN_KEY], LIMITS)
      const line = output.split(/\r?\n/).find((one) => /fieldwork/i.test(one))
      if (line === undefined) throw new Error('no entry of it; start it once, and look at startWithSystem')
      return line.trim()
    },
    'people can’t change what an administrator configured': async () => {
      const files = ['policy.json', 'deployment.json'].map((name) =>
        machineFile(system.platform, system.env, name),
      )
      const there = files.filter((file) => existsSync(file))
      const open = there.filter((file) => isOpenToPeople(file, system.platform))
      if (open.length > 0) throw new Error(`you can write ${open.join(' and ')}; run this without elevation`)
      return there.length === 0 ? 'no such files on this machine' : there.join(', ')
    },
  }
}
