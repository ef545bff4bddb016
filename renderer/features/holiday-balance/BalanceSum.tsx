import type * as z from 'zod/mini'
import type { holidayBalanceRecord } from '#shared/records/hr/holiday-balance.ts'
import styles from './Holiday.module.css'
import { hoursText, signedHours } from './hours-text.ts'
import { TEXT } from './text.ts'

/** How a balance comes about. */
export function BalanceSum({ balance }: { readonly balance: z.output<typeof holidayBalanceRecord.row> }) {
  const { facts } = TEXT
  const less = (hours: number) => (hours === 0 ? hoursText(0) : signedHours(-hours))
  const lines = [
    { label: facts.entitlement, text: hoursText(balance.entitlement) },
    { label: facts.carried, text: signedHours(balance.carried) },
    { label: facts.adjustments, text: signedHours(balance.adjustments) },
    { label: facts.taken, text: less(balance.taken) },
    { label: facts.booked, text: less(balance.booked) },
    { label: facts.remaining, text: hoursText(balance.remaining), isTotal: true },
    { label: facts.pending, text: less(balance.pending) },
    { label: facts.free, text: hoursText(balance.free), isTotal: true },
  ]
  return (
    <section className={styles.part}>
      <h3>{TEXT.sum}</h3>
      {balance.entitlement === null ? <p>{TEXT.unknown}</p> : null}
      <dl className={styles.sum}>
        {lines.map(({ label, text, isTotal }) => (
          <div key={label} data-total={isTotal}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
