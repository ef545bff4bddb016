import { useEffect, useRef, useState } from 'react'

/**
 * The value, which doesn't change while a pointer is down: a page that moves between press and release takes
 * the click from the button that was meant.
 */
export function useStillWhilePressed<T>(value: T): T {
  const latest = useRef(value)
  const [still, setStill] = useState<{ readonly value: T } | null>(null)
  useEffect(() => {
    latest.current = value
  }, [value])
  useEffect(() => {
    let timer: number | undefined
    const press = () => {
      window.clearTimeout(timer)
      setStill({ value: latest.current })
    }
    // The click comes after the pointer went up.
    const release = () => {
      timer = window.setTimeout(() => setStill(null))
    }
    const options = { capture: true, passive: true }
    window.addEventListener('pointerdown', press, options)
    window.addEventListener('pointerup', release, options)
    window.addEventListener('pointercancel', release, options)
    return () => {
      window.clearTimeout(timer)
      window.removeEventListener('pointerdown', press, options)
      window.removeEventListener('pointerup', release, options)
      window.removeEventListener('pointercancel', release, options)
    }
  }, [])
  return still ? still.value : value
}
