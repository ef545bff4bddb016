import { askMood } from '#shared/contract/well-being.ts'
import { isWorked } from '#shared/domain/activity.ts'
import type { Timers } from '../../ui/timers.ts'
import { type ApiClient, ApiError } from '../http/api-client.ts'
import type { Dialogs } from '../notices/dialogs.ts'
import type { Session } from '../session/session.ts'
import type { Activity } from './activity.ts'

interface WellBeingServices {
  readonly api: ApiClient
  readonly timers: Timers
  readonly dialogs: Dialogs
  readonly session: Session
  readonly activity: Pick<Activity, 'store'>
  /** Somebody on the phone isn't asked: the question waits for the end. */
  readonly isInCall: () => boolean
}

/** How often a question that waits for the end of a call looks again, in milliseconds. */
const CALL_MS = 30_000
/** After a question that couldn't be asked. */
const FAILED_MS = 10 * 60_000
/** The longest that is waited without asking again: clocks and machines sleep. */
const LONGEST_MS = 30 * 60_000

/**
 * Opens the well-being check when the server says that enough was worked (spec 4 §4.2.1), never
 * during a call. Who doesn't work isn't asked. Until the returned function is called.
 */
export function watchWellBeing(services: WellBeingServices): () => void {
  const { api, timers, dialogs, session, activity, isInCall } = services
  let cancel = () => {}
  let isOver = false
  /** True at first: a check that was open before a reload has to be answered still. */
  let isOpening = true
  const isWorking = () => {
    const { master } = activity.store.getState()
    return master !== null && master.wellBeingPromptRate > 0 && isWorked(master.currentActivity)
  }
  const lookIn = (ms: number) => {
    cancel()
    if (!isOver) cancel = timers.after(ms, () => void look())
  }
  async function look(): Promise<void> {
    if (!isWorking() || !session.store.getState().permissions.can('CAN_USE_MOOD_CAPTURE')) return
    if (isInCall()) return lookIn(CALL_MS)
    try {
      const { isDue, inSeconds, ...how } = await api.call(
        askMood,
        { question: 'CHECK', isOpening },
        { quiet: true },
      )
      isOpening = false
      if (isDue && !isOver) dialogs.open('well-being', how)
      lookIn(isDue ? LONGEST_MS : Math.min(LONGEST_MS, inSeconds * 1000))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      lookIn(FAILED_MS)
    }
  }
  const off = activity.store.subscribe(({ master }, before) => {
    if (master?.currentActivity !== before.master?.currentActivity) lookIn(0)
  })
  lookIn(0)
  return () => {
    isOver = true
    cancel()
    off()
  }
}
