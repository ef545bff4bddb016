import './mantine-styles.ts'
import { Button } from '@mantine/core'
import { notifyManager, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import {
  cancelWaitingSwitch,
  endShift,
  type MyDay,
  myDay,
  startShift,
  undoSwitch,
} from '#shared/contract/my-day.ts'
import { EXCEPTION_WORDS, EXCUSE_WORDS } from '#shared/domain/attendance-words.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LOCALE } from '#shared/domain/locale.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { ApiError, reasonOf } from '../../services/http/api-client.ts'
import { useLive } from '../../services/live.tsx'
import { notTaken, type WantedSwitch } from '../../services/person/late-switches.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { UndoLine } from '../../ui/UndoLine.tsx'
import { useNow } from '../../ui/use-now.ts'
import { DemoNote } from '../demo-clock/index.ts'
import { FiguresNote } from '../figures-note/index.ts'
import { loadRecorded } from '../recorded/index.ts'
import { BreakLine } from './BreakLine.tsx'
import { DayBar } from './DayBar.tsx'
import { ForYou } from './ForYou.tsx'
import { clockText, kindOf, spanText } from './kinds.ts'
import { OverrideBanner, WhoLooked } from './OverrideBanner.tsx'
import { ShiftStart, type WantedStart } from './ShiftStart.tsx'
import { Switcher, type Wanted } from './Switcher.tsx'
import { shownDay, type UnansweredSwitch } from './shown-day.ts'
import { TodayFigures } from './TodayFigures.tsx'
import styles from './TrackerHome.module.css'
import { NAMES, TEXT } from './text.ts'

const Recorded = lazyCode(loadRecorded)

const DAY_KEY = ['my-day'] as const
const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const DATE = dateFormat({ weekday: 'long', day: 'numeric', month: 'long', timeZone: LONDON })
const A_MINUTE_MS = 60_000
const SECOND_MS = 1000

const HOURS = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 })

const timeOf = (iso: string) => TIME.format(Date.parse(iso))

/** Tracker › Home: the interviewer's screen of the day (spec 4 §4.2.1). */
export function TrackerHomeScreen() {
  const { api } = useServices()
  const client = useQueryClient()
  const { activity, workingDayNews } = useLive()
  const { data, error, refetch } = useQuery({
    queryKey: DAY_KEY,
    queryFn: ({ signal }) => api.call(myDay, {}, { quiet: true, signal }),
    refetchInterval: A_MINUTE_MS,
  })
  // Whatever window, device or supervisor changed it.
  useEffect(() => {
    const again = () => void client.invalidateQueries({ queryKey: DAY_KEY })
    const ends = [activity.store.subscribe(again), workingDayNews.onChange(again)]
    return () => {
      for (const end of ends) end()
    }
  }, [client, activity, workingDayNews])
  return (
    <section className={styles.screen} aria-label={TEXT.title}>
      <h2 className="visually-hidden">{TEXT.title}</h2>
      <DemoNote />
      <FiguresNote />
      {data ? (
        <Home day={data} />
      ) : error ? (
        <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-label={TEXT.loading} className={styles.bones}>
          <Skeleton width="100%" height={150} />
          <Skeleton width="100%" height={120} />
        </div>
      )}
    </section>
  )
}

function Home({ day: known }: { day: MyDay }) {
  const { api, dialogs, notices, now } = useServices()
  const client = useQueryClient()
  const { activity, lateSwitches } = useLive()
  const scheduled = useStore(activity.store, ({ master }) => master?.scheduledProject ?? null)
  const late = useStore(lateSwitches.store, ({ waiting }) => waiting)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  // What was clicked and isn't answered; what waits for a connection is what the person does, too.
  const [clicked, setClicked] = useState<readonly UnansweredSwitch[]>([])
  const day = shownDay(known, clicked.length > 0 ? clicked : late, scheduled)
  const own = useRef(0)
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const elsewhere = useElsewhere(own)
  const readAnew = async () => {
    await client.invalidateQueries({ queryKey: DAY_KEY })
    // Whatever else asks for it meanwhile takes the place of this request.
    while (client.isFetching({ queryKey: DAY_KEY }) > 0)
      await client.refetchQueries({ queryKey: DAY_KEY }, { cancelRefetch: false })
  }
  /** Does it, and takes the server's word for what the person does then; the hub brings it where that is null. */
  const take = async (work: () => Promise<Parameters<typeof activity.change>[0] | null>) => {
    setProblem(null)
    own.current += 1
    try {
      const master = await work()
      if (master) await activity.change(master)
      await readAnew()
    } finally {
      own.current -= 1
    }
  }
  const run = async (work: Parameters<typeof take>[0]) => {
    setBusy(true)
    try {
      await take(work)
    } catch (failure) {
      setProblem(reasonOf(failure))
    } finally {
      setBusy(false)
    }
  }
  /** Shows it at once; what is refused is taken back, with the reason. */
  const goOver = async (wanted: WantedSwitch) => {
    const one: UnansweredSwitch = { ...wanted, at: new Date(now()).toISOString() }
    setClicked((before) => [...before, one])
    try {
      await take(() => lateSwitches.change(wanted))
    } catch (failure) {
      const reason = reasonOf(failure)
      if (isOpen.current) setProblem(reason)
      else notices.show('warning', notTaken(NAMES[one.activity], timeOf(one.at), reason))
    } finally {
      // In its turn after the day that was read, which would else come to the page a moment later.
      notifyManager.schedule(() => setClicked((before) => before.filter((other) => other !== one)))
    }
  }
  const [ended, setEnded] = useState<Ended | null>(null)
  const go = (wanted: Wanted) => {
    if (wanted.activity !== 'INACTIVE' || wanted.afterCall) return goOver(wantedOf(wanted))
    return run(async () => {
      await lateSwitches.answered()
      try {
        setEnded(await api.call(endShift, undefined, { quiet: true }))
      } catch (failure) {
        if (!(failure instanceof ApiError) || failure.failure !== 'unreachable') throw failure
        lateSwitches.keep({ activity: 'INACTIVE' })
      }
      return null
    })
  }
  const begin = (wanted: WantedStart) => {
    setEnded(null)
    return run(() => api.call(startShift, wanted, { quiet: true }))
  }
  return (
    <>
      <Now day={day} isBusy={isBusy} onGo={go} />
      <Late />
      <OverrideBanner day={day} />
      {elsewhere ? (
        <p className={styles.elsewhere} role="status">
          {TEXT.elsewhere}
        </p>
      ) : null}
      {problem === null ? null : <Problem>{problem}</Problem>}
      <Undo
        day={day}
        onUndo={(sessionID) => run(() => api.call(undoSwitch, { sessionID }, { quiet: true }))}
      />
      <Waiting
        day={day}
        isBusy={isBusy}
        onCancel={() =>
          run(async () => {
            await api.call(cancelWaitingSwitch, {}, { quiet: true })
            return null
          })
        }
      />
      <BreakLine day={day} />
      {ended && day.start !== null ? <EndedShift {...ended} /> : null}
      {day.start === null ? (
        <Switcher day={day} isBusy={isBusy} onGo={go} />
      ) : (
        <ShiftStart day={day} isBusy={isBusy} onStart={begin} />
      )}
      <ForYou day={day} isBusy={isBusy} onGo={go} />
      <div className={styles.columns}>
        <DayBar
          {...{ sessions: day.sessions, planned: day.planned, exceptions: day.exceptions, date: day.date }}
          hasEnd={day.shift}
          onOtherDays={() => dialogs.open('activity-planner')}
        />
        <TodayFigures day={day} />
      </div>
      <Suspense fallback={<Skeleton width="100%" height={120} />}>
        <Recorded />
      </Suspense>
      <WhoLooked />
    </>
  )
}

const wantedOf = ({ activity, project, category, ticketID }: Wanted) => ({
  ...{ activity },
  ...(ticketID !== undefined && { ticketID }),
  ...(project !== undefined && { project }),
  ...(category !== undefined && { category }),
})

/** Switches that wait for a connection, with their times (spec 4 §4.2.1). */
function Late() {
  const { lateSwitches } = useLive()
  const waiting = useStore(lateSwitches.store, (state) => state.waiting)
  if (waiting.length === 0) return null
  const list = waiting.map(({ activity, at }) => TEXT.lateOne(NAMES[activity], timeOf(at))).join(', ')
  return (
    <div className={styles.override} role="status">
      <p>
        <strong>{TEXT.late}.</strong> {TEXT.lateList(list)}
      </p>
    </div>
  )
}

interface WaitingProps {
  readonly day: MyDay
  readonly isBusy: boolean
  readonly onCancel: () => Promise<void>
}

/** What they go over to once their call has ended; their own can be cancelled (spec 4 §4.2.1). */
function Waiting({ day: { waiting }, isBusy, onCancel }: WaitingProps) {
  if (!waiting) return null
  const name = NAMES[waiting.activity]
  return (
    <div className={styles.override} role="status">
      <p>{waiting.by === null ? TEXT.waits(name) : TEXT.waitsFor(waiting.by, name)}</p>
      {waiting.by === null ? (
        <Button size="xs" variant="default" disabled={isBusy} onClick={() => void onCancel()}>
          {TEXT.cancel}
        </Button>
      ) : null}
    </div>
  )
}

type Ended = ReturnType<(typeof endShift)['response']['parse']>

/** What the person reads once they have ended their shift. */
function EndedShift({ workedSeconds, breakSeconds, paidHours, adherence, completes }: Ended) {
  return (
    <section className={styles.ended} role="status" aria-label={TEXT.ended}>
      <strong>{TEXT.ended}</strong>
      <span>
        {TEXT.endedFigures(
          spanText(workedSeconds * SECOND_MS),
          breakSeconds === 0 ? null : spanText(breakSeconds * SECOND_MS),
          HOURS.format(paidHours),
        )}
      </span>
      <span>{TEXT.endedMore(completes, adherence === null ? '–' : `${Math.round(adherence * 100)} %`)}</span>
    </section>
  )
}

/** How the person stands to their shift, in words (spec 4 §4.2.1). */
function adherenceText({ adherence }: MyDay): string | null {
  const { state, kind, excuse, since } = adherence
  if (state === 'IN') return TEXT.onSchedule
  if (state === 'OUT' && kind !== null && since !== null)
    return TEXT.outSince(timeOf(since), EXCEPTION_WORDS[kind])
  if (state === 'EXCUSED' && excuse !== null) return TEXT.excusedFor(EXCUSE_WORDS[excuse])
  return null
}

const ELSEWHERE_MS = 8000

/** Whether the activity was changed by another window or device a moment ago. */
function useElsewhere(own: { readonly current: number }): boolean {
  const { activity } = useLive()
  const { timers } = useServices()
  const [isShown, setShown] = useState(false)
  useEffect(
    () =>
      activity.store.subscribe(({ master }, before) => {
        const changed = master?.currentActivity !== before.master?.currentActivity
        if (changed && before.master && own.current === 0 && !master?.isOverride) setShown(true)
      }),
    [activity, own],
  )
  useEffect(
    () => (isShown ? timers.after(ELSEWHERE_MS, () => setShown(false)) : undefined),
    [isShown, timers],
  )
  return isShown
}

interface NowProps {
  readonly day: MyDay
  readonly isBusy: boolean
  readonly onGo: (wanted: Wanted) => Promise<void>
}

/** The present activity in large letters, and the shift under it. */
function Now({ day, isBusy, onGo }: NowProps) {
  const { activity } = useLive()
  const master = useStore(activity.store, (state) => state.master)
  const now = useNow(SECOND_MS)
  const session = day.sessions.find(({ end }) => end === null)
  const present = session?.activity ?? 'INACTIVE'
  const start = session ? Date.parse(session.start) : null
  const scheduled = master?.scheduledProject ?? null
  return (
    <section className={styles.now} data-kind={kindOf(present)} aria-label={TEXT.now}>
      <div className={styles.activity}>
        <strong>{present === 'INACTIVE' ? TEXT.notStarted : NAMES[present]}</strong>
        <span>
          {[session?.project, session?.category, session ? TEXT.since(timeOf(session.start)) : null]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      {start === null ? null : (
        <span className={styles.clock} role="timer" aria-label={TEXT.inIt}>
          {clockText(Math.max(0, Math.floor((now - start) / 1000)))}
        </span>
      )}
      <p className={styles.shift}>{shiftText(day, now)}</p>
      {adherenceText(day) === null ? null : (
        <p className={styles.stands} data-state={day.adherence.state} role="status">
          {adherenceText(day)}
        </p>
      )}
      {day.breakBefore === null ? null : (
        <p className={styles.planned} role="status">
          {TEXT.takeBreak(timeOf(day.breakBefore))}
        </p>
      )}
      {scheduled !== null && session && session.project !== scheduled && present === 'AVAILABLE' ? (
        <p className={styles.planned}>
          {TEXT.plannedOn(scheduled)}{' '}
          <Button
            size="compact-sm"
            variant="light"
            disabled={isBusy}
            onClick={() => void onGo({ activity: 'AVAILABLE', project: scheduled })}
          >
            {TEXT.switch}
          </Button>
        </p>
      ) : null}
    </section>
  )
}

function shiftText({ shift, next }: MyDay, now: number): string {
  if (shift) {
    const [start, end] = [Date.parse(shift.start), Date.parse(shift.end)]
    const when = now < start ? TEXT.beginsIn(spanText(start - now)) : TEXT.left(spanText(end - now))
    return [TEXT.shift(timeOf(shift.start), timeOf(shift.end)), when, TEXT.locations[shift.location]].join(
      ' · ',
    )
  }
  if (!next) return TEXT.noShiftPlanned
  return TEXT.noShiftToday(
    `${DATE.format(Date.parse(next.start))}, ${timeOf(next.start)}–${timeOf(next.end)}`,
  )
}

function Undo({ day, onUndo }: { day: MyDay; onUndo: (sessionID: number) => Promise<void> }) {
  const { now } = useServices()
  const [gone, setGone] = useState<number | null>(null)
  const { undo, sessions } = day
  const left = undo ? Date.parse(undo.until) - now() : 0
  const isOpen = undo !== null && left > 0 && gone !== undo.sessionID
  const present = sessions.at(-1)?.activity ?? 'INACTIVE'
  return (
    <UndoLine
      className={styles.undo}
      said={isOpen ? (present === 'INACTIVE' ? TEXT.stopped : TEXT.switched(NAMES[present])) : null}
      undo={TEXT.undo}
      onUndo={isOpen ? () => void onUndo(undo.sessionID) : null}
      {...(isOpen && {
        ends: { of: undo.sessionID, afterMs: left, onEnd: () => setGone(undo.sessionID) },
      })}
    />
  )
}
