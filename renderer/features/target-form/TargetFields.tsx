import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { TARGET_PERIODS, type TargetPeriod } from '#shared/domain/kpi.ts'
import { londonField } from '#shared/domain/london-time.ts'
import {
  earliestFrom,
  isTargetValue,
  TARGET_MEASURES,
  type TargetMeasure,
  targetLabel,
  targetRule,
  targetValueWords,
} from '#shared/domain/targets.ts'
import { useServices } from '../../services/context.tsx'
import styles from './TargetForm.module.css'
import { TEXT } from './text.ts'

interface TargetDraft {
  readonly measure: TargetMeasure
  readonly period: TargetPeriod
  /** As it was typed. */
  readonly value: string
  readonly from: string
}

/** A target that is being written. @param period the one that stands there first */
export function useTargetDraft(period: TargetPeriod) {
  const { now } = useServices()
  const [draft, setDraft] = useState<TargetDraft>(() => ({
    ...{ measure: 'completes', period, value: '', from: londonField(now()).slice(0, 10) },
  }))
  return { draft, set: (next: Partial<TargetDraft>) => setDraft((before) => ({ ...before, ...next })) }
}

const isRightValue = ({ measure, period, value }: TargetDraft) =>
  value !== '' && isTargetValue(measure, period, Number(value))
const isRightDay = ({ period, from }: TargetDraft, now: number) => from >= earliestFrom(period, now)

export const areTargetFieldsRight = (draft: TargetDraft, now: number): boolean =>
  isRightValue(draft) && isRightDay(draft, now)

interface TargetFieldsProps extends ReturnType<typeof useTargetDraft> {
  /** Which of the measures can be chosen. */
  readonly isOffered?: (measure: TargetMeasure) => boolean
  readonly hasFocus?: boolean
}

/** Measure, value in its unit, period and first day of a target; what can't be is said at its field. */
export function TargetFields({ draft, set, isOffered = () => true, hasFocus }: TargetFieldsProps) {
  const { now } = useServices()
  const { measure, period, value, from } = draft
  const { unit, most } = targetRule(measure, period)
  const first = earliestFrom(period, now())
  return (
    <div className={styles.fields}>
      <NativeSelect
        label={TEXT.measure}
        data={TARGET_MEASURES.filter(isOffered).map((one) => ({ value: one, label: targetLabel(one) }))}
        value={measure}
        onChange={({ currentTarget }) => {
          const next = TARGET_MEASURES.find((one) => one === currentTarget.value)
          if (next) set({ measure: next })
        }}
      />
      <TextInput
        {...(hasFocus && { 'data-autofocus': true })}
        required
        type="number"
        min={0}
        max={most}
        step="any"
        label={TEXT.value(targetLabel(measure), unit)}
        value={value}
        error={value === '' || isRightValue(draft) ? null : targetValueWords(measure, period)}
        onChange={({ currentTarget }) => set({ value: currentTarget.value })}
      />
      <NativeSelect
        label={TEXT.period}
        data={Object.entries(TARGET_PERIODS).map(([key, label]) => ({ value: key, label }))}
        value={period}
        onChange={({ currentTarget }) => set({ period: currentTarget.value as TargetPeriod })}
      />
      <TextInput
        required
        type="date"
        min={first}
        label={TEXT.from}
        value={from}
        error={from === '' || isRightDay(draft, now()) ? null : TEXT.past}
        onChange={({ currentTarget }) => set({ from: currentTarget.value })}
      />
    </div>
  )
}
