import type { ReactNode } from 'react'
import styles from './Form.module.css'

interface FormActionsProps {
  /** The buttons, the one that does it last. */
  readonly children: ReactNode
  /** The first of them stands apart, at the start: it is about something else than ending the form. */
  readonly isFirstApart?: boolean
  /** Where the row stands, and no more than that. */
  readonly className?: string | undefined
}

/** The row of buttons that ends a form or a dialog. */
export function FormActions({ children, isFirstApart = false, className = '' }: FormActionsProps) {
  return (
    <div className={`${styles.actions} ${className}`} data-first-apart={isFirstApart}>
      {children}
    </div>
  )
}
