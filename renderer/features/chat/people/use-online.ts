import { useMemo } from 'react'
import { SYSTEM_USER_ID } from '#shared/domain/chat.ts'
import { useChatState } from '../chat-context.tsx'
import type { ThreadFrame } from '../store/state.ts'

/** Ids of the contacts who are online; the system user always is (spec 1 §3). */
export function useOnline(): ReadonlySet<number> {
  const contacts = useChatState((state) => state.contacts)
  return useMemo(
    () =>
      new Set([SYSTEM_USER_ID, ...contacts.filter(({ isOnline }) => isOnline).map(({ userID }) => userID)]),
    [contacts],
  )
}

/** Presence of the other person of a one-to-one thread; undefined for any other. */
export function usePartnersOnline(): (thread: ThreadFrame) => boolean | undefined {
  const online = useOnline()
  return (thread) => (thread.partnerID === 0 ? undefined : online.has(thread.partnerID))
}
