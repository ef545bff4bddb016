import {
  MESSAGE_TEXT_MAX,
  react as reactCall,
  sendMessageToChatroom,
  sendMessageToThread,
} from '#shared/contract/chat.ts'
import type { ChatMessage, ChatThread, ReactionType, ReplyQuote } from '#shared/contract/chat-entities.ts'
import { TEXT } from '../text.ts'
import type { ConversationActions } from './conversation.ts'
import { type ChatCore, conversationOf, threadOf } from './core.ts'
import { type Echo, isSending, unsentOf, without, withState } from './echo.ts'
import { withReaction } from './reaction.ts'
import type { ThreadKey } from './state.ts'

export interface SendingActions {
  /** The text that the composer starts with, mentions as markup. */
  draftOf(key: ThreadKey): string
  saveDraft(key: ThreadKey, text: string): void
  /**
   * Sends to the selected conversation; shown at once. False where it is refused (spec 2 §5), of
   * which the person is told: the text then stays where it was.
   */
  send(text: string): boolean
  tryAgain(clientID: string): void
  discard(clientID: string): void
  setReply(key: ThreadKey, message: ChatMessage): void
  clearReply(key: ThreadKey): void
  react(key: ThreadKey, message: ChatMessage, reaction: ReactionType): Promise<void>
}

export function createSendingActions(
  core: ChatCore,
  conversations: ConversationActions,
  received: (key: ThreadKey, message: ChatMessage) => void,
  showLatest: (key: ThreadKey) => void,
): SendingActions {
  const { store, services, drafts } = core
  const typed = new Map<ThreadKey, string>()

  /** What a reload must bring back: what the server hasn't taken, then what is being typed. */
  const keepDraft = (key: ThreadKey) => {
    const unsent = unsentOf(store.getState().echoes, key).map(({ text }) => text)
    drafts.set(key, [...unsent, actions.draftOf(key)].filter((text) => text !== '').join('\n'))
  }
  const setEchoes = (change: (echoes: readonly Echo[]) => readonly Echo[]) =>
    store.setState((state) => ({ echoes: change(state.echoes) }))

  const dispatch = async (thread: ChatThread, echo: Echo) => {
    try {
      const message = await post(core, thread, echo)
      if (message) received(echo.thread, { ...message, clientID: echo.clientID })
      setEchoes((echoes) =>
        message ? without(echoes, echo.clientID) : withState(echoes, echo.clientID, 'sent'),
      )
    } catch {
      setEchoes((echoes) => withState(echoes, echo.clientID, 'failed'))
    }
    keepDraft(echo.thread)
    drafts.flush()
  }

  const refusal = (key: ThreadKey | null, text: string): string | null => {
    const state = store.getState()
    if (key === null || !threadOf(state, key)) return TEXT.selectChat
    if (state.hub !== 'connected') return TEXT.notConnected
    if (isSending(state.echoes, key)) return TEXT.busy
    return text.length > MESSAGE_TEXT_MAX ? TEXT.tooLong : null
  }

  const actions: SendingActions = {
    draftOf: (key) => typed.get(key) ?? drafts.get(key),
    saveDraft(key, text) {
      typed.set(key, text)
      keepDraft(key)
    },
    send(text) {
      if (text.trim() === '') return false
      const { selected, replies } = store.getState()
      const problem = refusal(selected, text)
      if (problem !== null) services.notices.show('warning', problem)
      const thread = selected === null ? undefined : threadOf(store.getState(), selected)
      if (problem !== null || selected === null || !thread) return false
      const { messages, hasNewer } = conversationOf(core, selected)
      const echo: Echo = {
        clientID: services.newID(),
        thread: selected,
        text: text.trim(),
        replyTo: replies[selected] ?? null,
        entryTime: new Date(services.now()).toISOString(),
        state: 'sending',
        afterID: messages.at(-1)?.id ?? 0,
      }
      setEchoes((echoes) => [...echoes, echo])
      actions.clearReply(selected)
      actions.saveDraft(selected, '')
      if (hasNewer && messages.length > 0) showLatest(selected)
      void dispatch(thread, echo)
      return true
    },
    tryAgain(clientID) {
      const echo = store.getState().echoes.find((candidate) => candidate.clientID === clientID)
      const problem = echo ? refusal(echo.thread, echo.text) : null
      if (problem !== null) services.notices.show('warning', problem)
      const thread = echo && threadOf(store.getState(), echo.thread)
      if (!echo || !thread || problem !== null || echo.state !== 'failed') return
      setEchoes((echoes) => withState(echoes, clientID, 'sending'))
      void dispatch(thread, echo)
    },
    discard(clientID) {
      const echo = store.getState().echoes.find((candidate) => candidate.clientID === clientID)
      if (!echo) return
      setEchoes((echoes) => without(echoes, clientID))
      keepDraft(echo.thread)
    },
    setReply(key, { id, userID, userName, message, type }) {
      const quote: ReplyQuote = { id, userID, userName, message, type }
      store.setState(({ replies }) => ({ replies: { ...replies, [key]: quote } }))
    },
    clearReply(key) {
      const { [key]: _, ...rest } = store.getState().replies
      store.setState({ replies: rest })
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

/** Makes the call of the thread's type. The answer's message, or undefined where the server gives none. */
async function post(core: ChatCore, thread: ChatThread, echo: Echo): Promise<ChatMessage | undefined> {
  const body = { message: echo.text, replyTo: echo.replyTo?.id ?? null }
  const options = { idempotencyKey: echo.clientID }
  const { api } = core.services
  const answer =
    thread.type === 'CHATROOM'
      ? await api.call(sendMessageToChatroom, { ...body, chatroom: thread.label }, options)
      : await api.call(sendMessageToThread, { ...body, threadID: thread.sourceID }, options)
  return answer.message
}
