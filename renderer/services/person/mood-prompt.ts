import { askMood } from '#shared/contract/well-being.ts'
import { moodPromptDelay } from '#shared/domain/mood.ts'
import type { Timers } from '../../ui/timers.ts'
import { type ApiClient, ApiError } from '../http/api-client.ts'
import type { Dialogs } from '../notices/dialogs.ts'
import type { Session } from '../session/session.ts'

interface MoodPromptServices {
  readonly api: ApiClient
  readonly timers: Timers
  readonly dialogs: Dialogs
  readonly session: Session
  /** From 0 up to 1. */
  readonly random: () => number
}

/**
 * Asks the person how they feel at a random 3 to 4 hours, again and again, until the returned
 * function is called (spec 1 §9). Who may not answer isn't asked.
 */
export function watchMood({ api, timers, dialogs, session, random }: MoodPromptServices): () => void {
  let cancel = () => {}
  const isAsked = () => session.store.getState().permissions.can('CAN_USE_MOOD_CAPTURE')
  const schedule = () => {
    cancel = timers.after(moodPromptDelay(random()), () => {
      if (isAsked()) void mayAsk().then((may) => may && isAsked() && dialogs.open('mood'))
      schedule()
    })
  }
  /** Whether the well-being check asked long enough ago; where the server doesn't say, nothing else asks. */
  const mayAsk = async () => {
    try {
      return (await api.call(askMood, { question: 'CAPTURE' }, { quiet: true })).isDue
    } catch (error) {
      if (error instanceof ApiError) return true
      throw error
    }
  }
  schedule()
  return () => cancel()
}
