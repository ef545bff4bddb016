import type { KpiBand, MeasureName } from '#shared/domain/kpi.ts'
import { measureText } from '#shared/domain/measure-text.ts'
import styles from './Performance.module.css'
import { BANDS, TEXT } from './text.ts'

interface BandProps {
  readonly measure: MeasureName
  readonly value: number | null
  readonly band: KpiBand | null
  readonly isFew: boolean
}

/** A figure with its band in a word; one of few data has none (spec 4 §2.5, §4.4.2). */
export function Band({ measure, value, band, isFew }: BandProps) {
  const text = measureText(measure, value)
  if (band === null)
    return (
      <>
        {text} {isFew && value !== null ? <span className={styles.few}>{TEXT.fewData}</span> : null}
      </>
    )
  return (
    <>
      {text}{' '}
      <span className={styles.band} data-band={band}>
        {BANDS[band]}
      </span>
    </>
  )
}
