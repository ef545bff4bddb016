import { memo } from 'react'
import { isStruckThrough } from '#shared/domain/calendar.ts'
import { typeColours } from '../colours.ts'
import { isMovable } from '../event-keys.ts'
import styles from './Grid.module.css'
import type { GridItem } from './items.ts'

interface BoxProps {
  readonly item: GridItem
  /** Whether it is the grid's one stop of the Tab key. */
  readonly isStop: boolean
  readonly className: string | undefined
  /** Which of its ends stand elsewhere: on the day or the row before or after. */
  readonly cut: '' | 'start' | 'end' | 'start end'
  /** What it shows beside its subject. */
  readonly hours: string
  readonly top?: number
  readonly height?: number
  readonly left: number
  readonly width: number
}

const percent = (share: number): string => `${share * 100}%`

/** One event in a grid. The grid hears its clicks and keys: a week may have hundreds. */
export const EventBox = memo(function EventBox(props: BoxProps) {
  const { item, isStop, className, cut, hours, top, height, left, width } = props
  const { event, label, eventState, eventType } = item
  return (
    <button
      type="button"
      tabIndex={isStop ? 0 : -1}
      className={`${styles.event} ${className ?? ''}`}
      aria-label={hours === '' ? label : `${event.subject} ${hours}${label.slice(event.subject.length)}`}
      aria-describedby="calendar-keys"
      title={event.subject}
      data-event={event.id}
      data-type={eventType}
      data-cut={cut === '' ? undefined : cut}
      data-movable={isMovable(event) || undefined}
      data-struck={isStruckThrough(eventState) || undefined}
      data-pending={eventState === 'PENDING' || eventState === 'REQUESTED_CANCELATION' || undefined}
      style={{
        ...typeColours(eventType),
        ...(top === undefined ? {} : { top: percent(top) }),
        ...(height === undefined ? {} : { height: percent(height) }),
        left: percent(left),
        width: percent(width),
      }}
    >
      {hours === '' ? (
        event.subject
      ) : (
        <>
          <span className={styles.name}>{event.subject}</span> <span className={styles.time}>{hours}</span>
        </>
      )}
    </button>
  )
})
