import { reasonOf } from '../../../services/http/api-client.ts'
import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import '../mantine-styles.ts'
import { IconConfetti, IconTicketOff } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { HelpTicket } from '#shared/contract/ticket-entities.ts'
import { searchTickets } from '#shared/contract/tickets.ts'
import { ticketMode } from '#shared/domain/tickets.ts'
import { useServices, useSession } from '../../../services/context.tsx'
import type { ApiClient } from '../../../services/http/api-client.ts'
import { useSignedIn } from '../../../services/signed-in.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { ticketQuery } from '../queries.ts'
import { LIST_TEXT } from '../text.ts'
import { ListBar } from './ListBar.tsx'
import { Pager } from './Pager.tsx'
import styles from './TicketList.module.css'
import { TicketTable } from './TicketTable.tsx'
import { type ListView, requestOf, useListAddress } from './use-list-address.ts'

/** How long changes are gathered before the list is read again, in milliseconds. */
export const REFRESH_AFTER_MS = 500

const listQuery = (api: ApiClient, view: ListView) => ({
  queryKey: ['tickets', view],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.call(searchTickets, requestOf(view), { quiet: true, signal }),
  placeholderData: keepPreviousData,
})

interface TicketListProps {
  /** Of whom it shows tickets until somebody chooses otherwise. */
  readonly scope: ListView['scope']
  /** Whether it is chosen whose tickets are shown. */
  readonly chooses: boolean
  readonly prefix?: string
}

/** A list of tickets, filtered, searched, sorted and paged by the server (spec 3 §4, §9). */
export function TicketList({ scope, chooses, prefix = '' }: TicketListProps) {
  const { api } = useServices()
  const { view, change } = useListAddress(prefix, scope)
  const list = useQuery(listQuery(api, view))
  useLiveList()
  const open = useOpen(list.data?.tickets ?? [])
  return (
    <div className={styles.list}>
      <ListBar view={view} change={change} chooses={chooses} />
      <div className={styles.content} aria-busy={list.isPlaceholderData}>
        {list.data ? (
          list.data.tickets.length === 0 ? (
            <Nothing view={view} />
          ) : (
            <TicketTable
              tickets={list.data.tickets}
              total={list.data.total}
              view={view}
              named={view.scope !== 'MINE'}
              onSort={change}
              onOpen={open.now}
              onNear={open.soon}
            />
          )
        ) : list.error ? (
          <LoadFailure
            title={LIST_TEXT.failed}
            reason={reasonOf(list.error)}
            onRetry={() => void list.refetch()}
          />
        ) : (
          <div role="status" aria-label={LIST_TEXT.loading} className={styles.bones}>
            {[92, 78, 86, 70, 90, 82].map((width) => (
              <Skeleton key={width} width={`${width}%`} height={18} />
            ))}
          </div>
        )}
      </div>
      <Pager view={view} total={list.data?.total ?? 0} onChange={change} />
    </div>
  )
}

function Nothing({ view }: { view: ListView }) {
  if (view.search !== '')
    return (
      <EmptyState icon={<IconTicketOff size={28} stroke={1.5} />} title={LIST_TEXT.noneFound(view.search)} />
    )
  const calm = view.filter === 'Unresolved' && view.type === '' && !view.late
  return (
    <EmptyState
      icon={calm ? <IconConfetti size={28} stroke={1.5} /> : <IconTicketOff size={28} stroke={1.5} />}
      title={calm ? LIST_TEXT.allDone : LIST_TEXT.none}
    />
  )
}

/** Reads the lists again soon after a ticket has changed; many changes at once make one reading. */
function useLiveList(): void {
  const { timers } = useServices()
  const { livePanel } = useSignedIn()
  const queries = useQueryClient()
  useEffect(() => {
    let cancel: (() => void) | null = null
    const off = livePanel.onTicketChange(() => {
      cancel ??= timers.after(REFRESH_AFTER_MS, () => {
        cancel = null
        void queries.invalidateQueries({ queryKey: ['tickets'] })
      })
    })
    return () => {
      off()
      cancel?.()
    }
  }, [livePanel, timers, queries])
}

/** Opens a ticket, knowing which come after it; one that the pointer nears is fetched beforehand. */
function useOpen(tickets: readonly HelpTicket[]) {
  const { api, dialogs } = useServices()
  const queries = useQueryClient()
  const mode = useSession(({ permissions }) => ticketMode(permissions))
  return {
    now: (ticketID: number) => dialogs.open('tickets', { ticketID, queue: tickets.map(({ id }) => id) }),
    soon: (ticketID: number) =>
      void queries.prefetchQuery({ ...ticketQuery(api, mode, ticketID), staleTime: 10_000 }),
  }
}
