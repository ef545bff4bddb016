import { Button } from '@mantine/core'
import { IconChecks, IconHeadphones } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { type QcDueRow, qcDue } from '#shared/contract/qc.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'
import { Problem } from '../../ui/Problem.tsx'
import { Loaded } from './Loaded.tsx'
import styles from './Quality.module.css'
import { Outcome } from './ReviewRead.tsx'
import { QUALITY_TEXT as TEXT } from './text.ts'
import { useBegin } from './use-begin.ts'
import { QUALITY_KEY } from './use-quality-news.ts'
import { dayText, scoreText } from './words.ts'

const AddReview = lazyCode(async () => (await import('./AddReview.tsx')).AddReview)
const A_MINUTE_MS = 60_000

/** What is due this week, by risk; two reviewers can't take the same (spec 4 §4.4.3). */
export function Due() {
  const { api } = useServices()
  const permissions = useSession((session) => session.permissions)
  const own = useSession((session) => session.user?.id ?? 0)
  /** Whose interview is to be added; 0 for somebody yet to be chosen, null where none is. */
  const [adding, setAdding] = useState<number | null>(null)
  const { begin, open, problem, setProblem } = useBegin()
  const query = useQuery({
    queryKey: [QUALITY_KEY, 'due'],
    queryFn: ({ signal }) => api.call(qcDue, {}, { quiet: true, signal }),
    // Hours of who works grow while they are looked at.
    refetchInterval: A_MINUTE_MS,
  })
  const mayReview = permissions.can('ISUPERVISOR_CAN_ACTION_LIVE_QC')
  const mayAdd = mayReview && permissions.can('QC_CAN_ADD')
  const rows = query.data?.rows ?? []
  const take = ({ userID, projectID, reviewing }: QcDueRow) =>
    reviewing?.userID === own ? open(reviewing.reviewID) : void begin({ userID, projectID })
  const next = rows.find(
    (row) => row.isAvailable && row.monitoringConsent !== 'NONE' && row.due > 0 && row.reviewing === null,
  )
  return (
    <>
      <div className={styles.head}>
        <h2>{TEXT.tabs.due}</h2>
        <div className={styles.actions}>
          {mayAdd ? (
            <Button variant="default" onClick={() => setAdding(adding === null ? 0 : null)}>
              {TEXT.add}
            </Button>
          ) : null}
          {mayReview && rows.length > 0 ? (
            <Button
              title={TEXT.nextHint}
              leftSection={<IconHeadphones size={16} aria-hidden="true" />}
              onClick={() => (next ? take(next) : setProblem(TEXT.nobodyOnCall))}
            >
              {TEXT.next}
            </Button>
          ) : null}
        </div>
      </div>
      <Problem>{problem}</Problem>
      {adding === null ? null : (
        <Suspense>
          <AddReview key={adding} userID={adding} onCancel={() => setAdding(null)} onBegin={begin} />
        </Suspense>
      )}
      <Loaded query={query} words={TEXT}>
        {({ rows: due }) =>
          due.length === 0 ? (
            <EmptyState icon={<IconChecks size={26} />} title={TEXT.nothingDue} />
          ) : (
            <div className={styles.tableBox}>
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">{TEXT.person}</th>
                    <th scope="col">{TEXT.project}</th>
                    <th scope="col">{TEXT.dueNumber}</th>
                    <th scope="col">{TEXT.done}</th>
                    <th scope="col">{TEXT.firstTen}</th>
                    <th scope="col">{TEXT.lastScore}</th>
                    <th scope="col">{TEXT.lastReview}</th>
                    <th scope="col">{TEXT.now}</th>
                    <th scope="col">
                      <span className="visually-hidden">{TEXT.review}</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {due.map((row) => (
                    <DueRow
                      key={`${row.userID} ${row.projectID}`}
                      row={row}
                      isOwn={row.reviewing?.userID === own}
                      onTake={mayReview ? () => take(row) : null}
                      onAdd={mayAdd ? () => setAdding(row.userID) : null}
                    />
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Loaded>
    </>
  )
}

interface DueRowProps {
  readonly row: QcDueRow
  /** Whether the one who looks has it in hand. */
  readonly isOwn: boolean
  readonly onTake: (() => void) | null
  /** For an interview that is over, where the project isn't heard live. */
  readonly onAdd: (() => void) | null
}

function DueRow({ row, isOwn, onTake, onAdd }: DueRowProps) {
  const { reviewing, monitoringConsent } = row
  const isHeard = monitoringConsent !== 'NONE'
  return (
    <tr>
      <th scope="row">{row.name}</th>
      <td data-label={TEXT.project}>{row.project}</td>
      <td data-label={TEXT.dueNumber}>{row.due}</td>
      <td data-label={TEXT.done}>{row.done}</td>
      <td data-label={TEXT.firstTen}>{row.firstTen === 0 ? TEXT.none : TEXT.firstLeft(row.firstTen)}</td>
      <td data-label={TEXT.lastScore}>
        {scoreText(row.lastScore)} {row.lastOutcome === 'FAIL' ? <Outcome outcome="FAIL" /> : null}
      </td>
      <td data-label={TEXT.lastReview}>{row.lastReview === null ? TEXT.never : dayText(row.lastReview)}</td>
      <td data-label={TEXT.now}>{row.isAvailable ? TEXT.available : TEXT.none}</td>
      <td>
        {reviewing && !isOwn ? (
          <span className={styles.quiet}>{TEXT.beingReviewed(reviewing.name)}</span>
        ) : onTake === null ? null : isHeard || isOwn ? (
          <Button
            size="compact-sm"
            variant={isOwn ? 'filled' : 'default'}
            aria-label={`${isOwn ? TEXT.resume : TEXT.listen}: ${row.name}, ${row.project}`}
            onClick={onTake}
          >
            {isOwn ? TEXT.resume : TEXT.listen}
          </Button>
        ) : onAdd === null ? null : (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${TEXT.review}: ${row.name}, ${row.project}`}
            onClick={onAdd}
          >
            {TEXT.review}
          </Button>
        )}
      </td>
    </tr>
  )
}
