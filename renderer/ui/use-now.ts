import { useEffect, useState } from 'react'
import { startOfDay } from '#shared/domain/start-of-day.ts'
import { useSurroundings } from './surroundings.tsx'

/** How often the day is looked at, in milliseconds: a machine that slept through midnight is late by no more. */
const LOOK_MS = 30_000

/** The present in milliseconds since 1970; the component renders again as it passes. */
export function useNow(everyMs = LOOK_MS): number {
  const { now, timers } = useSurroundings()
  const [present, setPresent] = useState(now)
  useEffect(() => timers.every(everyMs, () => setPresent(now())), [now, timers, everyMs])
  return present
}

/**
 * The midnight that today began with, local time, in milliseconds since 1970; the component renders again
 * when the day is over. What says 'Today', or the time of day where others have a date, asks for it: the
 * application stays open for days.
 */
export function useToday(): number {
  const { now, timers } = useSurroundings()
  const [, setDay] = useState(() => startOfDay(now()))
  useEffect(() => timers.every(LOOK_MS, () => setDay(startOfDay(now()))), [now, timers])
  // What renders sooner for another reason mustn't show the day before.
  return startOfDay(now())
}
