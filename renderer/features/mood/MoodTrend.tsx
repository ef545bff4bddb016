import { IconHeart } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type MoodEntry, myMoods } from '#shared/contract/well-being.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { MOOD_TREND_MS, MOODS } from '#shared/domain/mood.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { MoodFace } from './MoodPicker.tsx'
import styles from './MoodTrend.module.css'
import { TREND_TEXT } from './text.ts'

const TIME = dateFormat({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const WIDTH = 400
const HEIGHT = 110
const EDGE = 12

/** What the person said of themselves in the last eight weeks: theirs alone to see. */
export function MoodTrend() {
  const { api } = useServices()
  const { data, error, refetch } = useQuery({
    queryKey: ['moods'],
    queryFn: ({ signal }) => api.call(myMoods, undefined, { quiet: true, signal }),
  })
  if (error) {
    return (
      <LoadFailure
        icon={<IconHeart size={26} />}
        title={TREND_TEXT.failed}
        reason={reasonOf(error)}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) {
    return (
      <div role="status" aria-label={TREND_TEXT.loading}>
        <Skeleton width="100%" height={HEIGHT} />
      </div>
    )
  }
  if (data.length === 0) return <EmptyState icon={<IconHeart size={26} />} title={TREND_TEXT.none} />
  const average = data.reduce((sum, { moodValue }) => sum + moodValue, 0) / data.length
  return (
    <>
      <p className={styles.average}>{TREND_TEXT.average(average.toFixed(1), data.length)}</p>
      <Chart entries={data} />
      <ul className={styles.entries} aria-label={TREND_TEXT.list}>
        {data.toReversed().map((entry) => (
          <Entry key={`${entry.at}${entry.moodValue}`} entry={entry} />
        ))}
      </ul>
    </>
  )
}

/** Its values stand in the list below. */
function Chart({ entries }: { entries: readonly MoodEntry[] }) {
  const { now } = useServices()
  const from = now() - MOOD_TREND_MS
  const points = entries.map(({ at, moodValue }) => ({
    x: EDGE + ((Date.parse(at) - from) / MOOD_TREND_MS) * (WIDTH - 2 * EDGE),
    y: HEIGHT - EDGE - ((moodValue - 1) / (MOODS.length - 1)) * (HEIGHT - 2 * EDGE),
    moodValue,
    at,
  }))
  return (
    <svg className={styles.chart} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={TREND_TEXT.chart}>
      {MOODS.map(({ value }) => {
        const y = HEIGHT - EDGE - ((value - 1) / (MOODS.length - 1)) * (HEIGHT - 2 * EDGE)
        return <line key={value} x1={0} x2={WIDTH} y1={y} y2={y} />
      })}
      <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {points.map(({ x, y, at, moodValue }) => (
        <circle key={`${at}${moodValue}`} cx={x} cy={y} r={4} data-mood={moodValue} />
      ))}
    </svg>
  )
}

function Entry({ entry: { moodValue, comments, at, isShared } }: { entry: MoodEntry }) {
  return (
    <li className={styles.entry} data-mood={moodValue}>
      <MoodFace value={moodValue} size={26} />
      <div>
        <strong>{MOODS[moodValue - 1]?.label}</strong> <small>{TIME.format(new Date(at))}</small>
        {comments === '' ? null : <p>{comments}</p>}
        {isShared ? <small className={styles.shared}>{TREND_TEXT.shared}</small> : null}
      </div>
    </li>
  )
}
