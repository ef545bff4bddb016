import { Button } from '@mantine/core'
import { useState } from 'react'
import type { MyDay } from '#shared/contract/my-day.ts'
import { EXCUSE_WORDS, exceptionWords } from '#shared/domain/attendance-words.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { LazyCorrectionForm } from '../correction/index.ts'
import { kindOf, spanText } from './kinds.ts'
import styles from './TrackerHome.module.css'
import { DONE_NAMES, TEXT } from './text.ts'

const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const HOUR_MS = 3_600_000
const timeOf = (iso: string) => TIME.format(Date.parse(iso))

type Session = MyDay['sessions'][number]
type Planned = MyDay['planned'][number]

/** What a part of a shift counts as. */
const PART_KINDS = {
  WORK: 'INTERVIEWING',
  BREAK: 'BREAK',
  TRAINING: 'SUPPORTING',
  MEETING: 'SUPPORTING',
} as const

export interface DayBarProps extends Pick<MyDay, 'sessions' | 'exceptions' | 'planned' | 'date'> {
  /** The shift's times, where the day has one. */
  readonly hasEnd: { readonly start: string; readonly end: string } | null
  /** Opens other days. */
  readonly onOtherDays?: () => void
  /** Somebody else's day: nothing of it can be asked to be put right here. */
  readonly isOthers?: boolean
  /** Its exceptions are listed elsewhere. */
  readonly isBrief?: boolean
}

/** From the shift's or the first session's start to its end, or now: what was planned over what was done. */
export function DayBar(props: DayBarProps) {
  const { now } = useServices()
  const [isTable, setTable] = useState(false)
  const [openID, setOpen] = useState<number | null>(null)
  const { sessions, planned, exceptions } = props
  const open = sessions.find(({ id }) => id === openID)
  const choose = (id: number) => setOpen(id === openID ? null : id)
  const title = props.isOthers ? TEXT.othersBar : TEXT.bar
  const isEmpty = sessions.length === 0 && planned.length === 0
  return (
    <section className={styles.paper} aria-label={title}>
      <header>
        <h3>{title}</h3>
        <span className={styles.headButtons}>
          {props.onOtherDays ? (
            <Button variant="subtle" size="compact-sm" onClick={props.onOtherDays}>
              {TEXT.otherDays}
            </Button>
          ) : null}
          {isEmpty ? null : (
            <Button variant="subtle" size="compact-sm" onClick={() => setTable(!isTable)}>
              {isTable ? TEXT.asBar : TEXT.asTable}
            </Button>
          )}
        </span>
      </header>
      {isEmpty ? (
        <p className={styles.nothing}>{TEXT.barEmpty}</p>
      ) : isTable ? (
        <Table {...props} openID={openID} onOpen={choose} />
      ) : (
        <Bar {...props} now={now()} openID={openID} onOpen={choose} />
      )}
      {open ? (
        <Opened
          key={open.id}
          session={open}
          exceptions={exceptionsIn(open, exceptions)}
          date={props.date}
          isOthers={props.isOthers ?? false}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {props.isBrief ? null : <Exceptions exceptions={exceptions} />}
    </section>
  )
}

/** What of a day's exceptions lies in a session. */
const exceptionsIn = (
  { start, end }: Pick<Session, 'start' | 'end'>,
  exceptions: MyDay['exceptions'],
): MyDay['exceptions'] => exceptions.filter((one) => one.end > start && (end === null || one.start < end))

interface OpeningProps {
  readonly openID: number | null
  readonly onOpen: (id: number) => void
}

const sessionWords = ({ activity, start, end, seconds }: Session) =>
  TEXT.session(
    DONE_NAMES[activity],
    timeOf(start),
    end === null ? TEXT.stillOn : timeOf(end),
    spanText(seconds * 1000),
  )

function Bar({
  sessions,
  planned,
  hasEnd,
  exceptions,
  now,
  openID,
  onOpen,
}: DayBarProps & OpeningProps & { now: number }) {
  const endOf = (end: string | null) => (end === null ? now : Date.parse(end))
  const begins = [...sessions, ...planned, ...(hasEnd ? [hasEnd] : [])].map(({ start }) => Date.parse(start))
  const from = Math.min(...begins)
  const ends = [...sessions, ...planned, ...(hasEnd ? [hasEnd] : [])].map(({ end }) => endOf(end))
  const isRunning = sessions.some(({ end }) => end === null)
  const to = Math.max(...ends, ...(isRunning ? [now] : []))
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
      <div className={styles.bar}>
        <span className={styles.lane}>{TEXT.planned}</span>
        <div className={styles.track} aria-hidden="true">
          {planned.map((part) => (
            <span
              key={part.start}
              className={styles.part}
              data-kind={PART_KINDS[part.kind]}
              title={plannedWords(part)}
              style={stretch(Date.parse(part.start), Date.parse(part.end))}
            />
          ))}
        </div>
        <span className={styles.lane}>{TEXT.done}</span>
        <div className={styles.track} data-done="true">
          {sessions.map((session) => (
            <button
              key={session.id}
              type="button"
              className={styles.piece}
              data-kind={kindOf(session.activity)}
              aria-label={sessionWords(session)}
              aria-expanded={openID === session.id}
              title={sessionWords(session)}
              style={stretch(Date.parse(session.start), endOf(session.end))}
              onClick={() => onOpen(session.id)}
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
          {now >= from && now <= to ? (
            <span className={styles.cursor} style={{ insetInlineStart: share(now) }} />
          ) : null}
        </div>
        <span />
        <div className={styles.hours} aria-hidden="true">
          {hours.map((at) => (
            <span key={at} className={styles.hour} style={{ insetInlineStart: share(at) }}>
              {TIME.format(at)}
            </span>
          ))}
        </div>
      </div>
      <ul className={styles.legend}>
        {used.map((activity) => (
          <li key={activity} data-kind={kindOf(activity)}>
            {DONE_NAMES[activity]}{' '}
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

const plannedWords = ({ kind, start, end }: Planned) =>
  TEXT.plannedPart(TEXT.segments[kind], timeOf(start), timeOf(end))

interface OpenedProps {
  readonly session: Session
  readonly exceptions: MyDay['exceptions']
  readonly date: string
  readonly isOthers: boolean
  readonly onClose: () => void
}

/** One session: from, to, length, project, who set it, what excuses it, and a way to have it put right. */
function Opened({ session, exceptions, date, isOthers, onClose }: OpenedProps) {
  const { notices } = useServices()
  const [isWrong, setWrong] = useState(false)
  const mayCorrect = useSession(({ permissions }) => permissions.can('ITRACKER_CAN_ADD_RETRO_ACTIVITY_TIME'))
  const { activity, project, category, end, by, isTimeCorrected, isCorrected } = session
  const setBy = by === null ? (isOthers ? null : TEXT.setByYou) : TEXT.setByOther(by)
  const more = [project, category, setBy].filter(Boolean)
  return (
    <section className={styles.opened} data-kind={kindOf(activity)} aria-label={sessionWords(session)}>
      <p>
        <strong>{sessionWords(session)}</strong>
        <span>{more.join(' · ')}</span>
        {exceptions.map((one) => (
          <span key={one.id}>
            {exceptionWords(one.kind, one.isNoticed)}
            {one.excusedSeconds > 0
              ? `: ${TEXT.excused(spanText(one.excusedSeconds * 1000), EXCUSE_WORDS[one.excuse])}`
              : ''}
          </span>
        ))}
        {isTimeCorrected ? <span>{TEXT.timeCorrected}</span> : null}
        {isCorrected ? <span>{TEXT.corrected}</span> : null}
      </p>
      <div className={styles.formButtons}>
        {mayCorrect && !isOthers && end !== null && !isWrong && activity !== 'INACTIVE' ? (
          <Button size="xs" variant="default" onClick={() => setWrong(true)}>
            {TEXT.correct}
          </Button>
        ) : null}
        <Button size="xs" variant="subtle" onClick={onClose}>
          {TEXT.closeSession}
        </Button>
      </div>
      {isWrong ? (
        <LazyCorrectionForm
          date={date}
          sessionID={session.id}
          onCancel={() => setWrong(false)}
          onDone={() => {
            setWrong(false)
            notices.show('success', TEXT.corrections)
          }}
        />
      ) : null}
    </section>
  )
}

/** What was out of order, and what excuses it. */
function Exceptions({ exceptions }: Pick<MyDay, 'exceptions'>) {
  if (exceptions.length === 0) return null
  return (
    <ul className={styles.exceptions} aria-label={TEXT.exceptions}>
      {exceptions.map(({ id, kind, start, end, seconds, excuse, excusedSeconds, isNoticed }) => (
        <li key={id} data-excused={excusedSeconds >= seconds}>
          <strong>{exceptionWords(kind, isNoticed)}</strong> {timeOf(start)}–{timeOf(end)},{' '}
          {spanText(seconds * 1000)}
          {excusedSeconds > 0
            ? ` · ${TEXT.excused(spanText(excusedSeconds * 1000), EXCUSE_WORDS[excuse])}`
            : ''}
        </li>
      ))}
    </ul>
  )
}

type TableRow =
  | { readonly is: 'planned'; readonly part: Planned }
  | { readonly is: 'done'; readonly session: Session }

/** What the bar shows, in its order: what was planned and what was done, with what was out of order. */
function Table(props: DayBarProps & OpeningProps) {
  const { sessions, planned, exceptions, openID, onOpen, isOthers = false } = props
  const rows: TableRow[] = [
    ...planned.map((part) => ({ is: 'planned' as const, part })),
    ...sessions.map((session) => ({ is: 'done' as const, session })),
  ]
  const startOf = (row: TableRow) => (row.is === 'planned' ? row.part.start : row.session.start)
  const heads = [
    TEXT.what,
    TEXT.from,
    TEXT.to,
    TEXT.length,
    TEXT.activity,
    TEXT.project,
    TEXT.setBy,
    TEXT.order,
  ]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section className={styles.tableBox} aria-label={TEXT.barTable} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {heads.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            .toSorted((a, b) => (startOf(a) < startOf(b) ? -1 : startOf(a) > startOf(b) ? 1 : 0))
            .map((row) =>
              row.is === 'planned' ? (
                <PlannedRow key={`planned ${row.part.start}`} part={row.part} />
              ) : (
                <DoneRow
                  key={row.session.id}
                  session={row.session}
                  exceptions={exceptionsIn(row.session, exceptions)}
                  isOthers={isOthers}
                  isOpen={openID === row.session.id}
                  onOpen={() => onOpen(row.session.id)}
                />
              ),
            )}
        </tbody>
      </table>
    </section>
  )
}

function PlannedRow({ part: { kind, start, end, project, isFixed } }: { readonly part: Planned }) {
  return (
    <tr data-planned="true">
      <td>{TEXT.planned}</td>
      <td>{timeOf(start)}</td>
      <td>{timeOf(end)}</td>
      <td>{spanText(Date.parse(end) - Date.parse(start))}</td>
      <td>{isFixed ? `${TEXT.segments[kind]}, ${TEXT.fixed}` : TEXT.segments[kind]}</td>
      <td>{project ?? TEXT.none}</td>
      <td>{TEXT.none}</td>
      <td />
    </tr>
  )
}

interface DoneRowProps {
  readonly session: Session
  readonly exceptions: MyDay['exceptions']
  readonly isOthers: boolean
  readonly isOpen: boolean
  readonly onOpen: () => void
}

function DoneRow({ session, exceptions, isOthers, isOpen, onOpen }: DoneRowProps) {
  const { start, end, seconds, activity, project, category, by } = session
  return (
    <tr>
      <td>{TEXT.done}</td>
      <td>{timeOf(start)}</td>
      <td>{end === null ? TEXT.stillOn : timeOf(end)}</td>
      <td>{spanText(seconds * 1000)}</td>
      <td>
        <button type="button" className={styles.open} aria-expanded={isOpen} onClick={onOpen}>
          {category === null ? DONE_NAMES[activity] : `${DONE_NAMES[activity]}, ${category}`}
        </button>
      </td>
      <td>{project ?? TEXT.none}</td>
      <td>{by ?? (isOthers ? TEXT.none : TEXT.you)}</td>
      <td>{exceptions.map(({ kind, isNoticed }) => exceptionWords(kind, isNoticed)).join(', ')}</td>
    </tr>
  )
}
