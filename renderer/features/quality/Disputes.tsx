import { Button, NativeSelect, Textarea } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { getReview, type QcReview, qcReviews, resolveReview } from '#shared/contract/qc.ts'
import {
  answerFault,
  DISPUTE_DECISIONS,
  type DisputeDecision,
  type ItemAnswer,
  isMoreThanFourWords,
  resultOf,
} from '#shared/domain/quality.ts'
import { DECISION_LABELS, SEVERITY_LABELS } from '#shared/domain/quality-words.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { ItemFields } from './ItemFields.tsx'
import { Loaded } from './Loaded.tsx'
import styles from './Quality.module.css'
import { Outcome, ReviewRead, Score } from './ReviewRead.tsx'
import { FILL_TEXT, REVIEW_TEXT, QUALITY_TEXT as TEXT } from './text.ts'
import { QUALITY_KEY } from './use-quality-news.ts'
import { dayText, scoreText } from './words.ts'

const PAGE = 200

/** Disputes that wait for somebody else than the reviewer (spec 4 §4.4.3). */
export function Disputes() {
  const { api } = useServices()
  const query = useQuery({
    queryKey: [QUALITY_KEY, 'disputes'],
    queryFn: ({ signal }) =>
      api.call(
        qcReviews,
        { pageSize: PAGE, filters: [{ field: 'state', operator: 'ANY_OF', values: ['DISPUTED'] }] },
        { quiet: true, signal },
      ),
  })
  const [open, setOpen] = useState<number | null>(null)
  return (
    <>
      <div className={styles.head}>
        <h2>{TEXT.tabs.disputes}</h2>
      </div>
      <Loaded query={query} words={TEXT}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState icon={<IconScale size={26} />} title={TEXT.noDisputes} />
          ) : (
            <ul className={styles.list}>
              {rows.map((row) => (
                <li key={row.id}>
                  <button
                    type="button"
                    className={styles.row}
                    aria-expanded={open === row.id}
                    onClick={() => setOpen(open === row.id ? null : row.id)}
                  >
                    <Score score={row.score ?? null} name={row.displayName ?? ''} />
                    <span>
                      <strong>{row.displayName}</strong>
                      <small>
                        {[row.project, REVIEW_TEXT.by(row.reviewer ?? null), row.at ? dayText(row.at) : '']
                          .filter((part) => part !== '')
                          .join(' · ')}
                      </small>
                    </span>
                    <span className={styles.chips}>
                      <Outcome outcome={row.outcome ?? null} />
                    </span>
                  </button>
                  {open === row.id ? <OneDispute id={row.id} onDone={() => setOpen(null)} /> : null}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  )
}

function OneDispute({ id, onDone }: { id: number; onDone: () => void }) {
  const { api } = useServices()
  const mayDecide = useSession(({ permissions }) => permissions.can('ISUPERVISOR_CAN_ACTION_LIVE_QC'))
  const own = useSession(({ user }) => user?.id ?? 0)
  const query = useQuery({
    queryKey: [QUALITY_KEY, 'review', id],
    queryFn: ({ signal }) => api.call(getReview, { id }, { quiet: true, signal }),
  })
  return (
    <div className={styles.opened}>
      <Loaded query={query} words={REVIEW_TEXT}>
        {(review) => (
          <>
            <ReviewRead review={review} />
            {review.reviewerID === own ? (
              <p className={styles.quiet}>{TEXT.ownReview}</p>
            ) : mayDecide ? (
              <Decide review={review} onDone={onDone} />
            ) : null}
          </>
        )}
      </Loaded>
    </div>
  )
}

function Decide({ review, onDone }: { review: QcReview; onDone: () => void }) {
  const { api, notices } = useServices()
  const client = useQueryClient()
  const [decision, setDecision] = useState<DisputeDecision>('UPHOLD')
  const [answers, setAnswers] = useState<readonly ItemAnswer[]>(review.answers)
  const [resolution, setResolution] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const given = new Map(answers.map((answer) => [answer.itemID, answer]))
  const set = (itemID: string, more: Partial<ItemAnswer>) => {
    const before = given.get(itemID)
    const answer = more.answer ?? before?.answer
    if (answer === undefined) return
    const next = { note: '', atSecond: null, ...before, ...more, itemID, answer }
    setAnswers(answers.map((one) => (one.itemID === itemID ? next : one)))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isMoreThanFourWords(resolution)) return setProblem(TEXT.resolutionShort)
    if (decision === 'CHANGE' && answerFault(review.items, answers)) return setProblem(FILL_TEXT.noteNeeded)
    setBusy(true)
    setProblem(null)
    try {
      await api.call(
        resolveReview,
        { id: review.id, decision, resolution, answers: decision === 'CHANGE' ? [...answers] : [] },
        { quiet: true },
      )
      notices.show('success', TEXT.decided)
      onDone()
      await client.invalidateQueries({ queryKey: [QUALITY_KEY] })
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} aria-label={TEXT.decide} onSubmit={(event) => void submit(event)}>
      <NativeSelect
        label={TEXT.decision}
        value={decision}
        data={DISPUTE_DECISIONS.map((one) => ({ value: one, label: DECISION_LABELS[one] }))}
        onChange={(event) => setDecision(event.currentTarget.value as DisputeDecision)}
      />
      {decision === 'CHANGE' ? (
        <>
          <p className={styles.quiet} role="status">
            {TEXT.newScore(scoreText(resultOf(review.items, answers).score))}
          </p>
          {review.items.map((item) => (
            <ItemFields
              key={item.id}
              item={item}
              answer={given.get(item.id)}
              severity={SEVERITY_LABELS[item.severity]}
              isWrong={false}
              onAnswer={(answer) => set(item.id, { answer })}
              onNote={(note) => set(item.id, { note })}
            />
          ))}
        </>
      ) : null}
      <Textarea
        label={TEXT.resolution}
        value={resolution}
        maxLength={4000}
        autosize
        minRows={2}
        onChange={(event) => setResolution(event.currentTarget.value)}
      />
      <Problem>{problem}</Problem>
      <div className={styles.buttons}>
        <Button type="submit" loading={isBusy}>
          {TEXT.decide}
        </Button>
      </div>
    </form>
  )
}
