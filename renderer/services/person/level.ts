import { createStore, type StoreApi } from 'zustand/vanilla'
import { myLevel } from '#shared/contract/gamification.ts'
import { type GamificationProfile, profileOf } from '#shared/domain/gamification.ts'
import type { ApiClient } from '../http/api-client.ts'
import type { Session } from '../session/session.ts'

/** The person's level and how far it is done; null until it is known (spec 1 §3). */
export interface Level {
  readonly store: StoreApi<GamificationProfile | null>
  /** Reads it; one that can't be read stays as it was. Never rejects. */
  load(): Promise<void>
}

export function createLevel({ api, session }: { readonly api: ApiClient; readonly session: Session }): Level {
  const store = createStore<GamificationProfile | null>(() => null)
  return {
    store,
    async load() {
      const { user } = session.store.getState()
      if (!user) return
      try {
        store.setState(profileOf(await api.call(myLevel, { userID: user.id }, { quiet: true })), true)
      } catch {
        // An account without a level shows the person's picture alone.
      }
    },
  }
}
