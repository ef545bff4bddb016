import type { BookingRequest } from '#shared/contract/booking.ts'
import styles from './Calendar.module.css'
import { CONSEQUENCE_WORDS as WORDS } from './text.ts'
import { londonSpan } from './when.ts'

interface ConsequenceProps extends Pick<BookingRequest, 'balance' | 'teamOff' | 'shifts'> {
  /** Whether the person themselves reads it. */
  readonly isOwn: boolean
}

/** What a holiday does: to the balance, to shifts, and who of the team is off then (spec 4 §4.2.2, §4.5.6). */
export function Consequences({ balance, teamOff, shifts, isOwn }: ConsequenceProps) {
  return (
    <div className={styles.consequences}>
      {balance === null ? null : (
        <p data-over={balance.after < 0 || undefined}>{WORDS.balance(balance.before, balance.after)}</p>
      )}
      {teamOff === null || teamOff.of === 0 ? null : (
        <p>{isOwn ? WORDS.yourTeam(teamOff.off) : WORDS.team(teamOff.off, teamOff.of)}</p>
      )}
      {shifts.length === 0 ? null : (
        <>
          <p>{WORDS.shifts(shifts.length)}</p>
          <ul>
            {shifts.map(({ id, start, end, left }) => (
              <li key={id}>
                {left === null
                  ? WORDS.goes(londonSpan({ start, end }))
                  : WORDS.left(londonSpan({ start, end }), londonSpan(left))}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
