import { moodPromptDelay } from '#shared/domain/mood.ts'
import type { Timers } from '../../ui/timers.ts'
import type { Dialogs } from '../notices/dialogs.ts'
import type { Session } from '../session/session.ts'

interface MoodPromptServices {
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
export function watchMood({ timers, dialogs, session, random }: MoodPromptServices): () => void {
  let cancel = () => {}
  const schedule = () => {
    cancel = timers.after(moodPromptDelay(random()), () => {
      if (session.store.getState().permissions.can('CAN_USE_MOOD_CAPTURE')) dialogs.open('mood')
      schedule()
    })
  }
  schedule()
  return () => cancel()
}
