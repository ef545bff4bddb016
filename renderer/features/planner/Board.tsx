// biome-ignore-all lint/a11y/useSemanticElements: the rows of a long page are placed by hand, which a <table>'s can't be
// biome-ignore-all lint/a11y/useFocusableInteractive: one cell at a time has the focus
import { type CSSProperties, memo, type RefObject, useMemo, useRef } from 'react'
import { Virtualizer } from 'virtua'
import { dateFormat } from '#shared/domain/date-format.ts'
import { initialsOf } from '#shared/domain/initials.ts'
import { LONDON, londonDayAfter } from '#shared/domain/london-time.ts'
import { hoursOfShift } from '#shared/domain/working-hours.ts'
import type { PlanLooker, PlanSelection } from '#shared/hubs/plan-looks.ts'
import { adjustedText } from './adjusted-text.ts'
import { HEAD_PX } from './board-ghost.ts'
import { chosenBy, namesOf } from './Lookers.tsx'
import {
  dayOf,
  daysOf,
  HOUR_MS,
  hoursShown,
  isOpen,
  type Line,
  type NeedDay,
  type PersonPlan,
  type Plan,
  type Range,
  type Scale,
  type Shift,
  shiftsIn,
  totalsOf,
} from './model.ts'
import { Need } from './Need.tsx'
import styles from './Planner.module.css'
import { TEXT } from './text.ts'
import { useBoardDrag } from './use-board-drag.ts'
import { type BoardActions, useBoardKeys } from './use-board-keys.ts'

export const ROW_PX = 46
const SHORT = 30
const MIN_PX: Readonly<Record<Scale, number>> = { day: 720, week: 112, weeks: 92, month: 44 }

const DAY = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: LONDON })
const SHORT_DAY = dateFormat({ weekday: 'short', day: 'numeric', timeZone: LONDON })
const TINY_DAY = dateFormat({ day: 'numeric', timeZone: LONDON })
const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const LONG_DAY = dateFormat({ weekday: 'long', day: 'numeric', month: 'long', timeZone: LONDON })

const times = ({ start, end }: { start: number; end: number }) => `${TIME.format(start)}–${TIME.format(end)}`
/** '9' and '–17', '9:30' and '–17': as short as it can be read. */
const shortTimes = ({ start, end }: { start: number; end: number }) => {
  const [from, to] = [start, end].map((at) => TIME.format(at).replace(/^0/, '').replace(':00', ''))
  return (
    <>
      <i>{from}</i>
      <i>–{to}</i>
    </>
  )
}

export interface BoardProps {
  readonly plan: Plan
  readonly range: Range
  readonly scale: Scale
  readonly lines: readonly Line[]
  readonly need: readonly NeedDay[]
  /** Null for who only looks. */
  readonly actions: BoardActions
  readonly mayEdit: boolean
  /** What is said of it where it isn't shifts that are planned. */
  readonly words?: BoardWords
  /** Other planners, with what they have chosen. */
  readonly lookers?: readonly PlanLooker[]
  /** Told of the day or shift that has the focus. */
  readonly onChoose?: (selection: PlanSelection) => void
}

export interface BoardWords {
  readonly total: string
  readonly states: Readonly<Record<Shift['state'], string>>
  readonly toCancel: string
}

const WORDS: BoardWords = { total: TEXT.total, states: TEXT.states, toCancel: TEXT.toCancel }

/** The plan: people down, time across (spec 4 §4.5.5). Only the rows in sight are drawn, each anew when its person changes. */
export function Board(props: BoardProps) {
  const { plan, range, scale, lines, need, words = WORDS, lookers, onChoose } = props
  const chosen = useMemo(() => Map.groupBy(lookers ?? [], (one) => one.selection?.userID), [lookers])
  const scroller = useRef<HTMLDivElement>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const days = daysOf(range)
  const hours = hoursShown(plan, range)
  const geometry = { days, hours, rowPx: ROW_PX, lines }
  const keys = useBoardKeys({ ...props, scroller, ghost, geometry })
  const drag = useBoardDrag({ ...props, scroller, ghost, geometry })
  const holidays = new Map(plan.week.holidays.map(({ day, name }) => [day, name]))
  const offDays = days.map((day) => isOff(day) || holidays.has(dayOf(day)))
  const dayNames = days.map((day) => DAY.format(day)).join('\n')
  const key = `${dayOf(range.from)} ${scale} ${hours.from} ${hours.to}`
  const draw = (line: Line, at: number) =>
    line.kind === 'head' ? (
      <div key={`head ${line.name}`} role="row" aria-rowindex={at + 2} className={styles.groupHead}>
        <div role="gridcell" className={styles.groupName}>
          {line.name === '' ? '–' : line.name} <small>{TEXT.people(line.people)}</small>
        </div>
      </div>
    ) : (
      <Row
        key={line.id}
        own={plan.people.get(line.id)}
        at={at}
        isFirst={at === (lines[0]?.kind === 'head' ? 1 : 0)}
        frame={key}
        range={range}
        hours={hours}
        scale={scale}
        offDays={offDays.join()}
        dayNames={dayNames}
        projects={plan.projects}
        words={words}
        lookers={chosen.get(line.id)}
      />
    )
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={-1}
      aria-label={TEXT.grid(LONG_DAY.format(range.from), LONG_DAY.format(londonDayAfter(range.to, -1)))}
      aria-rowcount={lines.length + 1}
      aria-colcount={days.length + 2}
      className={styles.board}
      data-scale={scale}
      style={
        {
          '--days': days.length,
          '--day': `minmax(${MIN_PX[scale]}px, 1fr)`,
          '--row': `${ROW_PX}px`,
          '--head': `${HEAD_PX}px`,
          '--hour': `${100 / (hours.to - hours.from)}%`,
        } as CSSProperties
      }
      onKeyDown={keys}
      onFocus={({ target }) => onChoose && choiceOf(target, onChoose)}
      {...drag}
    >
      <div role="row" aria-rowindex={1} className={styles.head}>
        <div role="columnheader" className={styles.corner}>
          {TEXT.person}
        </div>
        {days.map((day, at) => (
          <div
            key={day}
            role="columnheader"
            className={styles.dayHead}
            data-off={offDays[at] || undefined}
            title={[LONG_DAY.format(day), holidays.get(dayOf(day))].filter(Boolean).join(': ')}
          >
            {scale === 'day' ? (
              <HourHeads hours={hours} />
            ) : (
              <span>{scale === 'month' ? TINY_DAY.format(day) : SHORT_DAY.format(day)}</span>
            )}
            <Need day={need[at]} hours={hours} hasWords={scale === 'week' || scale === 'day'} />
          </div>
        ))}
        <div role="columnheader" className={styles.totalHead}>
          {words.total}
        </div>
      </div>
      {lines.length <= SHORT ? (
        lines.map(draw)
      ) : (
        <Virtualizer
          data={lines as Line[]}
          itemSize={ROW_PX}
          scrollRef={scroller as RefObject<HTMLElement>}
          startMargin={HEAD_PX}
        >
          {draw}
        </Virtualizer>
      )}
      <div ref={ghost} className={styles.ghost} hidden aria-hidden="true">
        <b />
        <span />
      </div>
    </div>
  )
}

/** Says which day of whom, and which shift, an element of the board is in. */
function choiceOf(target: Element, say: (selection: PlanSelection) => void): void {
  const cell = target.closest<HTMLElement>('[data-day]')
  const row = target.closest<HTMLElement>('[data-person]')
  const shift = target.closest<HTMLElement>('[data-shift]')
  if (!cell || !row) return
  const shiftID = shift === null ? null : Number(shift.dataset.shift)
  say({ userID: Number(row.dataset.person), day: cell.dataset.day ?? '', shiftID })
}

/** The hours of the one day that shows. */
function HourHeads({
  hours: { from, to },
}: {
  readonly hours: { readonly from: number; readonly to: number }
}) {
  const all = Array.from({ length: to - from }, (_, at) => from + at)
  return (
    <span className={styles.hourHeads}>
      {all.map((hour) => (
        <span key={hour} style={{ left: `${((hour - from) / (to - from)) * 100}%` }}>
          {hour}
        </span>
      ))}
    </span>
  )
}

const isOff = (day: number) => [0, 6].includes(new Date(`${dayOf(day)}T12:00Z`).getUTCDay())

interface RowProps {
  readonly own: PersonPlan | undefined
  readonly at: number
  readonly isFirst: boolean
  /** The time that shows, so that the row is drawn anew with another. */
  readonly frame: string
  readonly range: Range
  readonly hours: { readonly from: number; readonly to: number }
  readonly scale: Scale
  readonly offDays: string
  /** How each day is called, one a line: put into words once, not for each row. */
  readonly dayNames: string
  readonly projects: ReadonlyMap<number, string>
  readonly words: BoardWords
  /** Other planners who have chosen something in this row. */
  readonly lookers: readonly PlanLooker[] | undefined
}

const Row = memo(
  function Row({
    own,
    at,
    isFirst,
    range,
    hours,
    scale,
    offDays,
    dayNames,
    projects,
    words: said,
    lookers = [],
  }: RowProps) {
    if (!own) return null
    const { person } = own
    const days = daysOf(range)
    const names = dayNames.split('\n')
    const off = offDays.split(',')
    const shifts = Map.groupBy(shiftsIn(own, range), ({ start }) => dayOf(start))
    const totals = totalsOf(own, range)
    const { contracted, cost } = totals
    const difference = contracted === null ? null : totals.planned - contracted
    const words = {
      planned: TEXT.hours(totals.planned),
      contracted: contracted === null ? null : TEXT.hours(contracted),
      difference: difference === null ? null : TEXT.difference(difference),
      cost: cost === null ? null : TEXT.cost(cost),
    }
    return (
      <div
        role="row"
        aria-rowindex={at + 2}
        className={styles.row}
        data-person={person.userID}
        data-line={at}
      >
        <div role="rowheader" className={styles.name}>
          <span>{person.name}</span>
          {person.adjusted ? <small>{adjustedText(person.adjusted)}</small> : null}
        </div>
        {days.map((day, place) => {
          const date = dayOf(day)
          const here = shifts.get(date) ?? []
          const label = `${names[place]}${here.length === 0 ? `, ${TEXT.free}` : ''}`
          // A name that isn't drawn costs the browser less; one beside words that are seen has to be among them.
          const there = lookers.filter(({ selection }) => selection?.day === date)
          const onDay = there.filter(({ selection }) => !here.some(({ id }) => id === selection?.shiftID))
          const hasWords = here.length > 0 || eventsOn(own, day).length > 0 || there.length > 0
          return (
            <div
              key={day}
              role="gridcell"
              aria-label={hasWords ? undefined : label}
              className={styles.cell}
              data-day={date}
              data-off={off[place] === 'true' || undefined}
              {...chosenBy(onDay)}
              tabIndex={isFirst && place === 0 && here.length === 0 ? 0 : -1}
            >
              {hasWords ? <span className="visually-hidden">{label}</span> : null}
              <Events own={own} day={day} hours={hours} />
              {there.length === 0 ? null : (
                <small className={styles.chosenBy} style={chosenBy(there)?.style}>
                  <span className="visually-hidden">{TEXT.chosenBy(namesOf(there))}</span>
                  <span aria-hidden="true">{namesOf(there).map(initialsOf).join(' ')}</span>
                </small>
              )}
              {here.map((shift, index) => (
                <ShiftBox
                  key={shift.id}
                  shift={shift}
                  day={day}
                  hours={hours}
                  scale={scale}
                  project={projects.get(shift.projectID ?? 0) ?? ''}
                  words={said}
                  lookers={there.filter(({ selection }) => selection?.shiftID === shift.id)}
                  isStop={isFirst && place === 0 && index === 0}
                />
              ))}
            </div>
          )
        })}
        <div role="gridcell" className={styles.total}>
          <span className="visually-hidden">
            {TEXT.totals(words.planned, words.contracted, words.difference, words.cost)}
          </span>
          <span aria-hidden="true">
            {words.planned}
            {words.contracted === null ? null : <small> / {words.contracted}</small>}
          </span>
          <small
            aria-hidden="true"
            data-over={(difference ?? 0) > 0 || undefined}
            data-short={(difference ?? 0) < 0 || undefined}
          >
            {[words.difference, words.cost].filter(Boolean).join(' · ')}
          </small>
        </div>
      </div>
    )
  },
  (a, b) =>
    a.own === b.own &&
    a.at === b.at &&
    a.isFirst === b.isFirst &&
    a.frame === b.frame &&
    a.offDays === b.offDays &&
    JSON.stringify(a.lookers) === JSON.stringify(b.lookers),
)

/** Where something is in the column of a day, as shares of its width. */
export function placeIn(
  { start, end }: { readonly start: number; readonly end: number },
  day: number,
  hours: { readonly from: number; readonly to: number },
): CSSProperties {
  const width = hours.to - hours.from
  // By the hours that are on the clock, so that a day of 23 hours has its columns, too.
  const share = (at: number) => ((at - day) / HOUR_MS - hours.from) / width
  const left = Math.max(0, share(start))
  return { left: `${left * 100}%`, width: `${Math.max(0, share(end) - left) * 100}%` }
}

function eventsOn(own: PersonPlan, day: number): PersonPlan['events'] {
  const next = londonDayAfter(day, 1)
  return own.events.filter((event) => Date.parse(event.start) < next && Date.parse(event.end) > day)
}

function Events({ own, day, hours }: { own: PersonPlan; day: number; hours: { from: number; to: number } }) {
  const next = londonDayAfter(day, 1)
  const here = eventsOn(own, day)
  return here.map((event) => {
    const start = Math.max(day, Date.parse(event.start))
    const end = Math.min(next, Date.parse(event.end))
    const words = [
      event.kind === 'SHIFT' ? event.text : TEXT.events[event.kind],
      event.isWaiting ? TEXT.waiting : '',
    ]
      .filter(Boolean)
      .join(', ')
    return (
      <span
        key={`${event.kind} ${event.start}`}
        className={styles.event}
        data-kind={event.kind}
        data-waiting={event.isWaiting || undefined}
        style={end - start > 20 * HOUR_MS ? { left: 0, width: '100%' } : placeIn({ start, end }, day, hours)}
        title={`${words} ${times({ start, end })}`}
      >
        {words}
      </span>
    )
  })
}

interface ShiftBoxProps {
  readonly shift: Shift
  readonly day: number
  readonly hours: { readonly from: number; readonly to: number }
  readonly scale: Scale
  readonly project: string
  readonly words: BoardWords
  readonly lookers: readonly PlanLooker[]
  readonly isStop: boolean
}

function ShiftBox({ shift, day, hours, scale, project, words, lookers, isStop }: ShiftBoxProps) {
  const marked = chosenBy(lookers)
  const state = shift.isCancelled
    ? words.toCancel
    : shift.state === 'PUBLISHED' && shift.isChanged
      ? TEXT.changed
      : words.states[shift.state]
  const place = shift.location === 'HOME' ? TEXT.home : ''
  const full = [TEXT.shift(times(shift), project, state), place, TEXT.hours(hoursOfShift(shift)), shift.note]
    .filter(Boolean)
    .join(', ')
  return (
    <button
      type="button"
      className={styles.shift}
      tabIndex={isStop ? 0 : -1}
      data-shift={shift.id}
      data-state={shift.state}
      data-changed={(shift.isChanged && !shift.isCancelled) || undefined}
      data-cancelled={shift.isCancelled || undefined}
      data-open={isOpen(shift) || undefined}
      data-chosen={marked !== null || undefined}
      style={
        {
          ...marked?.style,
          ...placeIn(shift, day, hours),
          '--tint': `var(--plan-${(shift.projectID ?? 0) % 6})`,
        } as CSSProperties
      }
      title={full}
    >
      <span className="visually-hidden">{full}</span>
      {scale === 'month' ? null : (
        <>
          <b aria-hidden="true">{scale === 'day' ? times(shift) : shortTimes(shift)}</b>
          <span aria-hidden="true">{project || place}</span>
        </>
      )}
    </button>
  )
}
