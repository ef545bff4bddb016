import type { AppStorage } from '../../../services/storage.ts'
import type { ThreadKey } from './state.ts'

/** A draft reaches the storage at latest this long after the keystroke, in milliseconds. */
export const DRAFT_DEBOUNCE_MS = 250

/** Unsent text by conversation, one person's (spec 2 §9). Texts carry mentions as markup. */
export interface Drafts {
  get(thread: ThreadKey): string
  /** Keeps the text; an empty one forgets. Written after a moment, or at once by `flush`. */
  set(thread: ThreadKey, text: string): void
  flush(): void
}

/** Drafts of a person in the browser's storage. */
export function createDrafts(storage: AppStorage, userID: number): Drafts {
  const changed = new Map<string, string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const nameOf = (thread: ThreadKey) => `${userID}:${thread}`

  // Only what changed here is written: another window of the same person may have written the rest.
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (changed.size === 0) return
    const drafts = { ...storage.get('chatDrafts') }
    for (const [name, text] of changed) {
      if (text === '') delete drafts[name]
      else drafts[name] = text
    }
    changed.clear()
    storage.set('chatDrafts', drafts)
  }

  return {
    get: (thread) => changed.get(nameOf(thread)) ?? storage.get('chatDrafts')?.[nameOf(thread)] ?? '',
    set(thread, text) {
      changed.set(nameOf(thread), text)
      timer ??= setTimeout(flush, DRAFT_DEBOUNCE_MS)
    },
    flush,
  }
}
