import type { Ticket } from '#shared/contract/ticket-entities.ts'
import { CLOCK_LABELS, TEXT } from '../text.ts'
import { lengthOf, moment } from '../times.ts'
import styles from './Details.module.css'

type Clock = Ticket['clocks'][number]

/** How a clock stands: 'in time', 'late since …', 'due in …'. */
export function clockWords({ deadline, stopped, lateSince }: Clock, now: number): string {
  if (lateSince !== null) {
    const late = lengthOf((stopped === null ? now : Date.parse(stopped)) - Date.parse(lateSince))
    return stopped === null ? `Late since ${moment(lateSince)} (${late})` : `Was ${late} late`
  }
  if (stopped !== null) return 'In time'
  return `Due in ${lengthOf(Date.parse(deadline) - now)}, ${moment(deadline)}`
}

/** Every clock that runs on the ticket: which one made it late, and since when. */
export function Clocks({ clocks, now }: { clocks: Ticket['clocks']; now: number }) {
  return (
    <ul className={styles.clocks} aria-label={TEXT.clocks}>
      {clocks.map((clock) => (
        <li
          key={clock.clock}
          data-state={clock.lateSince !== null ? 'late' : clock.stopped !== null ? 'done' : 'running'}
        >
          <strong>{CLOCK_LABELS[clock.clock]}</strong>
          <span>{clockWords(clock, now)}</span>
        </li>
      ))}
    </ul>
  )
}
