import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useStore } from 'zustand'
import { BREAKPOINTS } from '#shared/domain/breakpoints.ts'
import { useServices, useSession } from '../../../services/context.tsx'
import { usePagePath } from '../../../services/page/ui-labels-context.tsx'
import { DialogFailure } from '../../../ui/failure/DialogFailure.tsx'
import { lazyCode } from '../../../ui/fetch-code.ts'
import { useChatIfThere, useChatState, useUnreadTotal } from '../chat-context.tsx'
import styles from './FloatingChat.module.css'
import { useFloatPlace } from './float-place.ts'
import { TEXT } from './text.ts'

const FloatPanel = lazyCode(async () => (await import('./FloatPanel.tsx')).FloatPanel)
const READ_AT_ONCE = { getInitialValueInEffect: false }

/** What the button that opens the floating chat is drawn with, wherever it stands. */
export interface LauncherProps {
  readonly ref: RefObject<HTMLButtonElement | null>
  readonly label: string
  /** Unread messages. */
  readonly count: number
  readonly 'aria-expanded': boolean
  readonly onClick: () => void
}

interface FloatingChatProps {
  /** Draws the launcher where it lies on nothing: over the page it would lie on somebody's work. */
  readonly launcher: (props: LauncherProps) => ReactNode
}

/**
 * EMBED_FLOAT: a launcher with what waits, and the chat in a panel over whatever the person works on
 * (spec 2 §1). Not where the whole chat shows, on a phone, or while the chat has a window of its own.
 */
export function FloatingChat(props: FloatingChatProps) {
  // Over whatever the person works on: that doesn't wait for it, nor fail with it.
  return useChatIfThere() ? <Floats {...props} /> : null
}

function Floats(props: FloatingChatProps) {
  const may = useSession(({ permissions }) => permissions.can('GENERAL_CAN_USE_TEAM_CHAT'))
  const phone = useMediaQuery(`(max-width: ${BREAKPOINTS.tablet}px)`, undefined, READ_AT_ONCE) ?? false
  const { pathname } = useLocation()
  const chatPath = usePagePath('connect.chat')
  const always = useChatState((state) => state.alwaysPopOut)
  return may && !phone && !always && pathname !== chatPath ? <Floating {...props} /> : null
}

function Floating({ launcher }: FloatingChatProps) {
  const { dialogs } = useServices()
  const layer = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const place = useFloatPlace(layer)
  const unread = useUnreadTotal()
  const [opened, setOpened] = useState(false)
  // Twice on one page, each would mark read what the other shows.
  const elsewhere = useStore(dialogs.store, (all) => all.some((one) => one.name === 'connect' && one.opened))
  const embedded = useChatState(({ embeds }) => embeds > 0)
  const shows = opened && !elsewhere && !embedded
  const minimise = () => {
    setOpened(false)
    button.current?.focus()
  }
  return (
    <>
      {launcher({
        ref: button,
        label: TEXT.openFloat,
        count: unread,
        'aria-expanded': shows,
        onClick: () => setOpened(!shows),
      })}
      <div className={styles.layer} ref={layer}>
        {shows ? (
          <DialogFailure opened onClose={() => setOpened(false)}>
            <Suspense>
              <FloatPanel place={place} onMinimise={minimise} />
            </Suspense>
          </DialogFailure>
        ) : null}
      </div>
    </>
  )
}
