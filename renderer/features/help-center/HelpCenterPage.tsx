import { useSearchParams } from 'react-router-dom'
import { lazyCode } from '../../ui/fetch-code.ts'
import { PageTabs } from '../../ui/PageTabs.tsx'
import { TEXT } from './text.ts'

const tabs = () => import('./tabs.ts')
const Tickets = lazyCode(async () => (await import('../tickets/index.ts')).HelpCenterScreen)
const Questions = lazyCode(async () => (await tabs()).Questions)
const Searches = lazyCode(async () => (await tabs()).Searches)
const Tours = lazyCode(async () => (await tabs()).Tours)
const Desk = lazyCode(async () => (await tabs()).Desk)

type Tab = keyof typeof TEXT.tab
const TABS = Object.keys(TEXT.tab) as Tab[]

/** Support › Help center: the tickets, and how the help centre itself is kept (spec 5 §5.13). */
export function HelpCenterPage() {
  const [params] = useSearchParams()
  const tab = TABS.find((one) => one === params.get('tab')) ?? 'tickets'
  return (
    <PageTabs label={TEXT.tabs} tabs={TABS} current={tab} words={TEXT.tab}>
      {tab === 'tickets' ? <Tickets /> : null}
      {tab === 'questions' ? <Questions /> : null}
      {tab === 'searches' ? <Searches /> : null}
      {tab === 'tours' ? <Tours /> : null}
      {tab === 'desk' ? <Desk /> : null}
    </PageTabs>
  )
}
