import { createStore, type StoreApi } from 'zustand/vanilla'
import { activityState, concludeCurrentActivity, type MasterActivity } from '#shared/contract/activity.ts'
import { type ActivityAction, type ActivityName, SYSTEM_ISSUES_REMINDER_MS } from '#shared/domain/activity.ts'
import type { Timers } from '../../ui/timers.ts'
import { type ApiClient, ApiError } from '../http/api-client.ts'
import type { Banners } from '../notices/banners.ts'

/** What an activity makes a window do (spec 1 §4.4). The desktop client brings the first two. */
export interface ActivityActions {
  launchDialler(): Promise<void>
  exitDialler(): Promise<void>
  /** Whether the program that the person works in is to be watched. */
  watchActiveApp(watch: boolean): void
  /** Brings this window to the front. */
  focus(): void
}

interface ActivityState {
  /** Null until the server told it. */
  readonly master: MasterActivity | null
  /** When the person last said what they do; null where they never did, or it isn't known yet. */
  readonly activityLastResponseTime: string | null
}

/** What the person does, as the company counts it (spec 1 §3, §4.4). */
export interface Activity {
  readonly store: StoreApi<ActivityState>
  /** Takes the server's word, and does what goes with it, where that is this window's. */
  change(next: MasterActivity): Promise<void>
  /** A connection stands again: asks anew for what the server didn't answer. Never rejects. */
  takeAgain(): Promise<void>
  /** Ends an activity; false where the server didn't take it. */
  conclude(activity: ActivityName): Promise<boolean>
  /** Reads when the person last said what they do. Never rejects. */
  read(): Promise<void>
  /** Reminds of the help while the person has system issues; returns what ends that. */
  watch(): () => void
  reset(): void
}

interface ActivityServices {
  readonly api: ApiClient
  readonly actions: ActivityActions
  readonly banners: Banners
  readonly timers: Timers
  /**
   * Asks the server whether these actions are this window's to do, which it names so; it is one window's, once. Null for
   * a window that leaves them to another. @throws where no answer came
   */
  readonly take: ((takenBy: string, actions: readonly ActivityAction[]) => Promise<boolean>) | null
  readonly newID: () => string
}

/** Actions that were asked for without an answer. */
interface Asked {
  readonly takenBy: string
  readonly actions: readonly ActivityAction[]
}

export const ACTIVITY_TEXT = {
  help: 'You are counted as having system issues. Tell support what is wrong, and change your activity as soon as you can work again.',
} as const

const NOTHING: ActivityState = { master: null, activityLastResponseTime: null }

export function createActivity({ api, actions, banners, timers, take, newID }: ActivityServices): Activity {
  const store = createStore<ActivityState>(() => NOTHING)
  let unanswered: readonly Asked[] = []

  const conclude = async (activity: ActivityName) => {
    try {
      await api.call(concludeCurrentActivity, { activity })
      return true
    } catch (error) {
      if (error instanceof ApiError) return false
      throw error
    }
  }
  const carryOut = async (action: ActivityAction) => {
    switch (action) {
      case 'LAUNCH_DIALLER':
        return await actions.launchDialler()
      case 'EXIT_DIALLER':
        await actions.exitDialler()
        // The one that was left; what the person chose stays (spec 4 §4.2.1).
        return void (await conclude('AVAILABLE'))
      case 'START_WATCHING_ACTIVE_APP':
        return actions.watchActiveApp(true)
      case 'STOP_WATCHING_ACTIVE_APP':
        return actions.watchActiveApp(false)
      case 'FOCUS':
        return actions.focus()
    }
  }

  /** Does them once the server says that they are this window's. */
  const takeAndDo = async (asked: Asked) => {
    if (!take) return
    let isOwn = false
    try {
      isOwn = await take(asked.takenBy, asked.actions)
    } catch {
      // Whether the server heard it isn't known: under the same name it says the same again.
      unanswered = [...unanswered, asked]
      return
    }
    if (isOwn) for (const action of asked.actions) await carryOut(action)
  }

  return {
    store,
    async change(master) {
      store.setState({ master })
      banners.put('help', master.currentActivity === 'SYSTEM ISSUES' ? { text: ACTIVITY_TEXT.help } : null)
      const { onActivityActions: wanted } = master
      if (wanted.length > 0) await takeAndDo({ takenBy: newID(), actions: wanted })
    },
    async takeAgain() {
      const again = unanswered
      unanswered = []
      for (const asked of again) await takeAndDo(asked)
    },
    conclude,
    async read() {
      try {
        store.setState(await api.call(activityState, undefined, { quiet: true }))
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
      }
    },
    watch: () => timers.every(SYSTEM_ISSUES_REMINDER_MS, () => banners.remind('help')),
    reset() {
      unanswered = []
      store.setState(NOTHING, true)
    },
  }
}
