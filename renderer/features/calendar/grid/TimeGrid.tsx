import { type KeyboardEvent, type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import type { CalendarEvent } from '#shared/contract/calendar.ts'
import type { DayKind } from '#shared/domain/calendar.ts'
import { columnsOf, lanesOf } from '#shared/domain/calendar-lanes.ts'
import type { CalendarSettings } from '#shared/domain/calendar-settings.ts'
import { localOf, wallOf, zoneClock } from '#shared/domain/zone-time.ts'
import { useNow } from '../../../ui/use-now.ts'
import { KIND_WORDS, CALENDAR_WORDS as WORDS } from '../text.ts'
import {
  DAY_MS,
  dayAfter,
  dayOf,
  HOUR_MS,
  longDate,
  longDay,
  MINUTE_MS,
  momentAt,
  type Span,
  weekday,
} from '../when.ts'
import { EventBox } from './EventBox.tsx'
import styles from './Grid.module.css'
import { daysOn, type GridItem } from './items.ts'
import { useDrag } from './use-drag.ts'
import { useStop } from './use-stop.ts'

export interface GridProps {
  readonly zone: string
  readonly settings: CalendarSettings
  /** Earliest first. */
  readonly items: readonly GridItem[]
  /** What kind of day each is, by 'YYYY-MM-DD'. */
  readonly kinds: ReadonlyMap<string, DayKind>
  readonly onOpen: (event: CalendarEvent) => void
  readonly onMove: (event: CalendarEvent, to: Span) => void
  readonly onKey: (event: CalendarEvent, key: KeyboardEvent) => void
  /** A free time that was chosen. */
  readonly onTime: (span: Span, isAllDay: boolean) => void
  readonly onDay: (day: string) => void
}

/** The shortest that an event is drawn, and how many stand beside each other before they are counted. */
const LEAST_MS = 22 * MINUTE_MS
const COLUMNS_MAX = { week: 8, day: 24 } as const

/** Some days beside each other with their hours: the week, or one day. */
export function TimeGrid({
  first,
  count,
  ...grid
}: GridProps & { readonly first: string; readonly count: number }) {
  const { zone, settings, items, kinds, onDay } = grid
  const scroller = useRef<HTMLDivElement>(null)
  const now = useNow()
  const today = dayOf(now, zone)
  const days = useMemo(
    () => Array.from({ length: count }, (_, place) => dayAfter(first, place)),
    [first, count],
  )
  const long = useMemo(() => items.filter(({ isLong }) => isLong), [items])
  const timed = useMemo(() => items.filter(({ isLong }) => !isLong), [items])
  const stop = useStop(scroller, items, grid.onKey)
  useScrolledTo(scroller, settings.workStart)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of the events in it
    <div
      ref={scroller}
      className={styles.scroller}
      data-second={settings.secondZone !== null || undefined}
      style={{ ['--days' as string]: count }}
      onKeyDown={stop.onKeyDown}
      onFocus={stop.onFocus}
    >
      <div className={styles.head}>
        <div className={styles.corner}>
          {settings.secondZone === null ? null : <small>{placeOf(settings.secondZone)}</small>}
          <small>{settings.secondZone === null ? '' : placeOf(zone)}</small>
        </div>
        {days.map((day) => (
          <button
            key={day}
            type="button"
            className={styles.dayName}
            data-today={day === today || undefined}
            aria-current={day === today ? 'date' : undefined}
            aria-label={dayLabel(day, kinds)}
            onClick={() => onDay(day)}
          >
            <small>{weekday(day)}</small> <span>{Number(day.slice(8))}</span>
            <KindName kind={kinds.get(day)} />
          </button>
        ))}
        <div className={styles.corner}>
          <small>{WORDS.allDay}</small>
        </div>
        <LongRow {...grid} items={long} all={items} first={first} count={count} stop={stop.stop} />
      </div>
      <div className={styles.hours}>
        <Hours zone={zone} second={settings.secondZone} day={first} />
        <Columns {...{ days, timed, now, kinds, first, count, grid, scroller }} stop={stop.stop} />
      </div>
    </div>
  )
}

/** Monday 4 May 2026, closed. */
const dayLabel = (day: string, kinds: ReadonlyMap<string, DayKind>): string =>
  [`${weekday(day)} ${longDate(day)}`, KIND_WORDS[kinds.get(day) ?? 'WORKING']].filter(Boolean).join(', ')

/** Why a day is shaded, in a word; a day without a shift is just that. */
function KindName({ kind }: { kind: DayKind | undefined }) {
  if (kind !== 'HOLIDAY' && kind !== 'OFFICE_CLOSED') return null
  return (
    <em className={styles.kind} data-kind={kind} aria-hidden="true">
      {KIND_WORDS[kind]}
    </em>
  )
}

/** Begins with the hour before work does. */
function useScrolledTo(scroller: RefObject<HTMLElement | null>, minutes: number): void {
  useLayoutEffect(() => {
    const box = scroller.current
    const hours = box?.querySelector<HTMLElement>('[data-columns]')
    if (box && hours) box.scrollTop = (hours.offsetHeight * Math.max(0, minutes - 60)) / (24 * 60)
  }, [scroller, minutes])
}

/** The last part of a zone's name: 'New York' of 'America/New_York'. */
export const placeOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** The hours of the day, and what they are elsewhere. */
function Hours({ zone, second, day }: { zone: string; second: string | null; day: string }) {
  const midnight = momentAt(day, zone)
  const elsewhere = second === null ? null : zoneClock(second)
  return (
    <div className={styles.hourNames} aria-hidden="true">
      {HOURS.map((hour) => (
        <div key={hour}>
          {elsewhere ? (
            <small>{localOf(elsewhere.wallClock(midnight + hour * HOUR_MS)).slice(11)}</small>
          ) : null}
          <small>{`${String(hour).padStart(2, '0')}:00`}</small>
        </div>
      ))}
    </div>
  )
}

interface RowProps extends GridProps {
  readonly all: readonly GridItem[]
  readonly first: string
  readonly count: number
  readonly stop: string | null
}

/** What lasts whole days, above the hours. */
function LongRow({ items, all, first, count, stop, ...grid }: RowProps) {
  const root = useRef<HTMLDivElement>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const drag = useDrag(root, root, ghost, {
    surface: { columns: count, rows: 1, first, hasHours: false },
    zone: grid.zone,
    items: all,
    onMove: ({ event }, to) => grid.onMove(event, to),
    onTime: (span) => grid.onTime(span, true),
    onOpen: ({ event }) => grid.onOpen(event),
  })
  const shown = items.flatMap((item) => {
    const on = daysOn(item, first, count)
    return on ? [{ item, ...on }] : []
  })
  const lanes = lanesOf(shown)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys make whole days by the form, and move them as elsewhere
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div ref={root} className={styles.long} onPointerDown={drag.onPointerDown} onClick={drag.onClick}>
      <div
        className={styles.lanes}
        style={{ ['--lanes' as string]: Math.max(1, ...lanes.map((lane) => lane + 1)) }}
      >
        {shown.map(({ item, from, to }, place) => (
          <div
            key={item.id}
            className={styles.lane}
            style={{ gridColumn: `${from + 1} / ${to + 1}`, gridRow: (lanes[place] ?? 0) + 1 }}
          >
            <EventBox
              {...{ item }}
              isStop={item.id === stop}
              className={styles.bar}
              cut={cutOf(item, first, count)}
              hours=""
              left={0}
              width={1}
            />
          </div>
        ))}
      </div>
      <Ghost ghost={ghost} />
    </div>
  )
}

/** Which ends of an event are before or after a row of days. */
export function cutOf(
  { wallStart, wallEnd }: Pick<GridItem, 'wallStart' | 'wallEnd'>,
  first: string,
  count: number,
): '' | 'start' | 'end' | 'start end' {
  const zero = wallOf(first)
  const [start, end] = [wallStart < zero, wallEnd > zero + count * DAY_MS]
  if (start && end) return 'start end'
  return start ? 'start' : end ? 'end' : ''
}

export function Ghost({ ghost }: { ghost: RefObject<HTMLDivElement | null> }) {
  return (
    <div ref={ghost} className={styles.ghost} hidden aria-hidden="true">
      <strong />
      <span />
      <em />
    </div>
  )
}

interface ColumnProps {
  readonly days: readonly string[]
  readonly timed: readonly GridItem[]
  readonly now: number
  readonly kinds: ReadonlyMap<string, DayKind>
  readonly first: string
  readonly count: number
  readonly grid: GridProps
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly stop: string | null
}

function Columns({ days, timed, now, kinds, first, count, grid, scroller, stop }: ColumnProps) {
  const { zone, settings, items } = grid
  const root = useRef<HTMLDivElement>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const drag = useDrag(root, scroller, ghost, {
    surface: { columns: count, rows: 1, first, hasHours: true },
    zone,
    items,
    onMove: ({ event }, to) => grid.onMove(event, to),
    onTime: (span) => grid.onTime(span, false),
    onOpen: ({ event }) => grid.onOpen(event),
  })
  const most = count === 1 ? COLUMNS_MAX.day : COLUMNS_MAX.week
  const placed = useMemo(() => days.map((day) => placedOn(timed, day, most)), [days, timed, most])
  const wallNow = zoneClock(zone).wallClock(now)
  const today = localOf(wallNow).slice(0, 10)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys make events by the form, and move them as elsewhere
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div
      ref={root}
      data-columns
      className={styles.columns}
      onPointerDown={drag.onPointerDown}
      onClick={drag.onClick}
    >
      {days.map((day, place) => {
        const weekday = new Date(wallOf(day)).getUTCDay()
        const kind = kinds.get(day) ?? 'WORKING'
        // Work on a weekend is there because of a shift, whatever days somebody has set.
        const isWorkday =
          kind === 'WORKING' && (settings.workDays.includes(weekday) || [0, 6].includes(weekday))
        const { boxes, more } = placed[place] ?? { boxes: [], more: 0 }
        return (
          <div
            key={day}
            className={styles.column}
            data-closed={isWorkday ? undefined : true}
            data-kind={kind}
            style={{
              ['--work-start' as string]: `${(settings.workStart / 1440) * 100}%`,
              ['--work-end' as string]: `${(settings.workEnd / 1440) * 100}%`,
            }}
          >
            {boxes.map((box) => (
              <EventBox
                key={box.item.id}
                item={box.item}
                isStop={box.item.id === stop}
                className={styles.timed}
                cut={box.cut}
                hours={box.hours}
                top={box.top}
                height={box.height}
                left={box.left}
                width={box.width}
              />
            ))}
            {more > 0 ? (
              <button
                type="button"
                className={styles.more}
                data-no-drag
                onClick={() => grid.onDay(day)}
                aria-label={WORDS.moreOn(more, longDay(day))}
              >
                {WORDS.more(more)}
              </button>
            ) : null}
            {day === today ? (
              <div
                className={styles.now}
                style={{ top: `${((wallNow % DAY_MS) / DAY_MS) * 100}%` }}
                aria-hidden="true"
              />
            ) : null}
          </div>
        )
      })}
      <Ghost ghost={ghost} />
    </div>
  )
}

/** What of the hours is on a day, side by side where it overlaps; how many found no room. */
function placedOn(timed: readonly GridItem[], day: string, most: number) {
  const zero = wallOf(day)
  const on = timed
    .filter(({ wallStart, wallEnd }) => wallStart < zero + DAY_MS && Math.max(wallEnd, wallStart + 1) > zero)
    .map((item) => {
      const from = Math.max(item.wallStart, zero)
      const to = Math.min(Math.max(item.wallEnd, from + LEAST_MS), zero + DAY_MS)
      return { item, from, to }
    })
    .sort((a, b) => a.from - b.from || b.to - a.to)
  const columns = columnsOf(on)
  const boxes = on.flatMap(({ item, from, to }, place) => {
    const { column, columns: all } = columns[place] ?? { column: 0, columns: 1 }
    const beside = Math.min(all, most)
    if (column >= most) return []
    return [
      {
        item,
        cut: cutOf(item, day, 1),
        // Without room for both, only the subject shows.
        hours: to - from < 40 * MINUTE_MS || beside > 3 ? '' : item.hours,
        top: (from - zero) / DAY_MS,
        height: (to - from) / DAY_MS,
        left: column / beside,
        width: 1 / beside,
      },
    ]
  })
  return { boxes, more: on.length - boxes.length }
}
