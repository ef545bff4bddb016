import { WindowsFailure } from '../failure.ts'
import { type Memory, textIn, withMemory } from '../memory.ts'
import { PROVIDER_CERTIFICATE, TRUST, TRUST_FILE } from '../structures.ts'
import type { WindowsApi } from '../windows-api.ts'

/** A file's Windows signature: WinVerifyTrust's answer, 0 for a valid one, and who signed, '' for nobody. */
export interface FileSignature {
  readonly status: number
  readonly signer: string
}

/** WINTRUST_ACTION_GENERIC_VERIFY_V2 */
const VERIFY = Buffer.from('6bc5aa0044cdd0118cc200c04fc295ee', 'hex')
const NO_WINDOW = (1n << 64n) - 1n
const WTD_UI_NONE = 2
const WTD_REVOKE_NONE = 0
const WTD_CHOICE_FILE = 1
const WTD_STATEACTION_VERIFY = 1
const WTD_STATEACTION_CLOSE = 2
/** WTD_REVOCATION_CHECK_NONE: as before, a machine without the internet can check an installer. */
const WITHOUT_REVOCATION = 0x10
const CERT_NAME_SIMPLE_DISPLAY_TYPE = 4
const NAME_UNITS = 512

/** Checks a file's signature. May take seconds: the whole file is read. */
export function fileSignature(api: WindowsApi, { file }: { readonly file: string }): FileSignature {
  return withMemory(api, (memory) => {
    const action = memory.bytes(VERIFY.length)
    VERIFY.copy(action)
    const data = trustData(memory, file)
    const verify = () => Number(api.call('WinVerifyTrust', NO_WINDOW, action, data))
    const status = verify()
    try {
      const signer = status === 0 ? signerOf(api, memory, data.readBigUInt64LE(TRUST.state)) : ''
      return { status, signer }
    } finally {
      data.writeUInt32LE(WTD_STATEACTION_CLOSE, TRUST.action)
      verify()
    }
  })
}

function trustData(memory: Memory, file: string): Buffer {
  const info = memory.bytes(TRUST_FILE.bytes)
  info.writeUInt32LE(TRUST_FILE.bytes, TRUST_FILE.size)
  info.writeBigUInt64LE(memory.addressOf(memory.text(file)), TRUST_FILE.path)
  const data = memory.bytes(TRUST.bytes)
  data.writeUInt32LE(TRUST.bytes, TRUST.size)
  data.writeUInt32LE(WTD_UI_NONE, TRUST.ui)
  data.writeUInt32LE(WTD_REVOKE_NONE, TRUST.revocation)
  data.writeUInt32LE(WTD_CHOICE_FILE, TRUST.choice)
  data.writeBigUInt64LE(memory.addressOf(info), TRUST.file)
  data.writeUInt32LE(WTD_STATEACTION_VERIFY, TRUST.action)
  data.writeUInt32LE(WITHOUT_REVOCATION, TRUST.flags)
  return data
}

/** The name of whose certificate signed; throws where a valid signature names nobody. */
function signerOf(api: WindowsApi, memory: Memory, state: bigint): string {
  const found = (address: bigint) => {
    if (address === 0n) throw new WindowsFailure('WinVerifyTrust', 'failed')
    return address
  }
  const provider = found(api.call('WTHelperProvDataFromStateData', found(state)))
  const signer = found(api.call('WTHelperGetProvSignerFromChain', provider, 0, false, 0))
  const entry = found(api.call('WTHelperGetProvCertFromChain', signer, 0))
  const certificate = found(
    api.read(entry, PROVIDER_CERTIFICATE.bytes).readBigUInt64LE(PROVIDER_CERTIFICATE.certificate),
  )
  const name = memory.bytes(2 * NAME_UNITS)
  const asked = [certificate, CERT_NAME_SIMPLE_DISPLAY_TYPE, 0, null, name, NAME_UNITS] as const
  const units = Number(api.call('CertGetNameStringW', ...asked))
  // 1 is the NUL alone.
  if (units <= 1) throw new WindowsFailure('CertGetNameStringW', 'failed')
  return textIn(name, 0, units)
}
