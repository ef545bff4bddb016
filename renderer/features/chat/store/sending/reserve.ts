import type { StorageValue } from '#shared/storage-keys.ts'
import type { AppStorage } from '../../../../services/storage/storage.ts'

/** Room that is held for what people write, in characters: the longest message, some drafts. */
const RESERVE_LENGTH = 48 * 1024

/** What nobody may lose for want of room. */
type TextKey = 'chatOutbox' | 'chatDrafts'

/**
 * Keeps what somebody wrote, also where the browser's storage is full: room is set aside while there
 * is some, and given up for this. False where even that doesn't help; it then lives until the page goes.
 */
export function keepText<K extends TextKey>(storage: AppStorage, key: K, value: StorageValue<K>): boolean {
  if (storage.set(key, value)) {
    if (storage.get('chatReserve') === null && !storage.set('chatReserve', '·'.repeat(RESERVE_LENGTH)))
      storage.remove('chatReserve')
    return true
  }
  storage.remove('chatReserve')
  return storage.set(key, value)
}
