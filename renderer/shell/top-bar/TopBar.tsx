import { UnstyledButton } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { useLocation } from 'react-router-dom'
import { screenName } from '../screen-name.ts'
import { AccountMenu } from './AccountMenu.tsx'
import styles from './TopBar.module.css'

/** The top bar (spec 1 §2.7). `onMenu` opens the side bar on a phone. */
export function TopBar({ onMenu }: { onMenu?: () => void }) {
  const { pathname } = useLocation()
  return (
    <div className={styles.top}>
      {onMenu ? (
        <UnstyledButton aria-label="Open menu" onClick={onMenu}>
          <IconMenu2 size={22} stroke={1.8} aria-hidden="true" />
        </UnstyledButton>
      ) : null}
      <h1>{screenName(pathname)}</h1>
      <AccountMenu />
    </div>
  )
}
