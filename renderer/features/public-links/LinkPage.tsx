import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { PRIVACY_NAMES, privacyPath } from '#shared/domain/privacy.ts'
import { Mark } from '../../ui/Mark.tsx'
import { CompanyLogo } from '../company/index.ts'
import styles from './LinkPage.module.css'

export interface LinkPageProps {
  readonly icon: ReactNode
  readonly title: string
  /** For what is more than a question: a survey, a ticket, a document. */
  readonly wide?: boolean
  readonly children: ReactNode
}

/**
 * The page that a mailed link opens: one card under the product's name. A change of what it is about
 * brings the focus to the new title, so that it is read out.
 */
export function LinkPage({ icon, title, wide = false, children }: LinkPageProps) {
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
        <Mark size={32} />
        <span>Fieldwork</span>
        <Suspense>
          <CompanyLogo />
        </Suspense>
      </header>
      <main className={styles.card} data-wide={wide}>
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </main>
      <footer className={styles.footer}>
        <a href={privacyPath('pp')}>{PRIVACY_NAMES.pp}</a>
        <a href={privacyPath('pn')}>{PRIVACY_NAMES.pn}</a>
      </footer>
    </div>
  )
}
