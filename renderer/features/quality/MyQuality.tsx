import './mantine-styles.ts'
import { Button, NativeSelect } from '@mantine/core'
import { IconHeadphones } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import {
  acknowledgeReview,
  disputeReview,
  getReview,
  type MyQuality,
  type MyReviewRow,
  myQuality,
  type QcReview,
} from '#shared/contract/qc.ts'
import { londonDayAfter, londonField } from '#shared/domain/london-time.ts'
import { DISPUTE_MS, FEW_REVIEWS, isMoreThanFourWords } from '#shared/domain/quality.ts'
import { QC_KIND_LABELS, REVIEW_STATE_LABELS } from '#shared/domain/quality-words.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { Chart } from '../../ui/chart/Chart.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Ask } from './Ask.tsx'
import { Loaded } from './Loaded.tsx'
import { MyCoaching } from './MyCoaching.tsx'
import styles from './Quality.module.css'
import { Outcome, ReviewRead, Score } from './ReviewRead.tsx'
import { REVIEW_TEXT, MINE_TEXT as TEXT } from './text.ts'
import { QUALITY_KEY, useQualityNews } from './use-quality-news.ts'
import { dayText, scoreText } from './words.ts'

const RANGES = [28, 84, 365] as const
const day = (at: number) => londonField(at).slice(0, 10)

/** Tracker › My quality: what reviewers found of one's own interviews (spec 4 §4.2.4). */
export function MyQualityScreen() {
  const { api, now } = useServices()
  useQualityNews()
  const [address, setAddress] = useSearchParams()
  const days = RANGES.find((one) => String(one) === address.get('days')) ?? 84
  const seesCoaching = useSession(({ permissions }) => permissions.can('ITRACKER_CAN_SEE_COACHING'))
  const range = { from: day(londonDayAfter(now(), 1 - days)), to: day(now()) }
  const query = useQuery({
    queryKey: [QUALITY_KEY, 'mine', range],
    queryFn: ({ signal }) => api.call(myQuality, range, { quiet: true, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section className={styles.page} tabIndex={0} aria-label={TEXT.title}>
      <h2 className="visually-hidden">{TEXT.title}</h2>
      <Loaded query={query} words={TEXT}>
        {(data) =>
          data.rows.length === 0 && data.reviews12 === 0 ? (
            <EmptyState icon={<IconHeadphones size={26} />} title={TEXT.none} />
          ) : (
            <>
              <Figures quality={data} />
              <div className={styles.head}>
                <h3>{TEXT.reviews}</h3>
                <NativeSelect
                  aria-label={TEXT.time}
                  value={String(days)}
                  data={RANGES.map((one) => ({ value: String(one), label: TEXT.times[one] }))}
                  onChange={(event) =>
                    setAddress((before) => {
                      const after = new URLSearchParams(before)
                      after.set('days', event.currentTarget.value)
                      return after
                    })
                  }
                />
              </div>
              {data.rows.length === 0 ? (
                <p className={styles.quiet}>{TEXT.noneInTime}</p>
              ) : (
                <ul className={styles.list}>
                  {data.rows.map((row) => (
                    <OwnReview key={row.id} row={row} />
                  ))}
                </ul>
              )}
            </>
          )
        }
      </Loaded>
      {seesCoaching ? <MyCoaching /> : null}
    </section>
  )
}

function Figures({ quality }: { quality: MyQuality }) {
  const { score4, score12, reviews4, reviews12, outcomes, trend } = quality
  return (
    <>
      <dl className={styles.cards} aria-label={TEXT.figures}>
        <div className={styles.card}>
          <dt>{TEXT.score4}</dt>
          <dd data-few={reviews4 < FEW_REVIEWS}>{scoreText(score4)}</dd>
          <dd className={styles.cardNote}>
            {TEXT.ofReviews(reviews4)}
            {reviews4 < FEW_REVIEWS ? ` · ${TEXT.few}` : ''} · {TEXT.project(scoreText(quality.projectScore))}
          </dd>
        </div>
        <div className={styles.card}>
          <dt>{TEXT.score12}</dt>
          <dd data-few={reviews12 < FEW_REVIEWS}>{scoreText(score12)}</dd>
          <dd className={styles.cardNote}>
            {TEXT.ofReviews(reviews12)}
            {reviews12 < FEW_REVIEWS ? ` · ${TEXT.few}` : ''}
          </dd>
        </div>
        <div className={styles.card}>
          <dt>{TEXT.outcomes}</dt>
          <dd>{reviews4}</dd>
          <dd className={styles.cardNote}>
            {TEXT.outcomeLine(outcomes.PASS, outcomes.COACHING, outcomes.FAIL)}
          </dd>
        </div>
        <div className={styles.card}>
          <dt>{TEXT.criticals}</dt>
          <dd>{quality.criticals}</dd>
        </div>
        <div className={styles.card}>
          <dt>{TEXT.toFeedback}</dt>
          <dd>{quality.hoursToFeedback === null ? '–' : TEXT.hours(quality.hoursToFeedback)}</dd>
          {quality.due > 0 ? <dd className={styles.cardNote}>{TEXT.dueNow(quality.due)}</dd> : null}
        </div>
      </dl>
      <div className={styles.paper}>
        <Chart
          kind="line"
          title={TEXT.trend}
          summary={TEXT.trendSummary(scoreText(score12), scoreText(quality.projectScore))}
          rowLabel={TEXT.week}
          series={[
            { key: 'own', label: TEXT.yours, colour: 'var(--fw-primary)' },
            { key: 'project', label: TEXT.projects, colour: 'var(--fw-text-3)' },
          ]}
          rows={trend.map(({ week, score, project }) => ({
            name: dayText(`${week}T12:00:00.000Z`),
            values: { own: score, project },
          }))}
          format={(value) => scoreText(value)}
        />
      </div>
    </>
  )
}

function OwnReview({ row }: { row: MyReviewRow }) {
  const { api } = useServices()
  const [address, setAddress] = useSearchParams()
  const isOpen = address.get('open') === String(row.id)
  const query = useQuery({
    queryKey: [QUALITY_KEY, 'review', row.id],
    queryFn: ({ signal }) => api.call(getReview, { id: row.id }, { quiet: true, signal }),
    enabled: isOpen,
  })
  const when = dayText(row.at)
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        aria-expanded={isOpen}
        onClick={() =>
          setAddress((before) => {
            const after = new URLSearchParams(before)
            if (isOpen) after.delete('open')
            else after.set('open', String(row.id))
            return after
          })
        }
      >
        <Score score={row.score} name={row.project} />
        <span>
          <strong>{row.project}</strong>
          <small>
            {[when, QC_KIND_LABELS[row.kind], REVIEW_TEXT.by(row.reviewer), row.form].join(' · ')}
          </small>
        </span>
        <span className={styles.chips}>
          <Outcome outcome={row.outcome} />
          {row.criticals > 0 ? (
            <span className={styles.chip} data-outcome="FAIL">
              {REVIEW_TEXT.criticals(row.criticals)}
            </span>
          ) : null}
          <span className={styles.chip}>
            {row.state === 'SUBMITTED'
              ? TEXT.waits
              : row.isBySystem && row.state === 'ACKNOWLEDGED'
                ? REVIEW_TEXT.bySystem
                : REVIEW_STATE_LABELS[row.state]}
          </span>
        </span>
      </button>
      {isOpen ? (
        <div className={styles.opened}>
          <Loaded query={query} words={REVIEW_TEXT}>
            {(review) => (
              <>
                <ReviewRead review={review} />
                <Word review={review} />
              </>
            )}
          </Loaded>
        </div>
      ) : null}
    </li>
  )
}

/** What the person says of it: acknowledged, or disputed with a reason. */
function Word({ review }: { review: QcReview }) {
  const { api, now, notices } = useServices()
  const client = useQueryClient()
  const [open, setOpen] = useState<'acknowledge' | 'dispute' | null>(null)
  const isRecent = review.submittedAt !== null && now() <= Date.parse(review.submittedAt) + DISPUTE_MS
  const waits = review.state === 'SUBMITTED'
  const mayDispute = isRecent && (waits || (review.state === 'ACKNOWLEDGED' && review.isBySystem))
  if (!waits && !mayDispute) return null
  const done = async (said: string) => {
    setOpen(null)
    notices.show('success', said)
    await client.invalidateQueries({ queryKey: [QUALITY_KEY] })
  }
  if (open === 'acknowledge')
    return (
      <Ask
        label={TEXT.acknowledge}
        question={TEXT.comment}
        send={TEXT.acknowledge}
        onCancel={() => setOpen(null)}
        onSend={async (comment) => {
          await api.call(acknowledgeReview, { id: review.id, comment }, { quiet: true })
          await done(TEXT.acknowledged)
        }}
      />
    )
  if (open === 'dispute')
    return (
      <Ask
        label={TEXT.dispute}
        question={TEXT.disputeWhat}
        send={TEXT.send}
        max={4000}
        faultOf={(text) => (isMoreThanFourWords(text) ? null : TEXT.disputeShort)}
        onCancel={() => setOpen(null)}
        onSend={async (reason) => {
          await api.call(disputeReview, { id: review.id, reason }, { quiet: true })
          await done(TEXT.disputed)
        }}
      />
    )
  return (
    <div className={styles.buttons}>
      {mayDispute ? (
        <Button variant="default" onClick={() => setOpen('dispute')}>
          {TEXT.dispute}
        </Button>
      ) : null}
      {waits ? <Button onClick={() => setOpen('acknowledge')}>{TEXT.acknowledge}</Button> : null}
    </div>
  )
}
