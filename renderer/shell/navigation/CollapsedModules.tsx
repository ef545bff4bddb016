import { Drawer, Menu, Tooltip, UnstyledButton } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Fragment, useEffect, useState, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router-dom'
import {
  type BadgeCounts,
  badgeCount,
  collapsedIconCount,
  leavesOf,
  type NavigationItem,
} from '#shared/domain/navigation.ts'
import { Badge } from './Badge.tsx'
import { NAVIGATION_ICONS } from './icons.ts'
import { ModuleTree } from './ModuleTree.tsx'
import styles from './SideBar.module.css'
import { NAVIGATION_TEXT as TEXT } from './text.ts'
import { moveByArrowKey } from './use-arrow-keys.ts'
import { useMenuLine } from './use-menu.ts'

export interface CollapsedModulesProps {
  modules: readonly NavigationItem[]
  counts: BadgeCounts
}

/** The modules as icons, as many as fit; the others are in a drawer (spec 1 §2.6, §9). */
export function CollapsedModules({ modules, counts }: CollapsedModulesProps) {
  const room = collapsedIconCount(useWindowHeight())
  const shown = modules.slice(0, room)
  const rest = modules.slice(room)
  return (
    <ul className={styles.rail} onKeyDown={moveByArrowKey}>
      {shown.map((module) => (
        <li key={module.id} data-tour={module.tourID}>
          <ModuleIcon module={module} counts={counts} />
        </li>
      ))}
      {rest.length > 0 ? (
        <li>
          <Overflow modules={rest} counts={counts} />
        </li>
      ) : null}
    </ul>
  )
}

/** A module's icon; it opens its pages beside it. */
function ModuleIcon({ module, counts }: { module: NavigationItem; counts: BadgeCounts }) {
  const line = useMenuLine()
  const current = useIsWithin([module])
  const { label } = line(module)
  const Icon = NAVIGATION_ICONS[module.icon]
  return (
    <Menu position="right-start" offset={10} shadow="md" width={240}>
      <Tooltip label={label} position="right" openDelay={500} disabled={label.length < 11}>
        <Menu.Target>
          <UnstyledButton className={styles.item} data-nav data-current={current || undefined}>
            <span className={styles.label}>{label} </span>
            <span className={styles.icon}>
              <Icon size={21} stroke={1.7} aria-hidden="true" />
              <Badge count={badgeCount(module, counts)} corner />
            </span>
          </UnstyledButton>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown className={styles.flyout}>
        <Menu.Label className={styles.flyoutTitle}>{label}</Menu.Label>
        {module.children.map((child) => (
          <FlyoutLines key={child.id} item={child} counts={counts} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function FlyoutLines({ item, counts }: { item: NavigationItem; counts: BadgeCounts }) {
  const { label, path, open } = useMenuLine()(item)
  const { pathname } = useLocation()
  if (item.children.length > 0) {
    return (
      <Fragment>
        <Menu.Label className={styles.flyoutGroup}>{label}</Menu.Label>
        {item.children.map((child) => (
          <FlyoutLines key={child.id} item={child} counts={counts} />
        ))}
      </Fragment>
    )
  }
  const badge = <Badge count={badgeCount(item, counts)} />
  if (path === null) {
    return (
      <Menu.Item onClick={open} rightSection={badge}>
        <span className={styles.flyoutName}>{label}</span>
      </Menu.Item>
    )
  }
  return (
    <Menu.Item
      component={Link}
      to={path}
      rightSection={badge}
      aria-current={path === pathname ? 'page' : undefined}
    >
      <span className={styles.flyoutName}>{label} </span>
    </Menu.Item>
  )
}

/** The modules for which the rail has no room. */
function Overflow({ modules, counts }: CollapsedModulesProps) {
  const [opened, setOpened] = useState(false)
  const { pathname } = useLocation()
  const current = useIsWithin(modules)
  const total = modules.reduce((sum, module) => sum + badgeCount(module, counts), 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place closes it
  useEffect(() => setOpened(false), [pathname])
  return (
    <>
      <UnstyledButton
        className={styles.item}
        data-nav
        data-current={current || undefined}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => setOpened(true)}
      >
        <span className={styles.label}>{TEXT.more} </span>
        <span className={styles.icon}>
          <IconDots size={21} stroke={1.7} aria-hidden="true" />
          <Badge count={total} corner />
        </span>
      </UnstyledButton>
      <Drawer
        opened={opened}
        onClose={() => setOpened(false)}
        title={TEXT.moreModules}
        size={288}
        closeButtonProps={{ 'aria-label': TEXT.closeMenu }}
        classNames={{
          content: styles.drawer ?? '',
          header: styles.drawerHeader ?? '',

          close: styles.drawerClose ?? '',
          body: styles.drawerBody ?? '',
        }}
      >
        <nav aria-label={TEXT.moreModules}>
          <ModuleTree items={modules} counts={counts} />
        </nav>
      </Drawer>
    </>
  )
}

/** Whether the present place is a page of one of the modules. */
function useIsWithin(modules: readonly NavigationItem[]): boolean {
  const line = useMenuLine()
  const { pathname } = useLocation()
  return leavesOf(modules).some(({ item }) => line(item).path === pathname)
}

const subscribeToResize = (listener: () => void) => {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

function useWindowHeight(): number {
  return useSyncExternalStore(subscribeToResize, () => window.innerHeight)
}
