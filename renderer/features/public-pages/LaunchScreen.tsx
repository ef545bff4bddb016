import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile, IconRocket } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { appLink, LAUNCH_WAIT_MS, SSO_SOURCES } from '#shared/domain/app-link.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { LinkPage } from '../public-links/index.ts'
import styles from './PublicPages.module.css'
import { LAUNCH_TEXT } from './text.ts'

/**
 * /public/app/launch?source=…&sourceid=… (spec 1 §2.1): tries to open the native app by its own
 * scheme. A page can't see whether that worked, so after a while who isn't signed in is shown the
 * sign-in screen, and who is may choose. Who signed in at a provider for the desktop client is done here.
 */
export function LaunchScreen() {
  const { navigation, timers } = useServices()
  const isSignedIn = useSession(({ user }) => user !== null)
  const [search] = useSearchParams()
  const [isOver, setOver] = useState(false)
  const source = search.get('source')
  const link = appLink(source, search.get('sourceid'))

  useEffect(() => {
    navigation.load(link)
    return timers.after(LAUNCH_WAIT_MS, () => setOver(true))
  }, [navigation, timers, link])

  if (!isOver) {
    return (
      <LinkPage icon={<IconRocket size={28} />} title={LAUNCH_TEXT.checking}>
        <p role="status">{LAUNCH_TEXT.lead}</p>
        <span className={styles.bar} aria-hidden="true" />
      </LinkPage>
    )
  }
  if (SSO_SOURCES.some((one) => one === source))
    return (
      <LinkPage icon={<IconDeviceDesktop size={28} />} title={LAUNCH_TEXT.backTitle}>
        <p>{LAUNCH_TEXT.back}</p>
        <div className={styles.actions}>
          <Button size="md" onClick={() => navigation.load(link)}>
            {LAUNCH_TEXT.again}
          </Button>
        </div>
      </LinkPage>
    )
  if (!isSignedIn) return <Navigate to="/" replace />
  return (
    <LinkPage icon={<IconDeviceMobile size={28} />} title={LAUNCH_TEXT.nothingTitle}>
      <p>{LAUNCH_TEXT.nothing}</p>
      <div className={styles.actions}>
        <Button size="md" variant="default" onClick={() => navigation.load(link)}>
          {LAUNCH_TEXT.again}
        </Button>
        <Button size="md" onClick={() => navigation.go('/dashboard')}>
          {LAUNCH_TEXT.here}
        </Button>
      </div>
    </LinkPage>
  )
}
