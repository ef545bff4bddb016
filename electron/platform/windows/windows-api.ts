/**
 * Every function of Windows that the client calls: its library, its result and its parameters, in the types
 * of 64-bit Windows. `pointer` takes a buffer, or null; an address that Windows gave is an `address`, and so
 * is a handle.
 */
const FUNCTIONS_OF = {
  'kernel32.dll': {
    CloseHandle: ['bool', 'address'],
    CreateEventW: ['address', 'pointer', 'bool', 'bool', 'pointer'],
    CreateToolhelp32Snapshot: ['address', 'uint32', 'uint32'],
    GetLastError: ['uint32'],
    GetProcessTimes: ['bool', 'address', 'pointer', 'pointer', 'pointer', 'pointer'],
    OpenProcess: ['address', 'uint32', 'bool', 'uint32'],
    Process32FirstW: ['bool', 'address', 'pointer'],
    Process32NextW: ['bool', 'address', 'pointer'],
    QueryFullProcessImageNameW: ['bool', 'address', 'uint32', 'pointer', 'pointer'],
    RtlMoveMemory: ['void', 'pointer', 'address', 'uint64'],
    TerminateProcess: ['bool', 'address', 'uint32'],
    WaitForSingleObject: ['uint32', 'address', 'uint32'],
  },
  'advapi32.dll': {
    CredDeleteW: ['bool', 'pointer', 'uint32', 'uint32'],
    CredFree: ['void', 'address'],
    CredReadW: ['bool', 'pointer', 'uint32', 'uint32', 'pointer'],
    CredWriteW: ['bool', 'pointer', 'uint32'],
    RegGetValueW: ['uint32', 'address', 'pointer', 'pointer', 'uint32', 'pointer', 'pointer', 'pointer'],
  },
  'user32.dll': {
    FindWindowExW: ['address', 'address', 'address', 'pointer', 'pointer'],
    GetForegroundWindow: ['address'],
    GetWindow: ['address', 'address', 'uint32'],
    GetWindowThreadProcessId: ['uint32', 'address', 'pointer'],
    IsWindowVisible: ['bool', 'address'],
    PostMessageW: ['bool', 'address', 'uint32', 'uint64', 'uint64'],
  },
  'version.dll': {
    GetFileVersionInfoSizeW: ['uint32', 'pointer', 'pointer'],
    GetFileVersionInfoW: ['bool', 'pointer', 'uint32', 'uint32', 'pointer'],
    VerQueryValueW: ['bool', 'pointer', 'pointer', 'pointer', 'pointer'],
  },
  'wlanapi.dll': {
    WlanCloseHandle: ['uint32', 'address', 'pointer'],
    WlanEnumInterfaces: ['uint32', 'address', 'pointer', 'pointer'],
    WlanFreeMemory: ['void', 'address'],
    WlanOpenHandle: ['uint32', 'uint32', 'pointer', 'pointer', 'pointer'],
    WlanQueryInterface: [
      'uint32',
      'address',
      'pointer',
      'uint32',
      'pointer',
      'pointer',
      'pointer',
      'pointer',
    ],
  },
  'rasapi32.dll': {
    RasEnumConnectionsW: ['uint32', 'pointer', 'pointer', 'pointer'],
    RasGetConnectStatusW: ['uint32', 'address', 'pointer'],
    RasGetConnectionStatistics: ['uint32', 'address', 'pointer'],
    RasSetCredentialsW: ['uint32', 'pointer', 'pointer', 'pointer', 'bool'],
  },
  'iphlpapi.dll': {
    GetAdaptersAddresses: ['uint32', 'uint32', 'uint32', 'pointer', 'pointer', 'pointer'],
    NotifyAddrChange: ['uint32', 'pointer', 'pointer'],
  },
  'wintrust.dll': {
    WinVerifyTrust: ['int32', 'address', 'pointer', 'pointer'],
    WTHelperGetProvCertFromChain: ['address', 'address', 'uint32'],
    WTHelperGetProvSignerFromChain: ['address', 'address', 'uint32', 'bool', 'uint32'],
    WTHelperProvDataFromStateData: ['address', 'address'],
  },
  'crypt32.dll': {
    CertGetNameStringW: ['uint32', 'address', 'uint32', 'uint32', 'pointer', 'pointer', 'uint32'],
  },
} as const

export type NativeType = 'void' | 'bool' | 'int32' | 'uint32' | 'uint64' | 'address' | 'pointer'

/** A function, as a library offers it. */
export interface NativeFunction {
  readonly library: string
  readonly result: NativeType
  readonly parameters: readonly NativeType[]
}

type Libraries = typeof FUNCTIONS_OF
type NamesOf<Library> = Library extends unknown ? keyof Library : never
export type FunctionName = NamesOf<Libraries[keyof Libraries]>

/** By name. */
export const WINDOWS_FUNCTIONS: ReadonlyMap<string, NativeFunction> = new Map(
  Object.entries(FUNCTIONS_OF).flatMap(([library, functions]) =>
    Object.entries(functions as Readonly<Record<string, readonly [NativeType, ...NativeType[]]>>).map(
      ([name, [result, ...parameters]]) => [name, { library, result, parameters }] as const,
    ),
  ),
)

/** What a function is given. A handle or an address of Windows' own is a bigint. */
export type NativeArgument = number | bigint | boolean | Buffer | null

/** Windows' functions as they are, and memory. All of it blocks; only the helper process uses it. */
export interface WindowsApi {
  /**
   * Calls a function. Answers 0 for `void`, 0 or 1 for `bool`. Throws `WindowsFailure`, `missing` where this
   * Windows has no such function.
   */
  call(name: FunctionName, ...args: NativeArgument[]): bigint
  /** The same on a thread of its own, for a call that waits. */
  wait(name: FunctionName, ...args: NativeArgument[]): Promise<bigint>
  /** Where a buffer of `Memory` lies. */
  addressOf(buffer: Buffer): bigint
  /** A copy of what lies at an address that Windows gave. */
  read(address: bigint, bytes: number): Buffer
}
