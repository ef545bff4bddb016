import { useCallback, useEffect, useRef, useState } from 'react'
import { deleteOnboardingTask } from '#shared/contract/onboarding.ts'
import { useServices } from '../../services/context.tsx'

/** How long a deletion can be taken back, in milliseconds. The documents name no time. */
export const UNDO_MS = 6000

/**
 * Deletions that can be undone: the server is told of one when its time is over, when the next one
 * comes, or when the dialog goes; whoever shows it says when its time is over. Taking one back tells nobody
 * anything.
 *
 * @param onSent told of a task that is no more, as far as this side knows
 * @param onFailed told where the server didn't delete one
 */
export function useDeletions(onSent: (taskID: number) => void, onFailed: () => void) {
  const { api } = useServices()
  const [pendingID, setPendingID] = useState<number | null>(null)
  const pending = useRef<number | null>(null)
  const told = useRef({ onSent, onFailed })
  told.current = { onSent, onFailed }

  const end = useCallback(() => {
    const ended = pending.current
    pending.current = null
    setPendingID(null)
    return ended
  }, [])
  const commit = useCallback(() => {
    const taskID = end()
    if (taskID === null) return
    told.current.onSent(taskID)
    api.call(deleteOnboardingTask, { taskID }).catch(() => told.current.onFailed())
  }, [api, end])
  useEffect(() => commit, [commit])

  return {
    /** The task that can still be had back. */
    pendingID,
    remove(taskID: number) {
      commit()
      pending.current = taskID
      setPendingID(taskID)
    },
    undo: () => void end(),
    commit,
  }
}
