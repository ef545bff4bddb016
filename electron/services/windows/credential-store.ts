import type { RunCommand } from '../../platform/command-runner.ts'
import { asciiJson, READ_INPUT } from './input.ts'
import { powerShell, powerShellArguments } from './windows-programs.ts'

/** PowerShell compiles the way into Windows' own functions first. */
const LIMITS = { timeLimitMs: 20_000, outputLimitBytes: 64 * 1024 }

interface Secret {
  readonly userName: string
  readonly password: string
}

/** The operating system's store of credentials: where other programs find what a person signs in with. */
export interface CredentialStore {
  /** Keeps a credential until it is removed or the person signs out of Windows. Rejects with `CommandFailure`. */
  write(target: string, secret: Secret): Promise<void>
  /** Removes it; nothing happens where there is none. Rejects with `CommandFailure`. */
  remove(target: string): Promise<void>
}

const NATIVE = `
Add-Type -Namespace Fieldwork -Name Cred -MemberDefinition @'
[StructLayout(LayoutKind.Sequential, CharSet=CharSet.Unicode)]
public struct CREDENTIAL { public uint Flags; public uint Type; public string TargetName; public string Comment;
public long LastWritten; public uint BlobSize; public System.IntPtr Blob; public uint Persist; public uint AttributeCount;
public System.IntPtr Attributes; public string TargetAlias; public string UserName; }
[DllImport("advapi32.dll", CharSet=CharSet.Unicode, SetLastError=true)] public static extern bool CredWriteW(ref CREDENTIAL c, uint flags);
[DllImport("advapi32.dll", CharSet=CharSet.Unicode, SetLastError=true)] public static extern bool CredDeleteW(string target, uint type, uint flags);
'@`

/** CRED_TYPE_GENERIC and CRED_PERSIST_SESSION: gone at the latest when the person signs out of Windows. */
const WRITE = `${READ_INPUT};${NATIVE}
$c=New-Object Fieldwork.Cred+CREDENTIAL;$c.Type=1;$c.Persist=1;$c.TargetName=$in.target;$c.UserName=$in.userName
$b=[Text.Encoding]::Unicode.GetBytes($in.password);$c.BlobSize=$b.Length
$c.Blob=[Runtime.InteropServices.Marshal]::StringToCoTaskMemUni($in.password)
try{if(-not [Fieldwork.Cred]::CredWriteW([ref]$c,0)){exit 1}}finally{[Runtime.InteropServices.Marshal]::ZeroFreeCoTaskMemUnicode($c.Blob)}`

/** 1168 is ERROR_NOT_FOUND. */
const REMOVE = `${READ_INPUT};${NATIVE}
if(-not [Fieldwork.Cred]::CredDeleteW($in.target,1,0)){if([Runtime.InteropServices.Marshal]::GetLastWin32Error() -ne 1168){exit 1}}`

/** Windows' Credential Manager, reached by PowerShell, which reads the secret on its standard input. */
export function windowsCredentialStore(
  run: RunCommand,
  env: Readonly<Record<string, string | undefined>>,
): CredentialStore {
  const script = async (text: string, input: object) => {
    await run(powerShell(env), powerShellArguments(text), { ...LIMITS, input: asciiJson(input) })
  }
  return {
    write: (target, { userName, password }) => script(WRITE, { target, userName, password }),
    remove: (target) => script(REMOVE, { target }),
  }
}
