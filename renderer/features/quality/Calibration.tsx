import { Button, Checkbox } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { newCalibration, type QcCalibration, qcCalibrations } from '#shared/contract/qc.ts'
import { REVIEW_STATE_LABELS } from '#shared/domain/quality-words.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { useInterviewChoice } from './AddReview.tsx'
import { Loaded } from './Loaded.tsx'
import styles from './Quality.module.css'
import { REVIEW_TEXT, QUALITY_TEXT as TEXT } from './text.ts'
import { useBegin } from './use-begin.ts'
import { QUALITY_KEY } from './use-quality-news.ts'
import { dayText, shareText } from './words.ts'

/** Interviews that several review, each unseen by the others until all are in (spec 4 §4.4.3). */
export function Calibration() {
  const { api } = useServices()
  const mayAsk = useSession(({ permissions }) => permissions.can('QC_CAN_ADD'))
  const [isNew, setNew] = useState(false)
  const query = useQuery({
    queryKey: [QUALITY_KEY, 'calibrations'],
    queryFn: ({ signal }) => api.call(qcCalibrations, {}, { quiet: true, signal }),
  })
  return (
    <>
      <div className={styles.head}>
        <h2>{TEXT.tabs.calibration}</h2>
        {mayAsk ? <Button onClick={() => setNew(!isNew)}>{TEXT.newCalibration}</Button> : null}
      </div>
      <p className={styles.quiet}>{TEXT.calibrationLead}</p>
      {isNew ? <NewCalibration onDone={() => setNew(false)} /> : null}
      <Loaded query={query} words={TEXT}>
        {({ calibrations }) =>
          calibrations.length === 0 ? (
            <EmptyState icon={<IconUsers size={26} />} title={TEXT.noCalibration} />
          ) : (
            <ul className={styles.list}>
              {calibrations.map((one) => (
                <OneCalibration key={one.id} calibration={one} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  )
}

function OneCalibration({ calibration }: { calibration: QcCalibration }) {
  const own = useSession(({ user }) => user?.id ?? 0)
  const { begin, open, problem } = useBegin()
  const { reviewers, agreement } = calibration
  const isWaiting = (state: string) => state === 'DUE' || state === 'IN_PROGRESS'
  const mine = reviewers.find(({ userID, state }) => userID === own && isWaiting(state))
  const left = reviewers.filter(({ state }) => isWaiting(state)).length
  return (
    <li className={styles.opened}>
      <div className={styles.row} data-plain="true" style={{ paddingInline: 0 }}>
        <span>
          <strong>
            {calibration.name}, {calibration.project}
          </strong>
          <small>
            {calibration.form} · {dayText(calibration.createdAt)} · {TEXT.waitsFor(left, reviewers.length)}
          </small>
        </span>
        <span className={styles.chips}>
          {reviewers.map(({ reviewID, name, state }) => (
            <span key={reviewID} className={styles.chip}>
              {name}: {REVIEW_STATE_LABELS[state]}
            </span>
          ))}
          {mine ? (
            <Button
              size="compact-sm"
              onClick={() =>
                mine.state === 'IN_PROGRESS' ? open(mine.reviewID) : void begin({ id: mine.reviewID })
              }
            >
              {TEXT.fill}
            </Button>
          ) : null}
        </span>
      </div>
      <Problem>{problem}</Problem>
      {agreement ? (
        <ul className={styles.agreement} aria-label={TEXT.agreement}>
          {agreement.map(({ section, text, share, answers }) => (
            <li key={`${section} ${text}`}>
              <span>{text}</span>
              <span>{shareText(share)}</span>
              <span
                className={styles.bar}
                role="img"
                aria-label={`${answers.YES} Yes, ${answers.NO} No, ${answers.NA} N/A`}
              >
                <span style={{ width: `${share * 100}%` }} />
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  )
}

function NewCalibration({ onDone }: { onDone: () => void }) {
  const { api, notices } = useServices()
  const client = useQueryClient()
  const { userID, chosen, fields, reviewers } = useInterviewChoice()
  const [ids, setIDs] = useState<ReadonlySet<number>>(new Set())
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!chosen) return
    if (ids.size < 2) return setProblem(TEXT.twoAtLeast)
    setBusy(true)
    setProblem(null)
    try {
      await api.call(newCalibration, { interviewID: chosen.id, reviewerIDs: [...ids] }, { quiet: true })
      notices.show('success', TEXT.asked)
      onDone()
      await client.invalidateQueries({ queryKey: [QUALITY_KEY] })
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} aria-label={TEXT.newCalibration} onSubmit={(event) => void submit(event)}>
      <h3>{TEXT.newCalibration}</h3>
      <div className={styles.fields}>{fields}</div>
      <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
        <legend className={styles.quiet}>{TEXT.reviewers}</legend>
        <div className={styles.fields}>
          {reviewers
            .filter(({ id }) => id !== userID)
            .map(({ id, name }) => (
              <Checkbox
                key={id}
                label={name}
                checked={ids.has(id)}
                onChange={(event) => {
                  const next = new Set(ids)
                  if (event.currentTarget.checked) next.add(id)
                  else next.delete(id)
                  setIDs(next)
                }}
              />
            ))}
        </div>
      </fieldset>
      <Problem>{problem}</Problem>
      <div className={styles.buttons}>
        <Button variant="default" onClick={onDone}>
          {REVIEW_TEXT.cancel}
        </Button>
        <Button type="submit" disabled={!chosen} loading={isBusy}>
          {TEXT.ask}
        </Button>
      </div>
    </form>
  )
}
