import './mantine-styles.ts'
import { useMediaQuery } from '@mantine/hooks'
import { IconMessages } from '@tabler/icons-react'
import { useCallback, useDeferredValue, useEffect, useId, useState } from 'react'
import { THREAD_PANEL_MIN_PX, WIDE_LAYOUT_PX } from '#shared/domain/chat.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { MessageAddress } from './actions/MessageAddress.tsx'
import styles from './ChatScreen.module.css'
import { useChat, useChatState } from './chat-context.tsx'
import { ConversationPane } from './messages/ConversationPane.tsx'
import { HubBanner } from './messages/HubBanner.tsx'
import { BackCloses } from './modes/BackCloses.tsx'
import { HubOnly } from './modes/HubOnly.tsx'
import { ChatModeProvider, useChatMode } from './modes/mode-context.tsx'
import { type ChatPlace, useModeNow } from './modes/use-mode-now.ts'
import { MemberPanel } from './people/MemberPanel.tsx'
import { SectionPanel } from './sections/SectionPanel.tsx'
import { SectionTabs } from './sections/SectionTabs.tsx'
import { TEXT } from './text.ts'

const READ_AT_ONCE = { getInitialValueInEffect: false }

/** The whole chat; the mode decides what shows of it, and no address (spec 2 §1, §2). */
export function ChatScreen({ place = 'CONNECT_PLUS' }: { readonly place?: ChatPlace }) {
  const [wantedHere, setWantedHere] = useState(false)
  const mode = useModeNow(place, wantedHere)
  return (
    <ChatModeProvider value={mode}>
      {mode.layout === 'none' ? <HubOnly onShowHere={() => setWantedHere(true)} /> : <Shown />}
    </ChatModeProvider>
  )
}

/** The sections and the selected conversation. */
function Shown() {
  const chat = useChat<'screenOpened' | 'show'>()
  const { layout, name } = useChatMode()
  useEffect(() => chat.show(), [chat])
  useEffect(() => chat.screenOpened(), [chat])
  return (
    <div
      className={styles.screen}
      data-mode={name}
      data-phone={layout === 'single'}
      data-own-bar={name === 'FULL_MOBILE' || undefined}
    >
      <MessageAddress />
      {layout === 'single' ? <OneAtATime /> : <Columns />}
    </div>
  )
}

/** The sections beside the conversation, and its members where there is room. */
function Columns() {
  const scope = useId()
  const selected = useShownThread()
  // The members follow once the messages are painted.
  const beside = useDeferredValue(selected)
  const embedded = useChatState(({ embeds }) => embeds > 0)
  const { isEmbedded } = useChatMode()
  const wide = useMediaQuery(`(min-width: ${WIDE_LAYOUT_PX}px)`, undefined, READ_AT_ONCE) ?? false
  return (
    <>
      <div className={styles.side}>
        <SectionTabs scope={scope} placement="top" />
        <SectionPanel scope={scope} />
      </div>
      <div className={styles.main} style={{ minWidth: THREAD_PANEL_MIN_PX }}>
        <HubBanner />
        {embedded ? null : selected === null ? (
          <EmptyState icon={<IconMessages size={28} stroke={1.5} />} title={TEXT.selectToStart} />
        ) : (
          <ConversationPane threadKey={selected} />
        )}
      </div>
      {wide && !isEmbedded && selected !== null && beside !== null ? (
        <MemberPanel key={beside} threadKey={beside} />
      ) : null}
    </>
  )
}

/** The sections with their tabs along the bottom, or the conversation in their place. */
function OneAtATime() {
  const chat = useChat<'closeDialog' | 'select' | 'store'>()
  const scope = useId()
  const selected = useShownThread()
  const isFull = useChatMode().name === 'FULL_MOBILE'
  const close = useCallback(() => chat.select(null), [chat])
  const back = useCallback(() => {
    const isCovered = chat.store.getState().dialog !== null
    if (isCovered) chat.closeDialog()
    else close()
    return !isCovered
  }, [chat, close])
  return (
    <div className={styles.main}>
      {isFull ? <BackCloses isOpen={selected !== null} onBack={back} /> : null}
      <HubBanner />
      {selected !== null ? (
        <ConversationPane threadKey={selected} onBack={close} />
      ) : (
        <>
          <SectionPanel scope={scope} />
          <SectionTabs scope={scope} placement="bottom" />
        </>
      )}
    </div>
  )
}

/**
 * The selected conversation, but not while another screen over this one shows one: that is the selected
 * one then. A topic's conversation only covers the one that it belongs to.
 */
function useShownThread() {
  return useChatState(({ covered, selected, embeds }) =>
    covered ? covered.key : embeds > 0 ? null : selected,
  )
}
