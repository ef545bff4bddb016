import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconClockHour4 } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import {
  type AttendedDay,
  attendance,
  type Correction,
  cancelCorrection,
  confirmDay,
  queryDay,
} from '#shared/contract/attendance.ts'
import { ACTIVITY_LABELS } from '#shared/domain/activity-words.ts'
import { ATTENDANCE_TIMES, type AttendanceTime, attendanceRange } from '#shared/domain/attendance-sums.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON, londonDayAfter, momentOfField, startOfLondonWeek } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { useLive } from '../../services/live.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { LazyCorrectionForm } from '../correction/index.ts'
import styles from './Attendance.module.css'
import { AttendanceSums } from './AttendanceSums.tsx'
import { DayCard } from './DayCard.tsx'
import { LoadedPart } from './LoadedPart.tsx'
import { SayWhy } from './SayWhy.tsx'
import { lengthInWords, ATTENDANCE_TEXT as TEXT } from './text.ts'
import { CORRECTION_WORDS, isOver } from './words.ts'

const MONDAY = dateFormat({ day: 'numeric', month: 'long', timeZone: LONDON })
const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const DAY = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: LONDON })
const KEY = ['attendance'] as const
const A_MINUTE_MS = 60_000
/** So many days back something can be put right (spec 4 §4.2.1). */
const CORRECTED_DAYS = 7

/** One's own days of a time, with sums of weeks and months and their trend (spec 3 §2, 4 §4.2.5). */
export function Attendance() {
  const { api, now } = useServices()
  const client = useQueryClient()
  const { workingDayNews } = useLive()
  useEffect(
    () => workingDayNews.onChange(() => void client.invalidateQueries({ queryKey: KEY })),
    [client, workingDayNews],
  )
  const [time, setTime] = useState<AttendanceTime>('FOUR_WEEKS')
  const [own, setOwn] = useState(() => attendanceRange('FOUR_WEEKS', now()))
  const range = time === 'OWN' ? own : attendanceRange(time, now())
  const fault = rangeFault(range)
  const query = useQuery({
    queryKey: [...KEY, range],
    queryFn: ({ signal }) => api.call(attendance, range, { quiet: true, signal }),
    enabled: fault === null,
    // The day that goes on grows while it is looked at.
    refetchInterval: ({ state }) =>
      state.data?.days.some(({ actualStart, actualEnd }) => actualStart !== null && actualEnd === null)
        ? A_MINUTE_MS
        : false,
  })
  return (
    <div className={styles.parts}>
      <Times time={time} onTime={setTime} own={own} onOwn={setOwn} />
      {fault === null ? (
        <LoadedPart query={query} icon={<IconClockHour4 size={26} />} words={TEXT}>
          {({ days, corrections }) => (
            <>
              {days.length === 0 ? (
                <EmptyState icon={<IconClockHour4 size={26} />} title={TEXT.none} />
              ) : (
                <>
                  <p className={styles.lead}>{TEXT.lead}</p>
                  <p className={styles.total}>
                    <strong>{lengthInWords(workedIn(days))}</strong>{' '}
                    {TEXT.inAll(days.filter(({ actualStart }) => actualStart !== null).length)}
                  </p>
                  <AttendanceSums days={days} />
                </>
              )}
              {corrections.length === 0 ? null : <Corrections corrections={corrections} />}
              {weeksOf(days).map(([monday, ownDays]) => (
                <Week key={monday} monday={monday} days={ownDays} isOpen={days.length <= OPEN_DAYS} />
              ))}
            </>
          )}
        </LoadedPart>
      ) : (
        <Problem>{fault}</Problem>
      )}
    </div>
  )
}

/** Of more days than these, weeks show theirs when they are asked for. */
const OPEN_DAYS = 35
/** A time has two years at most (spec 4 §5.2). */
const RANGE_DAYS = 731

function rangeFault({ from, to }: { readonly from: string; readonly to: string }): string | null {
  const [start, end] = [momentOfField(from), momentOfField(to)]
  if (!Number.isFinite(start) || !Number.isFinite(end)) return TEXT.noRange
  if (end < start) return TEXT.badRange
  return end > londonDayAfter(start, RANGE_DAYS) ? TEXT.longRange : null
}

interface TimesProps {
  readonly time: AttendanceTime
  readonly onTime: (time: AttendanceTime) => void
  readonly own: { readonly from: string; readonly to: string }
  readonly onOwn: (own: { readonly from: string; readonly to: string }) => void
}

/** Which days are looked at. */
function Times({ time, onTime, own, onOwn }: TimesProps) {
  const day = (key: 'from' | 'to', label: string) => (
    <TextInput
      size="xs"
      type="date"
      label={label}
      value={own[key]}
      onChange={({ currentTarget }) => onOwn({ ...own, [key]: currentTarget.value })}
    />
  )
  return (
    <div className={styles.times}>
      <NativeSelect
        size="xs"
        label={TEXT.time}
        value={time}
        data={ATTENDANCE_TIMES.map((value) => ({ value, label: TEXT.times[value] }))}
        onChange={({ currentTarget }) => onTime(currentTarget.value as AttendanceTime)}
      />
      {time === 'OWN' ? day('from', TEXT.firstDay) : null}
      {time === 'OWN' ? day('to', TEXT.lastDay) : null}
    </div>
  )
}

const workedIn = (days: readonly AttendedDay[]): number =>
  days.reduce((sum, { workedSeconds }) => sum + workedSeconds, 0)

/** By the Mondays that they begin with, in the order of the days. */
function weeksOf(days: readonly AttendedDay[]): [monday: number, days: readonly AttendedDay[]][] {
  const weeks = new Map<number, AttendedDay[]>()
  for (const day of days) {
    const monday = startOfLondonWeek(momentOfField(day.date))
    weeks.set(monday, [...(weeks.get(monday) ?? []), day])
  }
  return [...weeks]
}

interface WeekProps {
  readonly monday: number
  readonly days: readonly AttendedDay[]
  /** Its days show from the beginning. */
  readonly isOpen: boolean
}

function Week({ monday, days, isOpen }: WeekProps) {
  const [isShown, setShown] = useState(isOpen)
  const seconds = workedIn(days)
  const id = `attendance-${monday}`
  return (
    <section aria-labelledby={id}>
      <div className={styles.week}>
        <h3 id={id}>{TEXT.week(MONDAY.format(monday))}</h3>
        <strong>{lengthInWords(seconds)}</strong>
      </div>
      {isShown ? (
        <ul className={styles.days}>
          {days.map((day) => (
            <OwnDay key={day.id} day={day} />
          ))}
        </ul>
      ) : (
        <Button variant="subtle" size="compact-sm" onClick={() => setShown(true)}>
          {TEXT.showDays(days.length)}
        </Button>
      )}
    </section>
  )
}

/** A day of one's own: confirmed, queried or corrected from here. */
function OwnDay({ day }: { day: AttendedDay }) {
  const { api, now, session } = useServices()
  const client = useQueryClient()
  const mayCorrect = useStore(session.store, ({ permissions }) =>
    permissions.can('ITRACKER_CAN_ADD_RETRO_ACTIVITY_TIME'),
  )
  const [open, setOpen] = useState<'query' | 'correct' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const again = () => client.invalidateQueries({ queryKey: KEY })
  const over = isOver(day, now())
  const isOpen = day.state === 'OPEN' || day.state === 'QUERIED'
  const isRecent = now() < londonDayAfter(momentOfField(day.date), CORRECTED_DAYS + 1)
  const confirm = async () => {
    setProblem(null)
    try {
      await api.call(confirmDay, { date: day.date }, { quiet: true })
      await again()
    } catch (error) {
      setProblem(reasonOf(error))
    }
  }
  return (
    <DayCard day={day}>
      {problem === null ? null : <Problem>{problem}</Problem>}
      {open === 'query' ? (
        <SayWhy
          label={TEXT.query}
          question={TEXT.queryWhat}
          send={TEXT.query}
          onCancel={() => setOpen(null)}
          onSend={async (reason) => {
            await api.call(queryDay, { date: day.date, reason }, { quiet: true })
            setOpen(null)
            await again()
          }}
        />
      ) : open === 'correct' ? (
        <LazyCorrectionForm
          date={day.date}
          onCancel={() => setOpen(null)}
          onDone={() => {
            setOpen(null)
            void again()
          }}
        />
      ) : (
        <div className={styles.actions}>
          {over && isOpen ? (
            <Button variant="default" size="compact-sm" onClick={() => void confirm()}>
              {TEXT.confirm}
            </Button>
          ) : null}
          {over && day.state === 'OPEN' ? (
            <Button variant="subtle" size="compact-sm" onClick={() => setOpen('query')}>
              {TEXT.query}
            </Button>
          ) : null}
          {mayCorrect && isRecent && day.state !== 'LOCKED' && day.actualStart !== null ? (
            <Button variant="subtle" size="compact-sm" onClick={() => setOpen('correct')}>
              {TEXT.correct}
            </Button>
          ) : null}
        </div>
      )}
    </DayCard>
  )
}

const timeOf = (iso: string) => TIME.format(Date.parse(iso))

/** What a correction asks for, in one line. */
export const correctionLine = ({ activity, project, start, end, before }: Correction): string =>
  [
    `${DAY.format(Date.parse(start))}: ${ACTIVITY_LABELS[activity]}${project === null ? '' : `, ${project}`} ${timeOf(start)}–${timeOf(end)}`,
    before === null
      ? null
      : TEXT.insteadOf(`${ACTIVITY_LABELS[before.activity]} ${timeOf(before.start)}–${timeOf(before.end)}`),
  ]
    .filter(Boolean)
    .join(' ')

function Corrections({ corrections }: { corrections: readonly Correction[] }) {
  const { api, notices } = useServices()
  const client = useQueryClient()
  const cancel = async (id: number) => {
    try {
      await api.call(cancelCorrection, { id }, { quiet: true })
    } catch (error) {
      notices.show('error', reasonOf(error))
    }
    await client.invalidateQueries({ queryKey: KEY })
  }
  return (
    <section aria-label={TEXT.corrections}>
      <h3>{TEXT.corrections}</h3>
      <ul className={styles.days}>
        {corrections.map((correction) => (
          <li key={correction.id} className={styles.line}>
            <span>
              {correctionLine(correction)}
              <small>
                {CORRECTION_WORDS[correction.state]}
                {correction.decidedBy === null ? '' : ` ${TEXT.by(correction.decidedBy)}`}
                {correction.decisionNote === '' ? '' : `: ${correction.decisionNote}`}
              </small>
            </span>
            {correction.state === 'PENDING' ? (
              <Button variant="subtle" size="compact-sm" onClick={() => void cancel(correction.id)}>
                {TEXT.takeBack}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
