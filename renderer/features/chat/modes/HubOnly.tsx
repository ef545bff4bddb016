import { Button } from '@mantine/core'
import { IconAppWindow } from '@tabler/icons-react'
import { useServices } from '../../../services/context.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useUnreadTotal } from '../chat-context.tsx'
import { HubBanner } from '../messages/HubBanner.tsx'
import styles from './HubOnly.module.css'
import { TEXT } from './text.ts'
import { useChatPopOut } from './use-pop-out.ts'

/** The hub alone, in the desktop client or a browser: the conversations are in a window of their own (spec 2 §1). */
export function HubOnly({ onShowHere }: { readonly onShowHere: () => void }) {
  const { desktop } = useServices()
  const { open } = useChatPopOut()
  const unread = useUnreadTotal()
  return (
    <section className={styles.hub} aria-label={TEXT.teamChat}>
      <HubBanner />
      <EmptyState icon={<IconAppWindow size={28} stroke={1.5} />} title={TEXT.inOwnWindow}>
        <p className={styles.note}>{desktop.available ? TEXT.hubStaysDesktop : TEXT.hubStaysBrowser}</p>
        {unread > 0 ? <p className={styles.unread}>{TEXT.unreadCount(unread)}</p> : null}
        <div className={styles.actions}>
          <Button onClick={open}>{TEXT.showWindow}</Button>
          <Button variant="default" onClick={onShowHere}>
            {TEXT.showHere}
          </Button>
        </div>
      </EmptyState>
    </section>
  )
}
