import { Button, TextInput } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  markAbsent,
  noteLate,
  supervisorToday,
  type TodayRow,
  unmarkAbsent,
} from '#shared/contract/absence.ts'
import { ABSENCE_WORDS, type ReportedAs } from '#shared/domain/absence.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { clockAfter, LONDON, londonField, startOfLondonDay } from '#shared/domain/london-time.ts'
import { isCounted, TODAY_COUNTS, TODAY_STATES, TODAY_WORDS, type TodayCount } from '#shared/domain/today.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { useLive } from '../../services/live.tsx'
import { useSignedIn } from '../../services/signed-in.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { UndoLine } from '../../ui/UndoLine.tsx'
import { useNow } from '../../ui/use-now.ts'
import { LoadedPart } from './LoadedPart.tsx'
import styles from './Today.module.css'
import { TODAY_TEXT as TEXT } from './text.ts'

const KEY = 'supervisor-today'
const AGAIN_MS = 60_000
const UNDO_MS = 10_000
const HOUR_MS = 3_600_000
const NOTE_MAX = 1000
const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const time = (at: string) => TIME.format(Date.parse(at))

interface Marked {
  readonly caseID: number
  readonly said: string
}

/** Who is due today and where they are (spec 4 §4.4.4). */
export function Today() {
  const { api } = useServices()
  const client = useQueryClient()
  const { livePanel } = useSignedIn()
  const { workingDayNews } = useLive()
  const [marked, setMarked] = useState<Marked | null>(null)
  const query = useQuery({
    queryKey: [KEY],
    queryFn: ({ signal }) => api.call(supervisorToday, {}, { quiet: true, signal }),
    refetchInterval: AGAIN_MS,
  })
  const again = useRef(() => client.invalidateQueries({ queryKey: [KEY] }))
  useFollowed(livePanel, () => void again.current())
  useEffect(
    () =>
      workingDayNews.onChange((news) => {
        if (news === null || news.entity === 'ABSENCE' || news.entity === 'SHIFT') void again.current()
      }),
    [workingDayNews],
  )
  const takeBack = async () => {
    const version = query.data?.rows.find(({ absence }) => absence?.id === marked?.caseID)?.absence?.version
    if (marked && version !== undefined)
      await api.call(unmarkAbsent, { id: marked.caseID, version }).catch(() => {})
    setMarked(null)
    await again.current()
  }
  return (
    <>
      <LoadedPart query={query} icon={<IconCalendarOff size={26} />} words={TEXT}>
        {({ rows }: { readonly rows: readonly TodayRow[] }) => (
          <Rows rows={rows} onMarked={setMarked} onDone={() => void again.current()} />
        )}
      </LoadedPart>
      <UndoLine
        className={styles.undo}
        said={marked?.said ?? null}
        undo={TEXT.undo}
        onUndo={() => void takeBack()}
        ends={{ of: marked, afterMs: UNDO_MS, onEnd: () => setMarked(null) }}
      />
    </>
  )
}

/** What people do is pushed: it is read again at once, then at most once a second. */
function useFollowed(panel: ReturnType<typeof useSignedIn>['livePanel'], onChange: () => void): void {
  const { timers } = useServices()
  const changed = useRef(onChange)
  changed.current = onChange
  useEffect(() => {
    let stop: (() => void) | null = null
    const off = panel.store.subscribe((state, before) => {
      if (state.stats === before.stats || stop) return
      stop = timers.after(1000, () => {
        stop = null
        changed.current()
      })
    })
    return () => {
      off()
      stop?.()
    }
  }, [panel, timers])
}

interface RowsProps {
  readonly rows: readonly TodayRow[]
  readonly onMarked: (marked: Marked) => void
  readonly onDone: () => void
}

function Rows({ rows, onMarked, onDone }: RowsProps) {
  const [only, setOnly] = useState<TodayCount | null>(null)
  const now = useNow(AGAIN_MS)
  if (rows.length === 0) return <EmptyState icon={<IconCalendarOff size={26} />} title={TEXT.nobody} />
  const shown = rows
    .filter(({ state }) => only === null || isCounted(state, only))
    .toSorted((a, b) => TODAY_STATES.indexOf(a.state) - TODAY_STATES.indexOf(b.state))
  const spans = rows.flatMap(({ shifts, sessions }) => [...shifts, ...sessions])
  const midnight = startOfLondonDay(now)
  const from = Math.min(now, ...spans.map(({ start }) => Math.max(Date.parse(start), midnight)))
  const to = Math.max(now, ...spans.map(({ end }) => Date.parse(end)))
  const axis = {
    start: Math.floor(from / HOUR_MS) * HOUR_MS,
    end: Math.max(Math.ceil(to / HOUR_MS) * HOUR_MS, Math.floor(from / HOUR_MS) * HOUR_MS + HOUR_MS),
    now,
  }
  return (
    <div className={styles.today}>
      <fieldset className={styles.counts} aria-label={TEXT.counts}>
        {TODAY_COUNTS.map((count) => (
          <button
            key={count}
            type="button"
            aria-pressed={only === count}
            data-count={count}
            onClick={() => setOnly(only === count ? null : count)}
          >
            <strong>{rows.filter(({ state }) => isCounted(state, count)).length}</strong>
            <span>{TEXT.count[count]}</span>
          </button>
        ))}
      </fieldset>
      {shown.length === 0 ? (
        <EmptyState title={TEXT.nobodySo}>
          <Button size="xs" variant="default" onClick={() => setOnly(null)}>
            {TEXT.showAll}
          </Button>
        </EmptyState>
      ) : (
        <>
          <Hours axis={axis} />
          <ul className={styles.rows} aria-label={TEXT.title}>
            {shown.map((row) => (
              <PersonRow key={row.userID} row={row} axis={axis} onMarked={onMarked} onDone={onDone} />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

interface Axis {
  readonly start: number
  readonly end: number
  readonly now: number
}
const place = (axis: Axis, start: string | number, end: string | number) => {
  const at = (moment: string | number) => (typeof moment === 'number' ? moment : Date.parse(moment))
  const whole = axis.end - axis.start
  const from = Math.max(at(start), axis.start)
  const width = Math.max(0, Math.min(at(end), axis.end) - from)
  return {
    insetInlineStart: `${((from - axis.start) / whole) * 100}%`,
    inlineSize: `${(width / whole) * 100}%`,
  }
}

function Hours({ axis }: { readonly axis: Axis }) {
  const hours = Math.round((axis.end - axis.start) / HOUR_MS)
  const step = hours > 12 ? 3 : hours > 6 ? 2 : 1
  const marks = Array.from(
    { length: Math.floor(hours / step) + 1 },
    (_, n) => axis.start + n * step * HOUR_MS,
  )
  return (
    <div className={styles.hours} aria-hidden="true">
      <div>
        {marks
          .filter((at) => at < axis.end)
          .map((at) => (
            <span key={at} style={{ insetInlineStart: place(axis, at, at).insetInlineStart }}>
              {TIME.format(at)}
            </span>
          ))}
      </div>
    </div>
  )
}

/** What the row says of the day in words. */
function aboutOf(row: TodayRow): string {
  const { shifts, actualStart, actualEnd, lateMinutes, leftEarlyMinutes, absence, late, state } = row
  const planned = shifts.map(({ start, end }) => `${time(start)}–${time(end)}`).join(', ')
  const came =
    actualStart === null
      ? ''
      : actualEnd === null
        ? TEXT.since(time(actualStart))
        : TEXT.was(time(actualStart), time(actualEnd))
  return [
    planned === '' ? TEXT.noShift : planned,
    came,
    lateMinutes > 0 && (state === 'LATE' || state === 'NOT_IN') ? TEXT.late(lateMinutes) : '',
    leftEarlyMinutes > 0 && state === 'LEFT_EARLY' ? TEXT.early(leftEarlyMinutes) : '',
    late && actualStart === null ? TEXT.expected(time(late.expectedAt), late.note) : '',
    absence?.reported
      ? TEXT.reported(
          ABSENCE_WORDS.reported[absence.reported],
          absence.by ?? '',
          ABSENCE_WORDS.state[absence.state],
        )
      : '',
    absence?.note ?? '',
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

interface PersonRowProps {
  readonly row: TodayRow
  readonly axis: Axis
  readonly onMarked: (marked: Marked) => void
  readonly onDone: () => void
}

function PersonRow({ row, axis, onMarked, onDone }: PersonRowProps) {
  const { calls } = useLive()
  const mayCall = useSession(({ permissions }) =>
    permissions.canAny(['CAN_MAKE_CALL', 'CAN_CREATE_ONE_TO_ONE_MEETINGS']),
  )
  const [open, setOpen] = useState<'SICK' | 'ABSENCE' | 'LATE' | null>(null)
  const { userID, name, state, shifts, sessions, actualStart, absence } = row
  const shift = shifts.find(({ end }) => Date.parse(end) > axis.now) ?? shifts.at(-1)
  const isOver = shift === undefined || (actualStart !== null && Date.parse(shift.end) <= axis.now)
  const mayMark = !isOver && state !== 'FREE' && absence?.state !== 'AUTHORISED'
  return (
    <li>
      <div className={styles.row}>
        <div className={styles.who}>
          <strong>{name}</strong>
          <span className={styles.state} data-state={state}>
            {state === 'ABSENT' && absence?.reported
              ? ABSENCE_WORDS.reported[absence.reported]
              : TODAY_WORDS[state]}
          </span>
        </div>
        <div className={styles.bar} aria-hidden="true">
          {shifts.map(({ id, start, end, segments }) => (
            <span key={id} className={styles.planned} style={place(axis, start, end)}>
              {segments
                .filter(({ kind }) => kind !== 'WORK')
                .map((segment) => (
                  <i
                    key={segment.start}
                    data-kind={segment.kind}
                    style={place(
                      { start: Date.parse(start), end: Date.parse(end), now: axis.now },
                      segment.start,
                      segment.end,
                    )}
                  />
                ))}
            </span>
          ))}
          {sessions.map(({ activity, start, end }) => (
            <span
              key={start}
              className={styles.done}
              data-activity={activity === 'BREAK' || activity === 'PERSONAL' ? 'rest' : 'work'}
              style={place(axis, start, end)}
            />
          ))}
          <span
            className={styles.now}
            style={{ insetInlineStart: place(axis, axis.now, axis.now).insetInlineStart }}
          />
        </div>
        <p className={styles.about}>{aboutOf(row)}</p>
        <div className={styles.actions}>
          {mayCall ? (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => void calls.start([{ id: userID, name }], { screenShare: false })}
            >
              {TEXT.call}
            </Button>
          ) : null}
          {mayMark ? (
            <>
              <Button size="compact-sm" variant="subtle" onClick={() => setOpen('SICK')}>
                {TEXT.markSick}
              </Button>
              <Button size="compact-sm" variant="subtle" onClick={() => setOpen('ABSENCE')}>
                {TEXT.markAbsent}
              </Button>
              {actualStart === null ? (
                <Button size="compact-sm" variant="subtle" onClick={() => setOpen('LATE')}>
                  {TEXT.runningLate}
                </Button>
              ) : null}
            </>
          ) : null}
        </div>
      </div>
      {open !== null && shift ? (
        <SayWhat
          what={open}
          row={row}
          shift={shift}
          now={axis.now}
          onMarked={onMarked}
          onClose={() => setOpen(null)}
          onDone={() => {
            setOpen(null)
            onDone()
          }}
        />
      ) : null}
    </li>
  )
}

interface SayWhatProps {
  readonly what: 'SICK' | 'ABSENCE' | 'LATE'
  readonly row: TodayRow
  readonly shift: TodayRow['shifts'][number]
  readonly now: number
  readonly onMarked: (marked: Marked) => void
  readonly onDone: () => void
  readonly onClose: () => void
}

/** What the supervisor knows: with it somebody is marked, or said to be late. */
function SayWhat({ what, row: { name }, shift, now, onMarked, onDone, onClose }: SayWhatProps) {
  const { api, notices } = useServices()
  const soon = Math.min(Math.max(now, Date.parse(shift.start)) + HOUR_MS / 2, Date.parse(shift.end) - 60_000)
  const [note, setNote] = useState('')
  const [isWithout, setWithout] = useState(false)
  const [at, setAt] = useState(() => londonField(soon).slice(11, 16))
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    setProblem(null)
    try {
      if (what === 'LATE') {
        // Of a shift over midnight a time before its start is the next day's.
        const expected = clockAfter(Date.parse(shift.start), at)
        if (expected === null) {
          setBusy(false)
          return setProblem(TEXT.noTime)
        }
        await api.call(
          noteLate,
          { shiftID: shift.id, expectedAt: new Date(expected).toISOString(), note },
          { quiet: true },
        )
        notices.show('success', TEXT.noted(name))
      } else {
        const reported: ReportedAs = what === 'ABSENCE' && isWithout ? 'AWOL' : what
        const { id } = await api.call(markAbsent, { shiftID: shift.id, reported, note }, { quiet: true })
        onMarked({ caseID: id, said: TEXT.marked(name, ABSENCE_WORDS.reported[reported].toLowerCase()) })
      }
      onDone()
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  const title = { SICK: TEXT.markSick, ABSENCE: TEXT.markAbsent, LATE: TEXT.runningLate }[what]
  return (
    <form
      className={styles.form}
      aria-label={`${title}: ${name}`}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      {what === 'LATE' ? (
        <TextInput
          type="time"
          label={TEXT.expectedAt}
          w={140}
          autoFocus
          value={at}
          onChange={({ currentTarget }) => setAt(currentTarget.value)}
        />
      ) : (
        <p className={styles.lead}>{TEXT.markLead(`${time(shift.start)}–${time(shift.end)}`)}</p>
      )}
      <TextInput
        label={TEXT.note}
        className={styles.note}
        autoFocus={what !== 'LATE'}
        maxLength={NOTE_MAX}
        value={note}
        error={problem}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      {what === 'ABSENCE' ? (
        <label className={styles.without}>
          <input
            type="checkbox"
            checked={isWithout}
            onChange={({ currentTarget }) => setWithout(currentTarget.checked)}
          />
          {TEXT.withoutLeave}
        </label>
      ) : null}
      <div className={styles.buttons}>
        <Button variant="default" onClick={onClose}>
          {TEXT.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {title}
        </Button>
      </div>
    </form>
  )
}
