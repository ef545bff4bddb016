import { useMemo, useRef } from 'react'
import { lanesOf } from '#shared/domain/calendar-lanes.ts'
import { localOf } from '#shared/domain/zone-time.ts'
import { useNow } from '../../../ui/use-now.ts'
import { CALENDAR_WORDS as WORDS } from '../text.ts'
import { dayAfter, dayOf, longDay, monthDay, weekday } from '../when.ts'
import { EventBox } from './EventBox.tsx'
import styles from './Grid.module.css'
import { daysOn, type GridItem } from './items.ts'
import { cutOf, Ghost, type GridProps } from './TimeGrid.tsx'
import { useDrag } from './use-drag.ts'
import { useStop } from './use-stop.ts'

const WEEKS = 6
/** How many lie above each other on a day before the rest is counted. */
const LANES = 3

/** Six weeks about a month. `month` is one of its days. */
export function MonthGrid({
  first,
  month,
  ...grid
}: GridProps & { readonly first: string; readonly month: string }) {
  const { zone, items, kinds, onDay } = grid
  const root = useRef<HTMLDivElement>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const today = dayOf(useNow(), zone)
  const stop = useStop(root, items, grid.onKey)
  const drag = useDrag(root, root, ghost, {
    surface: { columns: 7, rows: WEEKS, first, hasHours: false },
    zone,
    items,
    onMove: ({ event }, to) => grid.onMove(event, to),
    onTime: (span) => grid.onTime(span, true),
    onOpen: ({ event }) => grid.onOpen(event),
  })
  const weeks = useMemo(
    () => Array.from({ length: WEEKS }, (_, place) => weekOf(items, dayAfter(first, place * 7))),
    [items, first],
  )
  return (
    <div className={styles.month}>
      <div className={styles.weekdays} aria-hidden="true">
        {weeks[0]?.days.map((day) => (
          <small key={day}>{weekday(day)}</small>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys make events by the form, and move them as elsewhere */}
      <div
        ref={root}
        className={styles.weeks}
        onPointerDown={drag.onPointerDown}
        onClick={drag.onClick}
        onKeyDown={stop.onKeyDown}
        onFocus={stop.onFocus}
      >
        {weeks.map(({ days, shown, more }) => (
          <div key={days[0]} className={styles.week}>
            {days.map((day, column) => (
              <div
                key={day}
                className={styles.cell}
                data-closed={(kinds.get(day) ?? 'WORKING') !== 'WORKING' || undefined}
                data-kind={kinds.get(day)}
                data-other={day.slice(0, 7) === month.slice(0, 7) ? undefined : true}
                style={{ gridColumn: column + 1 }}
              >
                {(more[column] ?? 0) > 0 ? (
                  <button
                    type="button"
                    className={styles.moreOfDay}
                    data-no-drag
                    aria-label={WORDS.moreOn(more[column] ?? 0, longDay(day))}
                    onClick={() => onDay(day)}
                  >
                    {WORDS.more(more[column] ?? 0)}
                  </button>
                ) : null}
                <button
                  type="button"
                  className={styles.dayNumber}
                  data-no-drag
                  data-today={day === today || undefined}
                  aria-current={day === today ? 'date' : undefined}
                  aria-label={day.endsWith('-01') ? `${monthDay(day)}, ${longDay(day)}` : longDay(day)}
                  onClick={() => onDay(day)}
                >
                  {day.endsWith('-01') ? monthDay(day) : Number(day.slice(8))}
                </button>
              </div>
            ))}
            {shown.map(({ item, from, to, lane }) => (
              <div
                key={item.id}
                className={styles.lane}
                style={{ gridColumn: `${from + 1} / ${to + 1}`, gridRow: lane + 2 }}
              >
                <EventBox
                  item={item}
                  isStop={item.id === stop.stop}
                  className={item.isLong ? styles.bar : styles.chip}
                  cut={cutOf(item, days[0] ?? first, 7)}
                  hours={item.isLong ? '' : localOf(item.wallStart).slice(11)}
                  left={0}
                  width={1}
                />
              </div>
            ))}
          </div>
        ))}
        <Ghost ghost={ghost} />
      </div>
    </div>
  )
}

/** A week's days, what they show in lanes, and how many more there are of each. */
function weekOf(items: readonly GridItem[], first: string) {
  const days = Array.from({ length: 7 }, (_, place) => dayAfter(first, place))
  const on = items
    .flatMap((item) => {
      const at = daysOn(item.isLong ? item : { ...item, wallEnd: item.wallStart }, first, 7)
      return at ? [{ item, ...at }] : []
    })
    // What lasts longer lies higher.
    .sort(
      (a, b) =>
        a.from - b.from ||
        Number(b.item.isLong) - Number(a.item.isLong) ||
        a.item.wallStart - b.item.wallStart,
    )
  const lanes = lanesOf(on)
  const placed = on.map((one, place) => ({ ...one, lane: lanes[place] ?? 0 }))
  const shown = placed.filter(({ lane }) => lane < LANES)
  const more = days.map(
    (_, column) =>
      placed.filter(({ from, to, lane }) => lane >= LANES && from <= column && to > column).length,
  )
  return { days, shown, more }
}
