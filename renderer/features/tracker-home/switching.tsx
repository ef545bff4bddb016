import { Button } from '@mantine/core'
import { notifyManager, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import {
  cancelWaitingSwitch,
  endShift,
  type MyDay,
  myDay,
  startShift,
  undoSwitch,
} from '#shared/contract/my-day.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LOCALE } from '#shared/domain/locale.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { ApiError, reasonOf } from '../../services/http/api-client.ts'
import { useLive } from '../../services/live.tsx'
import { notTaken, type WantedSwitch } from '../../services/person/late-switches.ts'
import { usePassport } from '../../services/shell-tools.tsx'
import { UndoLine } from '../../ui/UndoLine.tsx'
import { spanText } from './kinds.ts'
import type { WantedStart } from './ShiftStart.tsx'
import type { Wanted } from './Switcher.tsx'
import { shownDay, type UnansweredSwitch } from './shown-day.ts'
import styles from './TrackerHome.module.css'
import { NAMES, TEXT } from './text.ts'

const DAY_KEY = ['my-day'] as const
const A_MINUTE_MS = 60_000
const SECOND_MS = 1000
const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const HOURS = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 })
const timeOf = (iso: string) => TIME.format(Date.parse(iso))

/** The person's own day, read again with whatever window, device or supervisor changes it. */
export function useMyDay() {
  const { api } = useServices()
  const client = useQueryClient()
  const { activity, workingDayNews } = useLive()
  const query = useQuery({
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
  return query
}

/**
 * The person's day with what they clicked in it, and what starts, switches, takes back and ends (spec 4 §4.2.1).
 * @param known as the server said it
 */
export function useSwitching(known: MyDay) {
  const { api, notices, now } = useServices()
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
  const passport = usePassport()
  /** What the last start was refused for, by the passport check. */
  const [unfit, setUnfit] = useState<readonly string[]>([])
  const begin = (wanted: WantedStart) => {
    setEnded(null)
    setUnfit([])
    return run(async () => {
      const missing = (await passport?.check()) ?? []
      setUnfit(missing)
      return missing.length > 0 ? null : api.call(startShift, wanted, { quiet: true })
    })
  }
  const undo = (sessionID: number) => run(() => api.call(undoSwitch, { sessionID }, { quiet: true }))
  const cancel = () =>
    run(async () => {
      await api.call(cancelWaitingSwitch, {}, { quiet: true })
      return null
    })
  return { day, isBusy, problem, unfit, ended, own, go, begin, undo, cancel }
}

const wantedOf = ({ activity, project, category, ticketID }: Wanted) => ({
  ...{ activity },
  ...(ticketID !== undefined && { ticketID }),
  ...(project !== undefined && { project }),
  ...(category !== undefined && { category }),
})

/** Switches that wait for a connection, with their times (spec 4 §4.2.1). */
export function Late() {
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
export function Waiting({ day: { waiting }, isBusy, onCancel }: WaitingProps) {
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
export function EndedShift({ workedSeconds, breakSeconds, paidHours, adherence, completes }: Ended) {
  const { dialogs } = useServices()
  return (
    <section className={styles.ended}>
      <div role="status" aria-label={TEXT.ended}>
        <strong>{TEXT.ended}</strong>
        <span>
          {TEXT.endedFigures(
            spanText(workedSeconds * SECOND_MS),
            breakSeconds === 0 ? null : spanText(breakSeconds * SECOND_MS),
            HOURS.format(paidHours),
          )}
        </span>
        <span>
          {TEXT.endedMore(completes, adherence === null ? '–' : `${Math.round(adherence * 100)} %`)}
        </span>
      </div>
      <Button
        size="xs"
        variant="default"
        onClick={() => dialogs.open('session-summary', { showExit: false })}
      >
        {TEXT.summary}
      </Button>
    </section>
  )
}

/** The last switch can be taken back for a moment. */
export function Undo({ day, onUndo }: { day: MyDay; onUndo: (sessionID: number) => Promise<void> }) {
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
