import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { TaskConfig } from '#shared/contract/settings-entities.ts'
import type { TaskChange, TaskRow } from '#shared/contract/task-entities.ts'
import { changeTasks } from '#shared/contract/tasks.ts'
import { isOpenKind } from '#shared/domain/task-lists.ts'
import { useServices } from '../../../services/context.tsx'
import { reasonOf } from '../../../services/http/api-client.ts'
import { refreshTasks, showAtOnce } from '../queries.ts'
import { TEXT } from '../text.ts'
import type { Wanted } from './planner-context.tsx'

/** How long a change can be taken back, in milliseconds (spec 4 §1.5). */
const UNDO_MS = 10_000

interface Refused {
  readonly name: string
  readonly reason: string
}

/** What was done last, what of it was refused, and whether it can be taken back. */
export interface Outcome {
  readonly words: string
  readonly refused: readonly Refused[]
  readonly canUndo: boolean
}

interface Step {
  readonly taskID: number
  readonly version: number
  readonly set: TaskChange
}

/** Changes tasks at once: what the server refuses is put back and said. */
export function useChanges(config: TaskConfig | undefined) {
  const { api, newID, timers } = useServices()
  const queries = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const back = useRef<readonly Step[]>([])
  const waiting = useRef<() => void>(undefined)
  useEffect(() => () => waiting.current?.(), [])

  const say = (next: Outcome | null) => {
    waiting.current?.()
    setOutcome(next)
    if (next) waiting.current = timers.after(UNDO_MS, () => setOutcome(null))
  }
  const make = async (steps: readonly Step[], names: ReadonlyMap<number, string>, words: string) => {
    try {
      const { results } = await api.call(
        changeTasks,
        { changes: [...steps] },
        { quiet: true, idempotencyKey: newID() },
      )
      const done = results.filter((result) => result.done)
      const refused = results.flatMap((result) =>
        result.done ? [] : [{ name: names.get(result.taskID) ?? '', reason: result.value }],
      )
      back.current = done.map(({ taskID, version, undo }) => ({ taskID, version, set: undo }))
      const some = refused.length > 0
      say({
        words: some ? TEXT.someDone(done.length, results.length) : words,
        refused,
        canUndo: done.length > 0,
      })
    } catch (error) {
      back.current = []
      say({ words: reasonOf(error), refused: [], canUndo: false })
    }
    await refreshTasks(queries)
  }
  const kindOf = (status: string | undefined) => config?.statuses.find(({ name }) => name === status)?.kind

  const change = async (wanted: readonly Wanted[], words: string) => {
    const patches = wanted.map(({ task, set }) => {
      const statusKind = kindOf(set.status)
      return [task.id, { ...set, ...(statusKind === undefined ? {} : { statusKind }) }] as const
    })
    showAtOnce(queries, new Map(patches))
    const names = new Map(wanted.map(({ task }) => [task.id, task.taskName]))
    const steps = wanted.map(({ task: { id, version }, set }) => ({ taskID: id, version, set }))
    await make(steps, names, words)
  }
  return {
    outcome,
    change,
    dismiss: () => say(null),
    undo: async () => {
      const steps = back.current
      if (steps.length === 0) return
      back.current = []
      await make(steps, new Map(), TEXT.undone)
      back.current = []
      setOutcome((now) => now && { ...now, canUndo: false })
    },
    toggle: (task: TaskRow) => {
      const wantsOpen = !isOpenKind(task.statusKind)
      const status = config?.statuses.find(({ kind }) => kind === (wantsOpen ? 'TO_DO' : 'DONE'))
      if (!status) return
      const words = wantsOpen ? TEXT.reopened(task.taskName) : TEXT.finishedOne(task.taskName)
      void change([{ task, set: { status: status.name } }], words)
    },
  }
}
