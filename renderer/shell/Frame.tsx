import { Suspense, useEffect } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { useUnreadTotal } from '../features/chat/index.ts'
import { useServices } from '../services/context.tsx'
import { DialogHost } from './dialogs/DialogHost.tsx'
import styles from './Frame.module.css'
import { SideBar } from './navigation/SideBar.tsx'
import { DesktopVersionBanner } from './overlays/DesktopVersionBanner.tsx'
import { LicenceBanner } from './overlays/LicenceBanner.tsx'
import { UpdateBanner } from './overlays/UpdateBanner.tsx'
import { RenderFailure } from './RenderFailure.tsx'
import { TopBar } from './top-bar/TopBar.tsx'

/** The signed-in shell around a screen: side bar, top bar, content. */
export function Frame() {
  const unread = useUnreadTotal()
  const { pathname } = useLocation()
  const { title } = useServices()
  useEffect(() => {
    title.setUnread(unread)
    return () => title.setUnread(0)
  }, [title, unread])

  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <SideBar unread={unread} />
      <div className={styles.column}>
        <header>
          <LicenceBanner />
          <UpdateBanner />
          <DesktopVersionBanner />
          <TopBar />
        </header>
        <main id="content" className={styles.content} tabIndex={-1}>
          <RenderFailure place={pathname}>
            <Suspense>
              <Outlet />
            </Suspense>
          </RenderFailure>
        </main>
      </div>
      <DialogHost />
    </div>
  )
}
