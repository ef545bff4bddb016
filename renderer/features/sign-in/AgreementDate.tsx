import { isAgreementFresh } from '#shared/domain/agreement.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import styles from './SignInForm.module.css'

const DATE = dateFormat({ day: 'numeric', month: 'long', year: 'numeric' })

/** When the agreement last changed; red, and in words too, within 168 hours (spec 1 §4.1). */
export function AgreementDate({ lastUpdated, now }: { lastUpdated: string; now: number }) {
  const changed = Date.parse(lastUpdated)
  const isFresh = isAgreementFresh(changed, now)
  return (
    <p className={styles.updated} data-fresh={isFresh}>
      Last updated <time dateTime={lastUpdated}>{DATE.format(changed)}</time>
      {isFresh ? ' – recently changed' : null}
    </p>
  )
}
