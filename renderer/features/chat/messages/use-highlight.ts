import { useCallback, useEffect, useRef, useState } from 'react'
import { ANCHOR_HIGHLIGHT_MS } from '#shared/domain/chat.ts'

/** The row that is pointed out, for 3 s (spec 2 §4). */
export function useHighlight(): { key: string | null; show: (key: string) => void } {
  const [key, setKey] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const show = useCallback((next: string) => {
    clearTimeout(timer.current)
    setKey(next)
    timer.current = setTimeout(() => setKey(null), ANCHOR_HIGHLIGHT_MS)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])
  return { key, show }
}
