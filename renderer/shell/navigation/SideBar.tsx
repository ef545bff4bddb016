import './mantine-styles.ts'
import { UnstyledButton } from '@mantine/core'
import {
  IconHome2,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSearch,
} from '@tabler/icons-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import type { BadgeCounts } from '#shared/domain/navigation.ts'
import { MOBILE_EXPAND_MS } from '#shared/domain/navigation.ts'
import { CompanyLogo, CompanyMark } from '../../features/company/index.ts'
import { useServices } from '../../services/context.tsx'
import { useUiLabels } from '../../services/page/ui-labels-context.tsx'
import { fetchedPart, useFetchedPart } from '../../ui/fetched-part.ts'
import { Hint } from '../../ui/Hint.tsx'
import { OVERLAYS } from '../../ui/overlays.ts'
import { useRestWanted } from '../first-paint.ts'
import { ReloadLogo } from '../top-bar/ReloadLogo.tsx'
import type { CollapsedModulesProps } from './CollapsedModules.tsx'
import { ModuleTree } from './ModuleTree.tsx'
import styles from './SideBar.module.css'
import { StatusButtons } from './StatusButtons.tsx'
import { NAVIGATION_TEXT as TEXT } from './text.ts'
import { type SideBarLayout, useIsNarrow, useSideBarLayout } from './use-layout.ts'
import { useModules } from './use-menu.ts'
import { useSideBar, useSideBarState } from './use-side-bar.ts'

/** The modules as icons: only that layout needs them. */
export const COLLAPSED_MODULES = fetchedPart(() => import('./CollapsedModules.tsx'))

export interface SideBarProps {
  counts: SideBarCounts
  /** The missed-notifications button was pressed; without it the button only tells. */
  onMissedNotifications?: () => void
}

/** The side bar (spec 1 §2.6): open, as icons, or covering a phone's screen. */
export function SideBar(props: SideBarProps) {
  const layout = useSideBarLayout()
  useRevealedPage()
  if (layout === 'none') return null
  if (layout === 'mobile') return <MobileSideBar {...props} />
  return <DesktopSideBar {...props} layout={layout} />
}

function DesktopSideBar({ counts, onMissedNotifications, layout }: SideBarProps & { layout: SideBarLayout }) {
  const sideBar = useSideBar()
  const modules = useModules()
  const collapsed = layout === 'collapsed'
  const over = layout === 'over'
  const restWanted = useRestWanted()
  return (
    <nav
      className={styles.side}
      data-layout={layout}
      data-tour="side-bar"
      aria-label={TEXT.main}
      onKeyDown={(event) => {
        if (over && event.key === 'Escape') sideBar.closeMobile()
      }}
    >
      <div className={styles.head}>
        <ReloadLogo size={34} />
        <span className={styles.brand}>
          <Suspense>{collapsed ? <CompanyMark size={28} /> : <CompanyLogo height={30} />}</Suspense>
        </span>
        <CollapseButton layout={layout} />
      </div>
      <TopLines collapsed={collapsed} />
      {collapsed ? (
        <Collapsed modules={modules} counts={counts.badges} />
      ) : (
        <div className={styles.scroll}>
          <ModuleTree items={modules} counts={counts.badges} />
        </div>
      )}
      {restWanted ? (
        <StatusButtons missed={counts.missedNotifications} onMissed={onMissedNotifications} />
      ) : (
        <div className={styles.statuses} />
      )}
    </nav>
  )
}

function Collapsed(props: CollapsedModulesProps) {
  const part = useFetchedPart(COLLAPSED_MODULES, true)
  return part ? <part.CollapsedModules {...props} /> : <div className={styles.rail} />
}

/** Full width, and there after a second by itself or by the burger (spec 1 §2.6, §9). */
function MobileSideBar({ counts, onMissedNotifications }: SideBarProps) {
  const sideBar = useSideBar()
  const opened = useSideBarState((state) => state.mobileOpen)
  const modules = useModules()
  const kit = useFetchedPart(OVERLAYS, true)
  useAutoExpand()
  if (!kit) return null
  return (
    <kit.Drawer
      opened={opened}
      onClose={sideBar.closeMobile}
      size="100%"
      title="Fieldwork"
      closeButtonProps={{ 'aria-label': TEXT.closeMenu }}
      classNames={{
        content: styles.drawer ?? '',
        header: styles.drawerHeader ?? '',

        close: styles.drawerClose ?? '',
        body: styles.drawerBody ?? '',
      }}
    >
      <nav className={styles.mobile} aria-label={TEXT.main}>
        <Suspense>
          <CompanyLogo />
        </Suspense>
        <TopLines collapsed={false} />
        <div className={styles.scroll}>
          <ModuleTree items={modules} counts={counts.badges} />
        </div>
        <StatusButtons
          missed={counts.missedNotifications}
          onMissed={
            onMissedNotifications &&
            (() => {
              sideBar.closeMobile()
              onMissedNotifications()
            })
          }
        />
      </nav>
    </kit.Drawer>
  )
}

function CollapseButton({ layout }: { layout: SideBarLayout }) {
  const sideBar = useSideBar()
  const narrow = useIsNarrow()
  const collapsed = layout === 'collapsed'
  const label = collapsed ? TEXT.expand : TEXT.collapse
  const Icon = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const toggle = () => {
    if (layout === 'over') return sideBar.closeMobile()
    if (narrow) return sideBar.openMobile()
    sideBar.toggleCollapsed()
  }
  return (
    <Hint label={label} position="right" openDelay={400}>
      <UnstyledButton className={styles.collapse} aria-label={label} onClick={toggle}>
        <Icon size={19} stroke={1.7} aria-hidden="true" />
      </UnstyledButton>
    </Hint>
  )
}

/** Home and search (spec 1 §2.6). */
function TopLines({ collapsed }: { collapsed: boolean }) {
  const { dialogs } = useServices()
  const sideBar = useSideBar()
  const search = () => {
    sideBar.closeMobile()
    dialogs.open('switcher')
  }
  return (
    <div className={styles.top}>
      <NavLink
        to={START_PATH}
        end
        className={(collapsed ? styles.item : styles.line) ?? ''}
        data-depth={0}
        onClick={sideBar.closeMobile}
      >
        <LineContent collapsed={collapsed} label={TEXT.home} icon={<IconHome2 {...ICON} />} />
      </NavLink>
      <UnstyledButton
        className={collapsed ? styles.item : styles.line}
        data-depth={0}
        aria-label={TEXT.search}
        aria-haspopup="dialog"
        onClick={search}
      >
        <LineContent collapsed={collapsed} label="Search" icon={<IconSearch {...ICON} />} />
      </UnstyledButton>
    </div>
  )
}

const START_PATH = '/dashboard'
const ICON = { size: 19, stroke: 1.7, 'aria-hidden': true } as const

function LineContent({ collapsed, label, icon }: { collapsed: boolean; label: string; icon: ReactNode }) {
  return (
    <>
      <span className={collapsed ? styles.icon : styles.lineIcon}>{icon}</span>
      <span className={collapsed ? styles.label : styles.name}>{label}</span>
    </>
  )
}

/** Opens the branch of the page that one comes to. */
function useRevealedPage(): void {
  const { pathname } = useLocation()
  const sideBar = useSideBar()
  const labels = useUiLabels()
  useEffect(() => {
    const route = labels.store.getState().routes.find(({ path }) => path === pathname)
    if (route) sideBar.reveal(route.item.id, pathname)
  }, [pathname, sideBar, labels])
}

/**
 * Expands the menu once in a page's life, unless the person was quicker, and at the start page only: an address
 * that leads to something, even a ticket over the start page, shows that and no menu over it.
 */
function useAutoExpand(): void {
  const { timers } = useServices()
  const sideBar = useSideBar()
  const { pathname, search } = useLocation()
  const isStart = pathname === START_PATH && search === ''
  const [began] = useState(isStart)
  useEffect(
    () => (began && isStart ? timers.after(MOBILE_EXPAND_MS, sideBar.autoExpand) : undefined),
    [timers, sideBar, began, isStart],
  )
}

/** The counts that the side bar shows (spec 1 §2.6). */
interface SideBarCounts {
  readonly badges: BadgeCounts
  readonly missedNotifications: number
}
