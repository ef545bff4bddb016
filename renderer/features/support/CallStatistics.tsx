import { useQuery } from '@tanstack/react-query'
import { type CallStatistic, personCallStatistics } from '#shared/contract/support.ts'
import { callLength } from '#shared/domain/calls.ts'
import { numberText } from '#shared/domain/locale.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './CallStatistics.module.css'
import { minuteText } from './moments.ts'
import { TEXT } from './text.ts'

const { call: WORDS } = TEXT
const percent = (value: number) => `${numberText(value)} %`
const milliseconds = (value: number | null) => (value === null ? '–' : `${numberText(value)} ms`)

/** What was measured of a call, as far as it was: what is called how, and how much it is. */
const figures = (one: CallStatistic): readonly (readonly [name: string, value: string])[] => [
  [WORDS.figures.loss, WORDS.loss(percent(one.lossIn), one.lossOut === null ? null : percent(one.lossOut))],
  [WORDS.figures.jitter, milliseconds(one.jitterMs)],
  [WORDS.figures.roundTrip, milliseconds(one.roundTripMs)],
  [WORDS.figures.cpu, percent(one.cpuLimited)],
  [WORDS.figures.silent, callLength(one.silentSeconds * 1000)],
]

/** What was worst; a call that had no sound isn't good, though nothing was measured that says why. */
const causeText = ({ cause, way, silentSeconds }: CallStatistic): string =>
  cause === 'NONE' && (way === 'NONE' || silentSeconds > 0) ? '' : WORDS.causes[cause]

/** How a person's last calls went: numbers alone, for who helps them. */
export function CallStatistics({ userID }: { readonly userID: number }) {
  const { api } = useServices()
  const calls = useQuery({
    queryKey: ['callStatistics', userID],
    queryFn: ({ signal }) => api.call(personCallStatistics, { userID }, { quiet: true, signal }),
    staleTime: 0,
  })
  if (calls.isPending)
    return (
      <div role="status" aria-label={TEXT.loading}>
        <Skeleton width="100%" height={60} />
      </div>
    )
  if (calls.isError)
    return (
      <LoadFailure title={WORDS.failed} reason={reasonOf(calls.error)} onRetry={() => void calls.refetch()} />
    )
  if (calls.data.length === 0) return <EmptyState title={WORDS.none} />
  return (
    <ul className={styles.calls} aria-label={WORDS.list}>
      {calls.data.map((one) => (
        <li key={one.id}>
          <p className={styles.head}>
            <span>
              {[
                minuteText(one.beganAt),
                callLength(Date.parse(one.endedAt) - Date.parse(one.beganAt)),
                WORDS.ways[one.way],
              ].join(' · ')}
            </span>
            <strong data-cause={one.cause}>{causeText(one)}</strong>
          </p>
          <dl className={styles.figures}>
            {figures(one).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
