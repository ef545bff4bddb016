import { IconClockHour4 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type AttendanceDay, myAttendance } from '#shared/contract/activity.ts'
import { type ActivityName, isWorked } from '#shared/domain/activity.ts'
import { ACTIVITY_LABELS } from '#shared/domain/activity-words.ts'
import { dateFormat, hoursToQuarter } from '#shared/domain/date-format.ts'
import { LONDON, momentOfField, startOfLondonWeek } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import styles from './Attendance.module.css'
import { LoadedPart } from './LoadedPart.tsx'
import { lengthInWords, ATTENDANCE_TEXT as TEXT } from './text.ts'

const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const DAY = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: LONDON })
const MONDAY = dateFormat({ day: 'numeric', month: 'long', timeZone: LONDON })

const A_MINUTE_MS = 60_000

/** The person's last four weeks, day by day (spec 3 §2). */
export function Attendance() {
  const { api } = useServices()
  const query = useQuery({
    queryKey: ['attendance'],
    queryFn: ({ signal }) => api.call(myAttendance, undefined, { quiet: true, signal }),
    // The day that goes on grows while it is looked at.
    refetchInterval: ({ state }) => (state.data?.days.some(({ end }) => end === null) ? A_MINUTE_MS : false),
  })
  return (
    <LoadedPart query={query} icon={<IconClockHour4 size={26} />} words={TEXT}>
      {({ days }) =>
        days.length === 0 ? (
          <EmptyState icon={<IconClockHour4 size={26} />} title={TEXT.none} />
        ) : (
          <div className={styles.parts}>
            <p className={styles.lead}>{TEXT.lead}</p>
            <p className={styles.total}>
              <strong>{TEXT.hours(hoursToQuarter(workedIn(days) / 3600))}</strong> {TEXT.inAll(days.length)}
            </p>
            {weeksOf(days).map(([monday, own]) => (
              <Week key={monday} monday={monday} days={own} />
            ))}
          </div>
        )
      }
    </LoadedPart>
  )
}

const workedIn = (days: readonly AttendanceDay[]): number =>
  days.reduce((sum, { workedSeconds }) => sum + workedSeconds, 0)

/** By the Mondays that they begin with, in the order of the days. */
function weeksOf(days: readonly AttendanceDay[]): [monday: number, days: readonly AttendanceDay[]][] {
  const weeks = new Map<number, AttendanceDay[]>()
  for (const day of days) {
    const monday = startOfLondonWeek(momentOfField(day.day))
    weeks.set(monday, [...(weeks.get(monday) ?? []), day])
  }
  return [...weeks]
}

function Week({ monday, days }: { monday: number; days: readonly AttendanceDay[] }) {
  const seconds = workedIn(days)
  const id = `attendance-${monday}`
  return (
    <section aria-labelledby={id}>
      <div className={styles.week}>
        <h3 id={id}>{TEXT.week(MONDAY.format(monday))}</h3>
        <strong>{TEXT.hours(hoursToQuarter(seconds / 3600))}</strong>
      </div>
      <ul className={styles.days}>
        {days.map((day) => (
          <Day key={day.day} day={day} />
        ))}
      </ul>
    </section>
  )
}

const timeOf = (iso: string) => TIME.format(Date.parse(iso))

function Day({ day }: { day: AttendanceDay }) {
  const { start, end, workedSeconds, breaks, breakSeconds, activities } = day
  return (
    <li className={styles.day} data-open={end === null}>
      <h4>
        {DAY.format(momentOfField(day.day))}
        {end === null ? <span className={styles.open}>{TEXT.open}</span> : null}
      </h4>
      <dl>
        <Fact name={TEXT.from} value={TEXT.until(timeOf(start), end === null ? TEXT.now : timeOf(end))} />
        <Fact name={TEXT.worked} value={lengthInWords(workedSeconds)} />
        <Fact name={TEXT.breaks} value={TEXT.breaksOf(breaks, lengthInWords(breakSeconds))} />
      </dl>
      <div className={styles.bar} aria-hidden="true">
        {activities.map(({ activity, seconds }) => (
          <span key={activity} data-kind={kindOf(activity)} style={{ flexGrow: seconds }} />
        ))}
      </div>
      <ul className={styles.activities} aria-label={TEXT.activities}>
        {activities.map(({ activity, seconds }) => (
          <li key={activity} data-kind={kindOf(activity)}>
            {ACTIVITY_LABELS[activity]} <span>{lengthInWords(seconds)}</span>
          </li>
        ))}
      </ul>
    </li>
  )
}

function kindOf(activity: ActivityName): 'ready' | 'work' | 'rest' {
  if (!isWorked(activity)) return 'rest'
  return activity === 'AVAILABLE' ? 'ready' : 'work'
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
