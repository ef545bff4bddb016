import type { CommandLimits, RunCommand } from '../../platform/command-runner.ts'
import type { WindowsInterface } from '../../platform/windows/windows-calls.ts'

/** Reads the system's own id of this machine. Throws where it has none, or it can't be read. */
export type ReadMachineID = () => Promise<string>

export interface MachineIDSources {
  /** As `process.platform` names it. */
  readonly platform: string
  readonly windows: Pick<WindowsInterface, 'ask'>
  readonly run: RunCommand
  /** Text of a file, or null where there is none. */
  readonly readFile: (file: string) => string | null
}

const LIMITS: CommandLimits = { timeLimitMs: 3_000, outputLimitBytes: 64 * 1024 }
const UUID = '[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}'
const LINUX_FILES = ['/etc/machine-id', '/var/lib/dbus/machine-id']

/** How this system tells its id; null for an unknown system. */
export function machineIDReader(sources: MachineIDSources): ReadMachineID | null {
  const { platform } = sources
  if (platform === 'win32') return () => sources.windows.ask('machineID', {})
  if (platform === 'darwin') return () => readMac(sources)
  if (platform === 'linux') return async () => readLinux(sources)
  return null
}

async function readMac({ run }: MachineIDSources): Promise<string> {
  return found(
    parseRegistryEntry(await run('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice'], LIMITS)),
  )
}

function readLinux({ readFile }: MachineIDSources): string {
  for (const file of LINUX_FILES) {
    const id = parseMachineIDFile(readFile(file) ?? '')
    if (id !== null) return id
  }
  return found(null)
}

function found(id: string | null): string {
  if (id === null) throw new Error('The system told no id of this machine.')
  return id
}

/** The IOPlatformUUID that `ioreg` printed. */
export function parseRegistryEntry(output: string): string | null {
  return new RegExp(`^[\\s|]*"IOPlatformUUID" = "(${UUID})"\\s*$`, 'm').exec(output)?.[1] ?? null
}

/** 32 hexadecimal digits; a machine that was never set up has something else, or nothing. */
export function parseMachineIDFile(text: string): string | null {
  return /^([0-9a-f]{32})\s*$/.exec(text)?.[1] ?? null
}
