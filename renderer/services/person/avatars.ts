import { createStore, type StoreApi } from 'zustand/vanilla'
import { getUserAvatars } from '#shared/contract/people.ts'
import { NO_USER_ID } from '#shared/domain/presence.ts'
import type { Timers } from '../../ui/timers.ts'
import type { ApiClient } from '../http/api-client.ts'
import type { Session } from '../session/session.ts'

/** Pictures are asked for so long after the last person was wanted, in milliseconds (spec 1 §9). */
export const AVATAR_FETCH_MS = 1000
/** Pictures that failed to load give way to initials together, so long after the first, in milliseconds (spec 1 §9). */
export const AVATAR_RENDER_MS = 100
/** Most people that one call asks about. */
const AT_ONCE = 200

export interface AvatarsState {
  /** Pictures as data addresses, by person; null for who has none. */
  readonly lookup: ReadonlyMap<number, string | null>
  /** The signed-in person's own. */
  readonly own: string | null
  /** Pictures that could not be shown. */
  readonly broken: ReadonlySet<string>
}

/** People's pictures, fetched together and kept as long as the session (spec 1 §4.8, §7). */
export interface Avatars {
  readonly store: StoreApi<AvatarsState>
  /** Asks for a person's picture, unless it is known or on its way. Nobody (0) and SAM have none. */
  want(userID: number): void
  /** Asks again: it has changed. */
  refresh(userID: number): void
  /** A picture couldn't be shown: initials take its place. */
  failed(picture: string): void
  /** Forgets what it was about to do. */
  stop(): void
}

interface AvatarServices {
  readonly api: ApiClient
  readonly session: Session
  readonly timers: Timers
}

export function createAvatars({ api, session, timers }: AvatarServices): Avatars {
  const store = createStore<AvatarsState>(() => ({ lookup: new Map(), own: null, broken: new Set() }))
  /** Wanted and not asked for yet; asked for and not answered. */
  const wanted = new Set<number>()
  const asked = new Set<number>()
  let failures: string[] = []
  let cancelFetch = () => {}
  let cancelRender = () => {}

  const merge = (userIDs: readonly number[], found: ReadonlyMap<number, string>) => {
    const lookup = new Map(store.getState().lookup)
    for (const userID of userIDs) lookup.set(userID, found.get(userID) ?? null)
    const myID = session.store.getState().user?.id
    const own = myID === undefined ? null : (lookup.get(myID) ?? null)
    store.setState({ lookup, own })
  }
  const fetchSome = async (userIDs: readonly number[]) => {
    try {
      const avatars = await api.call(getUserAvatars, { pendingImages: [...userIDs] }, { quiet: true })
      merge(userIDs, new Map(avatars.map(({ userID, avatar }) => [userID, avatar])))
    } catch {
      // Initials do meanwhile; whoever wants them next asks again.
    } finally {
      for (const userID of userIDs) asked.delete(userID)
    }
  }
  const fetchWanted = () => {
    const all = [...wanted]
    wanted.clear()
    for (const userID of all) asked.add(userID)
    for (let start = 0; start < all.length; start += AT_ONCE)
      void fetchSome(all.slice(start, start + AT_ONCE))
  }
  const ask = (userID: number) => {
    if (userID <= NO_USER_ID || wanted.has(userID)) return
    wanted.add(userID)
    cancelFetch()
    cancelFetch = timers.after(AVATAR_FETCH_MS, fetchWanted)
  }
  const renderFailures = () => {
    store.setState({ broken: new Set([...store.getState().broken, ...failures]) })
    failures = []
  }

  return {
    store,
    want(userID) {
      if (!store.getState().lookup.has(userID) && !asked.has(userID)) ask(userID)
    },
    refresh: ask,
    failed(picture) {
      if (failures.length === 0) cancelRender = timers.after(AVATAR_RENDER_MS, renderFailures)
      failures.push(picture)
    },
    stop() {
      cancelFetch()
      cancelRender()
      wanted.clear()
      failures = []
    },
  }
}
