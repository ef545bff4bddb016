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

/** A row's cells, in the order of the columns. */
const cells = (one: CallStatistic): readonly string[] => [
  minuteText(one.beganAt),
  callLength(Date.parse(one.endedAt) - Date.parse(one.beganAt)),
  WORDS.ways[one.way],
  WORDS.loss(percent(one.lossIn), one.lossOut === null ? null : percent(one.lossOut)),
  milliseconds(one.jitterMs),
  milliseconds(one.roundTripMs),
  percent(one.cpuLimited),
  callLength(one.silentSeconds * 1000),
  WORDS.causes[one.cause],
]

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
    // Wider than the panel on a phone: it is moved by itself, by keys too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section className={styles.scroll} aria-label={WORDS.table} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {Object.entries(WORDS.columns).map(([key, label]) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {calls.data.map((one) => (
            <tr key={one.id}>
              {cells(one).map((text, place) => (
                <td key={Object.keys(WORDS.columns)[place]}>{text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
