import { Suspense } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { lazyCode } from '../../ui/fetch-code.ts'
import styles from './HelpCenter.module.css'
import { TEXT } from './text.ts'

const tabs = () => import('./tabs.ts')
const Tickets = lazyCode(async () => (await import('../tickets/index.ts')).HelpCenterScreen)
const Questions = lazyCode(async () => (await tabs()).Questions)
const Searches = lazyCode(async () => (await tabs()).Searches)
const Tours = lazyCode(async () => (await tabs()).Tours)

type Tab = keyof typeof TEXT.tab
const TABS = Object.keys(TEXT.tab) as Tab[]

/** Support › Help center: the tickets, and how the help centre itself is kept (spec 5 §5.13). */
export function HelpCenterPage() {
  const [params] = useSearchParams()
  const tab = TABS.find((one) => one === params.get('tab')) ?? 'tickets'
  return (
    <div className={styles.screen}>
      <nav className={styles.tabs} aria-label={TEXT.tabs}>
        {TABS.map((one) => (
          <Link
            key={one}
            to={one === 'tickets' ? '?' : `?tab=${one}`}
            aria-current={one === tab ? 'page' : undefined}
          >
            {TEXT.tab[one]}
          </Link>
        ))}
      </nav>
      <div className={styles.panel}>
        <Suspense>
          {tab === 'tickets' ? <Tickets /> : null}
          {tab === 'questions' ? <Questions /> : null}
          {tab === 'searches' ? <Searches /> : null}
          {tab === 'tours' ? <Tours /> : null}
        </Suspense>
      </div>
    </div>
  )
}
