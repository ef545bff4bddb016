import { failureOf, WindowsFailure } from '../failure.ts'
import { withMemory } from '../memory.ts'
import { PROCESS_ENTRY } from '../structures.ts'
import type { WindowsApi } from '../windows-api.ts'
import { eachProcess } from './programs.ts'

/** PROCESS_TERMINATE and PROCESS_QUERY_LIMITED_INFORMATION */
const ENDING = 0x1001
/** What Windows calls a process that was ended; the exit code that Node gives, too. */
const EXIT_CODE = 1
/** A process that is being ended may have started another one meanwhile. */
const ROUNDS = 4
/** Below are Windows' own: 0 is idle, 4 the system. */
const FIRST_ID = 5

interface Held {
  readonly handle: bigint
  /** In 100 ns since 1601. */
  readonly startedAt: bigint
}

/**
 * Ends a process and all that it started, whatever those started among them. Windows keeps no tree: a process only
 * knows the number of its parent, which is given again once the parent has gone. So one belongs to the tree only if it
 * began after its parent, and every process of it is held until all are ended, so that no number is given again.
 *
 * @returns how many were ended; 0 where the process has gone
 */
export function endTree(api: WindowsApi, { id }: { readonly id: number }): number {
  if (id < FIRST_ID) throw new WindowsFailure('TerminateProcess', 'failed')
  const held = new Map<number, Held>()
  try {
    const root = hold(api, id)
    if (root === null) return 0
    held.set(id, root)
    let ended = terminate(api, root)
    for (let round = 0; round < ROUNDS; round += 1) {
      const found = descendants(api, held)
      if (found.length === 0) break
      for (const one of found) ended += terminate(api, one)
    }
    return ended
  } finally {
    for (const { handle } of held.values()) api.call('CloseHandle', handle)
  }
}

/** Those that aren't held yet, parents before their children; they are held from then on. */
function descendants(api: WindowsApi, held: Map<number, Held>): Held[] {
  const parents = new Map<number, number>()
  eachProcess(api, (entry) => {
    parents.set(entry.readUInt32LE(PROCESS_ENTRY.id), entry.readUInt32LE(PROCESS_ENTRY.parent))
  })
  const found: Held[] = []
  for (let last = -1; last !== found.length; ) {
    last = found.length
    for (const [id, parentId] of parents) {
      const parent = held.get(parentId)
      if (!parent || held.has(id) || id < FIRST_ID) continue
      parents.delete(id)
      const one = hold(api, id)
      if (one === null) continue
      if (one.startedAt < parent.startedAt) {
        api.call('CloseHandle', one.handle)
        continue
      }
      held.set(id, one)
      found.push(one)
    }
  }
  return found
}

/** Null where it has gone, or has higher rights. */
function hold(api: WindowsApi, id: number): Held | null {
  const handle = api.call('OpenProcess', ENDING, false, id)
  if (handle === 0n) return null
  const startedAt = withMemory(api, (memory) => {
    const [created, exited, kernel, user] = [8, 8, 8, 8].map((bytes) => memory.bytes(bytes))
    const known = api.call(
      'GetProcessTimes',
      handle,
      created ?? null,
      exited ?? null,
      kernel ?? null,
      user ?? null,
    )
    return known === 0n || !created ? null : created.readBigUInt64LE()
  })
  if (startedAt !== null) return { handle, startedAt }
  const failure = failureOf('GetProcessTimes', Number(api.call('GetLastError')))
  api.call('CloseHandle', handle)
  throw failure
}

/** 1 where it was ended, 0 where it had ended already. */
function terminate(api: WindowsApi, { handle }: Held): number {
  return api.call('TerminateProcess', handle, EXIT_CODE) === 0n ? 0 : 1
}
