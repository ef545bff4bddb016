import { ActionIcon } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useServices } from '../../../services/context.tsx'
import { useChat, useChatState } from '../chat-context.tsx'
import { useChatMode } from '../modes/mode-context.tsx'
import { OwnMenu } from '../status/OwnMenu.tsx'
import { TEXT } from '../text.ts'
import styles from './Sections.module.css'

interface SectionHeadProps {
  readonly title: string
  /** Whether the person's own menu stands in it elsewhere than on a phone, too. */
  readonly hasOwnMenu?: boolean
  /** For a section whose tab says enough where the tabs are above it. */
  readonly onPhoneOnly?: boolean
  /** What can be done in the section. */
  readonly children?: ReactNode
}

/**
 * The top of a section. On a phone it is the only bar of the screen, with the way back and the
 * person's own menu (spec 2 §2).
 */
export function SectionHead({ title, hasOwnMenu, onPhoneOnly, children }: SectionHeadProps) {
  if (useChatMode().name !== 'FULL_MOBILE') {
    if (onPhoneOnly) return null
    return (
      <header className={styles.head}>
        {hasOwnMenu ? <OwnMenu /> : null}
        <h2>{title}</h2>
        {children}
      </header>
    )
  }
  return (
    <nav className={styles.head} aria-label={TEXT.teamChat} data-top-bar>
      <Back />
      <h2>{title}</h2>
      <OwnMenu />
      {children}
    </nav>
  )
}

/** To the conversations, and from there out of the chat. */
function Back() {
  const chat = useChat<'openSection'>()
  const { navigation } = useServices()
  const section = useChatState((state) => state.section)
  const back = () => (section === 'Chats' ? navigation.go('/dashboard') : chat.openSection('Chats'))
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" aria-label={TEXT.leaveChat} onClick={back}>
      <IconArrowLeft size={20} stroke={1.8} />
    </ActionIcon>
  )
}
