import {
  IconApps,
  IconBell,
  IconCalendarEvent,
  IconClockHour4,
  IconDeviceMobile,
  IconHeartRateMonitor,
  IconListCheck,
  IconPlugConnected,
  IconTicket,
  IconTrendingUp,
  IconUserCircle,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { PermissionName, Permissions } from '#shared/domain/permissions.ts'
import type { ProfileTab } from '#shared/domain/profile.ts'
import { SETTINGS_TABS } from '#shared/domain/settings.ts'
import { lazyCode } from '../../ui/fetch-code.ts'
import { loadNotificationSettings } from '../chat/index.ts'
import { loadHardwareScreen } from '../hardware/index.ts'

export type TabID = ProfileTab | (typeof SETTINGS_TABS)[number]

export interface ModalTab {
  readonly id: TabID
  readonly icon: typeof IconBell
  /** Who sees it; everybody where there is none (decisions, 'Profile tabs'). */
  readonly permission?: PermissionName
  readonly Content: ComponentType
  /** Whether it goes when another tab is shown: a microphone doesn't listen out of sight. */
  readonly goesWhenHidden?: true
}

/** The tabs of the modal in their order (spec 3 §2, §6). Each one's code comes when it is first shown. */
const TABS: readonly ModalTab[] = [
  {
    id: 'personal details',
    icon: IconUserCircle,
    Content: lazyCode(async () => (await import('./PersonalDetails.tsx')).PersonalDetails),
  },
  { id: 'notifications', icon: IconBell, Content: lazyCode(loadNotificationSettings) },
  {
    id: 'ticket issue',
    icon: IconTicket,
    Content: lazyCode(async () => (await import('../tickets/index.ts')).MyTickets),
  },
  {
    id: 'hardware',
    icon: IconHeartRateMonitor,
    permission: 'MY_PROFILE_CAN_SEE_HARDWARE_TESTING',
    Content: lazyCode(loadHardwareScreen),
    goesWhenHidden: true,
  },
  {
    id: 'my tasks',
    icon: IconListCheck,
    permission: 'MY_PROFILE_CAN_SEE_MY_CHECKLIST',
    Content: lazyCode(async () => (await import('../checklist/index.ts')).Checklist),
  },
  {
    id: 'attendance',
    icon: IconClockHour4,
    permission: 'ITRACKER_CAN_SEE_MY_ATTENDANCE',
    Content: lazyCode(async () => (await import('../attendance/index.ts')).Attendance),
  },
  {
    id: 'my development',
    icon: IconTrendingUp,
    permission: 'ITRACKER_CAN_SEE_MY_DEVELOPMENT',
    Content: lazyCode(async () => (await import('../attendance/index.ts')).Development),
  },
  {
    id: 'external services',
    icon: IconPlugConnected,
    permission: 'CAN_USE_EXTERNAL_SERVICES',
    Content: lazyCode(async () => (await import('../external-services/index.ts')).ExternalServices),
  },
  {
    id: 'third party apps',
    icon: IconApps,
    permission: 'CAN_ISSUE_THIRD_PARTY_APP_OAUTH_ACCESS',
    Content: lazyCode(async () => (await import('../third-party-apps/index.ts')).ThirdPartyApps),
  },
]

/** Of the settings alone (spec 1 §3). A line each; one that isn't there yet leaves no gap. */
const OF_SETTINGS: readonly ModalTab[] = [
  {
    id: 'calendar',
    icon: IconCalendarEvent,
    permission: 'ITRACKER_CAN_SEE_MY_SCHEDULE',
    Content: lazyCode(async () => (await import('../calendar/index.ts')).CalendarSettings),
  },
  {
    id: 'mobile app',
    icon: IconDeviceMobile,
    permission: 'CAN_USE_MOBILE_APP',
    Content: lazyCode(async () => (await import('../mobile-app/index.ts')).MobileApp),
  },
]

const seenBy =
  ({ can }: Permissions) =>
  ({ permission }: ModalTab) =>
    permission === undefined || can(permission)

/** The tabs of the profile that a person sees. */
export const tabsFor = (permissions: Permissions): readonly ModalTab[] => TABS.filter(seenBy(permissions))

/** The wider list of the settings, in its own order; one without content isn't shown. */
export const settingsTabsFor = (permissions: Permissions): readonly ModalTab[] =>
  SETTINGS_TABS.flatMap((id) => [...TABS, ...OF_SETTINGS].filter((tab) => tab.id === id)).filter(
    seenBy(permissions),
  )

/** Where the modal opens: as it was asked for if the person sees that, else on the notifications (spec 3 §2). */
export function initialTab(tabs: readonly ModalTab[], wanted: TabID | undefined): TabID {
  return tabs.find(({ id }) => id === wanted)?.id ?? 'notifications'
}
