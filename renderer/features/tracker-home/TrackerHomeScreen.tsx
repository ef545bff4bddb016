import './mantine-styles.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { updateActivity } from '#shared/contract/activity.ts'
import { type MyDay, myDay, undoSwitch } from '#shared/contract/my-day.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { useLive } from '../../services/live.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { UndoLine } from '../../ui/UndoLine.tsx'
import { useNow } from '../../ui/use-now.ts'
import { DayBar } from './DayBar.tsx'
import { clockText, kindOf, spanText } from './kinds.ts'
import { Switcher, type Wanted } from './Switcher.tsx'
import { TodayFigures } from './TodayFigures.tsx'
import styles from './TrackerHome.module.css'
import { NAMES, TEXT } from './text.ts'

const DAY_KEY = ['my-day'] as const
const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const DATE = dateFormat({ weekday: 'long', day: 'numeric', month: 'long', timeZone: LONDON })
const A_MINUTE_MS = 60_000
const SECOND_MS = 1000

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

function Home({ day }: { day: MyDay }) {
  const { api } = useServices()
  const client = useQueryClient()
  const { activity } = useLive()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const own = useRef(false)
  const elsewhere = useElsewhere(own)
  const run = async (work: () => Promise<Parameters<typeof activity.change>[0]>) => {
    setBusy(true)
    setProblem(null)
    own.current = true
    try {
      await activity.change(await work())
      await client.invalidateQueries({ queryKey: DAY_KEY })
    } catch (failure) {
      setProblem(reasonOf(failure))
    } finally {
      own.current = false
      setBusy(false)
    }
  }
  const go = (wanted: Wanted) => run(() => api.call(updateActivity, wanted, { quiet: true }))
  return (
    <>
      <Now day={day} />
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
      <Switcher day={day} isBusy={isBusy} onGo={go} />
      <div className={styles.columns}>
        <DayBar day={day} />
        <TodayFigures day={day} />
      </div>
    </>
  )
}

const ELSEWHERE_MS = 8000

/** Whether the activity was changed by another window or device a moment ago. */
function useElsewhere(own: { readonly current: boolean }): boolean {
  const { activity } = useLive()
  const { timers } = useServices()
  const [isShown, setShown] = useState(false)
  useEffect(
    () =>
      activity.store.subscribe(({ master }, before) => {
        const changed = master?.currentActivity !== before.master?.currentActivity
        if (changed && before.master && !own.current && !master?.isOverride) setShown(true)
      }),
    [activity, own],
  )
  useEffect(
    () => (isShown ? timers.after(ELSEWHERE_MS, () => setShown(false)) : undefined),
    [isShown, timers],
  )
  return isShown
}

/** The present activity in large letters, and the shift under it. */
function Now({ day }: { day: MyDay }) {
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
      {scheduled !== null && session && session.project !== scheduled && present === 'AVAILABLE' ? (
        <p className={styles.planned}>{TEXT.planned(scheduled)}</p>
      ) : null}
      {session?.by ? (
        <p className={styles.planned} role="status">
          {TEXT.override(session.by, NAMES[present], timeOf(session.start))}
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
      said={isOpen ? TEXT.switched(NAMES[present]) : null}
      undo={TEXT.undo}
      onUndo={isOpen ? () => void onUndo(undo.sessionID) : null}
      {...(isOpen && {
        ends: { of: undo.sessionID, afterMs: left, onEnd: () => setGone(undo.sessionID) },
      })}
    />
  )
}
