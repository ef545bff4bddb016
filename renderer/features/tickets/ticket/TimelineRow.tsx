import { memo } from 'react'
import type { TimelineEntry } from '#shared/contract/ticket-entities.ts'
import { EVENT_LABELS, TEXT } from '../text.ts'
import { moment } from '../times.ts'
import styles from './Timeline.module.css'

/** One thing that happened: who, what, when, what was said, and which fields changed. */
export const TimelineRow = memo(function TimelineRow({ entry }: { entry: TimelineEntry }) {
  const { event, by, text, changes } = entry.payload
  return (
    <div className={styles.row} data-event={event}>
      <span className={styles.dot} aria-hidden="true" />
      <div className={styles.entry}>
        <p>
          <strong>{by}</strong> {EVENT_LABELS[event]}
          <time dateTime={entry.eventTime}>{moment(entry.eventTime)}</time>
        </p>
        {text === '' ? null : <p className={styles.said}>{text}</p>}
        {changes.map(({ field, from, to }) => (
          <p key={field} className={styles.change}>
            {TEXT.changedField(field, from || TEXT.nothing, to || TEXT.nothing)}
          </p>
        ))}
      </div>
    </div>
  )
})
