import './mantine-styles.ts'
import { useMediaQuery } from '@mantine/hooks'
import { IconMessages } from '@tabler/icons-react'
import { useEffect } from 'react'
import { BREAKPOINTS } from '#shared/domain/breakpoints.ts'
import { WIDE_LAYOUT_PX } from '#shared/domain/chat.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import styles from './ChatScreen.module.css'
import { useChat, useChatState } from './chat-context.tsx'
import { ConversationPane } from './messages/ConversationPane.tsx'
import { HubBanner } from './messages/HubBanner.tsx'
import { MemberPanel } from './people/MemberPanel.tsx'
import { TEXT } from './text.ts'
import { ThreadList } from './threads/ThreadList.tsx'

const READ_AT_ONCE = { getInitialValueInEffect: false }

/** The chat: threads, the selected conversation, and its members where there is room (spec 2 §2). */
export function ChatScreen() {
  const chat = useChat()
  const selected = useChatState((state) => state.selected)
  const phone = useMediaQuery(`(max-width: ${BREAKPOINTS.tablet}px)`, undefined, READ_AT_ONCE) ?? false
  const wide = useMediaQuery(`(min-width: ${WIDE_LAYOUT_PX}px)`, undefined, READ_AT_ONCE) ?? false
  useEffect(() => chat.show(), [chat])

  return (
    <div className={styles.screen} data-phone={phone}>
      {phone && selected !== null ? null : <ThreadList />}
      {phone && selected === null ? null : (
        <div className={styles.main}>
          <HubBanner />
          {selected === null ? (
            <EmptyState icon={<IconMessages size={28} stroke={1.5} />} title={TEXT.selectToStart} />
          ) : (
            <ConversationPane
              key={selected}
              threadKey={selected}
              {...(phone ? { onBack: () => chat.select(null) } : {})}
            />
          )}
        </div>
      )}
      {wide && selected !== null ? <MemberPanel key={selected} threadKey={selected} /> : null}
    </div>
  )
}
