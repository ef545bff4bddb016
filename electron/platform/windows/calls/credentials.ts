import { failureOf, WindowsFailure } from '../failure.ts'
import { type Memory, textAt, withMemory } from '../memory.ts'
import { CREDENTIAL } from '../structures.ts'
import type { WindowsApi } from '../windows-api.ts'

const CRED_TYPE_GENERIC = 1
/** Removed at the latest when the person signs out of Windows. */
const CRED_PERSIST_SESSION = 1
/** CRED_MAX_CREDENTIAL_BLOB_SIZE, in bytes */
export const CREDENTIAL_BYTES_MAX = 5 * 512
const ERROR_NOT_FOUND = 1168

export interface StoredCredential {
  readonly target: string
  readonly userName: string
  readonly password: string
}

const lastError = (api: WindowsApi) => Number(api.call('GetLastError'))

/** Stores a credential until it is removed or the person signs out. Takes the place of one of that name. */
export function writeCredential(api: WindowsApi, { target, userName, password }: StoredCredential): null {
  if (2 * password.length > CREDENTIAL_BYTES_MAX) throw new WindowsFailure('CredWriteW', 'failed')
  return withMemory(api, (memory) => {
    const credential = filled(memory, target, userName, password)
    if (api.call('CredWriteW', credential, 0) === 0n) throw failureOf('CredWriteW', lastError(api))
    return null
  })
}

function filled(memory: Memory, target: string, userName: string, password: string): Buffer {
  const credential = memory.bytes(CREDENTIAL.bytes)
  const blob = memory.text(password)
  credential.writeUInt32LE(CRED_TYPE_GENERIC, CREDENTIAL.type)
  credential.writeUInt32LE(CRED_PERSIST_SESSION, CREDENTIAL.persist)
  credential.writeUInt32LE(2 * password.length, CREDENTIAL.blobSize)
  credential.writeBigUInt64LE(memory.addressOf(blob), CREDENTIAL.blob)
  credential.writeBigUInt64LE(memory.addressOf(memory.text(target)), CREDENTIAL.targetName)
  credential.writeBigUInt64LE(memory.addressOf(memory.text(userName)), CREDENTIAL.userName)
  return credential
}

/** A stored credential; null for none. */
export function readCredential(
  api: WindowsApi,
  { target }: { readonly target: string },
): Omit<StoredCredential, 'target'> | null {
  return withMemory(api, (memory) => {
    const found = memory.bytes(8)
    if (api.call('CredReadW', memory.text(target), CRED_TYPE_GENERIC, 0, found) === 0n) {
      const code = lastError(api)
      if (code === ERROR_NOT_FOUND) return null
      throw failureOf('CredReadW', code)
    }
    const at = found.readBigUInt64LE()
    try {
      const credential = api.read(at, CREDENTIAL.bytes)
      const length = credential.readUInt32LE(CREDENTIAL.blobSize)
      if (length > CREDENTIAL_BYTES_MAX) throw new WindowsFailure('CredReadW', 'failed')
      const blob = length === 0 ? null : api.read(credential.readBigUInt64LE(CREDENTIAL.blob), length)
      const password = blob?.toString('utf16le') ?? ''
      blob?.fill(0)
      return { userName: textAt(api, credential.readBigUInt64LE(CREDENTIAL.userName)), password }
    } finally {
      api.call('CredFree', at)
    }
  })
}

/** Removes a credential, if there is one. */
export function removeCredential(api: WindowsApi, { target }: { readonly target: string }): null {
  return withMemory(api, (memory) => {
    if (api.call('CredDeleteW', memory.text(target), CRED_TYPE_GENERIC, 0) !== 0n) return null
    const code = lastError(api)
    if (code === ERROR_NOT_FOUND) return null
    throw failureOf('CredDeleteW', code)
  })
}
