import './mantine-styles.ts'
import { Button } from '@mantine/core'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { MyDay } from '#shared/contract/my-day.ts'
import { EXCEPTION_WORDS, EXCUSE_WORDS } from '#shared/domain/attendance-words.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { useLive } from '../../services/live.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { DemoNote } from '../demo-clock/index.ts'
import { FiguresNote } from '../figures-note/index.ts'
import { loadRecorded } from '../recorded/index.ts'
import { BreakLine } from './BreakLine.tsx'
import { DayBar } from './DayBar.tsx'
import { ForYou } from './ForYou.tsx'
import { activityColours, clockText, kindOf, spanText } from './kinds.ts'
import { OverrideBanner, WhoLooked } from './OverrideBanner.tsx'
import { ShiftStart } from './ShiftStart.tsx'
import { Switcher, type Wanted } from './Switcher.tsx'
import { EndedShift, Late, Undo, useMyDay, useSwitching, Waiting } from './switching.tsx'
import { TodayFigures } from './TodayFigures.tsx'
import styles from './TrackerHome.module.css'
import { NAMES, TEXT } from './text.ts'

const Recorded = lazyCode(loadRecorded)
// Other pages that show a day have no use for the icons.
const ActivityIcon = lazyCode(async () => (await import('./ActivityIcon.tsx')).ActivityIcon)

const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const DATE = dateFormat({ weekday: 'long', day: 'numeric', month: 'long', timeZone: LONDON })
const SECOND_MS = 1000

const timeOf = (iso: string) => TIME.format(Date.parse(iso))

/** Tracker › Home: the interviewer's screen of the day (spec 4 §4.2.1). */
export function TrackerHomeScreen() {
  const { data, error, refetch } = useMyDay()
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
  const { dialogs } = useServices()
  const { day, isBusy, problem, unfit, ended, own, go, begin, undo, cancel } = useSwitching(known)
  const elsewhere = useElsewhere(own)
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
      <Undo day={day} onUndo={undo} />
      <Waiting day={day} isBusy={isBusy} onCancel={cancel} />
      <BreakLine day={day} />
      {ended && day.start !== null ? <EndedShift {...ended} /> : null}
      {day.start === null ? (
        <Switcher day={day} isBusy={isBusy} onGo={go} />
      ) : (
        <ShiftStart day={day} isBusy={isBusy} unfit={unfit} onStart={begin} />
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

/** How the person stands to their shift, in words (spec 4 §4.2.1). */
function adherenceText({ adherence, shift, sessions }: MyDay, now: number): string | null {
  const { state, kind, excuse, since } = adherence
  if (state === 'NOT_DUE') {
    const isNow = shift !== null && Date.parse(shift.start) <= now && now < Date.parse(shift.end)
    const isWorking = sessions.some(({ end }) => end === null)
    // Without a shift the line above says as much to who doesn't work.
    return !isNow && (shift !== null || isWorking) ? TEXT.noShift : null
  }
  if (state === 'IN') return TEXT.onSchedule
  if (state === 'OUT' && kind !== null && since !== null)
    return TEXT.outSince(timeOf(since), EXCEPTION_WORDS[kind])
  if (state === 'EXCUSED' && excuse !== null) return TEXT.excusedFor(EXCUSE_WORDS[excuse])
  return null
}

const ELSEWHERE_MS = 8000

/** Whether the activity was changed by another window or device a moment ago, and not by a call or meeting of this one. */
function useElsewhere(own: { readonly current: number }): boolean {
  const { activity, meetings } = useLive()
  const { timers } = useServices()
  // Until the activity is what it was before: that is told after the meeting was left.
  const meeting = useRef(meetings.isInMeeting())
  const [isShown, setShown] = useState(false)
  useEffect(
    () =>
      activity.store.subscribe(({ master }, { master: before }) => {
        if (!before || master?.currentActivity === before.currentActivity) return
        const isMeeting = [master?.currentActivity, before.currentActivity].includes('MEETING')
        const isByMeeting = isMeeting && (meeting.current || meetings.isInMeeting())
        meeting.current = meetings.isInMeeting()
        if (own.current === 0 && !master?.isOverride && !isByMeeting) setShown(true)
      }),
    [activity, meetings, own],
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
  const stands = adherenceText(day, now)
  return (
    <section
      className={styles.now}
      data-kind={kindOf(present)}
      style={activityColours(present)}
      aria-label={TEXT.now}
    >
      <span className={styles.icon}>
        <Suspense>
          <ActivityIcon activity={present} />
        </Suspense>
      </span>
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
      {stands === null ? null : (
        <p className={styles.stands} data-state={day.adherence.state} role="status">
          {stands}
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

function shiftText({ shift, next, planned }: MyDay, now: number): string {
  if (shift) {
    const [start, end] = [Date.parse(shift.start), Date.parse(shift.end)]
    const when = now < start ? TEXT.beginsIn(spanText(start - now)) : TEXT.left(spanText(end - now))
    return [TEXT.shift(timeOf(shift.start), timeOf(shift.end)), when, TEXT.locations[shift.location]].join(
      ' · ',
    )
  }
  const isOver = planned.length > 0
  if (!next) return isOver ? TEXT.shiftOverLast : TEXT.noShiftPlanned
  return (isOver ? TEXT.shiftOver : TEXT.noShiftToday)(
    `${DATE.format(Date.parse(next.start))}, ${timeOf(next.start)}–${timeOf(next.end)}`,
  )
}
