import { useEffect, useState } from 'react'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import { joinMeeting, leaveMeeting, meetingDetails } from '#shared/contract/meetings.ts'
import { useServices } from '../../services/context.tsx'
import { ApiError, reasonOf } from '../../services/http/api-client.ts'

/** How often it is looked who is there, in milliseconds. No event of the hub tells it. */
const LOOK_MS = 5000

export type MeetingLoad =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly reason: string }
  | { readonly state: 'ready'; readonly meeting: ResponseOf<typeof meetingDetails> }

/**
 * Is in a meeting as long as it is used, and follows who is there.
 *
 * @param isIn false for who looks at it only, as before they go in
 */
export function useMeeting(meetingID: number, isIn: boolean): MeetingLoad & { readonly retry: () => void } {
  const { api, timers } = useServices()
  const [load, setLoad] = useState<MeetingLoad>({ state: 'loading' })
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another entry
  useEffect(() => {
    const gone = new AbortController()
    const options = { quiet: true, signal: gone.signal }
    const look = async () => {
      try {
        const meeting = await api.call(meetingDetails, { meetingID }, options)
        setLoad({ state: 'ready', meeting })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        // What was seen once stays while the server can't be reached.
        if (error.failure !== 'aborted')
          setLoad((old) => (old.state === 'ready' ? old : { state: 'failed', reason: reasonOf(error) }))
      }
    }
    const enter = async () => {
      if (isIn) await api.call(joinMeeting, { meetingID }, options).catch(ignoreRefusal)
      if (!gone.signal.aborted) await look()
    }
    void enter()
    const stop = timers.every(LOOK_MS, () => void look())
    return () => {
      stop()
      gone.abort()
      if (isIn) void api.call(leaveMeeting, { meetingID }, { quiet: true }).catch(ignoreRefusal)
    }
  }, [api, timers, meetingID, isIn, attempt])

  const retry = () => {
    setLoad({ state: 'loading' })
    setAttempt(attempt + 1)
  }
  return { ...load, retry }
}

/** Nothing to say here: the screen shows whether there is a meeting. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}
