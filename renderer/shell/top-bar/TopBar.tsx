import { useLocation } from 'react-router-dom'
import { screenName } from '../screen-name.ts'
import { AccountMenu } from './AccountMenu.tsx'
import styles from './TopBar.module.css'

/** The top bar (spec 1 §2.7). */
export function TopBar() {
  const { pathname } = useLocation()
  return (
    <div className={styles.top}>
      <h1>{screenName(pathname)}</h1>
      <AccountMenu />
    </div>
  )
}
