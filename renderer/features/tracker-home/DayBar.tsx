import { Button } from '@mantine/core'
import { useState } from 'react'
import type { MyDay } from '#shared/contract/my-day.ts'
import { EXCEPTION_WORDS, EXCUSE_WORDS } from '#shared/domain/attendance-words.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { kindOf, spanText } from './kinds.ts'
import styles from './TrackerHome.module.css'
import { NAMES, TEXT } from './text.ts'

const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const HOUR_MS = 3_600_000

/** From the shift's or the first session's start to its end, or now: what was planned over what was done. */
export function DayBar({ day }: { day: MyDay }) {
  const { now } = useServices()
  const [isTable, setTable] = useState(false)
  const { sessions, shift } = day
  return (
    <section className={styles.paper} aria-label={TEXT.bar}>
      <header>
        <h3>{TEXT.bar}</h3>
        {sessions.length > 0 ? (
          <Button variant="subtle" size="compact-sm" onClick={() => setTable(!isTable)}>
            {isTable ? TEXT.asBar : TEXT.asTable}
          </Button>
        ) : null}
      </header>
      {sessions.length === 0 ? (
        <p className={styles.nothing}>{TEXT.barEmpty}</p>
      ) : isTable ? (
        <Table sessions={sessions} />
      ) : (
        <Bar sessions={sessions} shift={shift} exceptions={day.exceptions} now={now()} />
      )}
      <Exceptions exceptions={day.exceptions} />
    </section>
  )
}

function Bar({
  sessions,
  shift,
  exceptions,
  now,
}: Pick<MyDay, 'sessions' | 'shift' | 'exceptions'> & { now: number }) {
  const endOf = (end: string | null) => (end === null ? now : Date.parse(end))
  const starts = sessions.map(({ start }) => Date.parse(start))
  const from = Math.min(...starts, ...(shift ? [Date.parse(shift.start)] : []))
  const to = Math.max(
    now,
    ...sessions.map(({ end }) => endOf(end)),
    ...(shift ? [Date.parse(shift.end)] : []),
  )
  const share = (at: number) => `${((at - from) / Math.max(1, to - from)) * 100}%`
  const stretch = (start: number, end: number) => ({
    insetInlineStart: share(start),
    width: `${((end - start) / Math.max(1, to - from)) * 100}%`,
  })
  const hours: number[] = []
  const step = to - from > 6 * HOUR_MS ? 2 * HOUR_MS : HOUR_MS
  for (let at = Math.ceil(from / step) * step; at < to; at += step) hours.push(at)
  const used = [...new Set(sessions.map(({ activity }) => activity))]
  return (
    <div>
      <div className={styles.bar} aria-hidden="true">
        {shift ? (
          <span className={styles.plan} style={stretch(Date.parse(shift.start), Date.parse(shift.end))} />
        ) : null}
        {sessions.map(({ id, activity, start, end }) => (
          <span
            key={id}
            className={styles.piece}
            data-kind={kindOf(activity)}
            style={stretch(Date.parse(start), endOf(end))}
          />
        ))}
        {exceptions.map(({ id, start, end, seconds, excusedSeconds }) => (
          <span
            key={id}
            className={styles.exception}
            data-excused={excusedSeconds >= seconds}
            style={stretch(Math.max(from, Date.parse(start)), Math.min(to, Date.parse(end)))}
          />
        ))}
        <span className={styles.cursor} style={{ insetInlineStart: share(now) }} />
        {hours.map((at) => (
          <span key={at} className={styles.hour} style={{ insetInlineStart: share(at) }}>
            {TIME.format(at)}
          </span>
        ))}
      </div>
      <ul className={styles.legend}>
        {used.map((activity) => (
          <li key={activity} data-kind={kindOf(activity)}>
            {NAMES[activity]}{' '}
            <span>
              {spanText(
                sessions
                  .filter((session) => session.activity === activity)
                  .reduce((sum, session) => sum + session.seconds * 1000, 0),
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What was out of order, and what excuses it. */
function Exceptions({ exceptions }: Pick<MyDay, 'exceptions'>) {
  if (exceptions.length === 0) return null
  return (
    <ul className={styles.exceptions} aria-label={TEXT.exceptions}>
      {exceptions.map(({ id, kind, start, end, seconds, excuse, excusedSeconds }) => (
        <li key={id} data-excused={excusedSeconds >= seconds}>
          <strong>{EXCEPTION_WORDS[kind]}</strong> {TIME.format(Date.parse(start))}–
          {TIME.format(Date.parse(end))}, {spanText(seconds * 1000)}
          {excusedSeconds > 0
            ? ` · ${TEXT.excused(spanText(excusedSeconds * 1000), EXCUSE_WORDS[excuse])}`
            : ''}
        </li>
      ))}
    </ul>
  )
}

function Table({ sessions }: Pick<MyDay, 'sessions'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section className={styles.tableBox} aria-label={TEXT.bar} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {[TEXT.from, TEXT.to, TEXT.length, TEXT.activity, TEXT.project, TEXT.setBy].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sessions.map(({ id, start, end, seconds, activity, project, category, by }) => (
            <tr key={id}>
              <td>{TIME.format(Date.parse(start))}</td>
              <td>{end === null ? TEXT.stillOn : TIME.format(Date.parse(end))}</td>
              <td>{spanText(seconds * 1000)}</td>
              <td>{category === null ? NAMES[activity] : `${NAMES[activity]}, ${category}`}</td>
              <td>{project ?? '–'}</td>
              <td>{by ?? TEXT.you}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
