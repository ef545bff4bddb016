import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useSession } from '../../services/context.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'
import { PageTabs } from '../../ui/PageTabs.tsx'
import type { Changed } from './matrix.ts'
import { RolesTab } from './RolesTab.tsx'
import { TEXT } from './text.ts'

const PeopleTab = lazyCode(async () => (await import('../people/index.ts')).PeopleTab)

const Matrix = lazyCode(async () => (await import('./Matrix.tsx')).Matrix)
const WhoCan = lazyCode(async () => (await import('./WhoCan.tsx')).WhoCan)
const PersonTab = lazyCode(async () => (await import('./PersonTab.tsx')).PersonTab)

const ImportsTab = lazyCode(async () => (await import('../people/index.ts')).loadImportsTab())

const TABS = ['people', 'roles', 'matrix', 'who', 'person', 'imports'] as const

/** Admin › Active users: people, roles, what each may do, and who can do what (spec 5 §4.2). */
export function AccessScreen() {
  const [params] = useSearchParams()
  const mayImport = useSession(({ permissions }) => permissions.can('ADMIN_CAN_EDIT_USERS'))
  const tabs = TABS.filter((one) => one !== 'imports' || mayImport)
  const tab = tabs.find((one) => one === params.get('tab')) ?? 'people'
  // Kept here, so that a look at another tab loses nothing.
  const [changed, setChanged] = useState<Changed>(new Map())
  return (
    <PageTabs label={TEXT.tabs} tabs={tabs} current={tab} words={TEXT.tab}>
      {tab === 'people' ? <PeopleTab /> : null}
      {tab === 'roles' ? <RolesTab /> : null}
      {tab === 'matrix' ? <Matrix changed={changed} onChanged={setChanged} /> : null}
      {tab === 'who' ? <WhoCan /> : null}
      {tab === 'person' ? <PersonTab /> : null}
      {tab === 'imports' ? <ImportsTab /> : null}
    </PageTabs>
  )
}
