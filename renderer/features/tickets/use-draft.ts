import { useState } from 'react'
import { useServices, useSession } from '../../services/context.tsx'
import type { AppStorage } from '../../services/storage/storage.ts'

/** A text that outlives its screen, a reload and a crash. */
export interface Draft {
  readonly text: string
  readonly set: (text: string) => void
  /** Forgets it: it was sent, or isn't wanted. */
  readonly clear: () => void
}

function keep(storage: AppStorage, key: string, text: string | null): void {
  const { [key]: _old, ...others } = storage.get('ticketDrafts') ?? {}
  const all = text === null ? others : { ...others, [key]: text }
  if (Object.keys(all).length === 0) storage.remove('ticketDrafts')
  else storage.set('ticketDrafts', all)
}

/**
 * What the person has typed into a field of a ticket and not sent.
 * @param place which field of which ticket, such as '1209/body'
 * @param initial what stands there until they type
 */
export function useDraft(place: string, initial = ''): Draft {
  const { storage } = useServices()
  const userName = useSession((session) => session.user?.userName ?? '')
  const key = `${userName}/${place}`
  const [text, setText] = useState(() => storage.get('ticketDrafts')?.[key] ?? initial)
  return {
    text,
    set(next) {
      setText(next)
      keep(storage, key, next === initial ? null : next)
    },
    clear() {
      setText(initial)
      keep(storage, key, null)
    },
  }
}
