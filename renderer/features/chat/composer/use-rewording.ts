import { useEffect, useRef, useState } from 'react'
import { useServices } from '../../../services/context.tsx'
import { reasonOf } from '../../../services/http/api-client.ts'
import { useChat } from '../chat-context.tsx'
import { fromMarkup, type MentionText, toMarkup } from './mention-text.ts'
import { TEXT } from './text.ts'

/** Better words for what is written; the person's own come back by one press (spec 2 §6). */
export function useRewording(value: MentionText, change: (next: MentionText) => void) {
  const chat = useChat<'reword'>()
  const { notices } = useServices()
  const [busy, setBusy] = useState(false)
  /** What was there, and what it became. */
  const [done, setDone] = useState<{ before: MentionText; after: MentionText } | null>(null)
  const given = useRef<AbortController | null>(null)
  useEffect(() => () => given.current?.abort(), [])

  const start = async () => {
    const asked = new AbortController()
    given.current = asked
    setBusy(true)
    try {
      const after = fromMarkup((await chat.reword(toMarkup(value), asked.signal)).trim())
      if (asked.signal.aborted || after.text === '') return
      change(after)
      setDone({ before: value, after })
    } catch (error) {
      if (!asked.signal.aborted) notices.show('error', `${TEXT.rewordFailed} ${reasonOf(error)}`)
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    start: () => void start(),
    cancel: () => given.current?.abort(),
    /** Null where nothing can be undone, also once the new words were changed. */
    undo:
      done === null || done.after.text !== value.text
        ? null
        : () => {
            change(done.before)
            setDone(null)
          },
  }
}
