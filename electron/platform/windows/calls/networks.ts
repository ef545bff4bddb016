import { failureOf, WindowsFailure } from '../failure.ts'
import { Memory, textAt, textIn, withMemory } from '../memory.ts'
import {
  ADAPTER,
  OVERLAPPED,
  RAS_CONNECTION,
  RAS_CREDENTIALS,
  RAS_STATISTICS,
  RAS_STATUS,
  WLAN_CONNECTION,
  WLAN_INTERFACES,
} from '../structures.ts'
import type { FunctionName, NativeArgument, WindowsApi } from '../windows-api.ts'

/** Calls a function that answers an error number. Throws for any but 0. */
function must(api: WindowsApi, name: FunctionName, ...args: NativeArgument[]): void {
  const code = Number(api.call(name, ...args))
  if (code !== 0) throw failureOf(name, code)
}

/** The client version of Windows Vista and later. */
const WLAN_CLIENT = 2
const WLAN_CONNECTED = 1
const CURRENT_CONNECTION = 7
const WLAN_INTERFACES_MAX = 64

/** The signal of the strongest wifi that this machine is connected to, in percent; null without one. */
export function wifiSignal(api: WindowsApi): number | null {
  return withMemory(api, (memory) => {
    const opened = memory.bytes(8)
    must(api, 'WlanOpenHandle', WLAN_CLIENT, null, memory.bytes(4), opened)
    const handle = opened.readBigUInt64LE()
    try {
      const signals = connectedInterfaces(api, memory, handle).map((id) => signalOf(api, memory, handle, id))
      const known = signals.filter((signal) => signal !== null)
      return known.length === 0 ? null : Math.max(...known)
    } finally {
      api.call('WlanCloseHandle', handle, null)
    }
  })
}

function connectedInterfaces(api: WindowsApi, memory: Memory, handle: bigint): Buffer[] {
  const { headBytes, itemBytes, count, id, idBytes, state } = WLAN_INTERFACES
  const found = memory.bytes(8)
  must(api, 'WlanEnumInterfaces', handle, null, found)
  const list = found.readBigUInt64LE()
  try {
    const many = api.read(list, headBytes).readUInt32LE(count)
    if (many > WLAN_INTERFACES_MAX) throw new WindowsFailure('WlanEnumInterfaces', 'failed')
    const items = many === 0 ? Buffer.alloc(0) : api.read(list + BigInt(headBytes), many * itemBytes)
    return Array.from({ length: many }, (_, place) => items.subarray(place * itemBytes))
      .filter((item) => item.readUInt32LE(state) === WLAN_CONNECTED)
      .map((item) => {
        const own = memory.bytes(idBytes)
        item.copy(own, 0, id, id + idBytes)
        return own
      })
  } finally {
    api.call('WlanFreeMemory', list)
  }
}

/** ERROR_INVALID_STATE, ERROR_NOT_FOUND: it was disconnected or taken out meanwhile. */
const GONE = new Set([5023, 1168])

function signalOf(api: WindowsApi, memory: Memory, handle: bigint, id: Buffer): number | null {
  const [length, found] = [memory.bytes(4), memory.bytes(8)]
  const query = [handle, id, CURRENT_CONNECTION, null, length, found, null] as const
  const code = Number(api.call('WlanQueryInterface', ...query))
  if (GONE.has(code)) return null
  if (code !== 0) throw failureOf('WlanQueryInterface', code)
  const at = found.readBigUInt64LE()
  try {
    if (length.readUInt32LE() < WLAN_CONNECTION.bytes)
      throw new WindowsFailure('WlanQueryInterface', 'failed')
    const signal = api.read(at, WLAN_CONNECTION.bytes).readUInt32LE(WLAN_CONNECTION.signal)
    return Math.min(100, signal)
  } finally {
    api.call('WlanFreeMemory', at)
  }
}

/** A connection of the phone book that is up, and for how long, in milliseconds. */
export interface DialledConnection {
  readonly entry: string
  readonly connectedMs: number
}

const ERROR_BUFFER_TOO_SMALL = 603
const RASCS_CONNECTED = 0x2000
const RAS_CONNECTIONS = 8
const RAS_CONNECTIONS_MAX = 256

/** Every connection of the phone books that is up. */
export function dialled(api: WindowsApi, room = RAS_CONNECTIONS): DialledConnection[] {
  return withMemory(api, (memory) => {
    const list = memory.bytes(room * RAS_CONNECTION.bytes)
    const [length, count] = [memory.bytes(4), memory.bytes(4)]
    list.writeUInt32LE(RAS_CONNECTION.bytes, RAS_CONNECTION.size)
    length.writeUInt32LE(list.length)
    const code = Number(api.call('RasEnumConnectionsW', list, length, count))
    if (code === ERROR_BUFFER_TOO_SMALL && room < RAS_CONNECTIONS_MAX)
      return dialled(api, RAS_CONNECTIONS_MAX)
    if (code !== 0) throw failureOf('RasEnumConnectionsW', code)
    const many = count.readUInt32LE()
    if (many > room) throw new WindowsFailure('RasEnumConnectionsW', 'failed')
    return Array.from({ length: many }, (_, place) => {
      const item = list.subarray(place * RAS_CONNECTION.bytes, (place + 1) * RAS_CONNECTION.bytes)
      const entry = textIn(item, RAS_CONNECTION.entryName, RAS_CONNECTION.entryNameUnits)
      const connectedMs = connectedFor(api, memory, item.readBigUInt64LE(RAS_CONNECTION.handle))
      return connectedMs === null ? [] : [{ entry, connectedMs }]
    }).flat()
  })
}

/** Null where it isn't up: still dialling, or gone meanwhile. */
function connectedFor(api: WindowsApi, memory: Memory, handle: bigint): number | null {
  const status = memory.bytes(RAS_STATUS.bytes)
  status.writeUInt32LE(RAS_STATUS.bytes, RAS_STATUS.size)
  if (api.call('RasGetConnectStatusW', handle, status) !== 0n) return null
  if (status.readUInt32LE(RAS_STATUS.state) !== RASCS_CONNECTED) return null
  const statistics = memory.bytes(RAS_STATISTICS.bytes)
  statistics.writeUInt32LE(RAS_STATISTICS.bytes, RAS_STATISTICS.size)
  const code = api.call('RasGetConnectionStatistics', handle, statistics)
  return code === 0n ? statistics.readUInt32LE(RAS_STATISTICS.connectedMs) : 0
}

export interface VpnCredentials {
  readonly entry: string
  /** Null for the person's own. */
  readonly phoneBook: string | null
  readonly userName: string
  readonly password: string
  /** Removes what the phone book has, in place of setting it. */
  readonly clear: boolean
}

/** RASCM_UserName, RASCM_Password and RASCM_Domain */
const RAS_MASK = 7

/** Puts a connection's credentials into the phone book, or removes them. */
export function setVpnCredentials(api: WindowsApi, given: VpnCredentials): null {
  const { userName, userNameUnits, password, passwordUnits, size, mask, bytes } = RAS_CREDENTIALS
  // A longer one would be cut, and dialling with half a password would lock the account.
  if (given.userName.length >= userNameUnits || given.password.length >= passwordUnits) {
    throw new WindowsFailure('RasSetCredentialsW', 'failed')
  }
  return withMemory(api, (memory) => {
    const credentials = memory.bytes(bytes)
    credentials.writeUInt32LE(bytes, size)
    credentials.writeUInt32LE(RAS_MASK, mask)
    memory.text(given.userName).copy(credentials, userName)
    memory.text(given.password).copy(credentials, password)
    const book = given.phoneBook === null ? null : memory.text(given.phoneBook)
    must(api, 'RasSetCredentialsW', book, memory.text(given.entry), credentials, given.clear)
    return null
  })
}

/** A network adapter that is up. */
export interface Adapter {
  readonly name: string
  readonly description: string
}

const ERROR_BUFFER_OVERFLOW = 111
const ERROR_NO_DATA = 232
const AF_UNSPEC = 0
/** GAA_FLAG_SKIP_UNICAST, …ANYCAST, …MULTICAST and …DNS_SERVER: the adapters alone are wanted. */
const ADAPTERS_ALONE = 0xf
const UP = 1
const ADAPTER_BYTES = 32 * 1024
const ADAPTER_BYTES_MAX = 1024 * 1024
const ADAPTERS_MAX = 512

/** The network adapters that are up. */
export function adapters(api: WindowsApi, room = ADAPTER_BYTES): Adapter[] {
  return withMemory(api, (memory) => {
    const list = memory.bytes(room)
    const length = memory.bytes(4)
    length.writeUInt32LE(room)
    const code = Number(api.call('GetAdaptersAddresses', AF_UNSPEC, ADAPTERS_ALONE, null, list, length))
    if (code === ERROR_NO_DATA) return []
    const needed = length.readUInt32LE()
    if (code === ERROR_BUFFER_OVERFLOW && needed > room && needed <= ADAPTER_BYTES_MAX) {
      return adapters(api, needed)
    }
    if (code !== 0) throw failureOf('GetAdaptersAddresses', code)
    return adaptersIn(api, list, memory.addressOf(list))
  })
}

/** Every adapter points to the next one; all of them lie in the list. */
function adaptersIn(api: WindowsApi, list: Buffer, start: bigint): Adapter[] {
  const up: Adapter[] = []
  let offset = 0
  for (let place = 0; place < ADAPTERS_MAX; place += 1) {
    if (offset < 0 || offset + ADAPTER.bytes > list.length) {
      throw new WindowsFailure('GetAdaptersAddresses', 'failed')
    }
    const text = (field: number) => textAt(api, list.readBigUInt64LE(offset + field))
    if (list.readUInt32LE(offset + ADAPTER.status) === UP) {
      up.push({ name: text(ADAPTER.friendlyName), description: text(ADAPTER.description) })
    }
    const next = list.readBigUInt64LE(offset + ADAPTER.next)
    if (next === 0n) return up
    offset = Number(next - start)
  }
  throw new WindowsFailure('GetAdaptersAddresses', 'failed')
}

const ERROR_IO_PENDING = 997
const INFINITE = 0xffffffff

/**
 * Waits, on a thread of its own, until an address of this machine changes, again and again. Rejects where
 * Windows can't tell.
 */
export async function watchAddresses(api: WindowsApi, changed: () => void): Promise<never> {
  // Lent for as long as this process lives, so that neither is wiped.
  const memory = new Memory(api)
  const [overlapped, handle] = [memory.bytes(OVERLAPPED.bytes), memory.bytes(8)]
  const event = api.call('CreateEventW', null, false, false, null)
  if (event === 0n) throw failureOf('CreateEventW', Number(api.call('GetLastError')))
  overlapped.writeBigUInt64LE(event, OVERLAPPED.event)
  for (;;) {
    const code = Number(api.call('NotifyAddrChange', handle, overlapped))
    if (code !== ERROR_IO_PENDING) throw failureOf('NotifyAddrChange', code)
    if ((await api.wait('WaitForSingleObject', event, INFINITE)) !== 0n) {
      throw new WindowsFailure('WaitForSingleObject', 'failed')
    }
    changed()
  }
}
