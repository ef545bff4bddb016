import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Call, RequestOf, ResponseOf } from '#shared/contract/http-call.ts'
import { useServices } from '../../services/context.tsx'
import { ApiError } from '../../services/http/api-client.ts'
import { refreshTicket, wordsOf } from './queries.ts'
import { useTicket } from './ticket/ticket-context.tsx'

/** A change of the ticket by this person: whether it is under way, and what went wrong last. */
export interface Write {
  readonly busy: boolean
  readonly problem: string | null
  readonly setProblem: (problem: string | null) => void
  /** Makes the change and reads the ticket again. Null where it failed, which `problem` tells. Never rejects. */
  run<C extends Call>(call: C, request: RequestOf<C>): Promise<ResponseOf<C> | null>
}

/** Changes the ticket at hand. The same change tried again after a lost connection takes effect once. */
export function useWrite(): Write {
  const { api, newID } = useServices()
  const queries = useQueryClient()
  const { ticketID, onConflict } = useTicket()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const attempt = useRef({ what: '', key: '' })

  const keyOf = (what: string): string => {
    if (attempt.current.what !== what) attempt.current = { what, key: newID() }
    return attempt.current.key
  }
  return {
    busy,
    problem,
    setProblem,
    async run(call, request) {
      if (busy) return null
      setBusy(true)
      setProblem(null)
      const idempotencyKey = keyOf(call.path + JSON.stringify(request))
      try {
        const answer = await api.call(call, request, { quiet: true, idempotencyKey })
        attempt.current = { what: '', key: '' }
        await refreshTicket(queries, ticketID)
        return answer as ResponseOf<typeof call>
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        setProblem(wordsOf(error))
        // What the server refused is settled; only what got no answer may have been done.
        if (error.failure === 'refused') attempt.current = { what: '', key: '' }
        if (error.status === 409) onConflict(wordsOf(error))
        if (error.failure === 'refused') await refreshTicket(queries, ticketID)
        return null
      } finally {
        setBusy(false)
      }
    },
  }
}
