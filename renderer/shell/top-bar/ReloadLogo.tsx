import { UnstyledButton } from '@mantine/core'
import { useServices } from '../../services/context.tsx'
import { Mark } from '../../ui/Mark.tsx'
import styles from './ReloadLogo.module.css'
import { reloadLatest } from './reload-latest.ts'
import { TOP_BAR_TEXT } from './text.ts'

/** The product's mark, once on a screen: a click on it fetches the latest version (spec 1 §2.7). */
export function ReloadLogo({ size = 28 }: { size?: number }) {
  const services = useServices()
  const reload = () => {
    if (services.navigationLock.mayGo('')) void reloadLatest(services)
  }
  return (
    <UnstyledButton className={styles.logo} aria-label={TOP_BAR_TEXT.reload} onClick={reload}>
      <Mark size={size} />
    </UnstyledButton>
  )
}
