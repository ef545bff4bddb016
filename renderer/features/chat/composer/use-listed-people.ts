import { useEffect, useState } from 'react'
import type { ChatSource } from '#shared/contract/chat-address.ts'
import type { ChatThread, MentionEntry } from '#shared/contract/chat-entities.ts'
import { searchTaskMentionList } from '#shared/contract/chat-search.ts'
import { FILTER_DEBOUNCE_MS } from '#shared/domain/searching.ts'
import { useServices } from '../../../services/context.tsx'

/** Where the task scheduler says whom a message may mention (spec 2 §7). */
const ASKED: ReadonlySet<ChatSource> = new Set(['TASK_CHAT', 'SUBTASK', 'TOPIC'])

/**
 * Whom an @ may mean in the chats of tasks and topics, as the server lists them; null elsewhere and
 * until it has: the members are offered then.
 */
export function useListedPeople(
  { source, sourceID }: Pick<ChatThread, 'source' | 'sourceID'>,
  term: string | null,
): readonly MentionEntry[] | null {
  const { api, timers } = useServices()
  const [found, setFound] = useState<readonly MentionEntry[] | null>(null)
  const wanted = ASKED.has(source) ? term : null
  useEffect(() => {
    if (wanted === null) return setFound(null)
    const given = new AbortController()
    const end = timers.after(FILTER_DEBOUNCE_MS, () => {
      const request = { selectedIDs: [], searchTerm: wanted, source, sourceID }
      api.call(searchTaskMentionList, request, { quiet: true, signal: given.signal }).then(setFound, () => {})
    })
    return () => {
      end()
      given.abort()
    }
  }, [api, timers, wanted, source, sourceID])
  return found
}
