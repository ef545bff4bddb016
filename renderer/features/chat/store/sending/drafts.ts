import type { AppStorage } from '../../../../services/storage/storage.ts'
import type { ThreadKey } from '../state.ts'
import { keepText } from './reserve.ts'

/** A draft reaches the storage at latest this long after the keystroke, in milliseconds. */
const DRAFT_DEBOUNCE_MS = 250

/** What a message with files that the server hasn't taken would lose by a reload. */
export interface HeldDraft {
  /** What was written with the files, mentions as markup. */
  readonly text: string
  /** The files themselves can't be kept. */
  readonly fileNames: readonly string[]
}

/** Unsent text by conversation, one person's (spec 2 §9). Texts carry mentions as markup. */
export interface Drafts {
  get(thread: ThreadKey): string
  /** Keeps the text; an empty one forgets. Written after a moment, or at once by `flush`. */
  set(thread: ThreadKey, text: string): void
  /** What is to be kept before the text for as long as it is being sent. */
  hold(thread: ThreadKey, held: HeldDraft): void
  /** Names of the files that an earlier page had and couldn't keep. */
  lostFiles(thread: ThreadKey): readonly string[]
  flush(): void
}

const NOTHING: HeldDraft = { text: '', fileNames: [] }

/** Keeps a value, or forgets an empty one. */
function put<T extends string | string[]>(all: Record<string, T>, name: string, value: T): void {
  if (value.length === 0) delete all[name]
  else all[name] = value
}

/**
 * Drafts of a person in the browser's storage. `onRefused` is told when the storage takes no more,
 * once: what is typed then lives as long as the page.
 */
export function createDrafts(storage: AppStorage, userID: number, onRefused: () => void = () => {}): Drafts {
  /** What this page wrote last; between two flushes it knows better than the storage. */
  const typed = new Map<string, string>()
  const held = new Map<string, HeldDraft>()
  const changed = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let told = false
  const nameOf = (thread: ThreadKey) => `${userID}:${thread}`

  // Only what changed here is written: another window of the same person may have written the rest.
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (changed.size === 0) return
    const texts = { ...storage.get('chatDrafts') }
    const files: Record<string, string[]> = { ...storage.get('chatDraftFiles') }
    for (const name of changed) {
      const beside = held.get(name) ?? NOTHING
      const own = typed.get(name) ?? (beside.text === '' ? texts[name] : undefined) ?? ''
      put(texts, name, beside.text === '' || own === '' ? beside.text + own : `${beside.text}\n${own}`)
      put(files, name, [...beside.fileNames])
    }
    changed.clear()
    const kept = [keepText(storage, 'chatDrafts', texts), storage.set('chatDraftFiles', files)]
    if (kept.every(Boolean) || told) return
    told = true
    onRefused()
  }
  const touch = (name: string) => {
    changed.add(name)
    timer ??= setTimeout(flush, DRAFT_DEBOUNCE_MS)
  }

  return {
    get(thread) {
      const name = nameOf(thread)
      const own = changed.has(name) ? typed.get(name) : undefined
      return own ?? storage.get('chatDrafts')?.[name] ?? ''
    },
    set(thread, text) {
      typed.set(nameOf(thread), text)
      touch(nameOf(thread))
    },
    hold(thread, next) {
      const name = nameOf(thread)
      if (next.text === '' && next.fileNames.length === 0) held.delete(name)
      else held.set(name, next)
      touch(name)
    },
    lostFiles: (thread) =>
      held.has(nameOf(thread)) ? [] : (storage.get('chatDraftFiles')?.[nameOf(thread)] ?? []),
    flush,
  }
}
