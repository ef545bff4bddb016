import { ActionIcon } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useServices } from '../../../services/context.tsx'
import { useChat, useChatState } from '../chat-context.tsx'
import { OwnMenu } from '../status/OwnMenu.tsx'
import { TEXT } from '../text.ts'
import styles from './MobileNav.module.css'

/** The top of the chat on a phone: the way back, what this is, and the person's own menu (spec 2 §2). */
export function MobileNav() {
  const chat = useChat()
  const { navigation } = useServices()
  const section = useChatState((state) => state.section)
  const back = () => (section === 'Chats' ? navigation.go('/dashboard') : chat.openSection('Chats'))
  return (
    <nav className={styles.nav} aria-label={TEXT.teamChat}>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={TEXT.leaveChat} onClick={back}>
        <IconArrowLeft size={20} stroke={1.8} />
      </ActionIcon>
      <span className={styles.title}>{TEXT.teamChat}</span>
      <OwnMenu />
    </nav>
  )
}
