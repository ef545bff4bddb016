import type { StoreApi } from 'zustand/vanilla'
import type { MasterActivity } from '#shared/contract/activity.ts'
import type { Timers } from '../../ui/timers.ts'
import type { Desktop } from '../desktop/desktop.ts'
import type { Banners } from '../notices/banners.ts'
import type { NoteEvent } from '../session/event-notes.ts'
import { locate } from './geolocation.ts'

export const locationNeeded = (reason: string): string =>
  `Your activity needs the location of this computer. ${reason}`

/** The shortest time from one reading to the next, in seconds, whatever the activity says: each is a process. */
const SHORTEST_SECONDS = 30

interface LocationWatchParts {
  readonly desktop: Desktop
  readonly browser: Pick<Geolocation, 'getCurrentPosition'> | undefined
  readonly activity: Pick<StoreApi<{ readonly master: MasterActivity | null }>, 'getState' | 'subscribe'>
  readonly banners: Banners
  readonly timers: Timers
  readonly note: NoteEvent
}

/**
 * Where the person's activity requires location services (spec 1 §3): reads the location at once and at
 * the activity's rate, and says what is wrong where it can't be had. That it is known, or no more, goes
 * into the event log; where it is doesn't leave the machine, as no call of the documents takes it.
 *
 * @returns what ends it
 */
export function watchLocation(parts: LocationWatchParts): () => void {
  const { desktop, browser, activity, banners, timers, note } = parts
  let stop = () => {}
  let rate: number | null = null
  let known: boolean | null = null

  const read = async (asked: number) => {
    const place = await locate(desktop, browser)
    if (rate !== asked) return
    banners.put('location', place.ok ? null : { text: locationNeeded(place.error.message) })
    if (known === place.ok) return
    known = place.ok
    note(place.ok ? 'LOCATION_KNOWN' : 'LOCATION_UNKNOWN', place.ok ? '' : place.error.message)
  }
  const follow = (master: MasterActivity | null) => {
    // Off shift nothing is read (spec 4 §4.2.1).
    const wanted =
      master?.requireLocationServices && master.startedShift
        ? Math.max(SHORTEST_SECONDS, master.locationRefreshRate)
        : null
    if (wanted === rate) return
    stop()
    stop = () => {}
    rate = wanted
    if (wanted === null) {
      known = null
      banners.put('location', null)
      return
    }
    stop = timers.every(wanted * 1000, () => void read(wanted))
    void read(wanted)
  }

  follow(activity.getState().master)
  const off = activity.subscribe(({ master }) => follow(master))
  return () => {
    off()
    follow(null)
  }
}
