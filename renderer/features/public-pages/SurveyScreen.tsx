import { Button } from '@mantine/core'
import { IconClipboardText } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import { openSurvey, sendSurvey } from '#shared/contract/public-pages.ts'
import { Problem } from '../../ui/Problem.tsx'
import { LinkPage } from '../public-links/index.ts'
import { DonePage, LinkScreen, type OpenLink } from './LinkScreen.tsx'
import styles from './PublicPages.module.css'
import { Question } from './Question.tsx'
import { PAGE_TEXT, SURVEY_TEXT } from './text.ts'
import { useDraft } from './use-draft.ts'
import { useSend } from './use-send.ts'

/** /public/survey/{token} (spec 1 §2.1): a short survey that is answered once. */
export function SurveyScreen() {
  return <LinkScreen call={openSurvey}>{(link) => <Questions {...link} />}</LinkScreen>
}

function Questions({ value: survey, token, onDead }: OpenLink<ResponseOf<typeof openSurvey>>) {
  const { values, set, clear } = useDraft(token)
  const { busy, problem, setProblem, send } = useSend(sendSurvey, onDead)
  const [isChecked, setChecked] = useState(false)
  const [isDone, setDone] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const answerTo = (id: string) => values[id]?.trim() ?? ''
  const answered = survey.questions.filter(({ id }) => answerTo(id) !== '').length
  const missing = survey.questions.filter(({ id, isRequired }) => isRequired && answerTo(id) === '')

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    const [first] = missing
    if (first) {
      setProblem(SURVEY_TEXT.missingAny(missing.length))
      form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(first.id)}"]`)?.focus()
      return
    }
    const answers = survey.questions
      .map(({ id }) => ({ id, answer: answerTo(id) }))
      .filter(({ answer }) => answer !== '')
    if ((await send({ token, answers })) === null) return
    clear()
    setDone(true)
  }

  if (isDone) {
    return (
      <DonePage title={SURVEY_TEXT.doneTitle}>
        <p>
          {SURVEY_TEXT.done} {PAGE_TEXT.close}
        </p>
      </DonePage>
    )
  }
  return (
    <LinkPage wide icon={<IconClipboardText size={28} />} title={survey.title}>
      {survey.intro === '' ? null : <p>{survey.intro}</p>}
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <div className={styles.sticky}>
          <progress max={survey.questions.length} value={answered} aria-hidden="true" />
          <span role="status">{SURVEY_TEXT.count(answered, survey.questions.length)}</span>
        </div>
        {survey.questions.map((question, place) => (
          <Question
            key={question.id}
            number={place + 1}
            question={question}
            answer={values[question.id] ?? ''}
            isMissing={isChecked && missing.includes(question)}
            onAnswer={(answer) => set(question.id, answer)}
          />
        ))}
        <Problem>{problem}</Problem>
        <Button type="submit" size="md" loading={busy}>
          {SURVEY_TEXT.send}
        </Button>
      </form>
    </LinkPage>
  )
}
