import { Button, Checkbox, Textarea } from '@mantine/core'
import { IconArrowLeft, IconBookmark, IconHeadphones, IconPlayerStop } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import {
  endListen,
  type FollowUp,
  type QcReview,
  startListen,
  submitReview,
  voidReview,
} from '#shared/contract/qc.ts'
import {
  type ItemAnswer,
  needsNote,
  type QcAnswer,
  type QcItem,
  resultOf,
  submitFault,
} from '#shared/domain/quality.ts'
import { QC_KIND_LABELS, SEVERITY_LABELS } from '#shared/domain/quality-words.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { Problem } from '../../ui/Problem.tsx'
import { SavedMark } from '../../ui/SavedMark.tsx'
import { useNow } from '../../ui/use-now.ts'
import { FailQuestions, NO_FOLLOW_UP } from './FailQuestions.tsx'
import { ItemFields } from './ItemFields.tsx'
import styles from './Quality.module.css'
import { bySection, Outcome, Score } from './ReviewRead.tsx'
import { REVIEW_TEXT, FILL_TEXT as TEXT } from './text.ts'
import { useDraft } from './use-draft.ts'
import { clockText } from './words.ts'

const KEYS: Readonly<Record<string, QcAnswer>> = { y: 'YES', n: 'NO', a: 'NA' }
const SECOND_MS = 1000

interface ReviewFormProps {
  readonly review: QcReview
  readonly onReview: (review: QcReview) => void
  readonly onLeave: () => void
}

/** A review while it is filled in: by keys, with its score as it grows (spec 4 §4.4.3). */
export function ReviewForm({ review, onReview, onLeave }: ReviewFormProps) {
  const { api, notices, prompts } = useServices()
  const { draft, change, keep, saving, problem: keepProblem, toSubmit, submitted } = useDraft(review)
  const [follow, setFollow] = useState<FollowUp>(NO_FOLLOW_UP)
  const [problem, setProblem] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const root = useRef<HTMLFormElement>(null)
  const { items } = review
  const given = new Map(draft.answers.map((answer) => [answer.itemID, answer]))
  const { score, outcome, criticals } = resultOf(items, draft.answers)
  const left = items.filter(({ id }) => !given.has(id)).length
  const isFail = outcome === 'FAIL' && left === 0 && !review.isCalibration

  const set = (itemID: string, more: Partial<ItemAnswer>) => {
    const before = given.get(itemID)
    const answer = more.answer ?? before?.answer
    if (answer === undefined) return
    const next = { note: '', atSecond: null, ...before, ...more, itemID, answer }
    setWrong(null)
    change({ answers: [...draft.answers.filter((one) => one.itemID !== itemID), next] })
  }
  const focusItem = (itemID: string | undefined, selector = 'input') =>
    root.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(itemID ?? '')}"] ${selector}`)?.focus()
  const answer = (item: QcItem, chosen: QcAnswer) => {
    set(item.id, { answer: chosen })
    // A No that weighs is explained first; else the next item waits.
    if (needsNote(item, chosen)) {
      requestAnimationFrame(() => focusItem(item.id, 'textarea'))
      return
    }
    const next = items[items.indexOf(item) + 1]
    if (next) focusItem(next.id)
    else root.current?.querySelector<HTMLElement>('[data-feedback]')?.focus()
  }
  useAnswerKeys((chosen, itemID) => {
    const item = items.find(({ id }) => id === itemID) ?? items.find(({ id }) => !given.has(id))
    if (item) answer(item, chosen)
  })
  useEffect(() => {
    const first = root.current?.querySelector<HTMLElement>('[data-item] input')
    first?.focus({ preventScroll: true })
  }, [])

  const submit = async () => {
    const fault = submitFault(items, draft.answers, draft.feedback)
    setProblem(null)
    setWrong(fault?.itemID ?? null)
    if (fault) {
      setProblem(
        {
          ...{ unanswered: TEXT.unanswered, noNote: TEXT.noteNeeded },
          ...{ nothingCounted: TEXT.nothingCounted, feedback: TEXT.shortFeedback },
        }[fault.fault],
      )
      if (fault.itemID === null) root.current?.querySelector<HTMLElement>('[data-feedback]')?.focus()
      else focusItem(fault.itemID, fault.fault === 'noNote' ? 'textarea' : 'input')
      return
    }
    setBusy(true)
    try {
      await keep()
      await api.call(submitReview, { ...toSubmit(), followUp: isFail ? follow : null }, { quiet: true })
      submitted()
      notices.show('success', TEXT.submitted)
      onLeave()
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  const giveUp = async () => {
    const isSure = await prompts.ask({
      ...{ title: TEXT.giveTitle, text: TEXT.giveText, yes: TEXT.giveUp, no: TEXT.keep },
    })
    if (!isSure) return
    try {
      submitted()
      await api.call(voidReview, { id: review.id, reason: TEXT.giveReason }, { quiet: true })
      onLeave()
    } catch (error) {
      setProblem(reasonOf(error))
    }
  }
  return (
    <form
      ref={root}
      className={styles.fill}
      aria-label={`${review.name}, ${review.project}`}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <div className={styles.sections}>
        <div>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconArrowLeft size={16} aria-hidden="true" />}
            onClick={onLeave}
          >
            {TEXT.leave}
          </Button>
          <div className={styles.head}>
            <h2>{review.name}</h2>
            <SavedMark state={saving} text={TEXT} />
          </div>
          <p className={styles.quiet}>
            {[
              review.project,
              QC_KIND_LABELS[review.kind],
              REVIEW_TEXT.form(review.form, review.formVersion),
            ].join(' · ')}
          </p>
          <p className={styles.quiet}>{TEXT.keys}</p>
        </div>
        {bySection(items).map(([section, own]) => (
          <section
            key={section}
            className={styles.section}
            aria-label={section || REVIEW_TEXT.form(review.form, 1)}
          >
            {section === '' ? null : <h3>{section}</h3>}
            {own.map((item) => (
              <ItemFields
                key={item.id}
                item={item}
                answer={given.get(item.id)}
                isWrong={wrong === item.id}
                onAnswer={(chosen) => set(item.id, { answer: chosen })}
                onNote={(note) => set(item.id, { note })}
                severity={SEVERITY_LABELS[item.severity]}
              />
            ))}
          </section>
        ))}
        <Textarea
          data-feedback
          label={TEXT.feedback}
          description={TEXT.feedbackHint}
          value={draft.feedback}
          maxLength={4000}
          autosize
          minRows={3}
          onChange={(event) => change({ feedback: event.currentTarget.value })}
        />
        <Textarea
          label={TEXT.action}
          value={draft.actionText}
          maxLength={4000}
          autosize
          minRows={2}
          onChange={(event) => change({ actionText: event.currentTarget.value })}
        />
        {isFail ? <FailQuestions review={review} value={follow} onChange={setFollow} /> : null}
        <Problem>{problem ?? keepProblem}</Problem>
        <div className={styles.buttons}>
          {review.isCalibration ? null : (
            <Button variant="default" onClick={() => void giveUp()}>
              {TEXT.give}
            </Button>
          )}
          <Button type="submit" loading={isBusy}>
            {TEXT.submit}
          </Button>
        </div>
      </div>
      <aside className={styles.side} aria-label={REVIEW_TEXT.score}>
        <div className={styles.sideScore}>
          <Score score={score} name={review.name} size={64} />
          <div>
            <Outcome outcome={outcome} />
            {criticals > 0 ? <p className={styles.quiet}>{REVIEW_TEXT.criticals(criticals)}</p> : null}
          </div>
        </div>
        <p className={styles.quiet} role="status">
          {TEXT.left(left)}
        </p>
        {review.kind === 'LIVE' ? (
          <Listening
            review={review}
            onReview={onReview}
            onProblem={setProblem}
            onMark={(atSecond) => {
              const current = document.activeElement?.closest<HTMLElement>('[data-item]')?.dataset.item
              const last = draft.answers.at(-1)?.itemID
              const itemID = current && given.has(current) ? current : last
              if (itemID !== undefined) set(itemID, { atSecond })
            }}
          />
        ) : null}
      </aside>
    </form>
  )
}

/** Y, N and A answer the item that has the focus, else the first that is open; not while somebody types. */
function useAnswerKeys(onKey: (answer: QcAnswer, itemID: string | undefined) => void): void {
  const latest = useRef(onKey)
  useEffect(() => {
    latest.current = onKey
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null
      const isTyping = target?.closest('textarea, select, [role=dialog], input:not([type=radio])')
      const chosen = KEYS[event.key.toLowerCase()]
      if (!chosen || isTyping || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return
      event.preventDefault()
      latest.current(chosen, target?.closest<HTMLElement>('[data-item]')?.dataset.item)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

interface ListeningProps {
  readonly review: QcReview
  readonly onReview: (review: QcReview) => void
  readonly onProblem: (problem: string | null) => void
  readonly onMark: (second: number) => void
}

/** The listen beside the form: where the project asks, only with the respondent's word (spec 4 §4.4.3). */
function Listening({ review, onReview, onProblem, onMark }: ListeningProps) {
  const { api, now } = useServices()
  const [hasAgreed, setAgreed] = useState(false)
  const [marked, setMarked] = useState<number | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isListening = review.listenedFrom !== null && review.listenedTo === null
  useNow(SECOND_MS)
  const from = review.listenedFrom === null ? 0 : Date.parse(review.listenedFrom)
  const to = review.listenedTo === null ? now() : Date.parse(review.listenedTo)
  const seconds = review.listenedFrom === null ? 0 : Math.max(0, Math.floor((to - from) / 1000))
  const run = async (work: () => Promise<QcReview>) => {
    setBusy(true)
    onProblem(null)
    try {
      onReview(await work())
    } catch (error) {
      onProblem(reasonOf(error))
    }
    setBusy(false)
  }
  return (
    <>
      <span className={styles.timer} role="timer" aria-label={TEXT.listening}>
        {clockText(seconds)}
      </span>
      {isListening ? (
        <>
          <p className={styles.quiet}>{TEXT.noMonitor}</p>
          <Button
            variant="default"
            leftSection={<IconBookmark size={16} aria-hidden="true" />}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              setMarked(seconds)
              onMark(seconds)
            }}
          >
            {marked === null ? TEXT.mark : TEXT.marked(clockText(marked))}
          </Button>
          <Button
            color="red"
            loading={isBusy}
            leftSection={<IconPlayerStop size={16} aria-hidden="true" />}
            onClick={() => void run(() => api.call(endListen, { id: review.id }, { quiet: true }))}
          >
            {TEXT.stop}
          </Button>
        </>
      ) : (
        <>
          {review.monitoringConsent === 'ASKED' ? (
            <Checkbox
              label={TEXT.agreed}
              checked={hasAgreed}
              onChange={(event) => setAgreed(event.currentTarget.checked)}
            />
          ) : null}
          <Button
            loading={isBusy}
            leftSection={<IconHeadphones size={16} aria-hidden="true" />}
            onClick={() =>
              void run(() => api.call(startListen, { id: review.id, hasAgreed }, { quiet: true }))
            }
          >
            {TEXT.listen}
          </Button>
        </>
      )}
    </>
  )
}
