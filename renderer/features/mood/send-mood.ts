import { useState } from 'react'
import { submitMood } from '#shared/contract/well-being.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'

interface Mood {
  readonly moodValue: number
  readonly comments: string
  readonly isShared: boolean
}

/** Sends a mood; `problem` says why it couldn't be. */
export function useSendMood(onDone: () => void) {
  const { api, session } = useServices()
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const send = async ({ isShared, ...mood }: Mood) => {
    const { user } = session.store.getState()
    if (!user) return
    setSending(true)
    setProblem(null)
    try {
      const request = { ...mood, userID: user.id, ...(isShared && { isShared }) }
      await api.call(submitMood, request, { quiet: true })
      onDone()
    } catch (error) {
      setProblem(reasonOf(error))
    } finally {
      setSending(false)
    }
  }
  return { send, sending, problem }
}
