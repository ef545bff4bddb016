import type { CSSProperties } from 'react'
import type { PlanLooker } from '#shared/hubs/plan-looks.ts'
import styles from './Planner.module.css'
import { TEXT } from './text.ts'

/** The colour in which somebody's selection is shown. */
export const lookerTint = (userID: number) => `var(--plan-${1 + (userID % 5)})`

/** Who else has the planner open, each by name and colour. */
export function Lookers({ lookers }: { readonly lookers: readonly PlanLooker[] }) {
  if (lookers.length === 0) return null
  const people = new Map(lookers.map(({ userID, userName }) => [userID, userName]))
  return (
    <ul className={styles.lookers} aria-label={TEXT.lookers} title={TEXT.lookers}>
      {[...people].map(([userID, name]) => (
        <li key={userID} style={{ '--tint': lookerTint(userID) } as CSSProperties}>
          {name}
        </li>
      ))}
    </ul>
  )
}
