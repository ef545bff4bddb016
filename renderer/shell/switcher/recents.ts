import type { AppStorage } from '../../services/storage/storage.ts'

/** Recent choices that are kept of each person. Ours. */
const KEPT = 6

/** What a person chose last, newest first, kept in the browser. */
export function recentsOf(storage: AppStorage, userID: number): readonly string[] {
  return storage.get('switcherRecents')?.[userID] ?? []
}

export function addRecent(storage: AppStorage, userID: number, id: string): void {
  const others = recentsOf(storage, userID).filter((other) => other !== id)
  const all = storage.get('switcherRecents') ?? {}
  storage.set('switcherRecents', { ...all, [userID]: [id, ...others].slice(0, KEPT) })
}
