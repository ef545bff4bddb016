import * as z from 'zod/mini'
import type { HostSystem } from '../../platform/host-system.ts'
import { asciiJson, READ_INPUT } from '../win32/input.ts'
import { parseJsonList, powerShell, powerShellArguments } from '../win32/windows-programs.ts'

const LIMITS = { timeLimitMs: 30_000, outputLimitBytes: 64 * 1024 }

const SCRIPT = `${READ_INPUT}
$s=Get-AuthenticodeSignature -LiteralPath $in.file
$n='';if($s.SignerCertificate){$n=$s.SignerCertificate.GetNameInfo([Security.Cryptography.X509Certificates.X509NameType]::SimpleName,$false)}
'{"status":'+[int]$s.Status+',"name":"'+[Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes($n))+'"}'`

const answer = z.object({ status: z.int(), name: z.base64() })

/** System.Management.Automation.SignatureStatus.Valid */
const VALID = 0

/**
 * Checks that an installer has a valid Windows signature by one of the publishers. In doubt it is refused,
 * while electron-updater's own check accepts a file where PowerShell fails.
 *
 * @throws with the reason
 */
export async function checkSignature(
  file: string,
  publishers: readonly string[],
  { run, env }: Pick<HostSystem, 'run' | 'env'>,
): Promise<void> {
  const output = await run(powerShell(env), powerShellArguments(SCRIPT), {
    ...LIMITS,
    input: asciiJson({ file }),
  })
  const { status, name } = z.parse(answer, parseJsonList(output)[0])
  if (status !== VALID) throw new Error(`The signature of the installer is not valid (${status}).`)
  const signer = Buffer.from(name, 'base64').toString('utf8')
  if (!publishers.includes(signer)) throw new Error('The installer is signed by somebody else.')
}
