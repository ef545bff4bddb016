import { UnstyledButton } from '@mantine/core'
import { NavLink } from 'react-router-dom'
import { leavesOf } from '#shared/domain/navigation.ts'
import styles from './HomeBar.module.css'
import { NAVIGATION_TEXT as TEXT } from './text.ts'
import { useMenuLine, useModules } from './use-menu.ts'

/** The pages of who has no side bar, in one row (spec 1 §2.6, §2.7). */
export function HomeBar() {
  const pages = leavesOf(useModules())
  const line = useMenuLine()
  return (
    <nav className={styles.bar} aria-label={TEXT.main}>
      <NavLink className={styles.link ?? ''} to="/dashboard" end>
        {TEXT.home}
      </NavLink>
      {pages.map(({ item }) => {
        const { label, path, open } = line(item)
        return path === null ? (
          <UnstyledButton key={item.id} className={styles.link} aria-haspopup="dialog" onClick={open}>
            {label}
          </UnstyledButton>
        ) : (
          <NavLink key={item.id} className={styles.link ?? ''} to={path} end>
            {label}
          </NavLink>
        )
      })}
    </nav>
  )
}
