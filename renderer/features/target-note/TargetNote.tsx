import type { HeldTarget } from '#shared/contract/cati-report.ts'
import { type TargetMeasure, targetLabel, targetText } from '#shared/domain/targets.ts'
import styles from './TargetNote.module.css'
import { TEXT } from './text.ts'

interface TargetNoteProps {
  readonly targets: readonly HeldTarget[]
  readonly measure: TargetMeasure
}

/** 'target 1.20' beside a figure, where one holds. */
export function TargetNote({ targets, measure }: TargetNoteProps) {
  const target = targets.find((one) => one.measure === measure)
  return target ? (
    <>
      {' '}
      <span className={styles.note}>{TEXT.target(targetText(measure, target.value))}</span>
    </>
  ) : null
}

interface OtherTargetsProps {
  readonly targets: readonly HeldTarget[]
  /** Whose figures stand elsewhere, each with its own note. */
  readonly shown: readonly TargetMeasure[]
}

/** Targets of what has no figure of its own there: 'Punctuality: target 95 %, now 91 %'. */
export function OtherTargets({ targets, shown }: OtherTargetsProps) {
  const others = targets.filter(({ measure }) => !shown.includes(measure))
  if (others.length === 0) return null
  return (
    <ul className={styles.others}>
      {others.map(({ measure, value, now }) => (
        <li key={measure}>
          {TEXT.reached(targetLabel(measure), targetText(measure, value), targetText(measure, now))}
        </li>
      ))}
    </ul>
  )
}
