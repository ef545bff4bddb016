import { UnstyledButton } from '@mantine/core'
import { updateJson } from '#shared/contract/shell.ts'
import { UPDATE_TEXT } from '#shared/domain/update.ts'
import { useServices } from '../../services/context.tsx'
import type { Services } from '../../services/services.ts'
import { UPDATE_FAILED } from '../../services/session/update-flow.ts'
import { Mark } from '../../ui/Mark.tsx'
import styles from './ReloadLogo.module.css'
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

/**
 * Reloads the page so that it is the server's latest version (spec 1 §2.7): what is cached goes
 * first, and the build is taken note of, so that it isn't offered once more. Not in a meeting, and
 * not while the page can't be had, which would leave the browser's own error page.
 */
async function reloadLatest(
  services: Pick<Services, 'api' | 'caches' | 'isInMeeting' | 'navigation' | 'notices' | 'storage'>,
): Promise<void> {
  const { api, caches, isInMeeting, navigation, notices, storage } = services
  if (isInMeeting()) return notices.show('warning', UPDATE_TEXT.inMeeting)
  try {
    const { build } = await api.call(updateJson, undefined, { quiet: true })
    if (!(await navigation.isServed())) throw new Error('the page is not served')
    storage.set('build', build)
  } catch {
    return notices.show('error', UPDATE_FAILED)
  }
  await caches.clear()
  navigation.reload()
}
