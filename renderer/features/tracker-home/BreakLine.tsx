import { useEffect } from 'react'
import type { MyDay } from '#shared/contract/my-day.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { useLive } from '../../services/live.tsx'
import { ProgressCircle } from '../../ui/ProgressCircle.tsx'
import { useNow } from '../../ui/use-now.ts'
import styles from './TrackerHome.module.css'
import { TEXT } from './text.ts'

const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const MINUTE_MS = 60_000
/** So long before its end a break is told to end (spec 4 §4.2.1). */
const TOLD_BEFORE_MS = 2 * MINUTE_MS

/** The paid break that is left while one goes on, with a reminder before its end and at it (spec 4 §4.2.1). */
export function BreakLine({ day }: { readonly day: MyDay }) {
  const { breaks, sessions } = day
  const present = sessions.find(({ end }) => end === null)
  if (!breaks || present?.activity !== 'BREAK') return null
  const ends = Date.parse(present.start) + Math.max(0, breaks.allowance - breaks.taken) * 1000
  return <Running ends={ends} allowance={breaks.allowance} />
}

function Running({ ends, allowance }: { readonly ends: number; readonly allowance: number }) {
  const { now: clock, notices, notifications, timers } = useServices()
  const { sounds } = useLive()
  const now = useNow(1000)
  useEffect(() => {
    const tell = (text: string) => () => {
      sounds.play('alert')
      notices.show('warning', text)
      notifications.show({ title: TEXT.breakTitle, text, tag: 'break', unlessInFront: true })
    }
    const cancels = [
      [ends - TOLD_BEFORE_MS, TEXT.breakSoon],
      [ends, TEXT.breakEnds],
    ].flatMap(([at, text]) => {
      const wait = Number(at) - clock()
      return wait > 0 ? [timers.after(wait, tell(String(text)))] : []
    })
    return () => {
      for (const cancel of cancels) cancel()
    }
  }, [ends, clock, notices, notifications, sounds, timers])
  const left = ends - now
  const isOver = left <= 0
  const minutes = isOver ? Math.floor(-left / MINUTE_MS) : Math.ceil(left / MINUTE_MS)
  const whole = Math.round(allowance / 60)
  const words = isOver ? TEXT.breakOver(minutes) : TEXT.breakLeft(minutes, whole)
  // The ring empties; once the time is over it stands full, and red.
  const percent = isOver ? 100 : (left / 1000 / Math.max(1, allowance)) * 100
  return (
    <section className={styles.break} data-over={isOver} aria-label={TEXT.breakTitle}>
      <ProgressCircle
        percent={percent}
        label={TEXT.breakTitle}
        size={64}
        told={{
          tone: isOver ? 'red' : 'amber',
          middle: isOver && minutes > 0 ? `+${minutes}` : String(minutes),
          words,
        }}
      />
      <strong>{words}</strong>
      <span>{TEXT.breakBack(TIME.format(ends))}</span>
    </section>
  )
}
