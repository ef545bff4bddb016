import { UnstyledButton } from '@mantine/core'
import { IconConfetti } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { outstandingScope } from '#shared/domain/tickets.ts'
import { useServices, useSession } from '../../../services/context.tsx'
import { reasonOf } from '../../../services/http/api-client.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { LIST_TEXT } from '../text.ts'
import { Lateness } from '../ticket/Lateness.tsx'
import { StatusPill } from '../ticket/Pills.tsx'
import styles from './TicketsCard.module.css'
import { listQuery, useLiveList, useOpen } from './ticket-queries.ts'
import { readView } from './use-list-address.ts'

/** Rows of a card (spec 4 §4.1). */
const SHOWN = 5

/** The open tickets that the 'Support tickets' badge counts, newest first, for the dashboard. */
export function TicketsCard() {
  const { api, dialogs, now } = useServices()
  const scope = useSession(({ permissions }) => outstandingScope(permissions))
  const list = useQuery(
    listQuery(
      api,
      readView(() => null, scope),
    ),
  )
  useLiveList()
  const open = useOpen(list.data?.tickets ?? [])
  if (list.error && !list.data) {
    return (
      <LoadFailure
        title={LIST_TEXT.failed}
        reason={reasonOf(list.error)}
        onRetry={() => void list.refetch()}
      />
    )
  }
  if (!list.data) {
    return (
      <div role="status" aria-label={LIST_TEXT.loading} className={styles.bones}>
        {[92, 78, 86].map((width) => (
          <Skeleton key={width} width={`${width}%`} height={18} />
        ))}
      </div>
    )
  }
  const { tickets, total } = list.data
  if (total === 0)
    return <EmptyState icon={<IconConfetti size={26} stroke={1.6} />} title={LIST_TEXT.allDone} />
  return (
    <>
      <ul className={styles.rows}>
        {tickets.slice(0, SHOWN).map(({ id, message, ticketType, status, lateness }) => (
          <li key={id}>
            <UnstyledButton
              className={styles.row}
              onClick={() => open.now(id)}
              onPointerEnter={() => open.soon(id)}
            >
              <span className={styles.text}>
                <strong>{message}</strong>
                <small>
                  <span>
                    {id} · {ticketType}
                  </span>
                  <Lateness lateness={lateness} now={now()} />
                </small>
              </span>
              <StatusPill status={status} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {total > SHOWN ? (
        <UnstyledButton className={styles.more} onClick={() => dialogs.open('tickets')}>
          {LIST_TEXT.all(total)}
        </UnstyledButton>
      ) : null}
    </>
  )
}
