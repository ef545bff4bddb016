import { Button } from '@mantine/core'
import { IconCalendarWeek } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type TeamShifts as Read, teamShifts } from '#shared/contract/attendance.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON, londonDayAfter, londonField, startOfLondonWeek } from '#shared/domain/london-time.ts'
import { SHIFT_REQUEST_WORDS } from '#shared/domain/shift-requests.ts'
import { shiftTimes } from '#shared/domain/working-hours.ts'
import { useServices } from '../../services/context.tsx'
import { usePagePath } from '../../services/page/ui-labels-context.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadedPart } from './LoadedPart.tsx'
import styles from './TeamShifts.module.css'
import { SHIFTS_TEXT as TEXT } from './text.ts'

const AGAIN_MS = 60_000
const WEEK = [0, 1, 2, 3, 4, 5, 6] as const
const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const DAY = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: LONDON })
const dayOf = (at: number) => londonField(at).slice(0, 10)

/** The coming shifts of one's people, to read: a week's, requests that wait for one's word, and holiday (spec 4 §4.4.4). */
export function TeamShifts() {
  const { api, now } = useServices()
  const [weeks, setWeeks] = useState(0)
  const monday = londonDayAfter(startOfLondonWeek(now()), weeks * WEEK.length)
  const day = dayOf(monday)
  const query = useQuery({
    queryKey: ['supervisor-attendance', 'shifts', day],
    queryFn: ({ signal }) => api.call(teamShifts, { day }, { quiet: true, signal }),
    refetchInterval: AGAIN_MS,
  })
  return (
    <div className={styles.page}>
      <div className={styles.week}>
        <Button variant="default" size="compact-sm" onClick={() => setWeeks(weeks - 1)}>
          {TEXT.before}
        </Button>
        <h3 aria-live="polite">
          {TEXT.week(DAY.format(monday), DAY.format(londonDayAfter(monday, WEEK.length - 1)))}
        </h3>
        <Button variant="default" size="compact-sm" onClick={() => setWeeks(weeks + 1)}>
          {TEXT.after}
        </Button>
      </div>
      <LoadedPart query={query} icon={<IconCalendarWeek size={26} />} words={TEXT}>
        {(read: Read) => (
          <>
            <Week shifts={read.shifts} monday={monday} />
            <Requests requests={read.requests} />
            <Holidays holidays={read.holidays} />
          </>
        )}
      </LoadedPart>
    </div>
  )
}

function Week({ shifts, monday }: { readonly shifts: Read['shifts']; readonly monday: number }) {
  const days = WEEK.map((at) => londonDayAfter(monday, at))
  if (shifts.length === 0) return <EmptyState icon={<IconCalendarWeek size={26} />} title={TEXT.none} />
  const people = Map.groupBy(shifts, ({ userID }) => userID)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section className={styles.box} tabIndex={0} aria-label={TEXT.table}>
      <table>
        <thead>
          <tr>
            <th scope="col">{TEXT.person}</th>
            {days.map((at) => (
              <th key={at} scope="col">
                {DAY.format(at)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...people].map(([userID, theirs]) => {
            const byDay = Map.groupBy(theirs, ({ start }) => dayOf(Date.parse(start)))
            return (
              <tr key={userID}>
                <th scope="row">{theirs[0]?.name}</th>
                {days.map((at) => (
                  <td key={at}>
                    {byDay.get(dayOf(at))?.map((shift) => (
                      <Shift key={shift.id} shift={shift} />
                    ))}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

function Shift({ shift }: { readonly shift: Read['shifts'][number] }) {
  const { start, end, project, location, state } = shift
  return (
    <p className={styles.shift} data-state={state}>
      <strong>
        {TIME.format(Date.parse(start))}–{TIME.format(Date.parse(end))}
      </strong>
      <small>
        {[project, TEXT.locations[location], state === 'PUBLISHED' ? '' : TEXT.states[state]]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </p>
  )
}

function Requests({ requests }: { readonly requests: Read['requests'] }) {
  const path = usePagePath('resource.shifts.shift-requests')
  if (requests.length === 0) return null
  return (
    <section aria-label={TEXT.requests}>
      <h3>{TEXT.requests}</h3>
      <ul className={styles.list}>
        {requests.map(({ id, name, type, start, end, reason }) => (
          <li key={id}>
            <strong>
              {SHIFT_REQUEST_WORDS[type]}: {name}
            </strong>
            <span>{shiftTimes({ start: Date.parse(start), end: Date.parse(end) })}</span>
            <small>{reason}</small>
          </li>
        ))}
      </ul>
      <Link to={path}>{TEXT.decide}</Link>
    </section>
  )
}

function Holidays({ holidays }: { readonly holidays: Read['holidays'] }) {
  return (
    <section aria-label={TEXT.holidays}>
      <h3>{TEXT.holidays}</h3>
      {holidays.length === 0 ? (
        <p>{TEXT.noHolidays}</p>
      ) : (
        <ul className={styles.list}>
          {holidays.map(({ id, name, start, end, dayPart, isWaiting }) => {
            const [first, last] = [
              DAY.format(Date.parse(start)),
              DAY.format(londonDayAfter(Date.parse(end), -1)),
            ]
            return (
              <li key={id}>
                <strong>{name}</strong>
                <span>{first === last ? first : `${first} – ${last}`}</span>
                <small>
                  {[TEXT.parts[dayPart], isWaiting ? TEXT.waits : ''].filter(Boolean).join(' · ')}
                </small>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
