import { useEffect, useState } from 'react'
import { useSurroundings } from './surroundings.tsx'

const SECOND_MS = 1000

/** Whole seconds left, counted down to 0 from when it is first shown. */
export function useCountdown(seconds: number): number {
  const { timers } = useSurroundings()
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    if (left <= 0) return
    return timers.after(SECOND_MS, () => setLeft(left - 1))
  }, [left, timers])
  return Math.max(0, left)
}
