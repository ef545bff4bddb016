import { type ReactNode, useEffect, useRef } from 'react'
import styles from './LinkPage.module.css'

/**
 * The page that a mailed link opens: one card under the product's name. A change of what it is about
 * brings the focus to the new title, so that it is read out.
 */
export function LinkPage({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const first = useRef(title)
  useEffect(() => {
    if (first.current === title) return
    first.current = title
    heading.current?.focus()
  }, [title])

  return (
    <div className={styles.page}>
      <header className={styles.brand}>
        <img src="/icon.svg" alt="" width={32} height={32} />
        <span>Fieldwork</span>
      </header>
      <main className={styles.card}>
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </main>
    </div>
  )
}
