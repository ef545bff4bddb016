import { createStore, type StoreApi } from 'zustand/vanilla'
import { logout as logoutCall } from '#shared/contract/auth.ts'
import { LOGOUT_SHOWN_MS, SESSION_CACHE_CLEAR_MS, SESSION_REDIRECT_MS } from '#shared/domain/session.ts'
import type { Timers } from '../../ui/timers.ts'
import { type ApiClient, ApiError } from '../http/api-client.ts'
import type { Notices } from '../notices/notices.ts'
import type { Navigation } from '../page/navigation.ts'
import type { Caches } from '../storage/caches.ts'
import type { AppStorage } from '../storage/storage.ts'
import type { Session } from './session.ts'

/**
 * How a session stands.
 * - `running`: as it should, or nobody is signed in.
 * - `leaving`: the server is being told of a logout.
 * - `left`: 'Session ended' shows.
 * - `invalid`: the server no longer knows the session; in `secondsLeft` the page goes on.
 */
export type SessionPhase =
  | { readonly name: 'running' }
  | { readonly name: 'leaving' }
  | { readonly name: 'left' }
  | { readonly name: 'invalid'; readonly secondsLeft: number }

/** The ends of a session (spec 1 §4.2). All its timers are here; views only show the phase. */
export interface SessionLife {
  readonly store: StoreApi<SessionPhase>
  /**
   * The server refused that token, or said that its session is over. Answers the token that has
   * taken its place, where one has; else ends the session and answers null.
   */
  invalid(token: string): string | null
  /** Logs out: tells the server where somebody is signed in, forgets the token, says so. */
  logout(): Promise<void>
  /** Runs when the state of a session is to be forgotten; returns what ends that. */
  onReset(reset: () => void): () => void
  /** Follows what other tabs do with the session; returns what ends that. */
  watch(): () => void
}

export interface SessionLifeServices {
  readonly session: Session
  readonly storage: AppStorage
  readonly notices: Notices
  readonly caches: Caches
  readonly navigation: Navigation
  readonly timers: Timers
  /** The client is made after this service, which it calls. */
  readonly api: () => ApiClient
}

export const SESSION_LIFE_TEXT = {
  logoutFailed: 'Something has gone wrong.',
  signedOutElsewhere: 'You were logged out in another window.',
  signedInElsewhere: (name: string) => `You are now signed in as ${name}, as in another window.`,
} as const

export const EXIT_PATH = '/exit-app'

/** What a way to EXIT_PATH carries once the person has confirmed the logout. */
export const CONFIRMED_EXIT = { confirmed: true } as const

export function isConfirmedExit(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'confirmed' in state && state.confirmed === true
}
/** A logout that the server doesn't answer by then goes on without it, in milliseconds. */
const LOGOUT_LIMIT_MS = 10_000
const SECOND_MS = 1000
const RUNNING: SessionPhase = { name: 'running' }

export function createSessionLife(services: SessionLifeServices): SessionLife {
  const { session, storage, notices, caches, navigation, timers } = services
  const store = createStore<SessionPhase>(() => RUNNING)
  const resets = new Set<() => void>()
  let pending: (() => void)[] = []

  const cancelPending = () => {
    for (const cancel of pending) cancel()
    pending = []
  }
  const run = () => {
    cancelPending()
    store.setState(RUNNING, true)
  }
  const resetState = () => {
    for (const reset of [...resets]) reset()
    void caches.clear()
  }

  const endInvalid = () => {
    let secondsLeft = SESSION_REDIRECT_MS / SECOND_MS
    session.signOut()
    store.setState({ name: 'invalid', secondsLeft }, true)
    pending = [
      timers.every(SECOND_MS, () => {
        secondsLeft = Math.max(0, secondsLeft - 1)
        store.setState({ name: 'invalid', secondsLeft }, true)
      }),
      timers.after(SESSION_CACHE_CLEAR_MS, resetState),
      timers.after(SESSION_REDIRECT_MS, () => {
        run()
        navigation.go(EXIT_PATH)
      }),
    ]
  }

  const tellServer = async (): Promise<boolean> => {
    const limit = new AbortController()
    const cancel = timers.after(LOGOUT_LIMIT_MS, () => limit.abort())
    try {
      await services.api().call(logoutCall, undefined, { quiet: true, signal: limit.signal })
      return true
    } catch (error) {
      // A session that the server no longer knows is as ended as it can be.
      return error instanceof ApiError && error.status === 401
    } finally {
      cancel()
    }
  }

  return {
    store,
    invalid(token) {
      session.sync()
      const present = session.store.getState().token
      if (present !== token) return present
      if (store.getState().name === 'running') endInvalid()
      return null
    },
    async logout() {
      if (store.getState().name !== 'running') return
      const authenticated = session.store.getState().token !== null
      store.setState({ name: 'leaving' }, true)
      // Who has logged out isn't signed in again by their device behind their back.
      storage.set('freshLogin', true)
      const told = authenticated ? await tellServer() : true
      session.signOut()
      if (!told) {
        resetState()
        notices.show('error', SESSION_LIFE_TEXT.logoutFailed)
        run()
        navigation.go('/')
        return
      }
      store.setState({ name: 'left' }, true)
      pending = [
        timers.after(LOGOUT_SHOWN_MS, () => {
          resetState()
          run()
          navigation.go('/')
        }),
      ]
    },
    onReset(reset) {
      resets.add(reset)
      return () => resets.delete(reset)
    },
    watch: () =>
      session.onChangeElsewhere((before, after) => {
        if (before.user && before.user.id !== after.user?.id) resetState()
        if (after.user && store.getState().name !== 'leaving') run()
        if (!before.user || before.user.id === after.user?.id) return
        if (after.user) notices.show('warning', SESSION_LIFE_TEXT.signedInElsewhere(after.user.displayName))
        else if (store.getState().name === 'running') {
          notices.show('info', SESSION_LIFE_TEXT.signedOutElsewhere)
        }
      }),
  }
}
