import { Button, CloseButton } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSurroundings } from './surroundings.tsx'
import styles from './UndoLine.module.css'

interface UndoLineProps {
  /** What was done; null while there is nothing to say. */
  readonly said: ReactNode
  /** What the button says that takes it back. */
  readonly undo: string
  /** Takes it back; null where that can't be done. */
  readonly onUndo: (() => void) | null
  /** Puts the line away: a button of that name does. */
  readonly close?: { readonly label: string; readonly onClose: () => void }
  /**
   * The line goes by itself: after so many milliseconds without the pointer or the focus on it. `of` is the
   * very thing that was done: another one has its own time.
   */
  readonly ends?: { readonly of: unknown; readonly afterMs: number; readonly onEnd: () => void }
  /** Where the line stands, and no more than that. */
  readonly className?: string | undefined
}

/** '... Undo': what was done last, read out, with the way back. Its place is there before it, so that it is. */
export function UndoLine({ said, undo, onUndo, close, ends, className = '' }: UndoLineProps) {
  const root = useRef<HTMLDivElement>(null)
  const [hasPointer, setPointer] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const isShown = said !== null
  useEnd(isShown && !hasPointer && !hasFocus ? ends : undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a button that goes takes the focus along, and tells nobody
  useEffect(() => {
    setFocus(root.current?.contains(document.activeElement) ?? false)
    if (!isShown) setPointer(false)
  }, [isShown, onUndo === null])
  return (
    <div
      ref={root}
      className={className}
      role="status"
      data-shown={isShown}
      onPointerEnter={() => setPointer(true)}
      onPointerLeave={() => setPointer(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      {isShown ? (
        <div className={styles.line}>
          <span className={styles.words}>{said}</span>
          {onUndo ? (
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
              onClick={onUndo}
            >
              {undo}
            </Button>
          ) : null}
          {close ? <CloseButton size="sm" aria-label={close.label} onClick={close.onClose} /> : null}
        </div>
      ) : null}
    </div>
  )
}

/** Tells of the end of the time, which begins again with another thing and whenever it was held. */
function useEnd(ends: UndoLineProps['ends']): void {
  const { timers } = useSurroundings()
  const told = useRef(ends?.onEnd)
  told.current = ends?.onEnd
  const { of, afterMs } = ends ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: another thing that was done has its own time
  useEffect(() => {
    if (afterMs === undefined) return
    return timers.after(afterMs, () => told.current?.())
  }, [of, afterMs, timers])
}
