import { failureOf, WindowsFailure } from '../failure.ts'
import { textIn, withMemory } from '../memory.ts'
import type { WindowsApi } from '../windows-api.ts'

/** HKEY_… as a 64-bit program passes them: the number, its sign carried on. */
const HKEY_CURRENT_USER = 0xffffffff80000001n
const HKEY_LOCAL_MACHINE = 0xffffffff80000002n

const RRF_RT_REG_SZ = 0x2
const RRF_RT_REG_DWORD = 0x10
const ERROR_FILE_NOT_FOUND = 2
const ERROR_MORE_DATA = 234

const TEXT_BYTES = 4096
const TEXT_BYTES_MAX = 256 * 1024

/** A value's bytes; null where there is no such value. */
function registryValue(
  api: WindowsApi,
  root: bigint,
  key: string,
  name: string,
  kind: number,
  bytes: number,
): Buffer | null {
  return withMemory(api, (memory) => {
    const value = memory.bytes(bytes)
    const length = memory.bytes(4)
    length.writeUInt32LE(bytes)
    const [at, named] = [memory.text(key), memory.text(name)]
    const code = Number(api.call('RegGetValueW', root, at, named, kind, null, value, length))
    if (code === ERROR_FILE_NOT_FOUND) return null
    const needed = length.readUInt32LE()
    if (code === ERROR_MORE_DATA && needed > bytes && needed <= TEXT_BYTES_MAX) {
      return registryValue(api, root, key, name, kind, needed)
    }
    if (code !== 0) throw failureOf('RegGetValueW', code)
    return Buffer.from(value.subarray(0, Math.min(needed, bytes)))
  })
}

function textOf(api: WindowsApi, root: bigint, key: string, name: string): string | null {
  const value = registryValue(api, root, key, name, RRF_RT_REG_SZ, TEXT_BYTES)
  return value && textIn(value, 0, value.length / 2)
}

const UUID = /^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/

/** The id that Windows gave this machine when it was installed. */
export function machineID(api: WindowsApi): string {
  const id = textOf(api, HKEY_LOCAL_MACHINE, 'SOFTWARE\\Microsoft\\Cryptography', 'MachineGuid')
  if (id === null || !UUID.test(id)) throw new WindowsFailure('RegGetValueW', 'failed')
  return id
}

const INTERNET_SETTINGS = 'Software\\Microsoft\\Windows\\CurrentVersion\\Internet Settings'

/** The person's proxy in Windows' settings, or the address of their proxy script; null for neither. */
export function proxySetting(api: WindowsApi): string | null {
  const text = (name: string) => textOf(api, HKEY_CURRENT_USER, INTERNET_SETTINGS, name)
  const value = registryValue(api, HKEY_CURRENT_USER, INTERNET_SETTINGS, 'ProxyEnable', RRF_RT_REG_DWORD, 4)
  const enabled = value !== null && value.length === 4 && value.readUInt32LE() === 1
  return (enabled && text('ProxyServer')) || text('AutoConfigURL') || null
}
