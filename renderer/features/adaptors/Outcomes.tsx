import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { SurveyInfo, SurveySettings } from '#shared/contract/adaptors.ts'
import { OUTCOMES, type Outcome } from '#shared/domain/interviews.ts'
import { OUTCOME_LABELS } from '#shared/domain/outcome-words.ts'
import styles from './Adaptors.module.css'
import { SURVEY_TEXT as TEXT } from './services-text.ts'

type Mapping = SurveySettings['outcomes'][number]
const WORDS = OUTCOMES.map((value) => ({ value, label: OUTCOME_LABELS[value] }))

interface OutcomesProps {
  readonly outcomes: readonly Mapping[]
  readonly unmapped: SurveyInfo['unmapped']
  readonly isChecked: boolean
  readonly onChange: (outcomes: Mapping[]) => void
}

/** What a tool's own codes mean; those that came without a meaning are offered. */
export function Outcomes({ outcomes, unmapped, isChecked, onChange }: OutcomesProps) {
  const put = (at: number, values: Partial<Mapping>) =>
    onChange(outcomes.map((one, index) => (index === at ? { ...one, ...values } : one)))
  const add = (code: string) => onChange([...outcomes, { code, outcome: 'COMPLETE' }])
  const keyOf = (code: string) => code.trim().toLowerCase()
  const keys = outcomes.map(({ code }) => keyOf(code))
  const isWrong = keys.some((key, at) => key === '' || keys.indexOf(key) !== at)
  const waiting = unmapped.filter(({ code }) => !keys.includes(keyOf(code)))
  return (
    <fieldset className={styles.group}>
      <legend>{TEXT.outcomes}</legend>
      <p className={styles.lead}>{TEXT.outcomesHint}</p>
      {outcomes.map(({ code, outcome }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are known by their place alone while they are typed
        <div key={at} className={`${styles.mapping} ${styles.outcome}`}>
          <TextInput
            label={TEXT.code(at + 1)}
            value={code}
            maxLength={60}
            autoComplete="off"
            spellCheck={false}
            onChange={({ currentTarget }) => put(at, { code: currentTarget.value })}
          />
          <NativeSelect
            label={TEXT.outcome(code)}
            value={outcome}
            data={WORDS}
            onChange={({ currentTarget }) => put(at, { outcome: currentTarget.value as Outcome })}
          />
          <Button
            variant="subtle"
            aria-label={TEXT.remove(code)}
            onClick={() => onChange(outcomes.filter((_, index) => index !== at))}
          >
            <IconX size={16} aria-hidden="true" />
          </Button>
        </div>
      ))}
      {isChecked && isWrong ? <strong role="alert">{TEXT.wrong}</strong> : null}
      {waiting.length > 0 ? (
        <fieldset className={styles.unmapped} aria-label={TEXT.unmapped}>
          <p>
            {TEXT.unmapped}. {TEXT.unmappedHint}
          </p>
          <div className={styles.chips}>
            {waiting.map(({ code, records }) => (
              <button key={code} type="button" aria-label={TEXT.sayMeaning(code)} onClick={() => add(code)}>
                {TEXT.waiting(code, records)}
              </button>
            ))}
          </div>
        </fieldset>
      ) : null}
      <Button size="compact-sm" variant="default" className={styles.again ?? ''} onClick={() => add('')}>
        {TEXT.add}
      </Button>
    </fieldset>
  )
}
