import { renewToken } from '#shared/contract/auth.ts'
import { HTTP_TEXT } from '#shared/domain/http-errors.ts'
import { renewalTime } from '#shared/domain/session.ts'
import type { Timers } from '../../ui/timers.ts'
import type { ApiClient } from '../http/api-client.ts'
import { reasonOf } from '../http/api-client.ts'
import type { Session } from './session.ts'

/** Runs a task while no other tab of this browser runs one of that name. */
export type Lock = <T>(name: string, task: () => Promise<T>) => Promise<T>

/**
 * - `renewed`: here, or just before in another tab.
 * - `signedOut`: nobody is signed in, or no longer.
 * - with a problem: the server didn't, for that reason; the old token stands.
 */
export type RenewalResult = 'renewed' | 'signedOut' | { readonly problem: string }

export interface SessionRenewal {
  /** Renews the token now, once over all tabs. Never rejects, and tells nobody. */
  renew(): Promise<RenewalResult>
  /** Renews on its own before the token ends, until the returned function is called. */
  watch(page: Document): () => void
}

interface RenewalServices {
  readonly api: ApiClient
  readonly session: Session
  readonly timers: Timers
  readonly now: () => number
  readonly lock: Lock
}

const LOCK_NAME = 'fieldwork.renew-token'
/** After a failure the next try, in milliseconds. The documents name none. */
const RENEWAL_RETRY_MS = 30_000
/** Longest time that is waited in one go: browsers lose longer timers, and machines sleep. */
const LONGEST_WAIT_MS = 3_600_000

/** The Web Locks of a secure page; elsewhere each tab is on its own and the server takes every renewal. */
export function browserLock(locks: Pick<LockManager, 'request'> | undefined): Lock {
  if (!locks) return (_name, task) => task()
  return async (name, task) => await locks.request(name, task)
}

export function createSessionRenewal(services: RenewalServices): SessionRenewal {
  const { api, session, timers, now, lock } = services

  const renewHere = async (asked: string): Promise<RenewalResult> => {
    session.sync()
    const token = session.store.getState().token
    if (token === null) return 'signedOut'
    // Another tab was faster: what it got is as fresh as what we would get.
    if (token !== asked) return 'renewed'
    let problem: string = HTTP_TEXT.contactSupport
    try {
      const fresh = await api.call(renewToken, undefined, { quiet: true, thisTokenOnly: true })
      if (session.renew(token, fresh)) return 'renewed'
    } catch (error) {
      session.sync()
      problem = reasonOf(error)
    }
    const present = session.store.getState().token
    if (present === null) return 'signedOut'
    return present === token ? { problem } : 'renewed'
  }

  const renew: SessionRenewal['renew'] = async () => {
    const asked = session.store.getState().token
    if (asked === null) return 'signedOut'
    return await lock(LOCK_NAME, () => renewHere(asked))
  }

  const watch: SessionRenewal['watch'] = (page) => {
    let cancel = () => {}
    let ended = false
    let busy = false
    const schedule = (ms: number) => {
      cancel()
      if (!ended) cancel = timers.after(Math.min(Math.max(ms, 0), LONGEST_WAIT_MS), check)
    }
    const renewNow = async () => {
      busy = true
      const result = await renew()
      busy = false
      if (result === 'renewed') check()
      else if (result !== 'signedOut') schedule(RENEWAL_RETRY_MS)
    }
    const check = () => {
      const times = session.times()
      if (!times || busy) return cancel()
      const wait = renewalTime(times) - now()
      if (wait > 0) schedule(wait)
      else void renewNow()
    }
    const whenSeen = () => {
      if (page.visibilityState !== 'visible') return
      // A tab that was frozen may not have heard what the others did.
      session.sync()
      check()
    }
    const off = session.store.subscribe(check)
    page.addEventListener('visibilitychange', whenSeen)
    check()
    return () => {
      ended = true
      cancel()
      off()
      page.removeEventListener('visibilitychange', whenSeen)
    }
  }

  return { renew, watch }
}
