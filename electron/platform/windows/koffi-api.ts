import { createRequire } from 'node:module'
import { WindowsFailure } from './failure.ts'
import { type NativeArgument, type NativeType, WINDOWS_FUNCTIONS, type WindowsApi } from './windows-api.ts'

type Callable = ((...args: NativeArgument[]) => unknown) & {
  async(...args: [...NativeArgument[], (error: unknown, result: unknown) => void]): void
}

/** The part of koffi that is used: its native module as it is, without the JavaScript around it. */
export interface Koffi {
  load(library: string): { func(name: string, result: string, parameters: readonly string[]): Callable }
  address(buffer: Buffer): bigint
}

const KOFFI_TYPES: Readonly<Record<NativeType, string>> = {
  void: 'void',
  // Windows' BOOL is an int.
  bool: 'int32',
  int32: 'int32',
  uint32: 'uint32',
  uint64: 'uint64',
  address: 'uint64',
  pointer: 'void *',
}

/** Loads koffi's native module. Throws `WindowsFailure` with `missing` where it can't be loaded. */
export function loadKoffi(file: string): Koffi {
  try {
    return createRequire(file)(file) as Koffi
  } catch {
    throw new WindowsFailure('koffi', 'missing')
  }
}

/** Windows' functions, called by koffi; each is looked up when it is first called. */
export function koffiApi(koffi: Koffi): WindowsApi {
  const found = new Map<string, Callable>()
  const lookUp = (name: string): Callable => {
    const known = found.get(name)
    if (known) return known
    const declared = WINDOWS_FUNCTIONS.get(name)
    if (!declared) throw new WindowsFailure(name, 'missing')
    const { library, result, parameters } = declared
    try {
      const types = parameters.map((type) => KOFFI_TYPES[type])
      const callable = koffi.load(library).func(name, KOFFI_TYPES[result], types)
      found.set(name, callable)
      return callable
    } catch {
      throw new WindowsFailure(name, 'missing')
    }
  }
  const call: WindowsApi['call'] = (name, ...args) => {
    const callable = lookUp(name)
    return toBigInt(callable(...args.map(toNative)))
  }
  return {
    call,
    wait: (name, ...args) =>
      new Promise((resolve, reject) => {
        lookUp(name).async(...args.map(toNative), (error: unknown, result: unknown) =>
          error ? reject(new WindowsFailure(name, 'failed')) : resolve(toBigInt(result)),
        )
      }),
    addressOf: (buffer) => BigInt(koffi.address(buffer)),
    read(address, bytes) {
      const copy = Buffer.from(new ArrayBuffer(bytes))
      call('RtlMoveMemory', copy, address, bytes)
      return copy
    },
  }
}

const toNative = (argument: NativeArgument) => (typeof argument === 'boolean' ? Number(argument) : argument)

function toBigInt(result: unknown): bigint {
  return typeof result === 'bigint' || typeof result === 'number' ? BigInt(result) : 0n
}
