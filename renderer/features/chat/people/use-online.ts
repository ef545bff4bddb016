import { useChatState } from '../chat-context.tsx'
import type { ThreadFrame } from '../store/state.ts'

/** Ids of those who are online, as the hub says. */
export function useOnline(): ReadonlySet<number> {
  return useChatState((state) => state.online)
}

/** Presence of the other person of a one-to-one thread; undefined for any other. */
export function usePartnersOnline(): (thread: ThreadFrame) => boolean | undefined {
  const online = useOnline()
  return (thread) => (thread.partnerID === 0 ? undefined : online.has(thread.partnerID))
}
