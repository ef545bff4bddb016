import { useCallback, useEffect, useState } from 'react'
import { type MyMeeting, myMeetings } from '#shared/contract/meetings.ts'
import { useServices } from '../../../services/context.tsx'
import { ApiError } from '../../../services/http/api-client.ts'
import { useChat } from '../chat-context.tsx'
import { failed } from '../store/core.ts'
import type { Load } from '../store/state.ts'

/** How often it is looked what goes on, in milliseconds. No event tells who comes and goes. */
const LOOK_MS = 15_000
const READY = { state: 'ready' } as const

interface MyMeetingsState {
  readonly load: Load
  readonly meetings: readonly MyMeeting[]
  readonly refresh: () => void
}

/** The person's meetings that haven't ended; read again when one begins. */
export function useMyMeetings(): MyMeetingsState {
  const chat = useChat<'onMeetingStart'>()
  const { api, timers } = useServices()
  const [known, setKnown] = useState<Omit<MyMeetingsState, 'refresh'>>({
    load: { state: 'loading' },
    meetings: [],
  })
  const refresh = useCallback(() => {
    api.call(myMeetings, undefined, { quiet: true }).then(
      (meetings) => setKnown({ load: READY, meetings }),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        // A server without this call has no list; what was seen once stays while it can't be reached.
        const load = error.status === 404 ? READY : failed(error)
        setKnown((old) => (old.load.state === 'ready' ? old : { load, meetings: [] }))
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
  return { ...known, refresh }
}
