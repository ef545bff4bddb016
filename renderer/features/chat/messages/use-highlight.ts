import { useCallback, useEffect, useRef, useState } from 'react'
import { ANCHOR_HIGHLIGHT_MS } from '#shared/domain/chat.ts'

/**
 * The row that is pointed out, for 3 s (spec 2 §4).
 * @param first pointed out from the beginning
 */
export function useHighlight(first: string | null = null): {
  key: string | null
  show: (key: string) => void
} {
  const [key, setKey] = useState(first)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const endLater = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setKey(null), ANCHOR_HIGHLIGHT_MS)
  }, [])
  const show = useCallback(
    (next: string) => {
      setKey(next)
      endLater()
    },
    [endLater],
  )
  useEffect(() => {
    endLater()
    return () => clearTimeout(timer.current)
  }, [endLater])
  return { key, show }
}
