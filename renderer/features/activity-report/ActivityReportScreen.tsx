import './mantine-styles.ts'
import { useSearchParams } from 'react-router-dom'
import { PageTabs } from '../../ui/PageTabs.tsx'
import { RecordsPage } from '../records/index.ts'
import { Hours } from './Hours.tsx'
import { SESSIONS } from './sessions.tsx'
import { TEXT } from './text.ts'

const TABS = ['hours', 'sessions'] as const

/** Resource › Activity report: where the hours went, and the sessions that say so (spec 4 §4.5.11). */
export function ActivityReportScreen() {
  const [params] = useSearchParams()
  const tab = params.get('tab') === 'sessions' ? 'sessions' : 'hours'
  return (
    <PageTabs label={TEXT.title} tabs={TABS} current={tab} words={TEXT.tabs}>
      {tab === 'sessions' ? <RecordsPage kind={SESSIONS} /> : <Hours />}
    </PageTabs>
  )
}
