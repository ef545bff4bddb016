import type { ReactNode } from 'react'
import type { Check } from './checks.ts'
import styles from './Hardware.module.css'
import { StateMark } from './Mark.tsx'

interface CheckCardProps {
  readonly title: string
  readonly icon: ReactNode
  readonly checks: readonly Check[]
  readonly action?: ReactNode
  readonly children?: ReactNode
}

/** A thing that is tested by hand: what it takes, what was found, and what to do about it. */
export function CheckCard({ title, icon, checks, action, children }: CheckCardProps) {
  return (
    <section className={styles.card} aria-label={title}>
      <h4 className={styles.heading}>
        {icon}
        {title}
        {action}
      </h4>
      {children}
      <ul className={styles.checks}>
        {checks.map(({ check, state, detail, advice }) => (
          <li key={check}>
            <StateMark state={state} />
            <div>
              <p>
                <strong>{check}</strong> {detail}
              </p>
              {advice ? <p className={styles.advice}>{advice}</p> : null}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
