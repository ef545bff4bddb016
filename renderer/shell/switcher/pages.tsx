import { IconHome2 } from '@tabler/icons-react'
import { leavesOf, mayVisit, type NavigationDialog, type NavigationItem } from '#shared/domain/navigation.ts'
import { NAVIGATION } from '#shared/domain/navigation-menu.ts'
import type { PageRoute } from '#shared/domain/navigation-routes.ts'
import type { Permissions } from '#shared/domain/permissions.ts'
import { NAVIGATION_ICONS } from '../navigation/icons.ts'
import type { SwitcherItem } from './source.ts'

const ICON = { size: 20, stroke: 1.7 }

interface PageParts {
  readonly permissions: Permissions
  readonly routes: readonly PageRoute[]
  readonly labelOf: (item: NavigationItem) => string
  readonly go: (path: string) => void
  readonly openDialog: (name: NavigationDialog) => void
}

/** The dashboard, and the pages and dialogs of the menu that this person may open (spec 1 §2.5). */
export function pageItems({
  permissions,
  routes,
  labelOf,
  go,
  openDialog,
}: PageParts): readonly SwitcherItem[] {
  const dashboard: SwitcherItem = {
    id: 'page:dashboard',
    title: 'Dashboard',
    icon: <IconHome2 {...ICON} />,
    run: () => go('/dashboard'),
  }
  const pages = leavesOf(NAVIGATION)
    .filter((leaf) => mayVisit(permissions, leaf))
    .map(({ item, within }): SwitcherItem => {
      const Icon = NAVIGATION_ICONS[item.icon]
      const path = routes.find((route) => route.item.id === item.id)?.path
      return {
        id: `page:${item.id}`,
        title: labelOf(item),
        hint: within.map(labelOf).join(' / '),
        icon: <Icon {...ICON} />,
        run: () => (item.dialog ? openDialog(item.dialog) : path === undefined ? undefined : go(path)),
      }
    })
  return [dashboard, ...pages]
}
