import { progressTone } from '#shared/domain/progress.ts'
import styles from './ProgressCircle.module.css'

interface ProgressCircleProps {
  /** 0 to 100; what lies beyond is taken for the nearer of them. */
  readonly percent: number
  /** What is measured, for screen readers. */
  readonly label: string
  /** Width and height in pixels. */
  readonly size?: number
  /** Where it isn't how good something is: the colour, what stands in the middle, and how it is read out. */
  readonly told?: {
    readonly tone: 'red' | 'amber' | 'green'
    readonly middle: string
    readonly words: string
  }
}

const STROKE = 9
const RADIUS = (100 - STROKE) / 2
const LENGTH = 2 * Math.PI * RADIUS

/** How far something is: red, amber or green (spec 3 §4), with the number in the middle. */
export function ProgressCircle({ percent, label, size = 56, told }: ProgressCircleProps) {
  const shown = Number.isFinite(percent) ? Math.min(100, Math.max(0, percent)) : 0
  return (
    <span
      className={styles.circle}
      style={{ width: size, height: size, fontSize: `max(var(--type-floor), ${Math.round(size * 0.25)}px)` }}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(shown)}
      {...(told && { 'aria-valuetext': told.words })}
      data-tone={told?.tone ?? progressTone(shown)}
    >
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle className={styles.track} cx="50" cy="50" r={RADIUS} strokeWidth={STROKE} />
        <circle
          className={styles.arc}
          cx="50"
          cy="50"
          r={RADIUS}
          strokeWidth={STROKE}
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - shown / 100)}
        />
      </svg>
      <span aria-hidden="true">{told?.middle ?? Math.round(shown)}</span>
    </span>
  )
}
