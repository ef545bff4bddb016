import { createStore, type StoreApi } from 'zustand/vanilla'
import { updateJson } from '#shared/contract/shell.ts'
import { HTTP_TEXT } from '#shared/domain/http-errors.ts'
import {
  isNewBuild,
  UPDATE_CHECK_MS,
  UPDATE_RELOAD_MS,
  UPDATE_SNOOZE_MS,
  UPDATE_TEXT,
  UPDATE_TICK_MS,
  updateManner,
} from '#shared/domain/update.ts'
import type { Timers } from '../../ui/timers.ts'
import type { ApiClient } from '../http/api-client.ts'
import { reasonOf } from '../http/api-client.ts'
import type { Notices } from '../notices/notices.ts'
import type { Navigation } from '../page/navigation.ts'
import type { Caches } from '../storage/caches.ts'
import type { AppStorage } from '../storage/storage.ts'
import type { Session } from './session.ts'

/**
 * - `none`: this page runs the server's build, as far as is known.
 * - `available`: a new build is there; `snoozed` while the banner is dismissed.
 * - `fetching`: the person wants it; the version file is being read.
 * - `reloading`: the page loads anew in `secondsLeft`.
 */
export type UpdateState =
  | { readonly name: 'none' }
  | { readonly name: 'available'; readonly snoozed: boolean }
  | { readonly name: 'fetching' }
  | { readonly name: 'reloading'; readonly secondsLeft: number }

/** New builds of the web application (spec 1 §4.6, 3 §4). */
export interface UpdateFlow {
  readonly store: StoreApi<UpdateState>
  /** Asks for the server's build now. A dismissed banner comes back where there is a new one. */
  check(): Promise<void>
  /** Takes the new build: stores it, and loads the page anew 5 s later. */
  update(): Promise<void>
  /** Hides the banner for 5 minutes. */
  dismiss(): void
  /** Checks now and every 30 s until a new build is there, until the returned function is called. */
  watch(): () => void
}

export interface UpdateServices {
  readonly api: ApiClient
  readonly storage: AppStorage
  readonly session: Session
  readonly caches: Caches
  readonly navigation: Navigation
  readonly notices: Notices
  readonly timers: Timers
  readonly isInMeeting: () => boolean
}

export const UPDATE_FAILED = 'The update could not be fetched. Please try again.'
const AVAILABLE: UpdateState = { name: 'available', snoozed: false }

export function createUpdateFlow(services: UpdateServices): UpdateFlow {
  const { api, storage, session, caches, navigation, notices, timers, isInMeeting } = services
  const store = createStore<UpdateState>(() => ({ name: 'none' }))
  const set = (state: UpdateState) => store.setState(state, true)
  let first: string | null = null
  let checking = false
  let offs: (() => void)[] = []
  let endSnooze = () => {}

  const manner = () => updateManner(session.store.getState().user?.claims.tokenType ?? 'OTHER')
  const fetchBuild = async () => (await api.call(updateJson, undefined, { quiet: true })).build

  const look = async () => {
    if (checking) return
    checking = true
    try {
      const served = await fetchBuild()
      const stored = storage.get('build')
      if (stored === null) storage.set('build', served)
      if (store.getState().name === 'none' && isNewBuild({ served, stored, first })) set(AVAILABLE)
      first ??= served
    } catch {
      // The next check is soon.
    } finally {
      checking = false
    }
  }

  const reload = async () => {
    if (isInMeeting()) {
      notices.show('warning', UPDATE_TEXT.inMeeting)
      return set(AVAILABLE)
    }
    if (!(await navigation.isServed())) {
      notices.show('error', `${UPDATE_FAILED} ${HTTP_TEXT.unreachable}`)
      return set(AVAILABLE)
    }
    await caches.clear()
    navigation.reload()
  }

  const countDown = () => {
    let secondsLeft = UPDATE_RELOAD_MS / UPDATE_TICK_MS
    set({ name: 'reloading', secondsLeft })
    const stopTicks = timers.every(UPDATE_TICK_MS, () => {
      secondsLeft -= 1
      set({ name: 'reloading', secondsLeft })
    })
    const stopReload = timers.after(UPDATE_RELOAD_MS, () => {
      stopTicks()
      void reload()
    })
    offs.push(stopTicks, stopReload)
  }

  const update = async () => {
    if (store.getState().name !== 'available') return
    if (isInMeeting()) return notices.show('warning', UPDATE_TEXT.inMeeting)
    endSnooze()
    set({ name: 'fetching' })
    try {
      storage.set('build', await fetchBuild())
      countDown()
    } catch (error) {
      notices.show('error', `${UPDATE_FAILED} ${reasonOf(error)}`)
      set(AVAILABLE)
    }
  }

  /** A companion's window has nobody before it: it updates by itself, out of meetings. */
  const follow = async () => {
    if (manner() === 'never') return
    if (store.getState().name === 'none') await look()
    if (manner() === 'automatic' && store.getState().name === 'available' && !isInMeeting()) await update()
  }

  return {
    store,
    async check() {
      await follow()
      if (store.getState().name === 'available') {
        endSnooze()
        set(AVAILABLE)
      }
    },
    update,
    dismiss() {
      if (store.getState().name !== 'available') return
      endSnooze()
      set({ name: 'available', snoozed: true })
      const cancel = timers.after(UPDATE_SNOOZE_MS, () => set(AVAILABLE))
      endSnooze = () => {
        cancel()
        endSnooze = () => {}
      }
    },
    watch() {
      offs.push(timers.every(UPDATE_CHECK_MS, () => void follow()))
      void follow()
      return () => {
        endSnooze()
        for (const off of offs) off()
        offs = []
      }
    },
  }
}
