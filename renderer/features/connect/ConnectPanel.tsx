import '@mantine/core/styles/Drawer.layer.css'
import { Drawer } from '@mantine/core'
import { useLocation } from 'react-router-dom'
import { usePagePath } from '../../services/page/ui-labels-context.tsx'
import { ChatScreen } from '../chat/index.ts'
import styles from './ConnectPanel.module.css'

const TEXT = {
  title: 'Team chat',
  close: 'Close the panel',
  onPage: 'The chat is open on this page.',
} as const

/** The chat beside whatever the person works on (spec 1 §2.8). */
export function ConnectPanel({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { pathname } = useLocation()
  const chatPath = usePagePath('connect.chat')
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={760}
      title={TEXT.title}
      classNames={{ body: styles.body, content: styles.content }}
      closeButtonProps={{ 'aria-label': TEXT.close }}
    >
      {/* Twice on one page, each would mark read what the other shows. */}
      {pathname === chatPath ? (
        <p className={styles.note}>{TEXT.onPage}</p>
      ) : (
        <ChatScreen place="EMBED_FULL" />
      )}
    </Drawer>
  )
}
