import { Textarea } from '@mantine/core'
import type { SurveyQuestion } from '#shared/contract/public-subjects.ts'
import styles from './Question.module.css'
import { SURVEY_TEXT } from './text.ts'

const SCALE = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10'] as const

interface QuestionProps {
  readonly number: number
  readonly question: SurveyQuestion
  readonly answer: string
  /** It was to be sent without this one. */
  readonly isMissing: boolean
  readonly onAnswer: (answer: string) => void
}

/** One question of a survey, with what it offers to choose from. */
export function Question({ number, question, answer, isMissing, onAnswer }: QuestionProps) {
  const { id, text, kind, choices, isRequired } = question
  const hint = `${id}-hint`
  return (
    <fieldset
      className={styles.question}
      data-missing={isMissing}
      aria-describedby={isMissing ? hint : undefined}
    >
      <legend>
        <span className={styles.number} aria-hidden="true">
          {number}
        </span>
        {text}
        {isRequired ? null : <small> ({SURVEY_TEXT.optional})</small>}
      </legend>
      {kind === 'TEXT' ? (
        <Textarea
          size="md"
          rows={3}
          maxLength={4000}
          name={id}
          aria-label={text}
          placeholder={SURVEY_TEXT.comment}
          value={answer}
          onChange={(event) => onAnswer(event.currentTarget.value)}
        />
      ) : (
        <div className={kind === 'SCALE' ? styles.scale : styles.choices}>
          {(kind === 'SCALE' ? SCALE : choices).map((choice) => (
            <label key={choice} className={styles.choice}>
              <input
                type="radio"
                name={id}
                value={choice}
                checked={answer === choice}
                onChange={() => onAnswer(choice)}
              />
              <span>{choice}</span>
            </label>
          ))}
        </div>
      )}
      {kind === 'SCALE' ? (
        <div className={styles.ends} aria-hidden="true">
          <span>{SURVEY_TEXT.scaleLow}</span>
          <span>{SURVEY_TEXT.scaleHigh}</span>
        </div>
      ) : null}
      {isMissing ? (
        <p id={hint} className={styles.missing}>
          {SURVEY_TEXT.missing}
        </p>
      ) : null}
    </fieldset>
  )
}
