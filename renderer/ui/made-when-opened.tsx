import { type Ref, type RefObject, useEffect, useLayoutEffect, useState } from 'react'

/**
 * For what is made when it is first opened and stays from then on: whether it is to be drawn, and
 * whether it is open. It opens one step after it was made, so that it sees who has the focus and
 * gives it back.
 */
export function useMadeWhenOpened(opened: boolean): { wanted: boolean; opened: boolean } {
  const [wanted, setWanted] = useState(opened)
  if (opened && !wanted) setWanted(true)
  const [made, setMade] = useState(false)
  useEffect(() => setMade(wanted), [wanted])
  return { wanted, opened: opened && made }
}

/** Stands where the kit asks for a target and hands over an element that is drawn elsewhere. */
export function ElementOf({ of, ref }: { of: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof ref !== 'function') return
    ref(of.current)
    return () => void ref(null)
  }, [of, ref])
  return null
}
