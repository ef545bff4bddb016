import { Button } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { type KeyboardEvent, useMemo, useState } from 'react'
import type { CalendarEvent } from '#shared/contract/calendar.ts'
import { isStruckThrough } from '#shared/domain/calendar.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useNow } from '../../ui/use-now.ts'
import styles from './Calendar.module.css'
import { typeColours } from './colours.ts'
import { daysOn, type GridItem } from './grid/items.ts'
import { STATE_WORDS, TYPE_WORDS, CALENDAR_WORDS as WORDS } from './text.ts'
import { dayAfter, dayOf, longDay } from './when.ts'

interface AgendaProps {
  readonly first: string
  readonly count: number
  readonly zone: string
  readonly items: readonly GridItem[]
  readonly onOpen: (event: CalendarEvent) => void
  readonly onKey: (event: CalendarEvent, key: KeyboardEvent) => void
}

/** How many of a day are shown before more are asked for. */
const LINES = 100

/** The events of some days as a list of each day that has any: for small screens and for ears. */
export function Agenda({ first, count, zone, items, ...rest }: AgendaProps) {
  const today = dayOf(useNow(), zone)
  const days = useMemo(() => {
    const on = Array.from({ length: count }, (): GridItem[] => [])
    for (const item of items) {
      const at = daysOn(item, first, count)
      if (at) for (let place = at.from; place < at.to; place += 1) on[place]?.push(item)
    }
    return on
      .map((lines, place) => ({ day: dayAfter(first, place), lines }))
      .filter(({ lines }) => lines.length > 0)
  }, [items, first, count])
  if (days.length === 0) return <EmptyState icon={<IconCalendarOff size={26} />} title={WORDS.nothing} />
  return (
    <div className={styles.agenda}>
      {days.map(({ day, lines }) => (
        <Day key={day} {...rest} day={day} lines={lines} isToday={day === today} />
      ))}
    </div>
  )
}

interface DayProps extends Pick<AgendaProps, 'onOpen' | 'onKey'> {
  readonly day: string
  readonly lines: readonly GridItem[]
  readonly isToday: boolean
}

function Day({ day, lines, isToday, onOpen, onKey }: DayProps) {
  const [shown, setShown] = useState(LINES)
  const more = Math.min(LINES, lines.length - shown)
  return (
    <section aria-labelledby={`day-${day}`}>
      <h3 id={`day-${day}`} data-today={isToday || undefined}>
        {longDay(day)}
        {isToday ? <small className={styles.now}> · {WORDS.today}</small> : null}
      </h3>
      <ul>
        {lines.slice(0, shown).map(({ event, hours, isAllDay }) => (
          <li key={event.id}>
            <button
              type="button"
              className={styles.line}
              data-event={event.id}
              data-type={event.eventType}
              data-struck={isStruckThrough(event.eventState) || undefined}
              aria-describedby="calendar-keys"
              style={typeColours(event.eventType)}
              onClick={() => onOpen(event)}
              onKeyDown={(key) => onKey(event, key)}
            >
              <span className={styles.hours}>{isAllDay ? WORDS.allDay : hours}</span>
              <span className={styles.subject}>{event.subject}</span>
              <span className={styles.facts}>
                {TYPE_WORDS[event.eventType]} · {STATE_WORDS[event.eventState]}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <Button variant="default" size="sm" onClick={() => setShown(shown + LINES)}>
          {WORDS.showMore(more, lines.length - shown)}
        </Button>
      ) : null}
    </section>
  )
}
