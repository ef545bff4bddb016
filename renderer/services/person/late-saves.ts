import * as z from 'zod/mini'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Call } from '#shared/contract/http-call.ts'
import { type ApiClient, ApiError, comesLater } from '../http/api-client.ts'
import type { Services } from '../services.ts'

/** What waits to be sent is tried so often, in milliseconds: a call may fail while the hub’s connection stands. Ours. */
export const LATE_AGAIN_MS = 15_000

/** What the server has done is known to it for a day by its key: a save that waited longer isn't sent unseen. */
const KEPT_MS = 24 * 3_600_000

const lateSave = z.object({
  /** By which the server knows it, however often it is sent. */
  id: z.string(),
  /** Which form it is of: `skill/12` or `skill/new`. */
  place: z.string(),
  /** What it is called to the person. */
  label: z.string(),
  path: z.string(),
  request: z.unknown(),
  /** When it was made, by this machine's clock. */
  at: z.iso.datetime(),
})
export type LateSave = z.output<typeof lateSave>

/** What became of one that waited; its error where the server refused it. */
export type LateOutcome = { readonly answer: unknown } | { readonly error: ApiError }

/** Saves of forms that couldn't be sent: they wait, and go once, in their order, when the connection is back (spec 4 §1.4). */
export interface LateSaves {
  /** Those that the server hasn't got yet, in their order. */
  readonly store: StoreApi<{ readonly waiting: readonly LateSave[] }>
  /**
   * Saves by the first call that `run` makes, or keeps it where nothing can be reached or others wait: null then. One of
   * the same place takes the place of that which waits.
   * @throws ApiError where it is refused
   */
  save<T>(
    of: { readonly place: string; readonly label: string },
    run: (api: ApiClient) => Promise<T>,
  ): Promise<T | null>
  /** Takes one back that wasn't sent yet. */
  drop(place: string): void
  /** Sends what waits, one after the other. Never rejects. */
  send(): Promise<void>
  /** Told of each that was sent. @returns what ends it; true says that the listener tells the person */
  onSent(listener: (save: LateSave, outcome: LateOutcome) => boolean): () => void
}

/** In place of an answer, while a call is only written down. */
class WrittenDown extends Error {}

type LateServices = Pick<Services, 'api' | 'storage' | 'session' | 'notices' | 'now' | 'newID'>

/** Said of a save that the server didn't take afterwards. */
export const notSavedLater = (label: string, reason: string): string =>
  `${label} was not saved. ${reason} What you typed is kept in its form.`

/** A call by its path alone: what waits may be of a page whose code isn't here any more. */
const callOf = (path: string) =>
  ({
    ...{ method: 'POST', path: path as `/${string}`, auth: 'bearer', answers: 'json', sends: 'json' },
    ...{ fileMax: null, filesMax: 0, bodyMax: null, request: z.unknown(), response: z.unknown() },
    ...{ summary: '', spec: '4 §1.4', extension: false, permission: null, scope: null },
  }) satisfies Call

export function createLateSaves(services: LateServices): LateSaves {
  const { api, storage, session, notices, now, newID } = services
  const ownKey = () => session.store.getState().user?.userName ?? ''
  const listeners = new Set<(save: LateSave, outcome: LateOutcome) => boolean>()
  const read = (): LateSave[] =>
    (storage.get('lateSaves')?.[ownKey()] ?? []).flatMap((kept) => {
      const parsed = lateSave.safeParse(kept)
      return parsed.success && now() - Date.parse(parsed.data.at) < KEPT_MS ? [parsed.data] : []
    })
  const store = createStore<{ readonly waiting: readonly LateSave[] }>(() => ({ waiting: read() }))
  const write = (waiting: readonly LateSave[]) => {
    storage.set('lateSaves', { ...storage.get('lateSaves'), [ownKey()]: [...waiting] })
    store.setState({ waiting })
  }
  const without = (id: string) => write(read().filter((one) => one.id !== id))
  let sending: Promise<void> | null = null

  /** Where one of the same place waits, it is that one's turn. */
  function keep(kept: LateSave): void {
    const waiting = read()
    const before = waiting.findIndex(({ place }) => place === kept.place)
    write(before < 0 ? [...waiting, kept] : waiting.with(before, kept))
  }

  function tell(save: LateSave, outcome: LateOutcome): void {
    const isTold = [...listeners].map((listener) => listener(save, outcome)).includes(true)
    if (isTold) return
    if ('error' in outcome) notices.show('error', notSavedLater(save.label, outcome.error.message))
    else {
      // Its form isn't there to forget what was typed.
      const { [`${ownKey()}/${save.place}`]: _sent, ...others } = storage.get('formDrafts') ?? {}
      storage.set('formDrafts', others)
    }
  }

  async function sendAll(): Promise<void> {
    store.setState({ waiting: read() })
    for (let next = read()[0]; next; next = read()[0]) {
      const { id, path, request } = next
      try {
        const answer = await api.call(callOf(path), request, { quiet: true, idempotencyKey: id })
        without(id)
        tell(next, { answer })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (comesLater(error)) return
        without(id)
        tell(next, { error })
      }
    }
  }
  const send = () => {
    sending ??= sendAll().finally(() => {
      sending = null
    })
    return sending
  }

  return {
    store,
    send,
    drop: (place) => write(read().filter((one) => one.place !== place)),
    async save({ place, label }, run) {
      const mustWait = read().length > 0
      const at = new Date(now()).toISOString()
      let written: LateSave | null = null
      let calls = 0
      try {
        return await run({
          ...api,
          call: (call, request, options) => {
            calls += 1
            written = { id: newID(), place, label, path: call.path, request, at }
            if (mustWait) throw new WrittenDown()
            return api.call(call, request, { ...options, idempotencyKey: written.id })
          },
        })
      } catch (error) {
        const isUnsent = error instanceof ApiError && error.failure === 'unreachable'
        // Of several calls the first is done by then, so that all of them would be made twice.
        if (written === null || calls > 1 || !(isUnsent || error instanceof WrittenDown)) throw error
        keep(written)
        if (mustWait) void send()
        return null
      }
    },
    onSent(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
