import * as z from 'zod/mini'
import type { RunCommand } from '../../platform/command-runner.ts'
import { asciiJson, READ_INPUT } from './input.ts'
import { parseJsonList, powerShell, powerShellArguments } from './windows-programs.ts'

/** Long, since PowerShell first compiles the access to Windows' functions. */
const LIMITS = { timeLimitMs: 20_000, outputLimitBytes: 64 * 1024 }

export interface Secret {
  readonly userName: string
  readonly password: string
}

/** The system's store of credentials, where other programs look for them. */
export interface CredentialStore {
  /**
   * Stores a credential until it is removed, or the person signs out of Windows. Rejects with
   * `CommandFailure`.
   */
  write(target: string, secret: Secret): Promise<void>
  /** Removes a credential, if there is one. Rejects with `CommandFailure`. */
  remove(target: string): Promise<void>
  /** A stored credential; null for none. Rejects with `CommandFailure`. */
  read(target: string): Promise<Secret | null>
}

const NATIVE = `
Add-Type -Namespace Fieldwork -Name Cred -MemberDefinition @'
[StructLayout(LayoutKind.Sequential, CharSet=CharSet.Unicode)]
public struct CREDENTIAL { public uint Flags; public uint Type; public string TargetName; public string Comment;
public long LastWritten; public uint BlobSize; public System.IntPtr Blob; public uint Persist; public uint AttributeCount;
public System.IntPtr Attributes; public string TargetAlias; public string UserName; }
[DllImport("advapi32.dll", CharSet=CharSet.Unicode, SetLastError=true)] public static extern bool CredWriteW(ref CREDENTIAL c, uint flags);
[DllImport("advapi32.dll", CharSet=CharSet.Unicode, SetLastError=true)] public static extern bool CredDeleteW(string target, uint type, uint flags);
[DllImport("advapi32.dll", CharSet=CharSet.Unicode, SetLastError=true)] public static extern bool CredReadW(string target, uint type, uint flags, out System.IntPtr c);
[DllImport("advapi32.dll")] public static extern void CredFree(System.IntPtr c);
'@`

/** CRED_TYPE_GENERIC and CRED_PERSIST_SESSION: removed at the latest when the person signs out of Windows. */
const WRITE = `${READ_INPUT};${NATIVE}
$c=New-Object Fieldwork.Cred+CREDENTIAL;$c.Type=1;$c.Persist=1;$c.TargetName=$in.target;$c.UserName=$in.userName
$b=[Text.Encoding]::Unicode.GetBytes($in.password);$c.BlobSize=$b.Length
$c.Blob=[Runtime.InteropServices.Marshal]::StringToCoTaskMemUni($in.password)
try{if(-not [Fieldwork.Cred]::CredWriteW([ref]$c,0)){exit 1}}finally{[Runtime.InteropServices.Marshal]::ZeroFreeCoTaskMemUnicode($c.Blob)}`

/** 1168 is ERROR_NOT_FOUND. */
const REMOVE = `${READ_INPUT};${NATIVE}
if(-not [Fieldwork.Cred]::CredDeleteW($in.target,1,0)){if([Runtime.InteropServices.Marshal]::GetLastWin32Error() -ne 1168){exit 1}}`

/** Answers in ASCII JSON, so that no code page changes a password. Prints nothing where there is none. */
const READ = `${READ_INPUT};${NATIVE}
$p=[IntPtr]::Zero
if([Fieldwork.Cred]::CredReadW($in.target,1,0,[ref]$p)){try{
$c=[Runtime.InteropServices.Marshal]::PtrToStructure($p,[type][Fieldwork.Cred+CREDENTIAL])
$s=[Runtime.InteropServices.Marshal]::PtrToStringUni($c.Blob,[int]($c.BlobSize/2))
$u=[Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes([string]$c.UserName))
$w=[Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes($s))
'{"userName":"'+$u+'","password":"'+$w+'"}'}finally{[Fieldwork.Cred]::CredFree($p)}}
elseif([Runtime.InteropServices.Marshal]::GetLastWin32Error() -ne 1168){exit 1}`

const found = z.object({ userName: z.string(), password: z.string() })
const fromBase64 = (text: string) => Buffer.from(text, 'base64').toString('utf8')

/** Windows' Credential Manager by PowerShell, which reads the secret on its standard input. */
export function windowsCredentialStore(
  run: RunCommand,
  env: Readonly<Record<string, string | undefined>>,
): CredentialStore {
  const script = (text: string, input: object) =>
    run(powerShell(env), powerShellArguments(text), { ...LIMITS, input: asciiJson(input) })
  return {
    write: async (target, { userName, password }) =>
      void (await script(WRITE, { target, userName, password })),
    remove: async (target) => void (await script(REMOVE, { target })),
    async read(target) {
      const [answer] = parseJsonList(await script(READ, { target }))
      if (answer === undefined) return null
      const { userName, password } = z.parse(found, answer)
      return { userName: fromBase64(userName), password: fromBase64(password) }
    },
  }
}
