import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './FullScreen.module.css'

interface FullScreenProps {
  readonly title: string
  readonly icon: ReactNode
  /** `stop` where something keeps the person from going on. */
  readonly kind?: 'calm' | 'stop'
  /** `alertdialog` where it covers a screen that still is there; the others where it stands in its place. */
  readonly role: 'alertdialog' | 'dialog' | 'alert' | 'status'
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

/** What takes the whole window: an end, a stop, a wait. It takes the focus unless one of its actions does. */
export function FullScreen({ title, icon, kind = 'calm', role, children, actions }: FullScreenProps) {
  const screen = useRef<HTMLElement>(null)
  const label = useId()
  useEffect(() => {
    if (!screen.current?.contains(document.activeElement)) screen.current?.focus()
  }, [])
  return (
    <section
      ref={screen}
      className={styles.screen}
      data-kind={kind}
      role={role}
      aria-labelledby={label}
      {...(role === 'alertdialog' ? { 'aria-modal': true } : {})}
      tabIndex={-1}
    >
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <h1 id={label}>{title}</h1>
      {children ? <div className={styles.text}>{children}</div> : null}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </section>
  )
}
