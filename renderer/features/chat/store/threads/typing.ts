import { TYPING_MS } from '#shared/domain/chat.ts'
import { type ChatCore, threadOf } from '../core.ts'
import type { ThreadKey, TypingPerson } from '../state.ts'

/** Keystrokes are told at most this often, in milliseconds: the others count 3 s from the last one. */
export const KEYSTROKE_THROTTLE_MS = 1000
/**
 * So long after the first key it is shown, in milliseconds: a message that is sent within that time, a
 * pasted one or 'ok', comes without it. Ours.
 */
export const TYPING_SHOWN_MS = 150

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
  /** Whoever types by now, and what ends that. */
  const ends = new Map<string, () => void>()
  /** Who isn't shown yet, and what takes that back. */
  const coming = new Map<string, () => void>()
  let lastTold = Number.NEGATIVE_INFINITY

  const set = (key: ThreadKey, change: (people: readonly TypingPerson[]) => readonly TypingPerson[]) =>
    store.setState(({ typing }) => ({ typing: { ...typing, [key]: change(typing[key] ?? []) } }))
  const stopped = (key: ThreadKey, userID: number) => {
    const name = `${key}/${userID}`
    const end = ends.get(name)
    if (!end) return
    end()
    ends.delete(name)
    coming.get(name)?.()
    if (!coming.delete(name)) set(key, (people) => people.filter((person) => person.userID !== userID))
  }

  return {
    stopped,
    someoneTyped(key, person) {
      if (person.userID === store.getState().me.id) return
      const name = `${key}/${person.userID}`
      const isKnown = ends.has(name)
      ends.get(name)?.()
      ends.set(
        name,
        services.timers.after(TYPING_MS, () => stopped(key, person.userID)),
      )
      if (isKnown) return
      const show = () => {
        coming.delete(name)
        set(key, (people) => [...people, person])
      }
      coming.set(name, services.timers.after(TYPING_SHOWN_MS, show))
    },
    stopAll() {
      for (const cancel of [...ends.values(), ...coming.values()]) cancel()
      ends.clear()
      coming.clear()
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
