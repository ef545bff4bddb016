import {
  chatStatuses,
  getQuietHours,
  saveQuietHours,
  updateChatStatus,
} from '#shared/contract/chat-status.ts'
import { isQuiet, type QuietHours } from '#shared/domain/chat-quiet.ts'
import type { Presence } from '#shared/domain/presence.ts'
import type { ChatCore } from '../core.ts'

/** Several people's comings and goings are asked about as one, after so many milliseconds. Ours. */
export const STATUSES_WAIT_MS = 1000

/** What people say they are, and when the person is not to be disturbed (spec 2 §2, §4). */
export interface StatusActions {
  /** Says what the person is; taken back where the server refuses, which the person is told. */
  setStatus(status: Presence): Promise<void>
  loadStatuses(): Promise<void>
  loadQuietHours(): Promise<void>
  /** Keeps the quiet hours; they hold at once. */
  saveQuietHours(hours: QuietHours): Promise<void>
  /** Whether the person is not to be disturbed now, by the clock of this machine. */
  isQuietNow(): boolean
  /** Calls back when the person changed how they are told of messages, maybe elsewhere; returns what ends that. */
  onSettingsChanged(listener: () => void): () => void
  /** Follows the hub's word about statuses and settings until the returned function is called. */
  watchStatus(): () => void
}

export function createStatusActions({ store, services, hub }: ChatCore): StatusActions {
  const { api, timers, now } = services
  const listeners = new Set<() => void>()
  const setOwn = (status: Presence | undefined) =>
    store.setState(({ statuses, me }) => {
      const { [me.id]: _, ...others } = statuses
      return { statuses: status === undefined ? others : { ...others, [me.id]: status } }
    })
  let endWait = () => {}
  let saves = Promise.resolve()

  const actions: StatusActions = {
    async setStatus(status) {
      const { statuses, me } = store.getState()
      setOwn(status)
      try {
        await api.call(updateChatStatus, { status })
      } catch {
        setOwn(statuses[me.id])
      }
    },
    async loadStatuses() {
      try {
        const list = await api.call(chatStatuses, undefined, { quiet: true })
        store.setState({ statuses: Object.fromEntries(list.map(({ userID, status }) => [userID, status])) })
      } catch {
        // A server without this call, or one that is away: people are online or not.
      }
    },
    async loadQuietHours() {
      try {
        store.setState({ quietHours: await api.call(getQuietHours, undefined, { quiet: true }) })
      } catch {
        // The last that is known holds.
      }
    },
    async saveQuietHours(hours) {
      const before = store.getState().quietHours
      store.setState({ quietHours: hours })
      // One after the other: the last choice is the one that stays.
      saves = saves.then(() =>
        api.call(saveQuietHours, { ...hours, days: [...hours.days] }).then(
          () => {},
          () => {
            if (store.getState().quietHours === hours) store.setState({ quietHours: before })
          },
        ),
      )
      await saves
    },
    isQuietNow: () => isQuiet(store.getState().quietHours, new Date(now())),
    onSettingsChanged(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    watchStatus() {
      const readAll = () => {
        void actions.loadStatuses()
        void actions.loadQuietHours()
      }
      const offs = [
        hub.on('refreshContactList', () => {
          endWait()
          endWait = timers.after(STATUSES_WAIT_MS, () => void actions.loadStatuses())
        }),
        hub.on('refreshAudioSettings', () => {
          void actions.loadQuietHours()
          for (const listener of listeners) listener()
        }),
        // What was told while there was no connection was missed.
        hub.onConnected((again) => {
          readAll()
          if (again) for (const listener of listeners) listener()
        }),
      ]
      return () => {
        endWait()
        for (const off of offs) off()
      }
    },
  }
  return actions
}
