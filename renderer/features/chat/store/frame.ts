import type { MeetingAlert } from '#shared/contract/call-entities.ts'
import type { ChatCore } from './core.ts'
import type { ChatState } from './state.ts'
import type { ThreadActions } from './threads/threads.ts'

type OnMeetingStart = (alert: MeetingAlert) => void

/** Where the chat shows, and what it tells the shell around it. */
export interface FrameActions {
  /** Keeps whether the chat opens in a window of its own (spec 2 §3). */
  setAlwaysPopOut(on: boolean): void
  /** A screen of the whole chat shows; returns what says that it no longer does. */
  screenOpened(): () => void
  /** A conversation shows within another screen; returns what says that it no longer does. */
  embedOpened(): () => void
  /** Calls back when a meeting begins in one of the person's conversations; returns what ends that. */
  onMeetingStart(listener: OnMeetingStart): () => void
  /** Such a meeting began: its room is in the list from now on. */
  meetingStarts(alert: MeetingAlert): void
}

export function createFrameActions(
  { store, services }: ChatCore,
  threads: Pick<ThreadActions, 'loadThreads'>,
): FrameActions {
  store.setState({ alwaysPopOut: services.storage.get('CHAT_ALWAYS_POPOUT') === 'on' })
  const listeners = new Set<OnMeetingStart>()
  const counted = (name: keyof Pick<ChatState, 'screens' | 'embeds'>) => () => {
    const add = (change: 1 | -1) => store.setState((state) => ({ [name]: state[name] + change }))
    add(1)
    return () => add(-1)
  }
  return {
    setAlwaysPopOut(on) {
      services.storage.set('CHAT_ALWAYS_POPOUT', on ? 'on' : 'off')
      store.setState({ alwaysPopOut: on })
    },
    screenOpened: counted('screens'),
    embedOpened: counted('embeds'),
    onMeetingStart(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    meetingStarts(alert) {
      for (const listener of listeners) listener(alert)
      void threads.loadThreads()
    },
  }
}
