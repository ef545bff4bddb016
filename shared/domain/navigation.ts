import type { PermissionName, Permissions } from './permissions.ts'

/** Which permissions let somebody see and visit something (spec 1 §2.5, §6). */
export interface Access {
  /** All of these are needed. */
  readonly all?: readonly PermissionName[]
  /** Any one of these is enough, whatever `all` says. */
  readonly any?: readonly PermissionName[]
  /** Any one of these keeps the person out. */
  readonly revoking?: readonly PermissionName[]
}

/** Counts that the side bar shows as badges (spec 1 §2.6). */
export type BadgeKey = 'chat' | 'newsfeed' | 'suggestions' | 'whatsapp'
export type BadgeCounts = Readonly<Record<BadgeKey, number>>

/** The menu's items that open a dialog instead of a page (spec 1 §2.5). */
export type NavigationDialog =
  | 'pending-requests'
  | 'approved-requests'
  | 'return-to-work'
  | 'reset-password'
  | 'onboarding-tasks'
  | 'manage-areas'
  | 'dangerous-email'

/** A module, a group within one, a page or a dialog of the menu (spec 1 §2.5). */
export interface NavigationItem extends Access {
  /** Doesn't change with the labels: 'resource.power-resourcing.allocation'. */
  readonly id: string
  /** Its key in the label set. */
  readonly labelKey: string
  /** The label unless the deployment has its own. */
  readonly defaultLabel: string
  /** Name of the icon; the renderer has the drawings. */
  readonly icon: NavigationIcon
  readonly badge?: BadgeKey
  /** Opens instead of a page. */
  readonly dialog?: NavigationDialog
  /** What guided tours refer to. */
  readonly tourID: string
  /** An item with children is a module or a group, and has no page itself. */
  readonly children: readonly NavigationItem[]
}

export type NavigationIcon =
  | 'areas'
  | 'agency'
  | 'admin'
  | 'blogs'
  | 'calendar'
  | 'call'
  | 'case'
  | 'chat'
  | 'checks'
  | 'community'
  | 'configuration'
  | 'connect'
  | 'development'
  | 'dialog'
  | 'email'
  | 'experience'
  | 'finance'
  | 'gamification'
  | 'help'
  | 'home'
  | 'hr'
  | 'interviews'
  | 'job-orders'
  | 'live'
  | 'log'
  | 'manager'
  | 'meeting'
  | 'money'
  | 'password'
  | 'performance'
  | 'planner'
  | 'project'
  | 'quality'
  | 'quest'
  | 'recruitment'
  | 'report'
  | 'research'
  | 'resource'
  | 'room'
  | 'sense'
  | 'services'
  | 'settings'
  | 'shifts'
  | 'supervisor'
  | 'support'
  | 'survey'
  | 'task'
  | 'tracker'
  | 'training'
  | 'users'
  | 'whatsapp'

/**
 * Whether these permissions are enough: all of `all` or one of `any`, and none of `revoking` (spec 1 §6).
 * Without any of these everybody who is signed in may.
 */
export function allows(permissions: Permissions, { all = [], any = [], revoking = [] }: Access): boolean {
  if (permissions.canAny(revoking)) return false
  if (all.length === 0 && any.length === 0) return true
  return (all.length > 0 && permissions.canAll(all)) || permissions.canAny(any)
}

/** A page or dialog, with the modules and groups around it, outermost first. */
export interface NavigationLeaf {
  readonly item: NavigationItem
  readonly within: readonly NavigationItem[]
}

/** Every page and dialog, in the menu's order. */
export function leavesOf(items: readonly NavigationItem[]): readonly NavigationLeaf[] {
  const walk = (item: NavigationItem, within: readonly NavigationItem[]): NavigationLeaf[] =>
    item.children.length === 0
      ? [{ item, within }]
      : item.children.flatMap((child) => walk(child, [...within, item]))
  return items.flatMap((item) => walk(item, []))
}

/**
 * Whether somebody may visit a page: its own permissions and those of everything around it must allow it.
 * Side bar and route guard both ask this, so they can't disagree (spec 1 §2.1, §6).
 */
export function mayVisit(permissions: Permissions, { item, within }: NavigationLeaf): boolean {
  return [...within, item].every((one) => allows(permissions, one))
}

/** The menu as somebody sees it: the pages that they may visit, and the groups and modules around those. */
export function visibleItems(
  permissions: Permissions,
  items: readonly NavigationItem[],
): readonly NavigationItem[] {
  const visible = (item: NavigationItem, within: readonly NavigationItem[]): NavigationItem[] => {
    if (item.children.length === 0) return mayVisit(permissions, { item, within }) ? [item] : []
    const children = item.children.flatMap((child) => visible(child, [...within, item]))
    return children.length === 0 ? [] : [{ ...item, children }]
  }
  return items.flatMap((item) => visible(item, []))
}

/** The number on an item's badge: its own count and those of everything below it (spec 1 §2.6). */
export function badgeCount({ badge, children }: NavigationItem, counts: BadgeCounts): number {
  const own = badge ? counts[badge] : 0
  return children.reduce((sum, child) => sum + badgeCount(child, counts), own)
}

/** Which bar somebody gets (spec 1 §2.7). */
export type HomeBar = 'sense' | 'standard' | 'agency' | 'recruitment'

/** The bar by permission; the first rule that fits decides (spec 1 §2.7). */
export function homeBarOf(permissions: Permissions): HomeBar {
  if (permissions.can('SENSE_CAN_SEE_MODULE')) return 'sense'
  if (permissions.can('ADMIN_CAN_SEE_MODULE')) return 'standard'
  if (permissions.can('IAGENCY_CAN_SEE_MODULE') && !permissions.can('ISUPERVISOR_CAN_SEE_MODULE'))
    return 'agency'
  if (permissions.can('IRECRUITMENT_CAN_TAKE_COMPATIBILITY_TEST')) return 'recruitment'
  return 'standard'
}

/**
 * The modules of each bar. The documents name the bars without their modules: here an agency keeps the chat,
 * and recruits keep their own module.
 */
const MODULES_OF: Readonly<Record<HomeBar, readonly string[] | 'all'>> = {
  sense: ['sense'],
  standard: 'all',
  agency: ['agency', 'connect'],
  recruitment: ['recruitment', 'connect'],
}

/** The modules of a bar, in the menu's order. */
export function modulesOf(bar: HomeBar, items: readonly NavigationItem[]): readonly NavigationItem[] {
  const modules = MODULES_OF[bar]
  return modules === 'all' ? items : items.filter(({ id }) => modules.includes(id))
}

/** The modules that somebody sees, with their pages: what their bar has of what they may visit (spec 1 §2.5, §2.7). */
export const menuOf = (
  permissions: Permissions,
  items: readonly NavigationItem[],
): readonly NavigationItem[] => visibleItems(permissions, modulesOf(homeBarOf(permissions), items))

/**
 * Whether somebody has a side bar: not recruits who may only take the compatibility test and aren't
 * administrators (spec 1 §2.6).
 */
export function hasSideBar(permissions: Permissions): boolean {
  if (permissions.can('ADMIN_CAN_SEE_MODULE')) return true
  return !(
    permissions.can('IRECRUITMENT_CAN_TAKE_COMPATIBILITY_TEST') &&
    !permissions.can('IRECRUITMENT_CAN_SEE_MODULE')
  )
}

/**
 * How many module icons fit the collapsed side bar at a height in pixels; the rest overflow (spec 1 §2.6,
 * §9).
 */
export function collapsedIconCount(height: number): number {
  return Math.max(0, Math.floor((height - 200) / 100))
}

/** On a phone the side bar expands by itself after this long, in milliseconds (spec 1 §9). */
export const MOBILE_EXPAND_MS = 1000
