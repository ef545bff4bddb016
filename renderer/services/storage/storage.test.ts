import { describe, expect, test, vi } from 'vitest'
import { createStorage, type KeyValueStore } from './storage.ts'

function mapStore(): KeyValueStore & { map: Map<string, string> } {
  const map = new Map<string, string>()
  return {
    map,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  }
}

const refusing: KeyValueStore = {
  getItem: () => {
    throw new Error('blocked')
  },
  setItem: () => {
    throw new Error('quota')
  },
  removeItem: () => {
    throw new Error('blocked')
  },
}

describe('storage', () => {
  test('S142 user name, agreement, fresh login, theme, zoom and build are kept', () => {
    const store = mapStore()
    const storage = createStorage(store, new EventTarget())
    storage.set('username', 'amelia')
    storage.set('EULA_ACCEPTED', { userName: 'amelia', acceptedAt: 5 })
    storage.set('freshLogin', true)
    storage.set('theme', 'AUTO')
    storage.set('zoom', 0.85)
    storage.set('build', '12')
    for (const theme of ['LIGHT', 'DARK', 'AUTO'] as const) {
      storage.set('theme', theme)
      expect(createStorage(store, new EventTarget()).get('theme')).toBe(theme)
    }
    const later = createStorage(store, new EventTarget())
    expect(later.get('username')).toBe('amelia')
    expect(later.get('EULA_ACCEPTED')).toEqual({ userName: 'amelia', acceptedAt: 5 })
    expect(later.get('freshLogin')).toBe(true)
    expect(later.get('theme')).toBe('AUTO')
    expect(later.get('zoom')).toBe(0.85)
    expect(later.get('build')).toBe('12')
    later.remove('theme')
    expect(later.get('theme')).toBeNull()
  })

  test('S142 what does not fit reads as absent', () => {
    const store = mapStore()
    store.map.set('fieldwork.theme', '"PURPLE"')
    store.map.set('fieldwork.zoom', '{not json')
    const storage = createStorage(store, new EventTarget())
    expect(storage.get('theme')).toBeNull()
    expect(storage.get('zoom')).toBeNull()
  })

  test.each([
    ['full or blocked', refusing],
    ['absent', null],
  ])('a storage that is %s keeps values while the page lives', (_, store) => {
    const storage = createStorage(store, new EventTarget())
    expect(storage.set('username', 'amelia')).toBe(false)
    expect(storage.get('username')).toBe('amelia')
    storage.remove('username')
    expect(storage.get('username')).toBeNull()
  })

  test('S142 a change in another tab is told, of that key only', () => {
    const events = new EventTarget()
    const storage = createStorage(mapStore(), events)
    const heard = vi.fn()
    const off = storage.onChangeElsewhere('token', heard)
    const change = (key: string | null) => events.dispatchEvent(Object.assign(new Event('storage'), { key }))
    change('fieldwork.token')
    change('fieldwork.theme')
    change(null)
    expect(heard).toHaveBeenCalledTimes(2)
    off()
    change('fieldwork.token')
    expect(heard).toHaveBeenCalledTimes(2)
  })
})
