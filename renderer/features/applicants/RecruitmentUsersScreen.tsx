import { useSearchParams } from 'react-router-dom'
import { useSession } from '../../services/context.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'
import { PageTabs } from '../../ui/PageTabs.tsx'
import { ApplicantsTab } from './ApplicantsTab.tsx'
import { TEXT } from './text.ts'

const Onboarding = lazyCode(async () => (await import('../pending-recruitment/index.ts')).OnboardingTab)

/** Recruitment › Users: who applies, and who has onboarding tasks to do (spec 6 §3.4). */
export function RecruitmentUsersScreen() {
  const [params] = useSearchParams()
  const has = {
    applicants: useSession(({ permissions }) => permissions.can('IRECRUITMENT_CAN_PROCESS_NEW_PERSON')),
    onboarding: useSession(({ permissions }) => permissions.can('IRECRUITMENT_CAN_SEE_ONBOARDING_TAB')),
  }
  const tabs = (['applicants', 'onboarding'] as const).filter((one) => has[one])
  const tab = tabs.find((one) => one === params.get('tab')) ?? tabs[0] ?? 'applicants'
  return (
    <PageTabs label={TEXT.tabs} tabs={tabs} current={tab} words={TEXT.tab}>
      {tab === 'applicants' ? <ApplicantsTab /> : <Onboarding />}
    </PageTabs>
  )
}
