import type { ReactNode } from 'react'
import type { Grade, Grades, Metric, Readings } from '#shared/domain/device-grading.ts'
import styles from './Hardware.module.css'
import { GradeChip } from './Mark.tsx'
import { readingText } from './readings-text.ts'
import { METRIC_NAMES } from './text.ts'

interface ReadingsCardProps {
  readonly title: string
  readonly icon: ReactNode
  readonly metrics: readonly Metric[]
  readonly readings: Readings
  readonly grades: Grades
  /** Words for a reading that is missing. */
  readonly missing: (metric: Metric) => string
  /** Rows of things that aren't graded: name and words. */
  readonly more?: readonly (readonly [string, string])[]
  readonly note?: string | undefined
}

/** A table of readings with their grades. */
export function ReadingsCard({
  title,
  icon,
  metrics,
  readings,
  grades,
  missing,
  more = [],
  note,
}: ReadingsCardProps) {
  return (
    <section className={styles.card}>
      <h4 className={styles.heading}>
        {icon}
        {title}
      </h4>
      <dl className={styles.readings}>
        {metrics.map((metric) => (
          <ReadingRow
            key={metric}
            name={METRIC_NAMES[metric]}
            value={readings[metric] === null ? null : readingText(metric, readings[metric])}
            missing={missing(metric)}
            grade={grades[metric]}
          />
        ))}
        {more.map(([name, value]) => (
          <ReadingRow key={name} name={name} value={value} missing="" grade={null} />
        ))}
      </dl>
      {note ? <p className={styles.note}>{note}</p> : null}
    </section>
  )
}

function ReadingRow({
  name,
  value,
  missing,
  grade,
}: {
  name: string
  value: string | null
  missing: string
  grade: Grade | null
}) {
  const isGraded = grade !== null && !(value === null && grade === 'UNKNOWN')
  return (
    <div>
      <dt>{name}</dt>
      <dd data-missing={value === null} data-wide={!isGraded}>
        {value ?? missing}
      </dd>
      {isGraded ? (
        <dd>
          <GradeChip grade={grade} />
        </dd>
      ) : null}
    </div>
  )
}
