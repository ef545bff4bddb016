import { createStore, type StoreApi } from 'zustand/vanilla'
import { ROUND_TRIPS_KEPT, type RoundTrip } from '#shared/domain/round-trips.ts'

/** How the last requests to the server went, oldest first. */
export interface RoundTrips {
  readonly store: StoreApi<readonly RoundTrip[]>
  /** Forgets them, once they have been told of. */
  clear(): void
  /** The same fetch, whose requests are noted. */
  measured(fetch: typeof globalThis.fetch): typeof globalThis.fetch
}

/** @param now in milliseconds */
export function createRoundTrips(now: () => number): RoundTrips {
  const store = createStore<readonly RoundTrip[]>(() => [])
  const note = (trip: RoundTrip) => store.setState([...store.getState(), trip].slice(-ROUND_TRIPS_KEPT), true)
  return {
    store,
    clear: () => store.setState([], true),
    measured: (fetch) => async (input, init) => {
      const start = now()
      try {
        const response = await fetch(input, init)
        note({ answered: true, ms: now() - start })
        return response
      } catch (error) {
        // What was given up says nothing of the connection but how long it had been waiting.
        note({ answered: init?.signal?.aborted === true, ms: now() - start })
        throw error
      }
    },
  }
}
