import './mantine-styles.ts'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { getReview, type QcReview, qcFigures } from '#shared/contract/qc.ts'
import { numberText } from '#shared/domain/locale.ts'
import { useServices } from '../../services/context.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'
import { PageTabs } from '../../ui/PageTabs.tsx'
import { Due } from './Due.tsx'
import { Loaded } from './Loaded.tsx'
import styles from './Quality.module.css'
import { ReviewForm } from './ReviewForm.tsx'
import { ReviewRead } from './ReviewRead.tsx'
import { REVIEW_TEXT, QUALITY_TEXT as TEXT } from './text.ts'
import { QUALITY_KEY, useQualityNews } from './use-quality-news.ts'
import { scoreText, shareText } from './words.ts'

const Reviews = lazyCode(async () => (await import('./Reviews.tsx')).Reviews)
const Disputes = lazyCode(async () => (await import('./Disputes.tsx')).Disputes)
const Calibration = lazyCode(async () => (await import('./Calibration.tsx')).Calibration)
const Forms = lazyCode(async () => (await import('./Forms.tsx')).Forms)
const Coaching = lazyCode(async () => (await import('./Coaching.tsx')).Coaching)

const TABS = ['due', 'reviews', 'disputes', 'calibration', 'forms', 'coaching'] as const
type Tab = (typeof TABS)[number]

/** Supervisor › Quality: what is due, reviews, disputes, calibration, forms and coaching (spec 4 §4.4.3). */
export function SupervisorQualityScreen() {
  useQualityNews()
  const [address, setAddress] = useSearchParams()
  const tab: Tab = TABS.find((one) => one === address.get('tab')) ?? 'due'
  const reviewID = Number(address.get('review') ?? '') || null
  if (reviewID !== null)
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
      <section tabIndex={0} aria-label={TEXT.title} style={{ height: '100%', overflow: 'auto' }}>
        <OneReview
          key={reviewID}
          id={reviewID}
          onLeave={() =>
            setAddress((before) => {
              const after = new URLSearchParams(before)
              after.delete('review')
              return after
            })
          }
        />
      </section>
    )
  return (
    <PageTabs label={TEXT.title} tabs={TABS} current={tab} words={TEXT.tabs}>
      {tab === 'reviews' ? (
        <div className={styles.reviews}>
          <Head />
          <Suspense>
            <Reviews />
          </Suspense>
        </div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
        <section className={styles.page} tabIndex={0} aria-label={TEXT.tabs[tab]}>
          {tab === 'due' ? (
            <>
              <Head />
              <Due />
            </>
          ) : (
            <Suspense>{<OtherTab tab={tab} />}</Suspense>
          )}
        </section>
      )}
    </PageTabs>
  )
}

function OtherTab({ tab }: { tab: Exclude<Tab, 'due' | 'reviews'> }) {
  switch (tab) {
    case 'disputes':
      return <Disputes />
    case 'calibration':
      return <Calibration />
    case 'forms':
      return <Forms />
    default:
      return <Coaching />
  }
}

/** One review: filled in by its reviewer, else read. */
function OneReview({ id, onLeave }: { id: number; onLeave: () => void }) {
  const { api, session } = useServices()
  const client = useQueryClient()
  const queryKey = ['quality-review', id]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.call(getReview, { id }, { quiet: true, signal }),
    // A draft is this window's own; what it holds isn't read over it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const own = session.store.getState().user?.id ?? 0
  const leave = () => {
    void client.invalidateQueries({ queryKey: [QUALITY_KEY] })
    onLeave()
  }
  return (
    <Loaded query={query} words={REVIEW_TEXT}>
      {(review: QcReview) =>
        review.state === 'IN_PROGRESS' && review.reviewerID === own ? (
          <ReviewForm
            review={review}
            onReview={(next) => client.setQueryData(queryKey, next)}
            onLeave={leave}
          />
        ) : (
          <div className={styles.page}>
            <div>
              <Button variant="subtle" size="compact-sm" onClick={leave}>
                {REVIEW_TEXT.back}
              </Button>
              <h2>{review.name}</h2>
            </div>
            <ReviewRead review={review} />
          </div>
        )
      }
    </Loaded>
  )
}

/** What the reviews of 4 weeks come to. */
function Head() {
  const { api } = useServices()
  const { data } = useQuery({
    queryKey: [QUALITY_KEY, 'figures'],
    queryFn: ({ signal }) => api.call(qcFigures, {}, { quiet: true, signal }),
  })
  const cards: readonly (readonly [string, string, string?])[] = [
    [TEXT.score, data ? scoreText(data.score) : TEXT.none],
    [
      TEXT.coverage,
      data ? shareText(data.coverage) : TEXT.none,
      data ? TEXT.coverageOf(numberText(data.reviews), numberText(data.completes)) : '',
    ],
    [TEXT.sameShift, data ? shareText(data.sameShift) : TEXT.none],
    [TEXT.criticals, data ? scoreText(data.criticalsAHundred) : TEXT.none],
    [TEXT.due, data ? String(data.due) : TEXT.none],
    [TEXT.disputes, data ? String(data.disputes) : TEXT.none],
  ]
  return (
    <dl className={styles.cards} aria-label={TEXT.head}>
      {cards.map(([label, value, note]) => (
        <div key={label} className={styles.card}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          {note === undefined ? null : <dd className={styles.cardNote}>{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
