import { type ReactNode, useEffect, useRef } from 'react'
import styles from './TicketsDialog.module.css'

interface ShownProps {
  /** The focus comes back to where it was, and not to the heading. */
  readonly resumes?: true
  readonly children: ReactNode
}

/** One of the views of the place for tickets: it has the focus when it comes to the front. */
export function Shown({ resumes, children }: ShownProps) {
  const box = useRef<HTMLDivElement>(null)
  const last = useRef<HTMLElement | null>(null)
  // An Activity runs the effects of what it shows each time anew.
  useEffect(() => {
    const heading = box.current?.querySelector<HTMLElement>('[data-autofocus]')
    const target = resumes && last.current?.isConnected ? last.current : heading
    target?.focus({ preventScroll: true })
  }, [resumes])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes where the focus is
    <div
      ref={box}
      className={styles.view}
      onFocus={(event) => {
        last.current = event.target
      }}
    >
      {children}
    </div>
  )
}
