import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type AllocationBoard, type SentAllocation, saveAllocations } from '#shared/contract/allocation.ts'
import type { Stroke } from '#shared/domain/allocation.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { painted, sentStroke, strokesBack } from './model.ts'
import { TEXT } from './text.ts'

/** As many changes can be taken back, as in the planner. */
const UNDO_MAX = 50

/**
 * Gives people's time to projects: each change shows at once, goes to the server in its turn, and can be taken back. What
 * the server refuses is as it was before, with its reason.
 * @param key of the board in the query cache
 */
export function useAllocating(key: readonly unknown[]) {
  const { api, now } = useServices()
  const name = useSession(({ user }) => user?.displayName ?? '')
  const client = useQueryClient()
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)
  const undos = useRef<Stroke[][]>([])
  const seen = useRef(new Map<number, Set<number>>())
  const [said, setSaid] = useState<{ readonly text: string; readonly canUndo: boolean } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  /** What the server said there is: a change of what wasn't seen is refused. */
  const see = (rows: readonly SentAllocation[]) => {
    for (const { userID, id } of rows) {
      if (id <= 0) continue
      const own = seen.current.get(userID) ?? new Set()
      own.add(id)
      seen.current.set(userID, own)
    }
  }
  const board = () => client.getQueryData<AllocationBoard>(key)
  const put = (make: (board: AllocationBoard) => AllocationBoard) =>
    client.setQueryData<AllocationBoard>(key, (before) => before && make(before))

  /** The people concerned are as the server says, once nothing else of theirs is on its way. */
  const take = (strokes: readonly Stroke[], rows: readonly SentAllocation[]) => {
    see(rows)
    if (waiting.current > 1) return
    const people = new Set(strokes.map(({ userID }) => userID))
    const ids = new Set(rows.map(({ id }) => id))
    const [from, to] = [
      Math.min(...rows.map(({ start }) => Date.parse(start)), ...strokes.map(({ start }) => start)),
      Math.max(...rows.map(({ end }) => Date.parse(end)), ...strokes.map(({ end }) => end)),
    ]
    put((before) => ({
      ...before,
      allocations: [
        ...before.allocations.filter(
          ({ id, userID, start, end }) =>
            !ids.has(id) && !(people.has(userID) && Date.parse(start) < to && Date.parse(end) > from),
        ),
        ...rows,
      ],
    }))
  }

  const save = (strokes: readonly Stroke[], text: string, isUndo = false): Promise<boolean> => {
    if (strokes.length === 0) return Promise.resolve(true)
    setProblem(null)
    waiting.current += 1
    // What is being read was true before this: it would show the old again.
    const shown = client.cancelQueries({ queryKey: key }).then(() => {
      const before = board()
      if (before) see(before.allocations)
      const back = before ? strokesBack(before, strokes) : []
      put((plan) => painted(plan, strokes, now(), name))
      return back
    })
    const done = queue.current.then(async () => {
      try {
        const back = await shown
        const people = new Set(strokes.map(({ userID }) => userID))
        const { allocations } = await api.call(
          saveAllocations,
          {
            allocations: strokes.map(sentStroke),
            seen: [...people].flatMap((userID) => [...(seen.current.get(userID) ?? [])]),
          },
          { quiet: true },
        )
        take(strokes, allocations)
        if (!isUndo) undos.current = [...undos.current, back].slice(-UNDO_MAX)
        setSaid({ text, canUndo: undos.current.length > 0 })
        return true
      } catch (error) {
        setProblem(reasonOf(error))
        await client.invalidateQueries({ queryKey: key })
        return false
      } finally {
        waiting.current -= 1
        if (waiting.current === 0) void client.invalidateQueries({ queryKey: key })
      }
    })
    queue.current = done
    return done
  }

  const undo = async () => {
    await queue.current
    const last = undos.current.at(-1)
    if (!last) return setSaid({ text: TEXT.nothingToUndo, canUndo: false })
    undos.current = undos.current.slice(0, -1)
    // What has passed meanwhile can't be put back.
    await save(
      last.filter(({ end }) => end > now()),
      TEXT.undone,
      true,
    )
  }

  return {
    ...{ save, undo, said, problem, see },
    say: (text: string) => setSaid({ text, canUndo: false }),
    fail: (error: unknown) => setProblem(reasonOf(error)),
    isBusy: () => waiting.current > 0,
  }
}
