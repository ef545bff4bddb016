import type { VpnProgram } from '../../config/deployment.ts'
import type { HostSystem } from '../../platform/host-system.ts'
import { HostFailure } from '../host-failure.ts'
import type { Report } from '../log.ts'
import { parseDialled } from '../safety-checks/network-use.ts'
import { asciiJson, READ_INPUT } from '../win32/input.ts'
import { powerShell, powerShellArguments, windowsProgram } from '../win32/windows-programs.ts'
import { rasErrorOf, rasErrorWords } from './ras-errors.ts'
import type { Vpn } from './vpn.ts'

/** Above Windows' own limit of about a minute. */
export const DIAL_LIMIT_MS = 75_000
const SHORT = { timeLimitMs: 20_000, outputLimitBytes: 64 * 1024 }

/** RASCREDENTIALSW with RASCM_UserName, RASCM_Password and RASCM_Domain; without names it clears them. */
const SET_CREDENTIALS = `${READ_INPUT}
Add-Type -Namespace Fieldwork -Name Ras -MemberDefinition @'
[StructLayout(LayoutKind.Sequential, CharSet=CharSet.Unicode, Pack=4)]
public struct RASCREDENTIALS { public int Size; public int Mask;
[MarshalAs(UnmanagedType.ByValTStr, SizeConst=257)] public string UserName;
[MarshalAs(UnmanagedType.ByValTStr, SizeConst=257)] public string Password;
[MarshalAs(UnmanagedType.ByValTStr, SizeConst=16)] public string Domain; }
[DllImport("rasapi32.dll", CharSet=CharSet.Unicode)] public static extern int RasSetCredentialsW(string book, string entry, ref RASCREDENTIALS c, bool clear);
'@
$c=New-Object Fieldwork.Ras+RASCREDENTIALS;$c.Size=[Runtime.InteropServices.Marshal]::SizeOf($c);$c.Mask=7;$c.Domain=''
$c.UserName=[string]$in.userName;$c.Password=[string]$in.password
$book=if($in.phoneBook){$in.phoneBook}else{$null}
Write-Output ([Fieldwork.Ras]::RasSetCredentialsW($book,$in.entry,[ref]$c,[bool]$in.clear))`

/**
 * A connection of Windows' phone book. A PowerShell reads the credentials on standard input and puts them
 * into it, `rasdial` gets only the connection's name, and afterwards they are removed.
 */
export function rasVpn(
  { entry, phoneBook }: VpnProgram & { kind: 'ras' },
  { env, run, end }: Pick<HostSystem, 'env' | 'run' | 'end'>,
  report: Report,
): Vpn {
  const rasdial = windowsProgram(env, 'rasdial.exe')
  const book = phoneBook === undefined ? [] : [`/PHONEBOOK:${phoneBook}`]

  const set = async (input: object) => {
    const limits = { ...SHORT, input: asciiJson({ entry, phoneBook: phoneBook ?? null, ...input }) }
    const code = Number(await run(powerShell(env), powerShellArguments(SET_CREDENTIALS), limits))
    if (code !== 0) throw new HostFailure('failed', rasErrorWords(code))
  }
  const forget = () =>
    set({ clear: true }).catch((error: unknown) => report('could not clear the VPN credentials', error))

  return {
    async start({ userName, password }) {
      await set({ userName, password, clear: false })
      try {
        const ended = await end(rasdial, [entry, ...book], { ...SHORT, timeLimitMs: DIAL_LIMIT_MS })
        if (ended.exitCode === 0) return
        const code = rasErrorOf(ended)
        throw new HostFailure(
          'failed',
          code === null ? 'The VPN could not be connected. Please contact support.' : rasErrorWords(code),
        )
      } finally {
        await forget()
      }
    },
    async stop() {
      await end(rasdial, [entry, '/DISCONNECT', ...book], SHORT)
    },
    async isUp() {
      return parseDialled(await run(rasdial, [], SHORT)).includes(entry)
    },
  }
}
