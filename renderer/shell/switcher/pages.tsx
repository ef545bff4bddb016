import { IconHome2, IconMessages } from '@tabler/icons-react'
import type { PermissionName, Permissions } from '#shared/domain/permissions.ts'
import type { SwitcherItem } from './source.ts'

interface Page {
  readonly path: string
  readonly title: string
  /** Where it stands in the menu. */
  readonly module?: string
  readonly Icon: typeof IconHome2
  readonly needs?: PermissionName
}

const PAGES: readonly Page[] = [
  { path: '/dashboard', title: 'Dashboard', Icon: IconHome2 },
  {
    path: '/connect-plus/chat',
    title: 'Chat',
    module: 'Connect plus',
    Icon: IconMessages,
    needs: 'GENERAL_CAN_USE_TEAM_CHAT',
  },
]

/** The pages that this person may see. */
export function pageItems(permissions: Permissions, go: (path: string) => void): readonly SwitcherItem[] {
  return PAGES.filter(({ needs }) => needs === undefined || permissions.can(needs)).map(
    ({ path, title, module, Icon }) => ({
      id: `page:${path}`,
      title,
      ...(module === undefined ? {} : { hint: module }),
      icon: <Icon size={20} stroke={1.7} />,
      run: () => go(path),
    }),
  )
}
