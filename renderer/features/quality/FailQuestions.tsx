import { Checkbox, TextInput } from '@mantine/core'
import type { FollowUp, QcReview } from '#shared/contract/qc.ts'
import { londonField, momentOfField } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import styles from './Quality.module.css'
import { FILL_TEXT as TEXT } from './text.ts'

export const NO_FOLLOW_UP: FollowUp = {
  coachingAt: null,
  stopsProject: false,
  voidReason: '',
  noneReason: '',
}
const DAY_MS = 86_400_000
const QUARTER_MS = 900_000

interface FailQuestionsProps {
  readonly review: QcReview
  readonly value: FollowUp
  readonly onChange: (value: FollowUp) => void
}

/** What a FAIL asks at once: coaching, a stop, a void interview, or nothing with its reason (spec 4 §4.4.3). */
export function FailQuestions({ review, value, onChange }: FailQuestionsProps) {
  const { now } = useServices()
  const { coachingAt = null, stopsProject = false, voidReason = '', noneReason = '' } = value
  const set = (more: Partial<FollowUp>) => onChange({ ...value, ...more })
  const tomorrow = () => new Date(Math.ceil((now() + DAY_MS) / QUARTER_MS) * QUARTER_MS).toISOString()
  // A box is ticked before its reason is typed: a space stands for it, which the server takes for nothing.
  const isVoid = voidReason !== ''
  const isNone = noneReason !== ''
  return (
    <fieldset className={styles.form}>
      <legend className="visually-hidden">{TEXT.failed}</legend>
      <h3>{TEXT.failed}</h3>
      <Checkbox
        label={TEXT.coaching}
        checked={coachingAt !== null}
        onChange={(event) =>
          set({ coachingAt: event.currentTarget.checked ? tomorrow() : null, noneReason: '' })
        }
      />
      {coachingAt === null ? null : (
        <TextInput
          type="datetime-local"
          label={TEXT.coachingAt}
          value={londonField(Date.parse(coachingAt))}
          onChange={(event) => {
            const { value: typed } = event.currentTarget
            if (typed !== '') set({ coachingAt: new Date(momentOfField(typed)).toISOString() })
          }}
        />
      )}
      <Checkbox
        label={TEXT.stops(review.project)}
        checked={stopsProject}
        onChange={(event) => set({ stopsProject: event.currentTarget.checked, noneReason: '' })}
      />
      <Checkbox
        label={TEXT.voids}
        checked={isVoid}
        onChange={(event) => set({ voidReason: event.currentTarget.checked ? ' ' : '', noneReason: '' })}
      />
      {isVoid ? (
        <TextInput
          label={TEXT.voidWhy}
          value={voidReason.trimStart()}
          maxLength={1000}
          onChange={(event) => set({ voidReason: event.currentTarget.value || ' ' })}
        />
      ) : null}
      <Checkbox
        label={TEXT.nothing}
        checked={isNone}
        onChange={(event) =>
          onChange(event.currentTarget.checked ? { ...NO_FOLLOW_UP, noneReason: ' ' } : NO_FOLLOW_UP)
        }
      />
      {isNone ? (
        <TextInput
          label={TEXT.nothingWhy}
          value={noneReason.trimStart()}
          maxLength={1000}
          onChange={(event) => set({ noneReason: event.currentTarget.value || ' ' })}
        />
      ) : null}
    </fieldset>
  )
}
