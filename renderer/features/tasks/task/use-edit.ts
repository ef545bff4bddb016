import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Task, TaskChange } from '#shared/contract/task-entities.ts'
import { updateTask } from '#shared/contract/tasks.ts'
import { useServices } from '../../../services/context.tsx'
import { ApiError } from '../../../services/http/api-client.ts'
import { refreshTasks } from '../queries.ts'

type TextField = 'subject' | 'description'

/** Changing an open task field by field; what isn't kept by the server stays as it was typed. */
export function useEdit(task: Task) {
  const { api, newID } = useServices()
  const queries = useQueryClient()
  const [drafts, setDrafts] = useState<Readonly<Partial<Record<TextField, string>>>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [isConflict, setConflict] = useState(false)
  const [busy, setBusy] = useState(false)

  const without = (field: TextField) =>
    setDrafts((before) => Object.fromEntries(Object.entries(before).filter(([name]) => name !== field)))

  /** @returns whether the server has kept it */
  const set = async (change: TaskChange): Promise<boolean> => {
    setBusy(true)
    setProblem(null)
    setConflict(false)
    try {
      await api.call(
        updateTask,
        { taskID: task.id, version: task.version, set: change },
        { quiet: true, idempotencyKey: newID() },
      )
      await refreshTasks(queries)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // Of a conflict the server's own words say who was first.
      setProblem(
        error.value !== '' && error.status >= 400 && error.status < 500 ? error.value : error.message,
      )
      setConflict(error.status === 409)
      if (error.status === 409) await refreshTasks(queries)
      return false
    } finally {
      setBusy(false)
    }
  }
  return {
    problem,
    isConflict,
    busy,
    set,
    text: (field: TextField): string => drafts[field] ?? task[field],
    type: (field: TextField, text: string) => setDrafts((before) => ({ ...before, [field]: text })),
    /** Sends what was typed; an empty text goes back to what was there. */
    keep: async (field: TextField) => {
      const text = drafts[field]?.trim()
      if (text === undefined || text === task[field] || text === '') return without(field)
      if (await set({ [field]: text })) without(field)
    },
    /** Gives up what was typed for what is there now. */
    reset: () => {
      setDrafts({})
      setProblem(null)
      setConflict(false)
    },
  }
}
export type Edit = ReturnType<typeof useEdit>
