import type { ReactNode } from 'react'
import type { AttendedDay, DayExceptionRow } from '#shared/contract/attendance.ts'
import { type ActivityName, isWorked } from '#shared/domain/activity.ts'
import { ACTIVITY_LABELS } from '#shared/domain/activity-words.ts'
import { DAY_STATE_WORDS, EXCUSE_WORDS, exceptionWords } from '#shared/domain/attendance-words.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LOCALE } from '#shared/domain/locale.ts'
import { LONDON, momentOfField } from '#shared/domain/london-time.ts'
import styles from './Attendance.module.css'
import { lengthInWords, ATTENDANCE_TEXT as TEXT } from './text.ts'
import { OUTCOME_WORDS, shareText } from './words.ts'

const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const DAY = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: LONDON })
const HOURS = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 })

const timeOf = (iso: string) => TIME.format(Date.parse(iso))
/** Fine, or why somebody should look at it. */
const GOOD: readonly AttendedDay['outcome'][] = ['ON_TIME', 'EXCUSED', 'OFF', 'EXTRA']

interface DayCardProps {
  readonly day: AttendedDay
  /** Says whose it is. */
  readonly isNamed?: boolean
  /** What can be done with one of its exceptions. */
  readonly onException?: (exception: DayExceptionRow) => ReactNode
  /** What can be done with it. */
  readonly children?: ReactNode
}

/** A day as it was judged: hours, figures, what was out of order, and where it stands. */
export function DayCard({ day, isNamed = false, onException, children }: DayCardProps) {
  const { actualStart, actualEnd, scheduledStart, scheduledEnd, workedSeconds, breaks, breakSeconds } = day
  // One's own stand under their week.
  const Heading = isNamed ? 'h3' : 'h4'
  const goesOn = actualStart !== null && actualEnd === null
  return (
    <li className={styles.day} data-open={goesOn}>
      <div className={styles.head}>
        <Heading className={styles.date}>
          {DAY.format(momentOfField(day.date))}
          {isNamed ? <span className={styles.person}>{day.name}</span> : null}
        </Heading>
        {goesOn ? <span className={styles.open}>{TEXT.open}</span> : null}
        {day.state === 'OPEN' ? null : (
          <span className={styles.state} data-state={day.state}>
            {DAY_STATE_WORDS[day.state]}
            {day.isBySystem ? ` ${TEXT.byItself}` : ''}
          </span>
        )}
      </div>
      <dl>
        <Fact
          name={TEXT.from}
          value={
            actualStart === null
              ? '–'
              : TEXT.until(timeOf(actualStart), actualEnd === null ? TEXT.now : timeOf(actualEnd))
          }
        />
        <Fact
          name={TEXT.planned}
          value={
            scheduledStart === null || scheduledEnd === null
              ? TEXT.noShift
              : TEXT.until(timeOf(scheduledStart), timeOf(scheduledEnd))
          }
        />
        <Fact name={TEXT.worked} value={lengthInWords(workedSeconds)} />
        <Fact name={TEXT.paid} value={TEXT.paidHours(HOURS.format(day.paidHours))} />
        <Fact name={TEXT.breaks} value={TEXT.breaksOf(breaks, lengthInWords(breakSeconds))} />
        <Fact name={TEXT.adherence} value={shareText(day.adherence)} />
        <Fact name={TEXT.conformance} value={shareText(day.conformance)} />
        <Fact
          name={TEXT.outcome}
          value={<span data-bad={!GOOD.includes(day.outcome)}>{OUTCOME_WORDS[day.outcome]}</span>}
        />
      </dl>
      {day.activities.length === 0 ? null : (
        <>
          <div className={styles.bar} aria-hidden="true">
            {day.activities.map(({ activity, seconds }) => (
              <span key={activity} data-kind={kindOf(activity)} style={{ flexGrow: seconds }} />
            ))}
          </div>
          <ul className={styles.activities} aria-label={TEXT.activities}>
            {day.activities.map(({ activity, seconds }) => (
              <li key={activity} data-kind={kindOf(activity)}>
                {ACTIVITY_LABELS[activity]} <span>{lengthInWords(seconds)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {day.exceptions.length === 0 ? null : (
        <ul className={styles.exceptions} aria-label={TEXT.exceptions}>
          {day.exceptions.map((exception) => (
            <li key={exception.id} data-excused={exception.excusedSeconds >= exception.seconds}>
              <span>
                <strong>{exceptionWords(exception.kind, exception.isNoticed)}</strong>{' '}
                {timeOf(exception.start)}–{timeOf(exception.end)}, {lengthInWords(exception.seconds)}
                {exception.excusedSeconds > 0
                  ? ` · ${lengthInWords(exception.excusedSeconds)} ${EXCUSE_WORDS[exception.excuse]}`
                  : ''}
                {exception.excusedBy === '' ? '' : ` ${TEXT.by(exception.excusedBy)}`}
                {exception.reason === '' ? '' : `: ${exception.reason}`}
              </span>
              {onException?.(exception)}
            </li>
          ))}
        </ul>
      )}
      {day.note === '' ? null : <p className={styles.note}>{day.note}</p>}
      {children}
    </li>
  )
}

function kindOf(activity: ActivityName): 'ready' | 'work' | 'rest' {
  if (!isWorked(activity)) return 'rest'
  return activity === 'AVAILABLE' ? 'ready' : 'work'
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
