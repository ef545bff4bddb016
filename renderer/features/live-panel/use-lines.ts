import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useServices } from '../../services/context.tsx'
import { type Arrangement, arranged, movesBetween } from './arrange.ts'
import type { LivePeople } from './live-people.ts'

/** Rows are put in order at most so often (spec 4 §1.8), in milliseconds. */
const ORDER_MS = 1000
/** Time alone changes what is late, over or due: so often that is looked at, in milliseconds. */
const LOOK_MS = 5000

/**
 * Who shows, in their order (spec 4 §1.8). Where the pointer is over the rows or one has the focus, rows stay where they
 * are, and how many would move is told.
 */
export function useOrder(people: LivePeople, how: Arrangement, content: RefObject<HTMLElement | null>) {
  const { now, timers } = useServices()
  const [shown, setShown] = useState<readonly number[]>(() => arranged(people.all(), how, now()))
  const [waiting, setWaiting] = useState(0)
  const latest = useRef({ how, shown })
  latest.current = { how, shown }
  const isHeld = useRef(false)

  const apply = useCallback(() => {
    const next = arranged(people.all(), latest.current.how, now())
    if (next.join() !== latest.current.shown.join()) setShown(next)
    setWaiting(0)
  }, [people, now])
  const look = useCallback(() => {
    const next = arranged(people.all(), latest.current.how, now())
    const moves = movesBetween(latest.current.shown, next)
    if (moves === 0) return setWaiting(0)
    if (isHeld.current && latest.current.shown.length > 0) return setWaiting(moves)
    setShown(next)
    setWaiting(0)
  }, [people, now])

  // Another view shows at once, wherever the pointer is.
  const key = JSON.stringify(how)
  const before = useRef(key)
  useEffect(() => {
    if (before.current === key) return
    before.current = key
    apply()
  }, [key, apply])

  useEffect(() => {
    let lookedAt = Number.NEGATIVE_INFINITY
    let cancel: (() => void) | null = null
    const run = () => {
      cancel = null
      lookedAt = now()
      look()
    }
    const soon = () => {
      if (cancel) return
      const wait = lookedAt + ORDER_MS - now()
      if (wait <= 0) run()
      else cancel = timers.after(wait, run)
    }
    const ends = [people.onChange(soon), timers.every(LOOK_MS, soon)]
    soon()
    return () => {
      cancel?.()
      for (const end of ends) end()
    }
  }, [people, look, now, timers])

  useEffect(() => {
    const box = content.current
    if (!box) return
    const settle = (isIn: boolean) => () => {
      const holds = isIn || box.matches(':hover') || box.contains(document.activeElement)
      const wasHeld = isHeld.current
      isHeld.current = holds
      if (wasHeld && !holds) look()
    }
    const [enter, leave] = [settle(true), settle(false)]
    const out = () => void timers.after(0, leave)
    box.addEventListener('pointerenter', enter)
    box.addEventListener('focusin', enter)
    box.addEventListener('pointerleave', out)
    box.addEventListener('focusout', out)
    return () => {
      box.removeEventListener('pointerenter', enter)
      box.removeEventListener('focusin', enter)
      box.removeEventListener('pointerleave', out)
      box.removeEventListener('focusout', out)
    }
  }, [content, look, timers])

  return { shown, waiting, apply }
}
