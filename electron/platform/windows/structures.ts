/**
 * The structures that Windows' functions take and give, as 64-bit Windows lays them out: where each field
 * begins, in bytes, and how long the whole is. From Microsoft's headers (wincred.h, ras.h, wlanapi.h,
 * iptypes.h, wintrust.h, tlhelp32.h). Nothing else in the client knows an offset.
 */

/** CREDENTIALW */
export const CREDENTIAL = {
  bytes: 80,
  type: 4,
  targetName: 8,
  blobSize: 32,
  blob: 40,
  persist: 48,
  userName: 72,
} as const

/** RASCREDENTIALSW, packed to 4 bytes. Its texts have room for `…Units` UTF-16 units, the NUL among them. */
export const RAS_CREDENTIALS = {
  bytes: 1068,
  size: 0,
  mask: 4,
  userName: 8,
  userNameUnits: 257,
  password: 522,
  passwordUnits: 257,
} as const

/** RASCONNW of Windows 7 and later, packed to 4 bytes. */
export const RAS_CONNECTION = { bytes: 1388, size: 0, handle: 4, entryName: 12, entryNameUnits: 257 } as const

/** RASCONNSTATUSW */
export const RAS_STATUS = { bytes: 608, size: 0, state: 4 } as const

/** RAS_STATS */
export const RAS_STATISTICS = { bytes: 60, size: 0, connectedMs: 56 } as const

/** WLAN_INTERFACE_INFO_LIST: a head, and after it one WLAN_INTERFACE_INFO after the other. */
export const WLAN_INTERFACES = {
  headBytes: 8,
  count: 0,
  itemBytes: 532,
  id: 0,
  idBytes: 16,
  state: 528,
} as const

/** WLAN_CONNECTION_ATTRIBUTES, as far as it is read. */
export const WLAN_CONNECTION = { bytes: 588, state: 0, signal: 576 } as const

/** IP_ADAPTER_ADDRESSES_LH, as far as it is read. */
export const ADAPTER = { bytes: 108, next: 8, description: 64, friendlyName: 72, status: 104 } as const

/** WINTRUST_DATA and WINTRUST_FILE_INFO */
export const TRUST = {
  bytes: 88,
  size: 0,
  ui: 24,
  revocation: 28,
  choice: 32,
  file: 40,
  action: 48,
  state: 56,
  flags: 72,
} as const
export const TRUST_FILE = { bytes: 32, size: 0, path: 8 } as const

/** CRYPT_PROVIDER_CERT, as far as it is read. */
export const PROVIDER_CERTIFICATE = { bytes: 16, certificate: 8 } as const

/** PROCESSENTRY32W */
export const PROCESS_ENTRY = { bytes: 568, size: 0, id: 8, parent: 32, image: 44, imageUnits: 260 } as const

/** OVERLAPPED */
export const OVERLAPPED = { bytes: 32, event: 24 } as const
