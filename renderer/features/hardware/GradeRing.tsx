import { GRADE_LABELS, type Grade, gradeColour } from '#shared/domain/device-grading.ts'
import styles from './Hardware.module.css'

const RADIUS = 52
const ROUND = 2 * Math.PI * RADIUS

/** What stands in the ring; the whole label is read out. */
const SHORT: Readonly<Record<Grade, string>> = {
  EXCEPTIONAL: 'A',
  VERY_GOOD: 'B',
  GOOD: 'C',
  FAIR: 'D',
  POOR: 'FAIL',
  UNKNOWN: '–',
  SKIP: 'N/A',
}

/** The overall grade in a ring; while tests run the ring fills. */
export function GradeRing({ grade, done }: { grade: Grade; done: number | null }) {
  const part = done ?? (grade === 'UNKNOWN' ? 0 : 1)
  return (
    <div className={styles.ring} data-colour={done === null ? gradeColour(grade) : 'busy'}>
      <svg viewBox="0 0 120 120" aria-hidden="true">
        <circle className={styles.track} cx="60" cy="60" r={RADIUS} />
        <circle
          className={styles.arc}
          cx="60"
          cy="60"
          r={RADIUS}
          strokeDasharray={ROUND}
          strokeDashoffset={ROUND * (1 - part)}
        />
      </svg>
      {done === null ? (
        <p>
          <span className="visually-hidden">Overall: {GRADE_LABELS[grade]}</span>
          <strong aria-hidden="true" data-long={SHORT[grade].length > 1}>
            {SHORT[grade]}
          </strong>
          <span className={styles.overall} aria-hidden="true">
            Overall
          </span>
        </p>
      ) : (
        <p aria-hidden="true">
          <strong data-long="true">{Math.round(100 * part)} %</strong>
        </p>
      )}
    </div>
  )
}
