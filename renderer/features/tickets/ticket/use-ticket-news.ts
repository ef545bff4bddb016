import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { TicketChange } from '#shared/hubs/live-panel.ts'
import { useSession } from '../../../services/context.tsx'
import { useSignedIn } from '../../../services/signed-in.tsx'
import { refreshTicket } from '../queries.ts'

/** What others did to a ticket while it was open. */
export interface TicketNews {
  readonly changes: readonly TicketChange[]
  /** What a refused change was told; null where none was. */
  readonly conflict: string | null
  readonly setConflict: (words: string) => void
  readonly dismiss: () => void
}

/** Follows a ticket: says that it is being looked at, reads it again when it changes, and notes who did what. */
export function useTicketNews(ticketID: number): TicketNews {
  const { livePanel } = useSignedIn()
  const queries = useQueryClient()
  const myID = useSession((session) => session.user?.id ?? 0)
  const [changes, setChanges] = useState<readonly TicketChange[]>([])
  const [conflict, setConflict] = useState<string | null>(null)
  useEffect(() => livePanel.look(ticketID), [livePanel, ticketID])
  useEffect(
    () =>
      livePanel.onTicketChange((change) => {
        if (change !== null && change.ticketID !== ticketID) return
        if (change !== null && change.byID !== myID) setChanges((known) => [...known, change])
        void refreshTicket(queries, ticketID)
      }),
    [livePanel, queries, ticketID, myID],
  )
  return {
    changes,
    conflict,
    setConflict,
    dismiss() {
      setChanges([])
      setConflict(null)
    },
  }
}
