import { useCallback, useEffect, useState } from 'react'
import { type MyMeeting, myMeetings } from '#shared/contract/meetings.ts'
import { useServices } from '../../../services/context.tsx'
import { ApiError } from '../../../services/http/api-client.ts'
import { useChat } from '../chat-context.tsx'

/** How often it is looked what goes on, in milliseconds. No event tells who comes and goes. */
const LOOK_MS = 15_000

interface MyMeetingsState {
  readonly state: 'loading' | 'failed' | 'ready'
  readonly meetings: readonly MyMeeting[]
  readonly refresh: () => void
}

/** The person's meetings that haven't ended; read again when one begins. */
export function useMyMeetings(): MyMeetingsState {
  const chat = useChat()
  const { api, timers } = useServices()
  const [load, setLoad] = useState<Omit<MyMeetingsState, 'refresh'>>({ state: 'loading', meetings: [] })
  const refresh = useCallback(() => {
    api.call(myMeetings, undefined, { quiet: true }).then(
      (meetings) => setLoad({ state: 'ready', meetings }),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        // A server without this call has no list; what was seen once stays while it can't be reached.
        const state = error.status === 404 ? 'ready' : 'failed'
        setLoad((old) => (old.state === 'ready' ? old : { state, meetings: [] }))
      },
    )
  }, [api])
  useEffect(() => {
    refresh()
    const ends = [timers.every(LOOK_MS, refresh), chat.onMeetingStart(refresh)]
    return () => {
      for (const end of ends) end()
    }
  }, [refresh, timers, chat])
  return { ...load, refresh }
}
