import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import { plainText } from '#shared/domain/chat-parts.ts'
import { permalink } from '#shared/domain/chat-permalink.ts'
import { useServices } from '../../../services/context.tsx'
import { useChat } from '../chat-context.tsx'
import { shownKind } from '../messages/attachment-kind.ts'
import { useDownload } from '../messages/use-attachment.ts'
import { threadOf } from '../store/core.ts'
import type { MessageDialogKind, ThreadKey } from '../store/state.ts'
import type { MessageAction } from './action-list.ts'
import { linkOrigin } from './permalinks.ts'
import { TEXT } from './text.ts'

/** Does one of the message's actions; what asks something first opens its dialog. */
export function useRunAction(threadKey: ThreadKey, message: ChatMessage): (action: MessageAction) => void {
  const chat = useChat<'openDialog' | 'setBroadcast' | 'setPinned' | 'setReply' | 'store'>()
  const { notices } = useServices()
  const { start: download } = useDownload(message, threadKey)
  const copy = async (text: string, done: string) => {
    try {
      await navigator.clipboard.writeText(text)
      notices.show('success', done)
    } catch {
      // A page that isn't served safely, or a person who forbids it.
      notices.show('warning', TEXT.notCopied)
    }
  }
  const copyLink = () => {
    const thread = threadOf(chat.store.getState(), threadKey)
    if (!thread) return
    const { source, sourceID } = thread
    void copy(permalink(linkOrigin(window), { source, sourceID, messageID: message.id }), TEXT.linkCopied)
  }
  const dialog = (kind: MessageDialogKind) =>
    chat.openDialog({ kind, thread: threadKey, messageID: message.id })
  const runs: Readonly<Record<MessageAction, () => void>> = {
    reply: () => chat.setReply(threadKey, message),
    edit: () => dialog('edit'),
    delete: () => dialog('delete'),
    preview: () => dialog(shownKind(message) === 'IMAGE' ? 'image' : 'preview'),
    download,
    'copy-text': () => void copy(plainText(message.message), TEXT.copied),
    'copy-link': copyLink,
    pin: () => void chat.setPinned(threadKey, message, true),
    unpin: () => void chat.setPinned(threadKey, message, false),
    broadcast: () => void chat.setBroadcast(threadKey, message, true),
    'remove-broadcast': () => void chat.setBroadcast(threadKey, message, false),
    'add-topic': () => dialog('add-topic'),
    'quick-task': () => dialog('quick-task'),
    stats: () => dialog('delivery-stats'),
    analysis: () => dialog('analysis'),
    revoke: () => dialog('revoke'),
  }
  return (action) => runs[action]()
}
