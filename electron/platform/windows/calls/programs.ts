import { failureOf, WindowsFailure } from '../failure.ts'
import { type Memory, textIn, withMemory } from '../memory.ts'
import { PROCESS_ENTRY } from '../structures.ts'
import type { WindowsApi } from '../windows-api.ts'

const PROCESS_QUERY_LIMITED_INFORMATION = 0x1000
const TH32CS_SNAPPROCESS = 2
const INVALID_HANDLE = 0xffffffffffffffffn
const ERROR_NO_MORE_FILES = 18
const GW_OWNER = 4
const WM_CLOSE = 0x10

/** The longest path that Windows gives, in UTF-16 units. */
const PATH_UNITS = 32_768
/** Bounds of lists that Windows may change while they are read. */
const PROCESSES_MAX = 20_000
const WINDOWS_MAX = 50_000
const VERSION_BYTES_MAX = 1024 * 1024

/** A program: its file's name without '.exe', and what it calls itself, '' where that isn't told. */
export interface NamedProgram {
  readonly program: string
  readonly name: string
}

/** The program whose window is in front; null for none, or one that has gone meanwhile. */
export function frontProgram(api: WindowsApi): NamedProgram | null {
  const id = processOf(api, api.call('GetForegroundWindow'))
  const file = id === 0 ? null : fileOf(api, id)
  if (file === null) return null
  const program = (file.split('\\').at(-1) ?? '').replace(/\.exe$/i, '')
  return program === '' ? null : { program, name: descriptionOf(api, file) }
}

/** The process of a window; 0 for none. */
function processOf(api: WindowsApi, window: bigint): number {
  if (window === 0n) return 0
  return withMemory(api, (memory) => {
    const id = memory.bytes(4)
    return api.call('GetWindowThreadProcessId', window, id) === 0n ? 0 : id.readUInt32LE()
  })
}

/** The file that a process runs; null where it has gone or has higher rights. */
function fileOf(api: WindowsApi, id: number): string | null {
  const handle = api.call('OpenProcess', PROCESS_QUERY_LIMITED_INFORMATION, false, id)
  if (handle === 0n) return null
  try {
    return withMemory(api, (memory) => {
      const path = memory.bytes(2 * PATH_UNITS)
      const units = memory.bytes(4)
      units.writeUInt32LE(PATH_UNITS)
      if (api.call('QueryFullProcessImageNameW', handle, 0, path, units) === 0n) return null
      return textIn(path, 0, Math.min(units.readUInt32LE(), PATH_UNITS)) || null
    })
  } finally {
    api.call('CloseHandle', handle)
  }
}

/** The description in a program's file, in the language of its first translation; '' where it has none. */
function descriptionOf(api: WindowsApi, file: string): string {
  return withMemory(api, (memory) => {
    const path = memory.text(file)
    const length = Number(api.call('GetFileVersionInfoSizeW', path, memory.bytes(4)))
    if (length === 0 || length > VERSION_BYTES_MAX) return ''
    const info = memory.bytes(length)
    if (api.call('GetFileVersionInfoW', path, 0, length, info) === 0n) return ''
    const value = (block: string) => versionValue(api, memory, info, block)
    const translation = value('\\VarFileInfo\\Translation')
    if (translation === null || translation.length < 4) return ''
    const hexadecimal = (at: number) => translation.readUInt16LE(at).toString(16).padStart(4, '0')
    const described = value(`\\StringFileInfo\\${hexadecimal(0)}${hexadecimal(2)}\\FileDescription`)
    return described ? textIn(described, 0, described.length / 2).trim() : ''
  })
}

/** What a file's version says from there on; null for no such value, or one outside of what was read. */
function versionValue(api: WindowsApi, memory: Memory, info: Buffer, block: string): Buffer | null {
  const found = memory.bytes(8)
  if (api.call('VerQueryValueW', info, memory.text(block), found, memory.bytes(4)) === 0n) return null
  const offset = Number(found.readBigUInt64LE() - memory.addressOf(info))
  return offset >= 0 && offset < info.length ? info.subarray(offset) : null
}

/** The processes that run a program of that name ('game.exe'), in any case. */
function processesOf(api: WindowsApi, image: string): number[] {
  const found: number[] = []
  eachProcess(api, (entry) => {
    const name = textIn(entry, PROCESS_ENTRY.image, PROCESS_ENTRY.imageUnits)
    if (name.toLowerCase() === image.toLowerCase()) found.push(entry.readUInt32LE(PROCESS_ENTRY.id))
  })
  return found
}

/** Goes through Windows' list of processes. The entry holds each of them in turn. */
export function eachProcess(api: WindowsApi, take: (entry: Buffer) => void): void {
  const snapshot = api.call('CreateToolhelp32Snapshot', TH32CS_SNAPPROCESS, 0)
  if (snapshot === INVALID_HANDLE || snapshot === 0n) throw lastFailure(api, 'CreateToolhelp32Snapshot')
  try {
    withMemory(api, (memory) => {
      const entry = memory.bytes(PROCESS_ENTRY.bytes)
      for (let place = 0; place < PROCESSES_MAX; place += 1) {
        entry.writeUInt32LE(PROCESS_ENTRY.bytes, PROCESS_ENTRY.size)
        const next = place === 0 ? 'Process32FirstW' : 'Process32NextW'
        if (api.call(next, snapshot, entry) === 0n) {
          if (Number(api.call('GetLastError')) !== ERROR_NO_MORE_FILES) throw lastFailure(api, next)
          return
        }
        take(entry)
      }
      throw new WindowsFailure('Process32NextW', 'failed')
    })
  } finally {
    api.call('CloseHandle', snapshot)
  }
}

function lastFailure(api: WindowsApi, call: string): WindowsFailure {
  return failureOf(call, Number(api.call('GetLastError')))
}

export function isRunning(api: WindowsApi, { image }: { readonly image: string }): boolean {
  return processesOf(api, image).length > 0
}

/**
 * Asks programs to close, as their close button would: whatever window of theirs a person sees.
 *
 * @returns how many processes were asked
 */
export function closePrograms(api: WindowsApi, { images }: { readonly images: readonly string[] }): number {
  const ids = new Set(images.flatMap((image) => processesOf(api, image)))
  if (ids.size === 0) return 0
  const asked = new Set<number>()
  for (const window of topWindows(api)) {
    const id = processOf(api, window)
    if (!ids.has(id) || api.call('IsWindowVisible', window) === 0n) continue
    if (api.call('GetWindow', window, GW_OWNER) !== 0n) continue
    if (api.call('PostMessageW', window, WM_CLOSE, 0, 0) !== 0n) asked.add(id)
  }
  return asked.size
}

/** Windows may come and go meanwhile: one that has gone ends the list. */
function* topWindows(api: WindowsApi): Iterable<bigint> {
  const seen = new Set<bigint>()
  let window = 0n
  while (seen.size < WINDOWS_MAX) {
    window = api.call('FindWindowExW', 0n, window, null, null)
    if (window === 0n || seen.has(window)) return
    seen.add(window)
    yield window
  }
}
