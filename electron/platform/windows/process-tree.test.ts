import { describe, expect, test } from 'vitest'
import { endTree } from './calls/process-tree.ts'
import { fakeApi } from './fake-api.ts'
import { PROCESS_ENTRY } from './structures.ts'

interface Process {
  readonly id: number
  readonly parent: number
  readonly startedAt: bigint
  readonly isProtected?: boolean
}

/** @param starts what is started while the process of that number is ended */
function machine(list: Process[], starts: Readonly<Record<number, Process>> = {}) {
  let running = [...list]
  let rest: Process[] = []
  const opened: bigint[] = []
  const closed: bigint[] = []
  const entry = (into: Buffer) => {
    const next = rest.shift()
    if (!next) return false
    expect(into.readUInt32LE(PROCESS_ENTRY.size)).toBe(568)
    into.writeUInt32LE(next.id, PROCESS_ENTRY.id)
    into.writeUInt32LE(next.parent, PROCESS_ENTRY.parent)
    return true
  }
  const api = fakeApi(
    {
      CreateToolhelp32Snapshot: () => {
        rest = [...running]
        return 77
      },
      Process32FirstW: (_snapshot: bigint, into: Buffer) => entry(into),
      Process32NextW: (_snapshot: bigint, into: Buffer) => entry(into),
      OpenProcess: (_rights: number, _inherited: boolean, id: number) => {
        const found = running.find((one) => one.id === id && !one.isProtected)
        if (!found) return 0
        opened.push(BigInt(id))
        return id
      },
      GetProcessTimes: (handle: bigint, created: Buffer) => {
        const found = running.find(({ id }) => id === Number(handle))
        if (!found) return false
        created.writeBigUInt64LE(found.startedAt)
        return true
      },
      TerminateProcess: (handle: bigint) => {
        const id = Number(handle)
        if (!running.some((one) => one.id === id)) return false
        const started = starts[id]
        running = [...running.filter((one) => one.id !== id), ...(started ? [started] : [])]
        return true
      },
      CloseHandle: (handle: bigint) => {
        if (handle !== 77n) closed.push(handle)
        return true
      },
    },
    18,
  )
  return { api, ids: () => running.map(({ id }) => id), opened, closed }
}

describe('a process and what it started', () => {
  const tree = [
    { id: 4, parent: 0, startedAt: 0n },
    { id: 30, parent: 20, startedAt: 30n },
    { id: 10, parent: 4, startedAt: 10n },
    { id: 20, parent: 10, startedAt: 20n },
    { id: 99, parent: 4, startedAt: 5n },
  ]

  test('are ended, children of children in whatever order they are listed, and nothing else', () => {
    const { api, ids, opened, closed } = machine(tree)
    expect(endTree(api, { id: 10 })).toBe(3)
    expect(ids()).toEqual([4, 99])
    expect(closed.toSorted()).toEqual(opened.toSorted())
  })

  test('one that began before its parent was another’s: its parent’s number is a second hand one', () => {
    const { api, ids } = machine([...tree, { id: 50, parent: 10, startedAt: 9n }])
    endTree(api, { id: 10 })
    expect(ids()).toEqual([4, 99, 50])
  })

  test('one that is started meanwhile is ended, too', () => {
    const { api, ids } = machine(tree, { 20: { id: 60, parent: 20, startedAt: 60n } })
    expect(endTree(api, { id: 10 })).toBe(4)
    expect(ids()).toEqual([4, 99])
  })

  test('one of higher rights is left, and the others are ended', () => {
    const { api, ids } = machine([...tree, { id: 70, parent: 10, startedAt: 70n, isProtected: true }])
    expect(endTree(api, { id: 10 })).toBe(3)
    expect(ids()).toEqual([4, 99, 70])
  })

  test('one that has gone is none, and Windows’ own are never ended', () => {
    const { api, ids } = machine(tree)
    expect(endTree(api, { id: 11 })).toBe(0)
    for (const id of [0, 4, -1]) expect(() => endTree(api, { id })).toThrow('TerminateProcess: failed')
    expect(ids()).toHaveLength(tree.length)
  })
})
