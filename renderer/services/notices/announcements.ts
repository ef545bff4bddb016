import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  type Broadcast,
  type DefconAlert,
  defconAlerts,
  forMe,
  sawAnnouncements,
} from '#shared/contract/broadcast.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import type { Timers } from '../../ui/timers.ts'
import { type ApiClient, ApiError } from '../http/api-client.ts'
import type { Banners } from './banners.ts'
import type { SoundPlayer } from './sounds.ts'

interface AnnouncementState {
  readonly broadcasts: readonly Broadcast[]
  readonly defcon: readonly DefconAlert[]
}

/** Broadcasts and defcon alerts (spec 1 §2.8, §7). */
export interface Announcements {
  readonly store: StoreApi<AnnouncementState>
  /** Reads anew. Calls that come while one is under way make one more, however many they are. Never rejects. */
  refreshBroadcasts(): Promise<void>
  refreshDefcon(): Promise<void>
  /** Takes down broadcasts that end; returns what stops that. */
  watch(): () => void
  reset(): void
}

interface AnnouncementServices {
  readonly api: ApiClient
  readonly banners: Banners
  readonly sounds: SoundPlayer
  readonly timers: Timers
  readonly now: () => number
}

/** How often it is looked whether a broadcast ended, in milliseconds. */
const END_CHECK_MS = 30_000
/** How long the siren of a new defcon alert sounds, in milliseconds. Ours. */
const SIREN_MS = 10_000
const SEEN_AT_ONCE = 500
const NOTHING: AnnouncementState = { broadcasts: [], defcon: [] }

export const ANNOUNCEMENT_TEXT = {
  defcon: (since: string) => `Defcon alert since ${since}. Follow your supervisor's instructions.`,
  drill: (since: string) => `Drill since ${since}: this is a defcon alert for practice.`,
} as const

const clock = dateFormat({ hour: '2-digit', minute: '2-digit' })

export function createAnnouncements({
  api,
  banners,
  sounds,
  timers,
  now,
}: AnnouncementServices): Announcements {
  const store = createStore<AnnouncementState>(() => NOTHING)

  let stopSiren: (() => void) | null = null
  const silence = () => {
    stopSiren?.()
    stopSiren = null
    sounds.stop('siren')
  }
  const show = () => {
    const { broadcasts, defcon } = store.getState()
    const items = broadcasts
      .filter(({ endDate }) => Date.parse(endDate) > now())
      .map(({ message }) => message)
    banners.put('broadcast', items[0] === undefined ? null : { text: items[0], items })
    const [first] = defcon.toSorted((a, b) => Date.parse(a.startTime) - Date.parse(b.startTime))
    const words = first?.isDrill ? ANNOUNCEMENT_TEXT.drill : ANNOUNCEMENT_TEXT.defcon
    banners.put('defcon', first ? { text: words(clock.format(Date.parse(first.startTime))) } : null)
  }
  /** What was said to be shown here, so that it is said once. */
  const said = new Set<string>()
  /** Tells that this window shows them, for who wants to know whom they reached. */
  const tellSeen = async () => {
    const { broadcasts, defcon } = store.getState()
    const fresh = (kind: string, all: readonly { readonly id?: number | undefined }[]) =>
      all
        .flatMap(({ id }) => (id === undefined ? [] : [id]))
        .filter((id) => !said.has(`${kind} ${id}`))
        .slice(0, SEEN_AT_ONCE)
    const seen = { broadcastIDs: fresh('broadcast', broadcasts), alertIDs: fresh('defcon', defcon) }
    if (seen.broadcastIDs.length + seen.alertIDs.length === 0) return
    for (const [kind, ids] of [
      ['broadcast', seen.broadcastIDs],
      ['defcon', seen.alertIDs],
    ] as const)
      for (const id of ids) said.add(`${kind} ${id}`)
    // One that couldn't be told is told with the next connection.
    await api.call(sawAnnouncements, seen, { quiet: true }).catch(() => said.clear())
  }
  const readBroadcasts = async () => {
    store.setState({ broadcasts: await api.call(forMe, undefined, { quiet: true }) })
    show()
    void tellSeen()
  }
  const readDefcon = async () => {
    const before = store.getState().defcon
    const defcon = await api.call(defconAlerts, undefined, { quiet: true })
    store.setState({ defcon })
    show()
    void tellSeen()
    const isNew = ({ id, startTime }: DefconAlert) =>
      !before.some((other) => other.id === id && other.startTime === startTime)
    if (defcon.length === 0) silence()
    if (!defcon.some(isNew)) return
    sounds.play('siren')
    stopSiren ??= timers.after(SIREN_MS, silence)
  }

  return {
    store,
    refreshBroadcasts: coalesced(readBroadcasts),
    refreshDefcon: coalesced(readDefcon),
    watch: () => timers.every(END_CHECK_MS, show),
    reset() {
      store.setState(NOTHING, true)
      said.clear()
      silence()
      show()
    },
  }
}

/** One run at a time, and one more where it was asked for meanwhile. What the api refuses leaves things as they were. */
function coalesced(run: () => Promise<void>): () => Promise<void> {
  let again = false
  let running: Promise<void> | null = null
  const loop = async () => {
    do {
      again = false
      await run().catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
      })
    } while (again)
    running = null
  }
  return () => {
    if (running) again = true
    else running = loop()
    return running
  }
}
