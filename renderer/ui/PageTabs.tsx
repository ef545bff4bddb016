import { type ReactNode, Suspense, useRef } from 'react'
import { Link } from 'react-router-dom'
import styles from './PageTabs.module.css'
import { useShownWithin } from './use-shown-within.ts'

interface PageTabsProps<Tab extends string> {
  /** Of the navigation, for who hears it. */
  readonly label: string
  /** The first of them stands at the page's own address, the others at `?tab=`. */
  readonly tabs: readonly Tab[]
  readonly current: Tab
  readonly words: Readonly<Record<Tab, string>>
  /** What the current one shows. */
  readonly children: ReactNode
}

/** A page of several, with tabs above that are addresses of their own. */
export function PageTabs<Tab extends string>({ label, tabs, current, words, children }: PageTabsProps<Tab>) {
  const strip = useRef<HTMLElement>(null)
  useShownWithin(strip, `a:nth-child(${tabs.indexOf(current) + 1})`)
  return (
    <div className={styles.screen}>
      <nav ref={strip} className={styles.tabs} aria-label={label}>
        {tabs.map((one, place) => (
          <Link
            key={one}
            to={place === 0 ? '?' : `?tab=${one}`}
            aria-current={one === current ? 'page' : undefined}
          >
            {words[one]}
          </Link>
        ))}
      </nav>
      <div className={styles.panel}>
        <Suspense>{children}</Suspense>
      </div>
    </div>
  )
}
