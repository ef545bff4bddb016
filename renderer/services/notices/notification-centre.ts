import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  clearNotifications,
  myNotifications,
  type NotificationClass,
} from '#shared/contract/notification-centre.ts'
import type { NotificationRow } from '#shared/contract/notifications.ts'
import { notificationType, shownSubject } from '#shared/domain/notifications.ts'
import type { ApiClient } from '../http/api-client.ts'
import { reasonOf } from '../http/api-client.ts'
import type { Counters } from '../person/counters.ts'
import type { Notice, NoticeKind, Notices } from './notices.ts'

/** An item of the notification centre (spec 1 §3). */
export interface CentreItem {
  /** `live:3` for a notice of this session, `stored:7` for what the server keeps. */
  readonly id: string
  /** ISO 8601. */
  readonly time: string
  readonly message: string
  readonly cssClass: NotificationClass
}

export interface CentreState {
  /** Newest first. */
  readonly items: readonly CentreItem[]
  /** Why the stored ones could not be read; null where they were. */
  readonly problem: string | null
  /** Whether its panel shows. */
  readonly opened: boolean
}

/** What the person was told: this session's notices, and what the server keeps (spec 1 §2.8). */
export interface NotificationCentre {
  readonly store: StoreApi<CentreState>
  /** Reads the stored ones. Never rejects. */
  load(): Promise<void>
  /** Takes items out, here at once and on the server; those that it refuses come back. */
  clear(ids: readonly string[]): Promise<void>
  setOpened(opened: boolean): void
  /** The server told of a new one: it stands in the centre and in the counter at once. */
  arrived(row: NotificationRow): void
  /** Those were read elsewhere in this window, and the server knows: they are here no more. */
  wereRead(ids: readonly number[]): void
  /** Collects notices until the returned function is called. */
  watch(): () => void
}

interface CentreServices {
  readonly api: ApiClient
  readonly notices: Notices
  readonly counters: Counters
  readonly now: () => number
}

/** Most notices that are kept. */
const LIVE_LIMIT = 50
/** Most ids that one call takes. */
const CLEARED_AT_ONCE = 100

const STORED = 'stored:'
const isStored = ({ id }: CentreItem): boolean => id.startsWith(STORED)
const CLASS_OF: Readonly<Record<NoticeKind, NotificationClass>> = {
  error: 'danger',
  warning: 'warning',
  info: 'info',
  success: 'success',
}

const storedItem = ({ id, entryTime, subject, type }: NotificationRow): CentreItem => ({
  id: `${STORED}${id}`,
  time: entryTime,
  message: shownSubject(subject),
  cssClass: notificationType(type) === 'GAMIFICATION_MILESTONE_ACHIEVED' ? 'success' : 'info',
})

/** The number by which the server knows an item of the centre; null for a notice of this session. */
export const storedID = ({ id }: Pick<CentreItem, 'id'>): number | null =>
  id.startsWith(STORED) ? Number(id.slice(STORED.length)) : null

const newestFirst = (items: readonly CentreItem[]): readonly CentreItem[] =>
  items.toSorted((a, b) => b.time.localeCompare(a.time))

export function createNotificationCentre({
  api,
  notices,
  counters,
  now,
}: CentreServices): NotificationCentre {
  const store = createStore<CentreState>(() => ({ items: [], problem: null, opened: false }))
  const show = (items: readonly CentreItem[]) => {
    store.setState({ items: newestFirst(items) })
    counters.set('unreadNotificationCount', items.filter(isStored).length)
  }

  /** The same message again only moves its time on. */
  const add = ({ id, kind, message }: Notice) => {
    const item = {
      id: `live:${id}`,
      time: new Date(now()).toISOString(),
      message,
      cssClass: CLASS_OF[kind],
    }
    const others = store.getState().items.filter((one) => isStored(one) || one.message !== message)
    const live = others.filter((one) => !isStored(one)).slice(0, LIVE_LIMIT - 1)
    store.setState({ items: newestFirst([item, ...live, ...others.filter(isStored)]) })
  }

  return {
    store,
    setOpened: (opened) => store.setState({ opened }),
    arrived(row) {
      if (row.isRead) return
      const item = storedItem(row)
      show([item, ...store.getState().items.filter(({ id }) => id !== item.id)])
    },
    wereRead(ids) {
      const gone = new Set(ids.map((id) => `${STORED}${id}`))
      const { items } = store.getState()
      if (items.some(({ id }) => gone.has(id))) show(items.filter(({ id }) => !gone.has(id)))
    },
    async load() {
      try {
        const stored = await api.call(myNotifications, undefined, { quiet: true })
        const live = store.getState().items.filter((item) => !isStored(item))
        store.setState({ problem: null })
        const items = stored.map((item) => ({
          ...item,
          id: `${STORED}${item.id}`,
          message: shownSubject(item.message),
        }))
        show([...live, ...items])
      } catch (error) {
        store.setState({ problem: reasonOf(error) })
      }
    },
    async clear(ids) {
      const gone = new Set(ids)
      const before = store.getState().items
      const stored = before.filter((item) => gone.has(item.id) && isStored(item))
      show(before.filter(({ id }) => !gone.has(id)))
      const numbers = stored.map(({ id }) => Number(id.slice(STORED.length)))
      try {
        for (let start = 0; start < numbers.length; start += CLEARED_AT_ONCE)
          await api.call(clearNotifications, { ids: numbers.slice(start, start + CLEARED_AT_ONCE) })
      } catch {
        const known = new Set(store.getState().items.map(({ id }) => id))
        show([...store.getState().items, ...stored.filter(({ id }) => !known.has(id))])
      }
    },
    watch() {
      let lastID = Math.max(0, ...notices.store.getState().map(({ id }) => id))
      return notices.store.subscribe((showing) => {
        for (const notice of showing) if (notice.id > lastID) add(notice)
        lastID = Math.max(lastID, ...showing.map(({ id }) => id))
      })
    },
  }
}
