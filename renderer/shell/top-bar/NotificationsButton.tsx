import { IconBell } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useStore } from 'zustand'
import { useSignedIn } from '../../services/signed-in.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'
import { RenderFailure } from '../RenderFailure.tsx'
import { TopBarButton } from './TopBarButton.tsx'
import { TopBarPanel } from './TopBarPanel.tsx'
import { TOP_BAR_TEXT } from './text.ts'

const NotificationCentre = lazyCode(
  async () => (await import('../../features/notification-centre/index.ts')).NotificationCentre,
)

/** Opens the notification centre; its badge counts what is in it (spec 1 §2.7). */
export function NotificationsButton() {
  const { centre } = useSignedIn()
  const count = useStore(centre.store, ({ items }) => items.length)
  const opened = useStore(centre.store, (state) => state.opened)
  return (
    <TopBarPanel
      label={TOP_BAR_TEXT.notifications}
      opened={opened}
      onChange={centre.setOpened}
      target={
        <TopBarButton
          label={TOP_BAR_TEXT.notifications}
          icon={IconBell}
          data-tour="notifications"
          count={count}
          onClick={() => centre.setOpened(!opened)}
        />
      }
    >
      <RenderFailure>
        <Suspense>
          <NotificationCentre />
        </Suspense>
      </RenderFailure>
    </TopBarPanel>
  )
}
