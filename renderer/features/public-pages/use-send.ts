import { useRef, useState } from 'react'
import type { Call, RequestOf, ResponseOf } from '#shared/contract/http-call.ts'
import { useServices } from '../../services/context.tsx'
import { type Death, deathOf, wordsOf } from './link-state.ts'

/**
 * Sends something through a link. What is sent again unchanged after a failure has the same
 * idempotency key: had it arrived after all, it counts once.
 */
export function useSend<C extends Call<never, never, 'none', 'json'> | Call>(
  call: C,
  onDead: (why: Death) => void,
) {
  const { api, newID } = useServices()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const last = useRef({ content: '', key: '' })

  /** The answer; null where it failed, which is said in `problem`. */
  const send = async (request: RequestOf<C>): Promise<ResponseOf<C> | null> => {
    if (busy) return null
    const content = JSON.stringify(request)
    if (last.current.content !== content) last.current = { content, key: newID() }
    setBusy(true)
    setProblem(null)
    try {
      const answer = await api.call(call, request, { quiet: true, idempotencyKey: last.current.key })
      last.current = { content: '', key: '' }
      return answer as ResponseOf<C>
    } catch (error) {
      const why = deathOf(error)
      if (why === null) setProblem(wordsOf(error))
      else onDead(why)
      return null
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, setProblem, send }
}
