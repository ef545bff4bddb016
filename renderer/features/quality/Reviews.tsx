import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { getReview, qcReviews, voidReview } from '#shared/contract/qc.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { qcReviewRecord } from '#shared/records/supervisor/qc-review.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { useLive } from '../../services/live.tsx'
import { type RecordsKind, RecordsPage, recordNews } from '../records/index.ts'
import { Ask } from './Ask.tsx'
import { Loaded } from './Loaded.tsx'
import styles from './Quality.module.css'
import { ReviewRead } from './ReviewRead.tsx'
import { REVIEW_TEXT, QUALITY_TEXT as TEXT } from './text.ts'
import { QUALITY_KEY } from './use-quality-news.ts'

const REASON_MIN = 3

/** A review in the panel beside the list. */
function About({ record }: { record: ListedRow }) {
  const { api } = useServices()
  const client = useQueryClient()
  const mayVoid = useSession(({ permissions }) => permissions.can('QC_CAN_DELETE'))
  const own = useSession(({ user }) => user?.id ?? 0)
  const [, setAddress] = useSearchParams()
  const [isAsking, setAsking] = useState(false)
  const { id } = record
  const query = useQuery({
    queryKey: [QUALITY_KEY, 'review', id],
    queryFn: ({ signal }) => api.call(getReview, { id }, { quiet: true, signal }),
  })
  return (
    <Loaded query={query} words={REVIEW_TEXT}>
      {(review) => (
        <>
          <ReviewRead review={review} />
          {isAsking ? (
            <Ask
              label={TEXT.voidIt}
              question={TEXT.voidWhy}
              send={TEXT.voidIt}
              faultOf={(text) => (text.trim().length < REASON_MIN ? TEXT.voidWhy : null)}
              onCancel={() => setAsking(false)}
              onSend={async (reason) => {
                await api.call(voidReview, { id, reason }, { quiet: true })
                setAsking(false)
                await client.invalidateQueries({ queryKey: [QUALITY_KEY] })
                await client.invalidateQueries({ queryKey: ['records', qcReviewRecord.name] })
              }}
            />
          ) : (
            <div className={styles.buttons}>
              {review.state === 'IN_PROGRESS' && review.reviewerID === own ? (
                <Button onClick={() => setAddress({ tab: 'reviews', review: String(id) })}>
                  {TEXT.resume}
                </Button>
              ) : null}
              {mayVoid && review.state !== 'VOID' ? (
                <Button variant="default" onClick={() => setAsking(true)}>
                  {TEXT.voidIt}
                </Button>
              ) : null}
            </div>
          )}
        </>
      )}
    </Loaded>
  )
}

const KIND: RecordsKind = {
  record: qcReviewRecord,
  title: TEXT.tabs.reviews,
  fields: {},
  nameOf: (row) => `${String(row.displayName)}, ${String(row.project)}`,
  list: (api, request) => api.call(qcReviews, request, { quiet: true }),
  read: async (api, id) => {
    const { version, name: displayName, project } = await api.call(getReview, { id }, { quiet: true })
    return { id, version, displayName, project }
  },
  bulk: [],
  About,
}

/** All reviews of whom one looks after (spec 4 §4.4.3). */
export function Reviews() {
  const { workingDayNews } = useLive()
  const news = useMemo(() => recordNews(workingDayNews, 'QC_REVIEW'), [workingDayNews])
  return <RecordsPage kind={KIND} news={news} />
}
