import { Button } from '@mantine/core'
import { type QueryKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { redeliverWebhook, type WebhookDelivery, webhookDeliveries } from '#shared/contract/adaptors.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import styles from './Adaptors.module.css'
import { ADAPTORS } from './keys.ts'
import { momentOf } from './moments.ts'
import { HOOK_TEXT as TEXT } from './webhook-text.ts'

const keyOf = (id: number): QueryKey => ['webhook-deliveries', id]

/** What a webhook was told, read when it is opened; each that is over can be told again. */
export function Deliveries({ id }: { readonly id: number }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className={styles.exchanges}
      onToggle={(event) => setOpen((event.currentTarget as HTMLDetailsElement).open)}
    >
      <summary>{TEXT.deliveries}</summary>
      {isOpen ? <List id={id} /> : null}
    </details>
  )
}

function List({ id }: { readonly id: number }) {
  const { api } = useServices()
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal, pageParam }) =>
      api.call(
        webhookDeliveries,
        { id, ...(pageParam !== null && { before: pageParam }) },
        { quiet: true, signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ isMore, deliveries }) => (isMore ? (deliveries.at(-1)?.id ?? null) : null),
  })
  if (error)
    return (
      <LoadFailure title={TEXT.deliveriesFailed} reason={reasonOf(error)} onRetry={() => void refetch()} />
    )
  const deliveries = data?.pages.flatMap((page) => page.deliveries)
  if (deliveries?.length === 0) return <p className={styles.lead}>{TEXT.noDeliveries}</p>
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and holds nothing that takes the focus */}
      <ol className={styles.log} aria-label={TEXT.deliveries} tabIndex={0}>
        {deliveries?.map((one) => (
          <Delivery key={one.id} adaptorID={id} delivery={one} />
        ))}
      </ol>
      {hasNextPage ? (
        <Button
          size="compact-sm"
          variant="subtle"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {TEXT.older}
        </Button>
      ) : null}
    </>
  )
}

function Delivery({
  adaptorID,
  delivery,
}: {
  readonly adaptorID: number
  readonly delivery: WebhookDelivery
}) {
  const { api, notices } = useServices()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const { id, deliveryID, event, recordID, state, createdAt, nextAt, tries, lastAnswer } = delivery
  const again = async () => {
    setBusy(true)
    try {
      await api.call(redeliverWebhook, { id }, { quiet: true })
      notices.show('success', TEXT.queued)
    } catch (error) {
      notices.show('error', refusalOf(error))
    }
    setBusy(false)
    await client.invalidateQueries({ queryKey: keyOf(adaptorID) })
    await client.invalidateQueries({ queryKey: ADAPTORS })
  }
  const facts = [
    momentOf(createdAt),
    recordID === null ? event : `${event} ${recordID}`,
    TEXT.states[state],
    ...(tries > 0 ? [TEXT.tries(tries)] : []),
    ...(nextAt !== null && tries > 0 ? [TEXT.next(momentOf(nextAt))] : []),
  ]
  const tone = state === 'DEAD' || (state === 'WAITING' && tries > 0) ? 'false' : 'true'
  return (
    <li data-ok={tone}>
      <span>{facts.join(' · ')}</span>
      {lastAnswer === '' ? null : <code>{lastAnswer}</code>}
      <code>{deliveryID}</code>
      {nextAt === null ? (
        <Button
          size="compact-sm"
          variant="subtle"
          className={styles.again ?? ''}
          loading={isBusy}
          aria-label={TEXT.againOf(event, deliveryID)}
          onClick={() => void again()}
        >
          {TEXT.again}
        </Button>
      ) : null}
    </li>
  )
}
