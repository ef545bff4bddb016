import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Timers } from '../../ui/timers.ts'
import type { Desktop } from '../desktop/desktop.ts'
import type { NoteEvent } from '../session/event-notes.ts'

/** Until the activity says after how long, in seconds. Ours; the embedded server says the same. */
export const IDLE_AFTER_SECONDS = 300

/** The longest that the host watches for, in seconds. */
const LONGEST_SECONDS = 86_400

/** How often it is read again for how long the person has been away, in milliseconds. */
const AWAY_READ_MS = 30_000

export interface IdleState {
  readonly idle: boolean
  /** For how long the person hasn't touched mouse or keyboard; 0 while they are there. */
  readonly seconds: number
}

/** Whether the person is away from mouse and keyboard, as the desktop client tells (spec 1 §3). */
export interface Idleness {
  readonly store: StoreApi<IdleState>
  /** After how many seconds they count as away, as their activity has it (`idleFlagSeconds`); 0 for never. */
  setThreshold(seconds: number): void
  /** Follows it until the returned function is called; in a browser nothing is known. */
  watch(): () => void
}

interface IdlenessParts {
  readonly desktop: Desktop
  readonly timers: Timers
  readonly note: NoteEvent
}

const THERE: IdleState = { idle: false, seconds: 0 }

export function createIdleness({ desktop, timers, note }: IdlenessParts): Idleness {
  const store = createStore<IdleState>(() => THERE)
  let threshold = IDLE_AFTER_SECONDS
  let watching = false

  const ask = () => {
    if (!watching) return
    const thresholdSeconds =
      threshold > 0 ? Math.min(LONGEST_SECONDS, Math.max(1, Math.round(threshold))) : null
    if (thresholdSeconds === null) store.setState(THERE, true)
    void desktop.invoke('idleWatch', { thresholdSeconds })
  }
  /** The watch tells only of changes. The state at its start, and the time since, have to be asked for. */
  const read = async () => {
    const result = await desktop.invoke('idleSeconds', null)
    if (!watching || !result.ok) return
    const idle = threshold > 0 && result.value >= threshold
    store.setState(idle ? { idle, seconds: result.value } : THERE, true)
  }

  return {
    store,
    setThreshold(seconds) {
      if (seconds === threshold) return
      threshold = seconds
      ask()
    },
    watch() {
      if (!desktop.available) return () => {}
      watching = true
      const offs = [
        desktop.on('idleWatch', ({ idle, idleSeconds }) => {
          store.setState({ idle, seconds: idle ? idleSeconds : 0 }, true)
          note(idle ? 'IDLE' : 'BACK', `${Math.round(idleSeconds)} s without mouse and keyboard`)
        }),
        timers.every(AWAY_READ_MS, () => void (store.getState().idle && read())),
      ]
      ask()
      void read()
      return () => {
        watching = false
        for (const off of offs) off()
        store.setState(THERE, true)
        void desktop.invoke('idleWatch', { thresholdSeconds: null })
      }
    },
  }
}
