import { TYPING_MS } from '#shared/domain/chat.ts'
import { type ChatCore, threadOf } from './core.ts'
import type { ThreadKey, TypingPerson } from './state.ts'

/** Keystrokes are told at most this often, in milliseconds: the others count 3 s from the last one. */
export const KEYSTROKE_THROTTLE_MS = 1000

export interface TypingActions {
  /** Somebody pressed a key; they count as typing for 3 s from now (spec 2 §4). */
  someoneTyped(key: ThreadKey, person: TypingPerson): void
  /** Their message came, or the chat ended: they no longer count as typing. */
  stopped(key: ThreadKey, userID: number): void
  stopAll(): void
  /** This person pressed a key in the selected conversation. */
  keystroke(): void
}

export function createTypingActions(core: ChatCore): TypingActions {
  const { store, hub, services } = core
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  let lastTold = Number.NEGATIVE_INFINITY

  const set = (key: ThreadKey, change: (people: readonly TypingPerson[]) => readonly TypingPerson[]) =>
    store.setState(({ typing }) => ({ typing: { ...typing, [key]: change(typing[key] ?? []) } }))
  const stopped = (key: ThreadKey, userID: number) => {
    const name = `${key}/${userID}`
    if (!timers.has(name)) return
    clearTimeout(timers.get(name))
    timers.delete(name)
    set(key, (people) => people.filter((person) => person.userID !== userID))
  }

  return {
    stopped,
    someoneTyped(key, person) {
      if (person.userID === store.getState().me.id) return
      const name = `${key}/${person.userID}`
      clearTimeout(timers.get(name))
      timers.set(
        name,
        setTimeout(() => stopped(key, person.userID), TYPING_MS),
      )
      const { typing } = store.getState()
      if (typing[key]?.some(({ userID }) => userID === person.userID)) return
      set(key, (people) => [...people, person])
    },
    stopAll() {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
      store.setState({ typing: {} })
    },
    keystroke() {
      const { selected, hub: state } = store.getState()
      const thread = selected && threadOf(store.getState(), selected)
      if (!thread || state !== 'connected' || services.now() - lastTold < KEYSTROKE_THROTTLE_MS) return
      lastTold = services.now()
      hub.invoke('onKeyStroke', thread.source, thread.sourceID).catch(() => {})
    },
  }
}
