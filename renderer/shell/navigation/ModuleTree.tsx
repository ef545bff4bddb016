import { UnstyledButton } from '@mantine/core'
import { IconChevronRight, IconExternalLink } from '@tabler/icons-react'
import { useId } from 'react'
import { NavLink } from 'react-router-dom'
import { type BadgeCounts, badgeCount, type NavigationItem } from '#shared/domain/navigation.ts'
import { useServices } from '../../services/context.tsx'
import { openPopOut, WINDOW_BLOCKED } from '../../services/page/pop-outs.ts'
import { Badge } from './Badge.tsx'
import { NAVIGATION_ICONS } from './icons.ts'
import styles from './SideBar.module.css'
import { isBranchOpen } from './side-bar-store.ts'
import { NAVIGATION_TEXT as TEXT } from './text.ts'
import { moveByArrowKey } from './use-arrow-keys.ts'
import { useMenuLine } from './use-menu.ts'
import { useSideBar, useSideBarState } from './use-side-bar.ts'

interface TreeProps {
  items: readonly NavigationItem[]
  counts: BadgeCounts
}

/** Modules with their groups and pages, of which one branch stands open (spec 1 §2.6). */
export function ModuleTree({ items, counts }: TreeProps) {
  return (
    <ul className={styles.tree} onKeyDown={moveByArrowKey}>
      {items.map((item) => (
        <Line key={item.id} item={item} counts={counts} depth={0} />
      ))}
    </ul>
  )
}

interface LineProps {
  item: NavigationItem
  counts: BadgeCounts
  depth: number
}

function Line(props: LineProps) {
  return props.item.children.length > 0 ? <Branch {...props} /> : <Leaf {...props} />
}

function Branch({ item, counts, depth }: LineProps) {
  const { label } = useMenuLine()(item)
  const sideBar = useSideBar()
  const open = useSideBarState(({ branch }) => isBranchOpen(branch, item.id))
  const childrenID = useId()
  const Icon = NAVIGATION_ICONS[item.icon]
  return (
    <li data-tour={item.tourID}>
      <UnstyledButton
        className={styles.line}
        data-nav
        data-depth={depth}
        aria-expanded={open}
        aria-controls={open ? childrenID : undefined}
        onClick={() => sideBar.toggleBranch(item.id)}
      >
        {depth === 0 ? <Icon className={styles.lineIcon} size={19} stroke={1.7} aria-hidden="true" /> : null}
        <span className={styles.name} title={label}>
          {label}{' '}
        </span>
        <Badge count={open ? 0 : badgeCount(item, counts)} />
        <IconChevronRight className={styles.chevron} size={15} stroke={2} aria-hidden="true" />
      </UnstyledButton>
      {open ? (
        <ul id={childrenID} className={styles.children}>
          {item.children.map((child) => (
            <Line key={child.id} item={child} counts={counts} depth={depth + 1} />
          ))}
        </ul>
      ) : null}
    </li>
  )
}

function Leaf({ item, counts, depth }: LineProps) {
  const { label, path, open } = useMenuLine()(item)
  const sideBar = useSideBar()
  const inside = (
    <>
      <span className={styles.name} title={label}>
        {label}{' '}
      </span>
      <Badge count={badgeCount(item, counts)} />
    </>
  )
  if (path === null) {
    return (
      <li data-tour={item.tourID}>
        <UnstyledButton
          className={styles.line}
          data-nav
          data-depth={depth}
          aria-haspopup="dialog"
          onClick={() => {
            sideBar.closeMobile()
            open()
          }}
        >
          {inside}
        </UnstyledButton>
      </li>
    )
  }
  return (
    <li className={styles.leaf} data-tour={item.tourID}>
      <NavLink
        className={styles.line ?? ''}
        data-nav
        data-depth={depth}
        to={path}
        end
        onClick={sideBar.closeMobile}
      >
        {inside}
      </NavLink>
      {item.id === 'connect.chat' ? <PopOutChatButton /> : null}
    </li>
  )
}

function PopOutChatButton() {
  const { notices } = useServices()
  return (
    <UnstyledButton
      className={styles.popOut}
      aria-label={TEXT.popOutChat}
      title={TEXT.popOutChat}
      onClick={() => {
        if (!openPopOut(window, 'my-team-chat')) notices.show('warning', WINDOW_BLOCKED)
      }}
    >
      <IconExternalLink size={15} stroke={1.8} aria-hidden="true" />
    </UnstyledButton>
  )
}
