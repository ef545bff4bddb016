import type { ChatMessage, ChatThread } from '#shared/contract/chat-entities.ts'
import { deleteAttachmentFromChatroom, deleteAttachmentFromThread } from '#shared/contract/chat-files.ts'
import {
  broadcastMessage,
  deleteMessage,
  editMessage,
  pinMessage,
  removeBroadcastMessage,
  unpinMessage,
} from '#shared/contract/chat-messages.ts'
import { fileMessageParts, revokedText } from '#shared/domain/chat-files.ts'
import { type ChatCore, conversationOf, threadOf } from '../core.ts'
import type { ThreadKey } from '../state.ts'
import type { ThreadActions } from '../threads/threads.ts'
import type { ViewActions } from '../view.ts'
import { showChanged } from './changed-messages.ts'

/**
 * What is done to a message that stands. Each shows at once, and is taken back where the server
 * refuses it; the person is told why. The answers say whether it holds.
 */
export interface MessageActions {
  /** What was typed into the edit dialog and isn't saved, as markup; null where nothing was. */
  editDraftOf(key: ThreadKey, messageID: number): string | null
  /** Keeps what is typed; null forgets it. */
  keepEdit(key: ThreadKey, messageID: number, text: string | null): void
  /** An empty text does nothing (spec 2 §5). Where it fails, the dialog opens again with what was typed. */
  edit(key: ThreadKey, message: ChatMessage, text: string): Promise<boolean>
  deleteMessage(key: ThreadKey, message: ChatMessage): Promise<boolean>
  setPinned(key: ThreadKey, message: ChatMessage, pinned: boolean): Promise<boolean>
  setBroadcast(key: ThreadKey, message: ChatMessage, broadcast: boolean): Promise<boolean>
  /** The file is gone for everybody. */
  revokeAttachment(key: ThreadKey, message: ChatMessage): Promise<boolean>
}

/** A conversation of its own among the drafts: it can't be a conversation's key. */
const draftName = (key: ThreadKey, messageID: number): ThreadKey => `${key}/edit/${messageID}`

export function createMessageActions(
  core: ChatCore,
  threads: Pick<ThreadActions, 'refreshIfNewest'>,
  view: Pick<ViewActions, 'openDialog'>,
): MessageActions {
  const { store, services, drafts } = core
  const { api } = services
  const nowText = () => new Date(services.now()).toISOString()

  /** Shows the change, makes the call, and takes back what is still as the change left it. */
  const optimistic = async (
    key: ThreadKey,
    message: ChatMessage,
    patch: Partial<ChatMessage>,
    call: (thread: ChatThread) => Promise<unknown>,
  ): Promise<boolean> => {
    const thread = threadOf(store.getState(), key)
    if (!thread) return false
    const before = keptMessage(core, key, message.id) ?? message
    showChanged(core, key, { ...before, ...patch })
    try {
      await call(thread)
      threads.refreshIfNewest(key, message)
      return true
    } catch {
      const now = keptMessage(core, key, message.id)
      if (now && fieldsOf(patch).every((name) => now[name] === patch[name]))
        showChanged(core, key, { ...now, ...pick(before, fieldsOf(patch)) })
      return false
    }
  }

  const mark = (key: ThreadKey, message: ChatMessage, patch: Partial<ChatMessage>, call: typeof pinMessage) =>
    optimistic(key, message, patch, ({ sourceID, type, source }) =>
      api.call(call, { messageID: message.id, id: sourceID, type, source }),
    )

  const actions: MessageActions = {
    editDraftOf: (key, messageID) => drafts.get(draftName(key, messageID)) || null,
    keepEdit: (key, messageID, text) => drafts.set(draftName(key, messageID), text ?? ''),
    async edit(key, message, text) {
      const wanted = text.trim()
      if (wanted === '') return false
      actions.keepEdit(key, message.id, wanted)
      const done = await optimistic(
        key,
        message,
        { message: wanted, edited: true, editTime: nowText() },
        async ({ source, sourceID }) => {
          const answer = await api.call(editMessage, { id: message.id, source, sourceID, message: wanted })
          showChanged(core, key, answer.message)
        },
      )
      const { dialog } = store.getState()
      if (done) actions.keepEdit(key, message.id, null)
      else if (dialog === null || dialog.kind === 'topic-chat')
        view.openDialog({ kind: 'edit', thread: key, messageID: message.id })
      return done
    },
    deleteMessage: (key, message) =>
      optimistic(key, message, { deleted: true, ...UNMARKED }, ({ source, sourceID }) =>
        api.call(deleteMessage, { id: message.id, source, sourceID, message: message.message }),
      ),
    setPinned: (key, message, pinned) =>
      mark(key, message, { pinnedTime: pinned ? nowText() : null }, pinned ? pinMessage : unpinMessage),
    setBroadcast(key, message, broadcast) {
      const { me } = store.getState()
      return broadcast
        ? mark(
            key,
            message,
            { broadcastTime: nowText(), broadcastUserID: me.id, broadcastUsername: me.name },
            broadcastMessage,
          )
        : mark(key, message, UNBROADCAST, removeBroadcastMessage)
    },
    revokeAttachment(key, message) {
      const text = revokedText(fileMessageParts(message.message).fileName)
      return optimistic(key, message, { type: 'TEXT', message: text }, ({ type, label, sourceID }) =>
        type === 'CHATROOM'
          ? api.call(deleteAttachmentFromChatroom, { id: message.id, chatroomName: label })
          : api.call(deleteAttachmentFromThread, { id: message.id, msgThreadID: sourceID }),
      )
    },
  }
  return actions
}

const UNBROADCAST = { broadcastTime: null, broadcastUserID: null, broadcastUsername: null } as const
const UNMARKED = { pinnedTime: null, ...UNBROADCAST } as const

const fieldsOf = (patch: Partial<ChatMessage>) => Object.keys(patch) as (keyof ChatMessage)[]
const pick = (message: ChatMessage, names: readonly (keyof ChatMessage)[]): Partial<ChatMessage> =>
  Object.fromEntries(names.map((name) => [name, message[name]]))

function keptMessage(core: ChatCore, key: ThreadKey, messageID: number): ChatMessage | undefined {
  return conversationOf(core, key).messages.find(({ id }) => id === messageID)
}
