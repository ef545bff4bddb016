import { UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconMessageCircle } from '@tabler/icons-react'
import { Suspense, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useStore } from 'zustand'
import { BREAKPOINTS } from '#shared/domain/breakpoints.ts'
import { useServices, useSession } from '../../../services/context.tsx'
import { usePagePath } from '../../../services/page/ui-labels-context.tsx'
import { DialogFailure } from '../../../ui/failure/DialogFailure.tsx'
import { lazyCode } from '../../../ui/fetch-code.ts'
import { useChatIfThere, useChatState, useUnreadTotal } from '../chat-context.tsx'
import { TEXT } from '../text.ts'
import styles from './FloatingChat.module.css'
import { type FloatPlace, useFloatPlace } from './float-place.ts'

const FloatPanel = lazyCode(async () => (await import('./FloatPanel.tsx')).FloatPanel)
const READ_AT_ONCE = { getInitialValueInEffect: false }

/**
 * EMBED_FLOAT: a launcher with what waits, and the chat in a panel over whatever the person works on
 * (spec 2 §1). Not where the whole chat shows, on a phone, or while the chat has a window of its own.
 */
export function FloatingChat() {
  // Over whatever the person works on: that doesn't wait for it, nor fail with it.
  return useChatIfThere() ? <Floats /> : null
}

function Floats() {
  const may = useSession(({ permissions }) => permissions.can('GENERAL_CAN_USE_TEAM_CHAT'))
  const phone = useMediaQuery(`(max-width: ${BREAKPOINTS.tablet}px)`, undefined, READ_AT_ONCE) ?? false
  const { pathname } = useLocation()
  const chatPath = usePagePath('connect.chat')
  const always = useChatState((state) => state.alwaysPopOut)
  return may && !phone && !always && pathname !== chatPath ? <Floating /> : null
}

function Floating() {
  const { dialogs } = useServices()
  const layer = useRef<HTMLDivElement>(null)
  const place = useFloatPlace(layer)
  const [opened, setOpened] = useState(false)
  // Twice on one page, each would mark read what the other shows.
  const elsewhere = useStore(dialogs.store, (all) => all.some((one) => one.name === 'connect' && one.opened))
  const embedded = useChatState(({ embeds }) => embeds > 0)
  return (
    <div className={styles.layer} ref={layer}>
      {opened && !elsewhere && !embedded ? (
        <DialogFailure opened onClose={() => setOpened(false)}>
          <Suspense>
            <FloatPanel place={place} onMinimise={() => setOpened(false)} />
          </Suspense>
        </DialogFailure>
      ) : (
        <Launcher place={place} onOpen={() => setOpened(true)} />
      )}
    </div>
  )
}

function Launcher({ place, onOpen }: { place: FloatPlace; onOpen: () => void }) {
  const unread = useUnreadTotal()
  return (
    <UnstyledButton
      className={styles.launcher ?? ''}
      style={{ right: place.right, bottom: place.bottom }}
      aria-label={unread > 0 ? `${TEXT.openFloat}, ${TEXT.unreadCount(unread)}` : TEXT.openFloat}
      onClick={onOpen}
    >
      <IconMessageCircle size={25} stroke={1.7} aria-hidden="true" />
      {unread > 0 ? (
        <span className={styles.badge} aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      ) : null}
    </UnstyledButton>
  )
}
