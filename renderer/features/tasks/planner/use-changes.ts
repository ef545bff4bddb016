import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { TaskConfig } from '#shared/contract/settings-entities.ts'
import type { TaskChange, TaskRow } from '#shared/contract/task-entities.ts'
import { changeTasks, deleteTask, restoreTask } from '#shared/contract/tasks.ts'
import { isOpenKind } from '#shared/domain/task-lists.ts'
import { TASK_CHANGES_MAX } from '#shared/domain/tasks.ts'
import { useServices } from '../../../services/context.tsx'
import { reasonOf } from '../../../services/http/api-client.ts'
import { refreshTasks, showAtOnce } from '../queries.ts'
import { TEXT } from '../text.ts'
import type { Wanted } from './planner-context.tsx'

/** How long a change can be taken back, in milliseconds (spec 4 §1.5). */
export const UNDO_MS = 10_000

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
  const { api, newID } = useServices()
  const queries = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  /** Takes back what was done last; null where nothing is to be taken back. */
  const back = useRef<(() => Promise<void>) | null>(null)
  /** The versions that the person's own changes have made, which the lists may not show yet. */
  const made = useRef(new Map<number, number>())
  /** Changes go one after the other: the next one is of the version that the last one has made. */
  const last = useRef(Promise.resolve())
  const send = async (wanted: readonly Step[]) => {
    const results = []
    const steps = wanted.map((step) => ({
      ...step,
      version: Math.max(step.version, made.current.get(step.taskID) ?? 0),
    }))
    // As many at once as the server takes.
    for (let place = 0; place < steps.length; place += TASK_CHANGES_MAX) {
      const changes = steps.slice(place, place + TASK_CHANGES_MAX)
      const answer = await api.call(changeTasks, { changes }, { quiet: true, idempotencyKey: newID() })
      results.push(...answer.results)
      for (const result of answer.results) if (result.done) made.current.set(result.taskID, result.version)
    }
    return results
  }
  const makeNow = async (steps: readonly Step[], names: ReadonlyMap<number, string>, words: string) => {
    try {
      const results = await send(steps)
      const done = results.filter((result) => result.done)
      const refused = results.flatMap((result) =>
        result.done ? [] : [{ name: names.get(result.taskID) ?? '', reason: result.value }],
      )
      const undone = done.map(({ taskID, version, undo }) => ({ taskID, version, set: undo }))
      if (undone.length > 0 && words !== TEXT.undone) back.current = () => make(undone, names, TEXT.undone)
      const some = refused.length > 0
      setOutcome({
        words: some ? TEXT.someDone(done.length, results.length) : words,
        refused,
        canUndo: back.current !== null,
      })
    } catch (error) {
      setOutcome({ words: reasonOf(error), refused: [], canUndo: false })
    }
    await refreshTasks(queries)
  }
  const make = (...args: Parameters<typeof makeNow>) => {
    back.current = null
    last.current = last.current.then(() => makeNow(...args))
    return last.current
  }
  /** Deletes a task or brings it back. @returns whether that was done */
  const setDeleted = async ({ id, taskName }: Pick<TaskRow, 'id' | 'taskName'>, isDeleted: boolean) => {
    back.current = null
    try {
      const options = { quiet: true, idempotencyKey: newID() }
      await api.call(isDeleted ? deleteTask : restoreTask, { taskID: id }, options)
      if (isDeleted)
        back.current = async () => {
          await setDeleted({ id, taskName }, false)
        }
      setOutcome({
        words: isDeleted ? TEXT.deleted(taskName) : TEXT.undone,
        refused: [],
        canUndo: back.current !== null,
      })
      await refreshTasks(queries)
      return true
    } catch (error) {
      setOutcome({ words: reasonOf(error), refused: [], canUndo: false })
      return false
    }
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
    dismiss: () => setOutcome(null),
    undo: async () => {
      const undo = back.current
      back.current = null
      await undo?.()
    },
    remove: (task: Pick<TaskRow, 'id' | 'taskName'>) => setDeleted(task, true),
    toggle: (task: TaskRow) => {
      const wantsOpen = !isOpenKind(task.statusKind)
      const status = config?.statuses.find(({ kind }) => kind === (wantsOpen ? 'TO_DO' : 'DONE'))
      if (!status) return
      const words = wantsOpen ? TEXT.reopened(task.taskName) : TEXT.finishedOne(task.taskName)
      void change([{ task, set: { status: status.name } }], words)
    },
  }
}
