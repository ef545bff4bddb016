import * as z from 'zod/mini'
import { askIdle, tellIdle } from '#shared/contract/idle.ts'
import { isWorked } from '#shared/domain/activity.ts'
import { IDLE_QUESTION_MS, type IdleAnswer } from '#shared/domain/idle.ts'
import { reasonOf } from '../../services/http/api-client.ts'
import type { LiveServices } from '../../services/live.tsx'
import type { Services } from '../../services/services.ts'

/** How often it is looked. */
const LOOK_MS = 1000
/** So long after the server said that there is nothing to ask, it is asked again. */
const AGAIN_MS = 60_000
const CHANNEL = 'fieldwork-idle'
const TOUCHES = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/** What the windows of a browser tell each other: a touch, or that the question was answered. */
const said = z.union([z.object({ touchedAt: z.number() }), z.object({ answered: z.literal(true) })])

type IdleServices = Pick<Services, 'api' | 'desktop' | 'dialogs' | 'now' | 'timers'> & {
  readonly activity: LiveServices['activity']
  /** Another window opened this one: it tells of touches, and asks nothing. */
  readonly isPopOut: boolean
}

interface Asked {
  /** The last touch before it, in milliseconds since 1970. */
  readonly since: number
  readonly activity: string
  /** The first touch after it; null while there is none. */
  until: number | null
  isFlagged: boolean
}

/**
 * Asks 'Are you still working?' after idleFlagSeconds without a touch anywhere on the machine, in a browser in any of
 * the product's windows, and tells the server 60 seconds later where nobody touched or answered (spec 4 §4.2.1).
 * Returns what ends it.
 */
export function watchIdle(page: Window, services: IdleServices): () => void {
  const { api, desktop, dialogs, now, timers, activity, isPopOut } = services
  const channel = 'BroadcastChannel' in page ? new BroadcastChannel(CHANNEL) : null
  let touchedAt = now()
  let asked: Asked | null = null
  let notBefore = 0
  let isBusy = false

  const touch = () => {
    const at = now()
    if (at - touchedAt < LOOK_MS) return
    touchedAt = at
    channel?.postMessage({ touchedAt: at })
    touched(at)
  }
  const show = ({ since, isFlagged }: Asked) =>
    dialogs.open('idle-question', { since, isFlagged, answer: (one) => answer(one) })
  const close = () => {
    if (!asked) return
    asked = null
    dialogs.close('idle-question')
  }
  const tell = (since: number, until: number, how: IdleAnswer | null) =>
    api.call(
      tellIdle,
      { since: new Date(since).toISOString(), until: new Date(until).toISOString(), answer: how },
      { quiet: true },
    )

  /** They are back: the flag ends at once, and what that time was can still be said. */
  function touched(at: number): void {
    if (!asked || asked.until !== null || at <= asked.since) return
    asked.until = at
    if (!asked.isFlagged) return
    asked.isFlagged = false
    show(asked)
    tell(asked.since, at, 'STILL_HERE').catch(() => {})
  }

  async function answer(how: IdleAnswer): Promise<string | null> {
    if (!asked) return null
    try {
      await tell(asked.since, asked.until ?? now(), how)
    } catch (error) {
      return reasonOf(error)
    }
    touchedAt = now()
    channel?.postMessage({ answered: true })
    close()
    return null
  }

  /** When something was touched last: in the desktop client anywhere on the machine. */
  async function lastTouch(): Promise<number> {
    if (!desktop.available) return touchedAt
    const seconds = await desktop.invoke('idleSeconds', null)
    return seconds.ok ? Math.max(touchedAt, now() - seconds.value * 1000) : touchedAt
  }

  async function look(): Promise<void> {
    const { master } = activity.store.getState()
    if (!master || master.idleFlagSeconds <= 0 || !isWorked(master.currentActivity)) return close()
    // Whoever changed it: what was asked about is over.
    if (asked && asked.activity !== master.currentActivity) return close()
    const dueMs = master.idleFlagSeconds * 1000
    // No touch of the machine is older than the one that is known.
    if (!asked && now() - touchedAt < dueMs) return
    const last = await lastTouch()
    if (last > touchedAt + LOOK_MS) {
      touchedAt = last
      touched(last)
    }
    if (asked) return follow(asked, dueMs)
    if (now() - touchedAt < dueMs || now() < notBefore) return
    const since = touchedAt
    const { isAsked } = await api.call(askIdle, {}, { quiet: true })
    notBefore = now() + AGAIN_MS
    if (!isAsked || touchedAt !== since) return
    asked = { since, activity: master.currentActivity, until: null, isFlagged: false }
    show(asked)
  }

  async function follow(question: Asked, dueMs: number): Promise<void> {
    if (question.until !== null || question.isFlagged) return
    if (now() - question.since < dueMs + IDLE_QUESTION_MS || now() < notBefore) return
    notBefore = now() + LOOK_MS * 10
    try {
      await tell(question.since, now(), null)
    } catch {
      // A call began, or it is too early by the server's clock: it is looked again.
      return
    }
    if (asked !== question || question.until !== null) return
    question.isFlagged = true
    show(question)
  }

  const heard = ({ data }: MessageEvent) => {
    const news = said.safeParse(data)
    if (!news.success) return
    if ('answered' in news.data) {
      touchedAt = now()
      return close()
    }
    touchedAt = Math.max(touchedAt, news.data.touchedAt)
    touched(touchedAt)
  }
  channel?.addEventListener('message', heard)
  for (const name of TOUCHES) page.addEventListener(name, touch, { capture: true, passive: true })
  const stop = isPopOut
    ? () => {}
    : timers.every(LOOK_MS, () => {
        if (isBusy) return
        isBusy = true
        look()
          // Without the server nobody is asked.
          .catch(() => {})
          .finally(() => {
            isBusy = false
          })
      })
  return () => {
    stop()
    close()
    for (const name of TOUCHES) page.removeEventListener(name, touch, { capture: true })
    channel?.close()
  }
}
