import { MESSAGE_TEXT_MAX, react as reactCall } from '#shared/contract/chat.ts'
import type { ChatMessage, ReactionType, ReplyQuote } from '#shared/contract/chat-entities.ts'
import { SHELL_TEXT as TEXT } from '../../shell-text.ts'
import { type ChatCore, conversationOf, threadOf } from '../core.ts'
import type { ConversationActions } from '../messages/conversation.ts'
import type { Echo } from '../messages/echo.ts'
import { withReaction } from '../messages/reaction.ts'
import type { ThreadKey } from '../state.ts'
import { createDelivery } from './delivery.ts'
import { isPreparing } from './upload-types.ts'

export interface SendingActions {
  /** The text that the composer starts with, mentions as markup. */
  draftOf(key: ThreadKey): string
  saveDraft(key: ThreadKey, text: string): void
  /**
   * Takes a message for the selected conversation; shown at once. Without a connection the server is
   * told nothing, and the screen says 'Not connected to server' (spec 2 §5); the message waits in the outbox
   * and goes out, once and in its order, when there is one again. False where it isn't taken, of which
   * the person is told: the text then stays where it was.
   */
  send(text: string): boolean
  /** Sends what failed or waits: now, or as soon as there is a connection. */
  tryAgain(clientID: string): void
  /** Takes a message back that isn't under way. */
  discard(clientID: string): void
  setReply(key: ThreadKey, message: ChatMessage): void
  clearReply(key: ThreadKey): void
  react(key: ThreadKey, message: ChatMessage, reaction: ReactionType): Promise<void>
}

/** What the store itself needs of the sending. */
export interface Sending extends SendingActions {
  /** Listens to the connection and to other windows until the returned function is called. */
  bindOutbox(): () => void
}

export function createSendingActions(
  core: ChatCore,
  conversations: ConversationActions,
  received: (key: ThreadKey, message: ChatMessage) => void,
  showLatest: (key: ThreadKey) => void,
): Sending {
  const { store, services, drafts } = core
  const typed = new Map<ThreadKey, string>()
  const delivery = createDelivery(core, received)

  const refusal = (key: ThreadKey | null, text: string): string | null => {
    const state = store.getState()
    if (key === null || !threadOf(state, key)) return TEXT.selectChat
    // Another text isn't waited for: it stands in the outbox, and this one behind it (decisions, Chat).
    if (state.hub === 'connected' && isPreparing(state.uploads, key)) return TEXT.busy
    return text.length > MESSAGE_TEXT_MAX ? TEXT.tooLong : null
  }

  const actions: Sending = {
    bindOutbox: delivery.bind,
    draftOf: (key) => typed.get(key) ?? drafts.get(key),
    saveDraft(key, text) {
      typed.set(key, text)
      drafts.set(key, text)
    },
    send(text) {
      if (text.trim() === '') return false
      const { selected, replies } = store.getState()
      const problem = refusal(selected, text)
      if (problem !== null) services.notices.show('warning', problem)
      const thread = selected === null ? undefined : threadOf(store.getState(), selected)
      if (problem !== null || selected === null || !thread) return false
      const { messages, hasNewer } = conversationOf(core, selected)
      const echo: Omit<Echo, 'state'> = {
        clientID: services.newID(),
        thread: selected,
        text: text.trim(),
        replyTo: replies[selected] ?? null,
        entryTime: new Date(services.now()).toISOString(),
        afterID: messages.at(-1)?.id ?? 0,
      }
      delivery.take(thread, echo)
      actions.clearReply(selected)
      actions.saveDraft(selected, '')
      drafts.flush()
      // At the end of what is kept the rest comes by itself, and nothing is taken from under the reader.
      if (hasNewer && messages.length > 0 && !conversations.isAtBottom()) showLatest(selected)
      return true
    },
    tryAgain: delivery.tryAgain,
    discard: delivery.cancel,
    setReply(key, { id, userID, userName, message, type }) {
      const quote: ReplyQuote = { id, userID, userName, message, type }
      store.setState(({ replies }) => ({ replies: { ...replies, [key]: quote } }))
    },
    clearReply(key) {
      const { [key]: gone, ...rest } = store.getState().replies
      if (gone) store.setState({ replies: rest })
    },
    async react(key, message, reaction) {
      const thread = threadOf(store.getState(), key)
      const { me } = store.getState()
      if (!thread || message.userID === me.id) return
      conversations.place(key, [withReaction(message, reaction, me.name)])
      const { source, sourceID } = thread
      await services.api.call(reactCall, { id: message.id, source, sourceID, reaction }).catch(() => {
        conversations.place(key, [message])
      })
    },
  }
  return actions
}
