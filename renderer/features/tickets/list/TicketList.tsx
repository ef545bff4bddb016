import { reasonOf } from '../../../services/http/api-client.ts'
import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import '../mantine-styles.ts'
import { IconConfetti, IconTicketOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useServices } from '../../../services/context.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { LIST_TEXT } from '../text.ts'
import { ListBar } from './ListBar.tsx'
import { Pager } from './Pager.tsx'
import styles from './TicketList.module.css'
import { TicketTable } from './TicketTable.tsx'
import { listQuery, useLiveList, useOpen } from './ticket-queries.ts'
import { type ListView, useListAddress } from './use-list-address.ts'

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
  const calm = view.filter === 'Unresolved' && view.type === '' && !view.late && !view.due
  return (
    <EmptyState
      icon={calm ? <IconConfetti size={28} stroke={1.5} /> : <IconTicketOff size={28} stroke={1.5} />}
      title={calm ? LIST_TEXT.allDone : LIST_TEXT.none}
    />
  )
}
