import { IconCalendarOff } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import type { CalendarEvent } from '#shared/contract/calendar.ts'
import { isStruckThrough } from '#shared/domain/calendar.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import styles from './Calendar.module.css'
import { STATE_WORDS, TYPE_WORDS, CALENDAR_WORDS as WORDS } from './text.ts'
import { dayAfter, dayOf, hoursOn, longDay, spanOf } from './when.ts'

interface AgendaProps {
  readonly first: string
  readonly count: number
  readonly zone: string
  readonly events: readonly CalendarEvent[]
  readonly onOpen: (event: CalendarEvent) => void
  readonly onKey: (event: CalendarEvent, key: KeyboardEvent) => void
}

/** Whether an event is on a day. */
function isOn(event: CalendarEvent, day: string, zone: string): boolean {
  const by = event.meta.isAllDay ? (event.meta.zone ?? LONDON) : zone
  const { start, end } = spanOf(event)
  return dayOf(start, by) <= day && dayOf(Math.max(start, end - 1), by) >= day
}

/** The events of some days as a list of each day that has any: for small screens and for ears. */
export function Agenda({ first, count, zone, events, onOpen, onKey }: AgendaProps) {
  const days = Array.from({ length: count }, (_, place) => dayAfter(first, place))
    .map((day) => ({ day, events: events.filter((event) => isOn(event, day, zone)) }))
    .filter((one) => one.events.length > 0)
  if (days.length === 0) return <EmptyState icon={<IconCalendarOff size={26} />} title={WORDS.nothing} />
  return (
    <div className={styles.agenda}>
      {days.map(({ day, events: onDay }) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h3 id={`day-${day}`}>{longDay(day)}</h3>
          <ul>
            {onDay.map((event) => (
              <li key={event.id}>
                <button
                  type="button"
                  className={styles.line}
                  data-event={event.id}
                  data-type={event.eventType}
                  data-struck={isStruckThrough(event.eventState) || undefined}
                  aria-describedby="calendar-keys"
                  onClick={() => onOpen(event)}
                  onKeyDown={(key) => onKey(event, key)}
                >
                  <span className={styles.hours}>{hoursOn(event, zone)}</span>
                  <span className={styles.subject}>{event.subject}</span>
                  <span className={styles.facts}>
                    {TYPE_WORDS[event.eventType]} · {STATE_WORDS[event.eventState]}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
