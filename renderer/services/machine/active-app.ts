import { createStore, type StoreApi } from 'zustand/vanilla'
import type { HostEventPayload } from '#shared/host/events.ts'
import type { Desktop } from '../desktop/desktop.ts'
import type { NoteEvent } from '../session/event-notes.ts'

type Program = HostEventPayload<'activeApp'>

/** A program that was in front, and since when, in milliseconds since 1970. */
export interface SeenProgram extends Program {
  readonly since: number
}

export interface ActiveAppState {
  /** The person's activity has it watched (spec 1 §4.4). */
  readonly byActivity: boolean
  /** Newest first: the first is in front now. */
  readonly seen: readonly SeenProgram[]
  /** Why it can't be watched; null while it can. */
  readonly problem: string | null
}

/** How many programs are remembered. */
const SEEN_MAX = 10

/** Which program the person works in, as far as somebody wants to know (spec 1 §2.7, §4.4). */
export interface ActiveApp {
  readonly store: StoreApi<ActiveAppState>
  /** By the person's activity: what comes to the front goes into their event log too. */
  watch(watch: boolean): void
  /** For who looks at it, until the returned function is called. Nothing is logged for that. */
  look(): () => void
  /** Follows the host until the returned function is called. */
  follow(): () => void
  reset(): void
}

interface ActiveAppParts {
  readonly desktop: Desktop
  readonly note: NoteEvent
  readonly now: () => number
}

const NOTHING: ActiveAppState = { byActivity: false, seen: [], problem: null }

/** What a program is called: its own words, else its file's name. */
export const programName = ({ program, name }: Program): string => name || program

export function createActiveApp({ desktop, note, now }: ActiveAppParts): ActiveApp {
  const store = createStore<ActiveAppState>(() => NOTHING)
  let lookers = 0
  let asked = false

  const ask = async () => {
    const wanted = store.getState().byActivity || lookers > 0
    if (wanted === asked) return
    asked = wanted
    const result = await desktop.invoke('activeAppWatch', { watch: wanted })
    if (asked !== wanted) return
    store.setState({ problem: wanted && !result.ok ? result.error.message : null })
  }
  const setByActivity = (byActivity: boolean) => {
    store.setState({ byActivity })
    void ask()
  }

  return {
    store,
    watch: setByActivity,
    look() {
      lookers += 1
      void ask()
      return () => {
        lookers -= 1
        void ask()
      }
    },
    follow() {
      const off = desktop.on('activeApp', (program) => {
        const { seen, byActivity } = store.getState()
        if (seen[0]?.program === program.program) return
        store.setState({ seen: [{ ...program, since: now() }, ...seen].slice(0, SEEN_MAX) })
        if (byActivity) note('ACTIVE_APP', programName(program))
      })
      return () => {
        off()
        setByActivity(false)
      }
    },
    reset() {
      store.setState({ ...NOTHING, byActivity: false }, true)
      void ask()
    },
  }
}
