import { useSearchParams } from 'react-router-dom'
import type { PermissionRule } from '#shared/domain/permission-rule.ts'
import { allows } from '#shared/domain/permission-rule.ts'
import { useSession } from '../../services/context.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'
import { PageTabs } from '../../ui/PageTabs.tsx'
import { Cards } from './Cards.tsx'
import styles from './Support.module.css'
import { TEXT } from './text.ts'

const People = lazyCode(async () => (await import('./People.tsx')).People)
const FailedSignIns = lazyCode(async () => (await import('./FailedSignIns.tsx')).FailedSignIns)
const Commands = lazyCode(async () => (await import('./Commands.tsx')).Commands)
const Broadcasts = lazyCode(async () => (await import('./Broadcasts.tsx')).Broadcasts)
const ExcludedDevices = lazyCode(async () => (await import('./ExcludedDevices.tsx')).ExcludedDevices)
const HardwareReports = lazyCode(async () => (await import('../hardware/index.ts')).loadHardwareReports())

type Tab = keyof typeof TEXT.tab

/** The sections, in order, with what each needs beyond the module. */
const TABS: readonly (readonly [tab: Tab, permission: PermissionRule | null])[] = [
  ['home', null],
  ['people', null],
  ['sign-ins', null],
  ['commands', 'SUPPORT_CAN_EDIT_USER_SETTINGS'],
  ['devices', 'SUPPORT_CAN_EXCLUDE_DEVICE_ID'],
  ['hardware', 'SUPPORT_HELP_CENTER'],
  ['broadcasts', { anyOf: ['CAN_BROADCAST_MESSAGE', 'ADMIN_CAN_EDIT_SETTINGS'] }],
]

/** Support › Home: what needs support now, and whom and what it looks after (spec 5 §5.11). */
export function SupportHomeScreen() {
  const [params] = useSearchParams()
  const permissions = useSession((session) => session.permissions)
  const shown = TABS.filter(([, permission]) => permission === null || allows(permissions, permission))
  const tab = shown.find(([one]) => one === params.get('tab'))?.[0] ?? 'home'
  return (
    <PageTabs label={TEXT.tabs} tabs={shown.map(([one]) => one)} current={tab} words={TEXT.tab}>
      {tab === 'home' ? <Cards /> : null}
      {tab === 'people' ? <People /> : null}
      {tab === 'sign-ins' ? <FailedSignIns /> : null}
      {tab === 'commands' ? <Commands /> : null}
      {tab === 'devices' ? <ExcludedDevices /> : null}
      {tab === 'broadcasts' ? <Broadcasts /> : null}
      {tab === 'hardware' ? (
        <div className={styles.page}>
          <div className={styles.narrow}>
            <h1>{TEXT.tab.hardware}</h1>
            <HardwareReports />
          </div>
        </div>
      ) : null}
    </PageTabs>
  )
}
