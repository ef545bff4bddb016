import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { useServices } from '../../../services/context.tsx'
import type { AppStorage } from '../../../services/storage/storage.ts'
import { useChatState } from '../chat-context.tsx'

/** A draft reaches the storage at latest this long after the keystroke, in milliseconds. */
const WRITE_DEBOUNCE_MS = 250

/** Null forgets it. Only this one is written: another window may have written the rest. */
function write(storage: AppStorage, name: string, draft: unknown): void {
  const { [name]: _, ...others } = storage.get('sharedThingDrafts') ?? {}
  storage.set('sharedThingDrafts', draft === null ? others : { ...others, [name]: draft })
}

/**
 * What is being written, kept through a closed dialog and a reload, by the person and what it is for.
 * Null while nothing is.
 */
export function useKeptDraft<Draft>(name: string, schema: z.ZodMiniType<Draft>) {
  const { storage, timers } = useServices()
  const myID = useChatState((state) => state.me.id)
  const fullName = `${myID}:${name}`
  const [draft, setDraft] = useState<Draft | null>(() => {
    const kept = schema.safeParse(storage.get('sharedThingDrafts')?.[fullName])
    return kept.success ? kept.data : null
  })
  const [restored, setRestored] = useState(draft !== null)
  const waiting = useRef<{ draft: Draft; cancel: () => void } | null>(null)
  const flush = useRef(() => {})
  flush.current = () => {
    waiting.current?.cancel()
    if (waiting.current) write(storage, fullName, waiting.current.draft)
    waiting.current = null
  }
  useEffect(() => {
    const now = () => flush.current()
    window.addEventListener('pagehide', now)
    return () => {
      window.removeEventListener('pagehide', now)
      now()
    }
  }, [])
  return {
    draft,
    /** It is from before, and nothing was changed since. */
    restored,
    change(next: Draft) {
      setDraft(next)
      setRestored(false)
      waiting.current?.cancel()
      waiting.current = { draft: next, cancel: timers.after(WRITE_DEBOUNCE_MS, () => flush.current()) }
    },
    forget() {
      waiting.current?.cancel()
      waiting.current = null
      write(storage, fullName, null)
      setDraft(null)
      setRestored(false)
    },
  }
}
