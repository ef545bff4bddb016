import '../mantine-styles.ts'
import { Button } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useState } from 'react'
import type { ChatAddress } from '#shared/contract/chat-address.ts'
import { useChat, useChatState } from '../chat-context.tsx'
import { EmbeddedConversation } from '../EmbeddedConversation.tsx'
import { keyOf } from '../store/state.ts'
import styles from './MeetingChat.module.css'
import { TEXT } from './text.ts'

interface MeetingChatProps extends ChatAddress {
  readonly initiallyOpen: boolean
}

/** The chat of a meeting within its window; where the whole chat shows beside it, the conversation opens there. */
export function MeetingChat({ initiallyOpen, source, sourceID }: MeetingChatProps) {
  const chat = useChat<'openSection' | 'select'>()
  const beside = useChatState(({ screens }) => screens > 0)
  const [wanted, setWanted] = useState(initiallyOpen)
  const opened = wanted && !beside
  const toggle = () => {
    if (!beside) return setWanted(!opened)
    chat.openSection('Chats')
    chat.select(keyOf({ source, sourceID }))
  }
  return (
    <div className={styles.meeting}>
      <Button
        size="compact-sm"
        variant={opened ? 'light' : 'default'}
        leftSection={<IconMessages size={16} stroke={1.7} aria-hidden="true" />}
        {...(beside ? {} : { 'aria-expanded': opened })}
        onClick={toggle}
      >
        {TEXT.meetingChat}
      </Button>
      {opened ? (
        <div className={styles.chat} data-phone="true">
          <EmbeddedConversation source={source} sourceID={sourceID} mode="MEETING_CHAT" />
        </div>
      ) : null}
    </div>
  )
}
