import { useCallback, useEffect, useRef, useState } from 'react'
import type { PlanLooker, PlanSelection } from '#shared/hubs/plan-looks.ts'
import { useServices } from '../../services/context.tsx'
import { useLive } from '../../services/live.tsx'

/** Steps by arrow keys are told together, in milliseconds. */
const TOLD_MS = 150
const NOBODY: readonly PlanLooker[] = []

/** Tells other planners what is chosen here, and says who else has the planner open with what (spec 4 §4.5.5). */
export function usePlanLookers() {
  const { hub } = useLive()
  const { timers } = useServices()
  const [lookers, setLookers] = useState(NOBODY)
  const chosen = useRef<PlanSelection | null>(null)
  const waits = useRef<(() => void) | null>(null)
  useEffect(() => {
    // Without a connection nobody hears it; the next connection says it again.
    const say = () => void hub.invoke('lookAtPlan', chosen.current).catch(() => {})
    const offs = [
      hub.on('planLookers', setLookers),
      hub.onConnected(say),
      // Who else is there isn't known without a connection.
      hub.subscribe(() => {
        if (hub.state !== 'connected') setLookers(NOBODY)
      }),
    ]
    if (hub.state === 'connected') say()
    return () => {
      for (const off of offs) off()
      waits.current?.()
      void hub.invoke('leavePlan').catch(() => {})
    }
  }, [hub])
  const choose = useCallback(
    (selection: PlanSelection) => {
      const { userID, day, shiftID } = chosen.current ?? {}
      if (userID === selection.userID && day === selection.day && shiftID === selection.shiftID) return
      chosen.current = selection
      waits.current?.()
      waits.current = timers.after(TOLD_MS, () => {
        waits.current = null
        void hub.invoke('lookAtPlan', chosen.current).catch(() => {})
      })
    },
    [hub, timers],
  )
  return { lookers, choose }
}
