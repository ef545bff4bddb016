import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { supportCards } from '#shared/contract/support.ts'
import { numberText } from '#shared/domain/locale.ts'
import { SUPPORT_CARDS } from '#shared/domain/support-home.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { useLive } from '../../services/live.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { cardAddress } from './card-address.ts'
import styles from './Support.module.css'
import { TEXT } from './text.ts'

const KEY = ['support-cards'] as const
/** Time alone changes some of them: a ticket becomes late without anybody doing anything. */
const AGAIN_MS = 5000

/** What needs support now; each card opens the list that it counts. */
export function Cards() {
  const { api } = useServices()
  const { flagNews, personNews } = useLive()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call(supportCards, undefined, { quiet: true, signal }),
    refetchInterval: AGAIN_MS,
  })
  useEffect(() => {
    const again = () => void client.invalidateQueries({ queryKey: KEY })
    const ends = [flagNews.onChange(again), personNews.onChange(again)]
    return () => {
      for (const end of ends) end()
    }
  }, [flagNews, personNews, client])
  return (
    <div className={styles.page}>
      <h1>{TEXT.now}</h1>
      {data ? (
        <ul className={styles.cards} aria-label={TEXT.cards}>
          {data.cards.map(({ key, count, minutes }) => {
            const { label, list } = SUPPORT_CARDS[key]
            return (
              <li key={key}>
                <Link
                  className={styles.card}
                  data-some={count > 0 || undefined}
                  to={cardAddress(list)}
                  aria-label={TEXT.open(label, count, minutes)}
                >
                  <b>{numberText(count)}</b> <span>{label}</span>{' '}
                  {minutes === null ? null : <small>{TEXT.minutesToday(minutes)}</small>}
                </Link>
              </li>
            )
          })}
        </ul>
      ) : error ? (
        <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-label={TEXT.loading} className={styles.cards}>
          {[1, 2, 3, 4, 5, 6].map((one) => (
            <Skeleton key={one} width="100%" height={116} />
          ))}
        </div>
      )}
    </div>
  )
}
