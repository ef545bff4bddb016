import { WindowsFailure } from './failure.ts'
import type { FunctionName, NativeArgument, WindowsApi } from './windows-api.ts'

type Functions = { [Name in FunctionName]?: (...args: never[]) => number | bigint | boolean }

const PAGE = 4096n

/** Windows' functions and memory for tests: reading where nothing lies throws, as it would end a process. */
export interface FakeApi extends WindowsApi {
  /** Puts something into Windows' own memory and answers its address. */
  place(content: Buffer): bigint
  /** Every call so far, by name. */
  readonly called: FunctionName[]
}

export const utf16 = (text: string) => Buffer.from(`${text}\0`, 'utf16le')

/** @param functions what there is; every other one is missing. GetLastError answers `lastError`. */
export function fakeApi(functions: Functions, lastError = 0): FakeApi {
  const regions: { readonly start: bigint; readonly content: Buffer }[] = []
  const called: FunctionName[] = []
  let next = PAGE
  const place = (content: Buffer) => {
    const known = regions.find((region) => region.content === content)
    if (known) return known.start
    const start = next
    regions.push({ start, content })
    next += (BigInt(content.length) / PAGE + 2n) * PAGE
    return start
  }
  const call = (name: FunctionName, ...args: NativeArgument[]): bigint => {
    called.push(name)
    const action = functions[name] as ((...args: NativeArgument[]) => number | bigint | boolean) | undefined
    if (!action && name === 'GetLastError') return BigInt(lastError)
    if (!action) throw new WindowsFailure(name, 'missing')
    return BigInt(action(...args))
  }
  return {
    called,
    place,
    call,
    wait: async (name, ...args) => call(name, ...args),
    addressOf: place,
    read(address, bytes) {
      const found = regions.find(({ start, content }) => {
        const pages = (BigInt(content.length) + PAGE - 1n) / PAGE
        return address >= start && address + BigInt(bytes) <= start + pages * PAGE
      })
      if (!found) throw new Error(`access violation: ${bytes} bytes at ${address}`)
      const copy = Buffer.alloc(bytes)
      const from = Number(address - found.start)
      found.content.copy(copy, 0, from, from + bytes)
      return copy
    },
  }
}
