import type { PermissionName, Permissions } from './permissions.ts'

/** Who may see and visit a thing (spec 1 §2.5, §6). */
export interface Access {
  /** Each of them is needed. */
  readonly all?: readonly PermissionName[]
  /** Any one of them is enough, whatever `all` says. */
  readonly any?: readonly PermissionName[]
  /** Whoever holds one of them is kept out. */
  readonly revoking?: readonly PermissionName[]
}

/** The counts that items of the side bar show (spec 1 §2.6). */
export type BadgeKey = 'chat' | 'newsfeed' | 'suggestions' | 'whatsapp'
export type BadgeCounts = Readonly<Record<BadgeKey, number>>

/** The items that open as dialogs instead of pages (spec 1 §2.5). */
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
  /** Stable, whatever the labels say: 'resource.power-resourcing.allocation'. */
  readonly id: string
  /** Its key in the label set. */
  readonly labelKey: string
  /** The label where a deployment has none of its own. */
  readonly defaultLabel: string
  /** Names the icon that the renderer draws; see its table. */
  readonly icon: NavigationIcon
  readonly badge?: BadgeKey
  /** Opens instead of a page. */
  readonly dialog?: NavigationDialog
  /** What a guided tour points at. */
  readonly tourID: string
  /** An item with children is a module or a group and leads nowhere itself. */
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
 * Whether the permissions let somebody in: all required are held, or any of its any-of, and none
 * that revokes (spec 1 §6). What asks for nothing is for everybody who is signed in.
 */
export function allows(permissions: Permissions, { all = [], any = [], revoking = [] }: Access): boolean {
  if (permissions.canAny(revoking)) return false
  if (all.length === 0 && any.length === 0) return true
  return (all.length > 0 && permissions.canAll(all)) || permissions.canAny(any)
}

/** A page or dialog with the modules and groups that it stands in, outermost first. */
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
 * Whether somebody may visit a page: it and everything that it stands in lets them. The side bar
 * shows by this, and the route guard lets through by it, so that neither can disagree (spec 1 §2.1, §6).
 */
export function mayVisit(permissions: Permissions, { item, within }: NavigationLeaf): boolean {
  return [...within, item].every((one) => allows(permissions, one))
}

/** What somebody sees of the menu: pages that they may visit, and groups and modules that have one. */
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

/** What an item's badge says: its own count, and those of what stands in it (spec 1 §2.6). */
export function badgeCount({ badge, children }: NavigationItem, counts: BadgeCounts): number {
  const own = badge ? counts[badge] : 0
  return children.reduce((sum, child) => sum + badgeCount(child, counts), own)
}

/** Which bar somebody gets (spec 1 §2.7). */
export type HomeBar = 'sense' | 'standard' | 'agency' | 'recruitment'

/** The home module by permission, the first rule that fits (spec 1 §2.7). */
export function homeBarOf(permissions: Permissions): HomeBar {
  if (permissions.can('SENSE_CAN_SEE_MODULE')) return 'sense'
  if (permissions.can('ADMIN_CAN_SEE_MODULE')) return 'standard'
  if (permissions.can('IAGENCY_CAN_SEE_MODULE') && !permissions.can('ISUPERVISOR_CAN_SEE_MODULE'))
    return 'agency'
  if (permissions.can('IRECRUITMENT_CAN_TAKE_COMPATIBILITY_TEST')) return 'recruitment'
  return 'standard'
}

/**
 * The modules of each bar; the standard one has them all. The documents name the bars and don't
 * show what is in them: an agency's people keep the means to talk, and recruits their own module.
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

/** False for recruits who may only take the compatibility test and aren't admins (spec 1 §2.6). */
export function hasSideBar(permissions: Permissions): boolean {
  if (permissions.can('ADMIN_CAN_SEE_MODULE')) return true
  return !(
    permissions.can('IRECRUITMENT_CAN_TAKE_COMPATIBILITY_TEST') &&
    !permissions.can('IRECRUITMENT_CAN_SEE_MODULE')
  )
}

/** How many module icons the collapsed side bar holds at a height in pixels; the others overflow (spec 1 §2.6, §9). */
export function collapsedIconCount(height: number): number {
  return Math.max(0, Math.floor((height - 200) / 100))
}

/** After how long the side bar expands by itself on a phone, in milliseconds (spec 1 §9). */
export const MOBILE_EXPAND_MS = 1000
