import * as z from 'zod/mini'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { type MasterActivity, updateActivity } from '#shared/contract/activity.ts'
import { ACTIVITY_NAMES, type ActivityName } from '#shared/domain/activity.ts'
import { ACTIVITY_LABELS } from '#shared/domain/activity-words.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LATE_MAX_MS } from '#shared/domain/late-switch.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { ApiError, comesLater } from '../http/api-client.ts'
import type { Services } from '../services.ts'
import type { Activity } from './activity.ts'

const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })

/** Said of a switch that the server didn't take afterwards. */
export const notTaken = (activity: string, time: string, reason: string): string =>
  `Your switch to ${activity} at ${time} was not taken: ${reason}`

const lateSwitch = z.object({
  id: z.string(),
  activity: z.enum(ACTIVITY_NAMES),
  project: z.optional(z.string()),
  category: z.optional(z.string()),
  /** When it was made, by this machine's clock. */
  at: z.iso.datetime(),
})
export type LateSwitch = z.output<typeof lateSwitch>

/** What somebody goes over to. */
export interface WantedSwitch {
  readonly activity: ActivityName
  readonly project?: string
  readonly category?: string
  readonly ticketID?: number
}

/** Switches of the person's activity, which go out with their own times once there is a connection (spec 4 §4.2.1). */
export interface LateSwitches {
  /** Those that the server hasn't got yet, in the order in which they were made. */
  readonly store: StoreApi<{ readonly waiting: readonly LateSwitch[] }>
  /**
   * Switches, after those before it were answered, or keeps it where nothing can be reached: null then.
   * @throws ApiError where it is refused
   */
  change(wanted: WantedSwitch): Promise<MasterActivity | null>
  /** Until what was switched so far has been answered. Never rejects. */
  answered(): Promise<void>
  /** Keeps one that couldn't be told. */
  keep(wanted: WantedSwitch): void
  /** Sends what waits, one after the other. Never rejects. */
  send(): Promise<void>
  reset(): void
}

type LateServices = Pick<Services, 'api' | 'storage' | 'session' | 'notices' | 'now' | 'newID'> & {
  readonly activity: Pick<Activity, 'change'>
}

export function createLateSwitches(services: LateServices): LateSwitches {
  const { api, storage, session, notices, now, newID, activity } = services
  const ownKey = () => session.store.getState().user?.userName ?? ''
  const read = (): LateSwitch[] =>
    (storage.get('lateSwitches')?.[ownKey()] ?? []).flatMap((kept) => {
      const parsed = lateSwitch.safeParse(kept)
      return parsed.success && now() - Date.parse(parsed.data.at) < LATE_MAX_MS ? [parsed.data] : []
    })
  const store = createStore<{ readonly waiting: readonly LateSwitch[] }>(() => ({ waiting: [] }))
  const write = (waiting: readonly LateSwitch[]) => {
    storage.set('lateSwitches', { ...storage.get('lateSwitches'), [ownKey()]: [...waiting] })
    store.setState({ waiting })
  }
  const without = (id: string) => write(read().filter((one) => one.id !== id))
  let sending: Promise<void> | null = null

  const keepAs = (id: string, { ticketID: _, ...wanted }: WantedSwitch, at: number) =>
    write([...read(), { ...wanted, id, at: new Date(at).toISOString() }])

  async function sendAll(): Promise<void> {
    store.setState({ waiting: read() })
    for (let next = read()[0]; next; next = read()[0]) {
      const { id, ...one } = next
      const request = { ...one, switchID: id, clock: new Date(now()).toISOString() }
      try {
        const master = await api.call(updateActivity, request, { quiet: true })
        without(id)
        await activity.change(master)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (comesLater(error)) return
        without(id)
        const time = TIME.format(Date.parse(one.at))
        notices.show('warning', notTaken(ACTIVITY_LABELS[one.activity], time, error.message))
      }
    }
  }
  const send = () => {
    sending ??= sendAll().finally(() => {
      sending = null
    })
    return sending
  }

  async function tell(id: string, wanted: WantedSwitch, at: number): Promise<MasterActivity | null> {
    // What was made before it goes before it.
    if (read().length > 0) {
      keepAs(id, wanted, at)
      await send()
      return null
    }
    try {
      return await api.call(updateActivity, { ...wanted, switchID: id }, { quiet: true })
    } catch (error) {
      if (!(error instanceof ApiError) || error.failure !== 'unreachable' || wanted.ticketID !== undefined)
        throw error
      keepAs(id, wanted, at)
      return null
    }
  }
  // Several that are made before the first was answered go one after the other.
  let turn: Promise<void> = Promise.resolve()

  return {
    store,
    send,
    answered: () => turn,
    keep: (wanted) => keepAs(newID(), wanted, now()),
    change(wanted) {
      const [id, at] = [newID(), now()]
      const told = turn.then(() => tell(id, wanted, at))
      turn = told.then(
        () => {},
        () => {},
      )
      return told
    },
    reset: () => store.setState({ waiting: [] }, true),
  }
}
