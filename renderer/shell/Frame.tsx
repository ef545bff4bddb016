import { IconMessageCircle } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { ErrorBoundary } from 'react-error-boundary'
import { Outlet, useLocation } from 'react-router-dom'
import { FloatingChat, useUnreadTotal } from '../features/chat/index.ts'
import { useServices } from '../services/context.tsx'
import { useAreQueriesThere } from '../services/http/queries.tsx'
import { useCounters } from '../services/signed-in.tsx'
import { DialogHost } from './dialogs/DialogHost.tsx'
import styles from './Frame.module.css'
import { RestWanted, useFramePainted } from './first-paint.ts'
import { HomeBar } from './navigation/HomeBar.tsx'
import { SideBar } from './navigation/SideBar.tsx'
import { useSideBarLayout } from './navigation/use-layout.ts'
import { useOpenMissed } from './navigation/use-open-missed.ts'
import { useSideBar } from './navigation/use-side-bar.ts'
import { BannerPlace } from './overlays/banners/BannerPlace.tsx'
import { ShellBanners } from './overlays/banners/ShellBanners.tsx'
import { DesktopVersionBanner } from './overlays/DesktopVersionBanner.tsx'
import { LicenceBanner } from './overlays/LicenceBanner.tsx'
import { ShellOverlays } from './overlays/ShellOverlays.tsx'
import { UnsupportedDeviceLine } from './overlays/UnsupportedDevice.tsx'
import { UpdateBanner } from './overlays/UpdateBanner.tsx'
import { RenderFailure } from './RenderFailure.tsx'
import { TopBar } from './top-bar/TopBar.tsx'
import { TopBarButton } from './top-bar/TopBarButton.tsx'

/** The signed-in shell around a screen: side bar, top bar, content. */
export function Frame() {
  const { pathname } = useLocation()
  const layout = useSideBarLayout()
  const sideBar = useSideBar()
  const painted = useFramePainted()
  const [chatPlace, setChatPlace] = useState<HTMLElement | null>(null)
  const showsScreen = useAreQueriesThere() && painted

  return (
    <RestWanted value={painted}>
      <div className={styles.frame} data-side={layout}>
        <a className={styles.skip} href="#content">
          Skip to content
        </a>
        <CountingSideBar />
        <div className={styles.column}>
          <header>
            <BannerPlace>
              <LicenceBanner />
              <UpdateBanner />
              <DesktopVersionBanner />
              <UnsupportedDeviceLine />
              <ShellBanners />
            </BannerPlace>
            <div className={styles.bar} data-top-bar>
              <TopBar
                onChatPlace={setChatPlace}
                logo={layout === 'mobile' || layout === 'none'}
                {...(layout === 'mobile' ? { onMenu: sideBar.openMobile } : {})}
              />
            </div>
            {layout === 'none' ? <HomeBar /> : null}
          </header>
          <main id="content" className={styles.content} tabIndex={-1}>
            <RenderFailure place={pathname}>
              <Suspense>{showsScreen ? <Outlet /> : null}</Suspense>
            </RenderFailure>
          </main>
        </div>
        {showsScreen ? (
          <>
            {/* Without its short cut the whole chat is still a page away, so a failure shows nothing. */}
            <ErrorBoundary fallback={null}>
              <Suspense>
                <FloatingChat
                  launcher={(props) =>
                    chatPlace
                      ? createPortal(<TopBarButton icon={IconMessageCircle} {...props} />, chatPlace)
                      : null
                  }
                />
              </Suspense>
            </ErrorBoundary>
            <ShellOverlays />
            <DialogHost />
          </>
        ) : null}
      </div>
    </RestWanted>
  )
}

/** The side bar with what waits, apart: a message that comes in draws nothing else of the shell again. */
function CountingSideBar() {
  const unread = useUnreadTotal()
  const { newsfeed, suggestions, whatsapp, unreadNotificationCount } = useCounters((values) => values)
  const { title } = useServices()
  const openMissed = useOpenMissed()
  useEffect(() => {
    title.setUnread(unread)
    return () => title.setUnread(0)
  }, [title, unread])
  return (
    <SideBar
      counts={{
        badges: { chat: unread, newsfeed, suggestions, whatsapp },
        missedNotifications: unreadNotificationCount,
      }}
      onMissedNotifications={openMissed}
    />
  )
}
