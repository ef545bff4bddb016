import { isSnoozed, type SnoozeChoice, snoozeEnd } from '#shared/domain/chat-snooze.ts'
import { type ChatCore, threadOf } from '../core.ts'
import type { ThreadKey } from '../state.ts'

/** Only logged (spec 2 §8). */
export const SNOOZE_ERROR = 'Error with snooze setting'
/** Timers of browsers take no more than 24 days; a snooze's end is looked at so often, in milliseconds. */
const LOOK_AGAIN_MS = 24 * 60 * 60_000

/** Conversations that are to be silent for a while, in this browser (spec 2 §3, §4). */
export interface SnoozeActions {
  snoozeThread(key: ThreadKey, choice: SnoozeChoice): void
  unsnoozeThread(key: ThreadKey): void
  /** Whether its snooze's end is in the future. */
  isSnoozed(key: ThreadKey): boolean
  /** Follows the snoozes, also those of other windows, until the returned function is called. */
  watchSnoozes(): () => void
}

export function createSnoozeActions({ store, services }: ChatCore): SnoozeActions {
  const { storage, diagnostics, timers, now } = services
  const userID = store.getState().me.id
  const prefix = `${userID}:`
  let endTimer = () => {}

  /** Takes over what is kept, without what has ended, and looks again when the next one ends. */
  const read = () => {
    endTimer()
    const own = Object.entries(storage.get('chatSnooze') ?? {}).flatMap(([name, end]) =>
      name.startsWith(prefix) && isSnoozed(end, now()) ? [[Number(name.slice(prefix.length)), end]] : [],
    )
    store.setState({ snoozes: Object.fromEntries(own) })
    const next = Math.min(...own.map(([, end]) => end ?? Number.POSITIVE_INFINITY))
    endTimer = Number.isFinite(next) ? timers.after(Math.min(next - now(), LOOK_AGAIN_MS), read) : () => {}
  }
  const keep = (key: ThreadKey, end: number | null) => {
    const thread = threadOf(store.getState(), key)
    if (!thread) return
    const { [`${prefix}${thread.id}`]: _, ...rest } = storage.get('chatSnooze') ?? {}
    const running = Object.fromEntries(Object.entries(rest).filter(([, other]) => isSnoozed(other, now())))
    const kept = storage.set(
      'chatSnooze',
      end === null ? running : { ...running, [`${prefix}${thread.id}`]: end },
    )
    if (!kept) diagnostics.add('error', [SNOOZE_ERROR, 'the browser keeps it until the page goes'])
    read()
  }

  return {
    snoozeThread: (key, choice) => keep(key, snoozeEnd(choice, now())),
    unsnoozeThread: (key) => keep(key, null),
    isSnoozed(key) {
      const thread = threadOf(store.getState(), key)
      return thread !== undefined && isSnoozed(store.getState().snoozes[thread.id], now())
    },
    watchSnoozes() {
      read()
      const off = storage.onChangeElsewhere('chatSnooze', read)
      return () => {
        off()
        endTimer()
      }
    },
  }
}
