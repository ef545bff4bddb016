import { Textarea } from '@mantine/core'
import { type ItemAnswer, needsNote, QC_ANSWERS, type QcAnswer, type QcItem } from '#shared/domain/quality.ts'
import { QC_ANSWER_LABELS } from '#shared/domain/quality-words.ts'
import styles from './Quality.module.css'
import { REVIEW_TEXT, FILL_TEXT as TEXT } from './text.ts'
import { clockText } from './words.ts'

interface ItemFieldsProps {
  readonly item: QcItem
  readonly answer: ItemAnswer | undefined
  readonly severity: string
  readonly isWrong: boolean
  readonly onAnswer: (answer: QcAnswer) => void
  readonly onNote: (note: string) => void
}

/** One item of a form: Yes, No or N/A, and a note where there is a No. */
export function ItemFields({ item, answer, severity, isWrong, onAnswer, onNote }: ItemFieldsProps) {
  const isNoteNeeded = needsNote(item, answer?.answer)
  return (
    <fieldset className={styles.item} data-item={item.id} data-wrong={isWrong}>
      <legend>
        {item.text}
        <small>
          {[severity, REVIEW_TEXT.weight(item.weight), item.help].filter((part) => part !== '').join(' · ')}
        </small>
      </legend>
      <div className={styles.choices}>
        {QC_ANSWERS.map((one) => (
          <label key={one} className={styles.choice}>
            <input
              type="radio"
              name={`answer-${item.id}`}
              value={one}
              checked={answer?.answer === one}
              onChange={() => onAnswer(one)}
            />
            <span>{QC_ANSWER_LABELS[one]}</span>
          </label>
        ))}
        {answer?.atSecond == null ? null : (
          <span className={styles.chip}>{REVIEW_TEXT.atSecond(clockText(answer.atSecond))}</span>
        )}
      </div>
      {answer?.answer === 'NO' || (answer?.note ?? '') !== '' ? (
        <Textarea
          aria-label={`${TEXT.note}: ${item.text}`}
          placeholder={isNoteNeeded ? TEXT.noteNeeded : TEXT.note}
          value={answer?.note ?? ''}
          maxLength={1000}
          autosize
          minRows={1}
          error={isWrong && isNoteNeeded ? TEXT.noteNeeded : null}
          onChange={(event) => onNote(event.currentTarget.value)}
        />
      ) : null}
    </fieldset>
  )
}
