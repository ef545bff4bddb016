import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Broadcast, type DefconAlert, defconAlerts, forMe } from '#shared/contract/broadcast.ts'
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
const NOTHING: AnnouncementState = { broadcasts: [], defcon: [] }

export const ANNOUNCEMENT_TEXT = {
  defcon: (since: string) => `Defcon alert since ${since}. Follow your supervisor's instructions.`,
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
    const since = defcon.map(({ startTime }) => Date.parse(startTime)).sort((a, b) => a - b)[0]
    banners.put(
      'defcon',
      since === undefined ? null : { text: ANNOUNCEMENT_TEXT.defcon(clock.format(since)) },
    )
  }
  const readBroadcasts = async () => {
    store.setState({ broadcasts: await api.call(forMe, undefined, { quiet: true }) })
    show()
  }
  const readDefcon = async () => {
    const before = store.getState().defcon
    const defcon = await api.call(defconAlerts, undefined, { quiet: true })
    store.setState({ defcon })
    show()
    const isNew = ({ startTime }: DefconAlert) => !before.some((other) => other.startTime === startTime)
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
