import type { QcReview } from '#shared/contract/qc.ts'
import type { QcItem } from '#shared/domain/quality.ts'
import {
  DECISION_LABELS,
  QC_ANSWER_LABELS,
  QC_KIND_LABELS,
  QC_OUTCOME_LABELS,
  REVIEW_STATE_LABELS,
  SEVERITY_LABELS,
} from '#shared/domain/quality-words.ts'
import { ProgressCircle } from '../../ui/ProgressCircle.tsx'
import styles from './Quality.module.css'
import { REVIEW_TEXT as TEXT } from './text.ts'
import { clockText, momentText, timeText } from './words.ts'

/** Items by their section, in the form's order. */
export const bySection = <T extends Pick<QcItem, 'section'>>(items: readonly T[]): [string, T[]][] => [
  ...Map.groupBy(items, ({ section }) => section),
]

/** A score as a ring, or a dash. */
export function Score({ score, name, size = 44 }: { score: number | null; name: string; size?: number }) {
  return score === null ? (
    <span className={styles.noScore}>{TEXT.noScore}</span>
  ) : (
    <ProgressCircle percent={score} label={TEXT.scoreOf(name)} size={size} />
  )
}

/** An outcome as a chip: told by its word, not by colour alone. */
export function Outcome({ outcome }: { outcome: QcReview['outcome'] }) {
  return outcome === null ? null : (
    <span className={styles.chip} data-outcome={outcome}>
      {QC_OUTCOME_LABELS[outcome]}
    </span>
  )
}

/** A review to be read: each item with answer, note and second, feedback, action, and what became of it. */
export function ReviewRead({ review }: { review: QcReview }) {
  const given = new Map(review.answers.map((answer) => [answer.itemID, answer]))
  return (
    <div className={styles.review}>
      <div className={styles.reviewHead}>
        <Score score={review.score} name={review.project} size={64} />
        <div>
          <p className={styles.reviewTitle}>
            <Outcome outcome={review.outcome} />
            <span className={styles.chip}>{REVIEW_STATE_LABELS[review.state]}</span>
            {review.criticals > 0 ? (
              <span className={styles.chip} data-outcome="FAIL">
                {TEXT.criticals(review.criticals)}
              </span>
            ) : null}
          </p>
          <p className={styles.quiet}>
            {[
              review.project,
              QC_KIND_LABELS[review.kind],
              TEXT.by(review.reviewer),
              review.submittedAt === null ? null : momentText(review.submittedAt),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <p className={styles.quiet}>
            {TEXT.form(review.form, review.formVersion)}
            {review.listenedFrom !== null && review.listenedTo !== null
              ? ` · ${TEXT.listened(timeText(review.listenedFrom), timeText(review.listenedTo))}`
              : ''}
          </p>
        </div>
      </div>
      {bySection(review.items).map(([section, items]) => (
        <section key={section} aria-label={section || TEXT.score}>
          {section === '' ? null : <h4>{section}</h4>}
          <ul className={styles.answers}>
            {items.map((item) => {
              const answer = given.get(item.id)
              return (
                <li key={item.id}>
                  <span>
                    {item.text}
                    <small>
                      {SEVERITY_LABELS[item.severity]} · {TEXT.weight(item.weight)}
                      {answer?.atSecond == null ? '' : ` · ${TEXT.atSecond(clockText(answer.atSecond))}`}
                    </small>
                    {answer?.note ? <em>{answer.note}</em> : null}
                  </span>
                  <b data-answer={answer?.answer}>
                    {answer ? QC_ANSWER_LABELS[answer.answer] : TEXT.unanswered}
                  </b>
                </li>
              )
            })}
          </ul>
        </section>
      ))}
      <Said title={TEXT.feedback} text={review.feedback} />
      <Said title={TEXT.action} text={review.actionText} />
      <Said title={TEXT.follows} text={followsText(review)} />
      {review.acknowledgedAt === null ? null : (
        <Said
          title={review.isBySystem ? TEXT.bySystem : TEXT.acknowledgedOn(momentText(review.acknowledgedAt))}
          text={review.acknowledgement || ' '}
        />
      )}
      {review.disputedAt === null ? null : (
        <Said title={TEXT.disputedOn(momentText(review.disputedAt))} text={review.disputeReason} />
      )}
      {review.decision === null || review.resolvedAt === null ? null : (
        <Said
          title={TEXT.decided(
            DECISION_LABELS[review.decision],
            review.resolvedBy ?? '',
            momentText(review.resolvedAt),
          )}
          text={review.resolution}
        />
      )}
      {review.state === 'VOID' && review.decision !== 'VOID' ? (
        <Said title={TEXT.voided} text={review.voidReason} />
      ) : null}
    </div>
  )
}

function followsText({ followUp, project }: QcReview): string {
  if (followUp === null) return ''
  return [
    followUp.coachingAt === null ? '' : TEXT.coachingPlanned(momentText(followUp.coachingAt)),
    followUp.stopsProject ? TEXT.stopped(project) : '',
    followUp.voidReason === '' ? '' : TEXT.interviewVoid(followUp.voidReason),
    followUp.noneReason === '' ? '' : TEXT.nothingFollows(followUp.noneReason),
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

function Said({ title, text }: { title: string; text: string }) {
  if (text === '') return null
  return (
    <section className={styles.said} aria-label={title}>
      <h4>{title}</h4>
      {text.trim() === '' ? null : <p>{text}</p>}
    </section>
  )
}
