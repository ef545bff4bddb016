import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleMinus,
  IconCircleXFilled,
} from '@tabler/icons-react'
import type { Finding } from '#shared/contract/device-health.ts'
import { GRADE_LABELS, type Grade, gradeColour } from '#shared/domain/device-grading.ts'
import styles from './Hardware.module.css'

/** A grade in words and its colour (spec 1 §5). */
export function GradeChip({ grade }: { grade: Grade }) {
  return (
    <span className={styles.chip} data-colour={gradeColour(grade)}>
      {GRADE_LABELS[grade]}
    </span>
  )
}

const ICONS = {
  good: IconCircleCheckFilled,
  attention: IconAlertTriangleFilled,
  problem: IconCircleXFilled,
  unknown: IconCircleDashed,
  skipped: IconCircleMinus,
} as const

const COLOURS = {
  good: 'green',
  attention: 'warning',
  problem: 'red',
  unknown: 'neutral',
  skipped: 'neutral',
} as const

const WORDS: Readonly<Record<Finding['state'], string>> = {
  good: 'Good',
  attention: 'Needs attention',
  problem: 'Problem',
  unknown: 'Not tested',
  skipped: 'N/A',
}

/** A check's state as a symbol that is read out. */
export function StateMark({ state }: { state: Finding['state'] }) {
  const Icon = ICONS[state]
  return (
    <span className={styles.mark} data-colour={COLOURS[state]}>
      <Icon size={20} aria-hidden="true" />
      <span className="visually-hidden">{WORDS[state]}</span>
    </span>
  )
}
