import './mantine-styles.ts'
import { UnstyledButton } from '@mantine/core'
import { DayView, MonthView, type ScheduleEventData, WeekView } from '@mantine/schedule'
import type { ComponentPropsWithoutRef, KeyboardEvent, ReactNode } from 'react'
import type { CalendarEvent } from '#shared/contract/calendar.ts'
import { type EventType, isStruckThrough } from '#shared/domain/calendar.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import styles from './Calendar.module.css'
import { isMovable } from './event-keys.ts'
import { STATE_WORDS } from './text.ts'
import { gridTime, momentAt, type Span, type View, whenOf } from './when.ts'

export interface GridProps {
  readonly view: Exclude<View, 'agenda'>
  /** 'YYYY-MM-DD', one that the view shows. */
  readonly day: string
  readonly zone: string
  readonly now: number
  readonly events: readonly CalendarEvent[]
  /** Days on which nobody works, 'YYYY-MM-DD'. */
  readonly closed: ReadonlySet<string>
  readonly onOpen: (event: CalendarEvent) => void
  readonly onMove: (event: CalendarEvent, to: Span) => void
  readonly onKey: (event: CalendarEvent, key: KeyboardEvent) => void
  /** A free time that was chosen. */
  readonly onTime: (span: Span) => void
  readonly onDay: (day: string) => void
}

const COLOURS: Partial<Record<EventType, string>> = {
  TASK: 'violet',
  MEETING: 'blue',
  HOLIDAY: 'teal',
  PERSONAL: 'indigo',
  OVERTIME: 'orange',
  MEDICAL_APPOINTMENT: 'pink',
  SALAH_TIME: 'grape',
  PUBLIC_HOLIDAY: 'gray',
}

/** Month, week or day as a grid, by the clock of a zone. */
export function CalendarGrid(props: GridProps) {
  const { view, day, zone, now, events, closed, onOpen, onMove, onTime, onDay } = props
  const known = new Map(events.map((event) => [event.id, event]))
  const find = (data: ScheduleEventData) => known.get(String(data.id))
  const moved = (data: { eventId: string | number; newStart: string; newEnd: string }) => {
    const event = known.get(String(data.eventId))
    if (event) onMove(event, { start: momentAt(data.newStart, zone), end: momentAt(data.newEnd, zone) })
  }
  const chosen = (start: string, end: string) =>
    onTime({ start: momentAt(start, zone), end: momentAt(end, zone) })
  const mayMove = (data: ScheduleEventData) => {
    const event = find(data)
    return event !== undefined && isMovable(event)
  }
  const common = {
    date: day,
    events: events.map((event) => dataOf(event, zone)),
    withHeader: false,
    withEventsDragAndDrop: true,
    onEventDrop: moved,
    canDragEvent: mayMove,
    onEventClick: (data: ScheduleEventData) => {
      const event = find(data)
      if (event) onOpen(event)
    },
    renderEvent: (data: ScheduleEventData, rest: EventProps) => {
      const event = find(data)
      return event ? <GridEvent event={event} grid={props} rest={rest} /> : <UnstyledButton {...rest} />
    },
  }
  if (view === 'month')
    return (
      <MonthView
        {...common}
        withWeekNumbers={false}
        highlightToday
        onDayClick={(date) => onDay(date)}
        getDayProps={(date) => ({ 'data-closed': closed.has(date) || undefined })}
      />
    )
  const times = {
    ...common,
    startScrollTime: '08:00:00',
    intervalMinutes: 30,
    eventDragInterval: 15,
    eventResizeInterval: 15,
    slotHeight: 52,
    withEventResize: true,
    onEventResize: moved,
    canResizeEvent: mayMove,
    withDragSlotSelect: true,
    onSlotDragEnd: chosen,
    onTimeSlotClick: ({ slotStart, slotEnd }: { slotStart: string; slotEnd: string }) =>
      chosen(slotStart, slotEnd),
    getCurrentTime: () => gridTime(now, zone),
    scrollAreaProps: { mah: 'calc(var(--fw-screen-height, 100dvh) - 230px)' },
  }
  return view === 'week' ? (
    <WeekView
      {...times}
      ref={(week) => sayDays(week)}
      withWeekNumber={false}
      highlightToday
      onDateChange={onDay}
    />
  ) : (
    <DayView {...times} />
  )
}

/** The kit calls a day of the week 'Weekday 2026-11-23', whatever it shows: what it shows is its name. */
function sayDays(week: HTMLDivElement | null): void {
  for (const day of week?.querySelectorAll('[class*="weekViewDayLabel"]') ?? [])
    day.removeAttribute('aria-label')
}

/** An event as the grid takes it: times of the wall, whole days from midnight to midnight. */
function dataOf(event: CalendarEvent, zone: string): ScheduleEventData {
  const by = event.meta.isAllDay ? (event.meta.zone ?? LONDON) : zone
  return {
    id: event.id,
    title: event.subject,
    start: gridTime(Date.parse(event.eventStart), by),
    end: gridTime(Date.parse(event.eventEnd), by),
    color: COLOURS[event.eventType] ?? 'gray',
  }
}

type EventProps = ComponentPropsWithoutRef<'button'> & { readonly children: ReactNode }

function GridEvent({ event, grid, rest }: { event: CalendarEvent; grid: GridProps; rest: EventProps }) {
  const { eventState, subject } = event
  const label = [subject, whenOf(event, grid.zone), STATE_WORDS[eventState]].join(', ')
  return (
    <UnstyledButton
      {...rest}
      aria-label={label}
      title={label}
      data-event={event.id}
      data-struck={isStruckThrough(eventState) || undefined}
      data-pending={eventState === 'PENDING' || eventState === 'REQUESTED_CANCELATION' || undefined}
      className={`${rest.className ?? ''} ${styles.event}`}
      aria-describedby="calendar-keys"
      onKeyDown={(key) => {
        rest.onKeyDown?.(key)
        grid.onKey(event, key)
      }}
    />
  )
}
