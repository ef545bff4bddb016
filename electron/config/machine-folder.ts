import path from 'node:path'

/** The path of a file in the folder that administrators fill, for all people of a machine. */
export function machineFile(
  platform: string,
  env: Readonly<Record<string, string | undefined>>,
  name: string,
): string {
  return platform === 'win32'
    ? path.win32.join(env.ProgramData ?? 'C:\\ProgramData', 'Fieldwork', name)
    : path.posix.join('/etc/fieldwork', name)
}
