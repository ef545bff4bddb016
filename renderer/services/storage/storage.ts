import type * as z from 'zod/mini'
import { type StorageKey, type StorageValue, storageKeys } from '#shared/storage-keys.ts'
import { STORAGE_PREFIX as PREFIX } from './storage-prefix.ts'

/** Where values are kept; the browser's localStorage, or a map in tests. */
export type KeyValueStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export interface AppStorage {
  /** The value, or null where there is none or it doesn't fit its schema. */
  get<K extends StorageKey>(key: K): StorageValue<K> | null
  /** Keeps the value. False where the browser refused (full, blocked): it then lives until the page goes. */
  set<K extends StorageKey>(key: K, value: StorageValue<K>): boolean
  remove(key: StorageKey): void
  /** Calls back when another tab or window of the same browser changed the key. */
  onChangeElsewhere(key: StorageKey, listener: () => void): () => void
}

/**
 * The one way to localStorage. Where a browser refuses it (private mode, policy, full disk), values live until
 * the page goes.
 */
export function createStorage(store: KeyValueStore | null, events: EventTarget): AppStorage {
  const memory = new Map<string, string>()
  const schemas = new Map<StorageKey, z.ZodMiniType>()

  const schemaOf = (key: StorageKey): z.ZodMiniType => {
    const schema = schemas.get(key) ?? storageKeys[key]()
    schemas.set(key, schema)
    return schema
  }

  const readText = (name: string): string | null => {
    const kept = memory.get(name)
    if (kept !== undefined) return kept
    try {
      return store?.getItem(name) ?? null
    } catch {
      return null
    }
  }

  return {
    get(key) {
      const text = readText(PREFIX + key)
      if (text === null) return null
      try {
        const parsed = schemaOf(key).safeParse(JSON.parse(text))
        return parsed.success ? (parsed.data as StorageValue<typeof key>) : null
      } catch {
        return null
      }
    },
    set(key, value) {
      const name = PREFIX + key
      const text = JSON.stringify(value)
      try {
        if (!store) throw new Error('no storage')
        store.setItem(name, text)
        memory.delete(name)
        return true
      } catch {
        memory.set(name, text)
        return false
      }
    },
    remove(key) {
      memory.delete(PREFIX + key)
      try {
        store?.removeItem(PREFIX + key)
      } catch {
        // Nothing was kept, so nothing is left.
      }
    },
    onChangeElsewhere(key, listener) {
      const heard = (event: Event) => {
        const name = (event as StorageEvent).key
        if (name === null || name === PREFIX + key) listener()
      }
      events.addEventListener('storage', heard)
      return () => events.removeEventListener('storage', heard)
    },
  }
}

/** The browser's own storage, or null where even asking for it throws. */
export function browserStore(): KeyValueStore | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}
