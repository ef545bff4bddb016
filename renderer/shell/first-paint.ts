import { createContext, useContext, useEffect, useState } from 'react'
import { stepsAfterPaint } from './steps-after-paint.ts'

/** Whether more than the frame is drawn; outside a frame it is. */
export const RestWanted = createContext(true)

/** Whether the parts that nobody needs at first are drawn yet. Whoever leaves one out keeps its place free. */
export function useRestWanted(): boolean {
  return useContext(RestWanted)
}

/**
 * False until the frame is on screen, so that it answers a click while the rest is made. What then
 * follows is no transition: each message that comes in at a start would have that begun again.
 */
export function useFramePainted(): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(
    () =>
      stepsAfterPaint(window, [
        () => {
          setPainted(true)
          return () => {}
        },
      ]),
    [],
  )
  return painted
}
