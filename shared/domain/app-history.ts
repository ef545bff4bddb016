import type { AppHistoryEntry } from '../contract/app-history.ts'

/** Entries that are kept (spec 1 §3, §9). */
export const APP_HISTORY_LIMIT = 10
export const APP_NAME_MAX = 100

/** The history with one more visit, newest first. A repeated app moves to the front. */
export function visited(
  history: readonly AppHistoryEntry[],
  entry: AppHistoryEntry,
): readonly AppHistoryEntry[] {
  const before = history[0]?.app === entry.app ? history.slice(1) : history
  return [entry, ...before].slice(0, APP_HISTORY_LIMIT)
}
