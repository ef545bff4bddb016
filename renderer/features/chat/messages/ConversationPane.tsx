import { useMediaQuery } from '@mantine/hooks'
import { Suspense, useCallback, useId, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { useShallow } from 'zustand/react/shallow'
import type { ChatThread } from '#shared/contract/chat-entities.ts'
import { WIDE_LAYOUT_PX } from '#shared/domain/chat.ts'
import { useSession } from '../../../services/context.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import { PartFailure } from '../../../ui/failure/PartFailure.tsx'
import { lazyCode } from '../../../ui/fetch-code.ts'
import { useToday } from '../../../ui/use-now.ts'
import { useChat, useChatState } from '../chat-context.tsx'
import { Composer } from '../composer/Composer.tsx'
import { useChatMode } from '../modes/mode-context.tsx'
import { threadOf } from '../store/core.ts'
import {
  type Conversation,
  EMPTY_CONVERSATION,
  type ShownConversation,
  type ThreadFrame,
  type ThreadKey,
  type ThreadTab,
  threadFrame,
} from '../store/state.ts'
import { BroadcastStrip } from '../tabs/BroadcastStrip.tsx'
import { panelID, ThreadTabs, tabID } from '../tabs/ThreadTabs.tsx'
import { tabsOf } from '../tabs/thread-tabs.ts'
import { Announcer } from './Announcer.tsx'
import { ConversationHeader } from './ConversationHeader.tsx'
import styles from './ConversationPane.module.css'
import { MessageSkeleton } from './MessageSkeleton.tsx'
import { MessageViewport } from './MessageViewport.tsx'
import { createRowBuilder } from './message-rows.ts'
import { TEXT } from './text.ts'

const TabContent = lazyCode(async () => (await import('../tabs/TabContent.tsx')).TabContent)
const READ_AT_ONCE = { getInitialValueInEffect: false }

interface ConversationPaneProps {
  readonly threadKey: ThreadKey
  readonly onBack?: () => void
  /** Whether its composer has the focus as soon as it shows. */
  readonly takesFocus?: boolean
}

/**
 * One conversation: header, tabs, messages, composer (spec 2 §2). Another one takes its place in the same
 * pane: the strip of tabs stays, whatever belongs to a conversation is keyed by it.
 */
export function ConversationPane({ threadKey, onBack, takesFocus = true }: ConversationPaneProps) {
  const thread = useChatState(useShallow((state) => frameOf(threadOf(state, threadKey))))
  if (!thread) return <MessageSkeleton />
  return (
    <section className={styles.pane} aria-label={thread.displayLabel}>
      <ConversationHeader key={threadKey} thread={thread} {...(onBack ? { onBack } : {})} />
      <Parts thread={thread} threadKey={threadKey} takesFocus={takesFocus} />
    </section>
  )
}

interface PartsProps {
  readonly thread: ThreadFrame
  readonly threadKey: ThreadKey
  readonly takesFocus: boolean
}

/**
 * The tabs and what they show. The messages and the composer stay where they are behind another tab,
 * with their size: coming back is instant, at the same place, with the text as it was.
 */
function Parts({ thread, threadKey, takesFocus }: PartsProps) {
  const chat = useChat<'openTab'>()
  const id = useId()
  const { tabs, tab } = useTabs(thread, threadKey)
  const hidden = tab !== 'Messages'
  const openTab = useCallback((next: ThreadTab) => chat.openTab(threadKey, next), [chat, threadKey])
  return (
    <>
      <ThreadTabs id={id} tabs={tabs} tab={tab} unreadTopics={thread.unreadTopics} onChange={openTab} />
      <div className={styles.panels}>
        <div
          className={styles.panel}
          role="tabpanel"
          id={panelID(id, 'Messages')}
          aria-labelledby={tabID(id, 'Messages')}
          data-hidden={hidden}
          inert={hidden}
        >
          <BroadcastStrip key={`broadcast/${threadKey}`} threadKey={threadKey} />
          <Messages key={`messages/${threadKey}`} threadKey={threadKey} label={thread.displayLabel} />
          <Composer
            key={`composer/${threadKey}`}
            threadKey={threadKey}
            thread={thread}
            takesFocus={takesFocus}
          />
        </div>
        {hidden ? (
          <div
            className={styles.panel}
            role="tabpanel"
            id={panelID(id, tab)}
            aria-labelledby={tabID(id, tab)}
            key={`${threadKey}/${tab}`}
          >
            <PartFailure>
              <Suspense>
                <TabContent tab={tab} threadKey={threadKey} />
              </Suspense>
            </PartFailure>
          </div>
        ) : null}
      </div>
    </>
  )
}

/** The conversation's tabs and the open one; the messages where that one isn't there (any more). */
function useTabs(thread: ThreadFrame, threadKey: ThreadKey): { tabs: readonly ThreadTab[]; tab: ThreadTab } {
  const wideWindow = useMediaQuery(`(min-width: ${WIDE_LAYOUT_PX}px)`, undefined, READ_AT_ONCE)
  const mayUseTopics = useSession(({ permissions }) => permissions.can('CHAT_CAN_USE_TOPICS'))
  const opened = useChatState((state) => state.tabs[threadKey]) ?? 'Messages'
  // Inside another screen no members are beside it.
  const { isEmbedded } = useChatMode()
  const names = tabsOf(thread, { wide: wideWindow && !isEmbedded, mayUseTopics }).join()
  // The same list for every conversation that has these: the strip isn't drawn again.
  const tabs = useMemo(() => names.split(',') as ThreadTab[], [names])
  return { tabs, tab: tabs.includes(opened) ? opened : 'Messages' }
}

/** A message that comes is no reason to draw the conversation's header and composer. */
function frameOf(thread: ChatThread | undefined): ThreadFrame | undefined {
  return thread && threadFrame(thread)
}

/** A page that is asked for is no reason to draw the messages. */
function shown({ loadingOlder, loadingNewer, endReached, ...rest }: Conversation): ShownConversation {
  return rest
}

function Messages({ threadKey, label }: { threadKey: ThreadKey; label: string }) {
  const chat = useChat<'retry'>()
  const today = useToday()
  const conversation = useChatState(
    useShallow((state) => shown(state.conversations[threadKey] ?? EMPTY_CONVERSATION)),
  )
  const allEchoes = useChatState((state) => state.echoes)
  const me = useChatState((state) => state.me)
  const { load, messages, firstUnreadID, epoch } = conversation
  const [buildRows] = useState(createRowBuilder)
  const rows = useMemo(() => {
    const echoes = allEchoes.filter((echo) => echo.thread === threadKey)
    return buildRows({ messages, firstUnreadID }, echoes, me, today)
  }, [buildRows, messages, firstUnreadID, allEchoes, threadKey, me, today])

  return (
    <div className={styles.messages}>
      {load.state === 'error' ? (
        <LoadFailure
          title={TEXT.messagesFailed}
          reason={load.message}
          onRetry={() => chat.retry(threadKey)}
        />
      ) : load.state !== 'ready' ? (
        <MessageSkeleton />
      ) : rows.length === 0 ? (
        <EmptyState title={TEXT.noMessages} />
      ) : (
        <MessageViewport
          key={epoch}
          threadKey={threadKey}
          label={label}
          rows={rows}
          conversation={conversation}
        />
      )}
      {/* Out of the panel: what comes in is told behind another tab, too. */}
      {createPortal(<Announcer rows={rows} />, document.body)}
    </div>
  )
}
