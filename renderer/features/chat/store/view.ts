import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import { loadMessagesAround } from '#shared/contract/chat-messages.ts'
import { reasonOf } from '../../../services/http/api-client.ts'
import { SHELL_TEXT as TEXT } from '../shell-text.ts'
import { type ChatCore, conversationOf, threadOf } from './core.ts'
import type { ConversationActions } from './messages/conversation.ts'
import type { ChatDialog, ChatSection, Spotlight, ThreadKey, ThreadTab } from './state.ts'

/** What of the chat is before the person's eyes, beside the selected conversation. */
export interface ViewActions {
  openSection(section: ChatSection): void
  /** The tab of a conversation; 'Messages' until another is opened. */
  openTab(key: ThreadKey, tab: ThreadTab): void
  /** Opens a dialog in the place of the one that is open; over it where that is a topic's conversation. */
  openDialog(dialog: ChatDialog): void
  /** Closes the uppermost. */
  closeDialog(): void
  /**
   * Selects a conversation for as long as a dialog shows it over another, which comes back when the
   * returned function is called.
   */
  cover(key: ThreadKey): () => void
  /**
   * Opens a message in its context: its conversation, the Messages tab, the page around it where it
   * isn't kept, and points it out. False where it can't be had; the person is told.
   */
  showMessage(key: ThreadKey, messageID: number): Promise<boolean>
  /** What was asked for so is in view, and pointed out. */
  pointedOut(asked: Spotlight['asked']): void
}

export function createViewActions(
  core: ChatCore,
  conversations: ConversationActions,
  select: (key: ThreadKey | null) => void,
): ViewActions {
  const { store, services } = core
  let asked = 0

  const gone = () => {
    services.notices.show('warning', TEXT.messageGone)
    return false
  }
  const actions: ViewActions = {
    openSection: (section) => store.setState({ section }),
    openTab: (key, tab) => store.setState(({ tabs }) => ({ tabs: { ...tabs, [key]: tab } })),
    openDialog: (dialog) =>
      store.setState(({ dialog: open, dialogBelow }) => {
        const stays = open?.kind === 'topic-chat' && dialog.kind !== 'topic-chat'
        return { dialog, dialogBelow: stays ? open : dialog.kind === 'topic-chat' ? null : dialogBelow }
      }),
    closeDialog: () => store.setState(({ dialogBelow }) => ({ dialog: dialogBelow, dialogBelow: null })),
    cover(key) {
      const before = store.getState().selected
      const wasAtBottom = conversations.isAtBottom()
      store.setState({ covered: { key: before } })
      select(key)
      return () => {
        const comesBack = store.getState().selected === key && before !== key
        // While it counts as covered: it hasn't been left.
        if (comesBack) select(before)
        store.setState({ covered: null })
        if (comesBack) conversations.setAtBottom(wasAtBottom)
      }
    },
    pointedOut: (which) =>
      store.setState(({ spotlight }) =>
        spotlight?.asked === which ? { spotlight: { ...spotlight, isShown: true } } : {},
      ),
    async showMessage(key, messageID) {
      const thread = threadOf(store.getState(), key)
      if (!thread) return gone()
      select(key)
      actions.openTab(key, 'Messages')
      const spotlight = () =>
        store.setState({ spotlight: { thread: key, messageID, asked: ++asked, isShown: false } })
      const kept = () => conversationOf(core, key).messages.some(({ id }) => id === messageID)
      if (kept()) {
        spotlight()
        return true
      }
      try {
        const { source, sourceID } = thread
        const page = await services.api.call(
          loadMessagesAround,
          { id: messageID, source, sourceID },
          { quiet: true },
        )
        if (!page.messages.some(({ id }: ChatMessage) => id === messageID)) return gone()
        conversations.showPage(key, page.messages)
        spotlight()
        return true
      } catch (error) {
        services.notices.show('error', reasonOf(error))
        return false
      }
    },
  }
  return actions
}
