import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type ChecklistItem,
  checklistState,
  completeChecklistItem,
  reopenChecklistItem,
  validateChecklistItem,
} from '#shared/contract/checklist.ts'
import { useServices } from '../../services/context.tsx'
import { type ApiClient, reasonOf } from '../../services/http/api-client.ts'
import { CHECKLIST_WORDS } from './text.ts'

const checklistQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['checklist'],
    queryFn: ({ signal }) => api.call(checklistState, { filterTasksIds: [] }, { quiet: true, signal }),
  })

/** A person's checklist and what can be done with it (spec 3 §4, §7). */
export function useChecklist() {
  const { api, notices } = useServices()
  const queries = useQueryClient()
  const query = useQuery(checklistQuery(api))
  const [busyID, setBusyID] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [uploadFor, setUploadFor] = useState<ChecklistItem | null>(null)
  const [reopened, setReopened] = useState<ChecklistItem | null>(null)

  /** Does one thing at a time, then shows what the server has; says why it couldn't. */
  const act = async (item: ChecklistItem, work: () => Promise<boolean>) => {
    if (busyID !== null) return
    setBusyID(item.id)
    setProblem(null)
    setReopened(null)
    try {
      if (await work()) await queries.invalidateQueries({ queryKey: checklistQuery(api).queryKey })
    } catch (error) {
      setProblem(reasonOf(error))
    } finally {
      setBusyID(null)
    }
  }
  const payloadOf = ({ id, userID }: ChecklistItem) => ({ taskID: id, userID, trainingID: 0 })
  const send = async (item: ChecklistItem) => {
    await api.call(completeChecklistItem, payloadOf(item), { quiet: true })
    notices.show('success', CHECKLIST_WORDS.completedNotice)
    return true
  }

  return {
    state: query.data,
    failure: query.error,
    retry: () => void query.refetch(),
    busyID,
    problem,
    /** The item that waits for its PDF. */
    uploadFor,
    /** The item that was just put back, which can be undone. */
    reopened,
    complete: (item: ChecklistItem) =>
      act(item, async () => {
        const { actionNeeded } = await api.call(validateChecklistItem, { taskID: item.id }, { quiet: true })
        if (actionNeeded === 'NONE') return send(item)
        setUploadFor(item)
        return false
      }),
    reopen: (item: ChecklistItem) =>
      act(item, async () => {
        await api.call(reopenChecklistItem, payloadOf(item), { quiet: true })
        const toDo = (query.data?.incompleteTasks.length ?? 0) + 1
        notices.show('success', CHECKLIST_WORDS.toDoNotice(toDo))
        setReopened(item)
        return true
      }),
    /** The PDF of one that was put back is kept: it is completed as it was. */
    undo: () => (reopened ? act(reopened, () => send(reopened)) : Promise.resolve()),
    uploaded: async () => {
      setUploadFor(null)
      notices.show('success', CHECKLIST_WORDS.completedNotice)
      await queries.invalidateQueries({ queryKey: checklistQuery(api).queryKey })
    },
    giveUp: () => setUploadFor(null),
  }
}
