import { type ComponentType, type LazyExoticComponent, Suspense } from 'react'
import { useStore } from 'zustand'
import { DialogFailure } from '../../../ui/failure/DialogFailure.tsx'
import { lazyCode } from '../../../ui/fetch-code.ts'
import type { ChatStore } from '../store/chat-store.ts'
import type { ChatDialog } from '../store/state.ts'
import type { ChatDialogProps } from './dialog-props.ts'

type Registry = {
  readonly [Kind in ChatDialog['kind']]?: LazyExoticComponent<ComponentType<ChatDialogProps<Kind>>>
}

/** Each dialog of the chat, in a chunk of its own. */
const DIALOGS: Registry = {
  'new-group': lazyCode(async () => (await import('../people/NewGroupDialog.tsx')).NewGroupDialog),
  'file-send': lazyCode(async () => (await import('../uploads/FileSendDialog.tsx')).FileSendDialog),
  gif: lazyCode(async () => (await import('../gifs/GifDialog.tsx')).GifDialog),
  'customer-message': lazyCode(
    async () => (await import('./CustomerMessageDialog.tsx')).CustomerMessageDialog,
  ),
  'add-topic': lazyCode(async () => (await import('../topics/AddTopicDialog.tsx')).AddTopicDialog),
  'topic-chat': lazyCode(async () => (await import('../topics/TopicChatDialog.tsx')).TopicChatDialog),
  'new-poll': lazyCode(async () => (await import('../shared-things/NewPollDialog.tsx')).NewPollDialog),
  poll: lazyCode(async () => (await import('../shared-things/PollDialog.tsx')).PollDialog),
  'new-document': lazyCode(
    async () => (await import('../shared-things/NewDocumentDialog.tsx')).NewDocumentDialog,
  ),
  document: lazyCode(async () => (await import('../shared-things/DocumentDialog.tsx')).DocumentDialog),
  edit: lazyCode(async () => (await import('../actions/EditDialog.tsx')).EditDialog),
  delete: lazyCode(async () => (await import('../actions/DeleteDialog.tsx')).DeleteDialog),
  'delivery-stats': lazyCode(async () => (await import('../actions/StatsDialog.tsx')).StatsDialog),
  analysis: lazyCode(async () => (await import('../actions/AnalysisDialog.tsx')).AnalysisDialog),
  revoke: lazyCode(async () => (await import('../actions/RevokeDialog.tsx')).RevokeDialog),
  'quick-task': lazyCode(async () => (await import('../actions/QuickTaskDialog.tsx')).QuickTaskDialog),
  image: lazyCode(async () => (await import('../previews/ImageDialog.tsx')).ImageDialog),
  preview: lazyCode(async () => (await import('../previews/PreviewDialog.tsx')).PreviewDialog),
}

/** The dialogs that are open, over whatever screen shows a conversation: one, or one over a topic's conversation. */
export function ChatDialogs({ chat }: { readonly chat: ChatStore }) {
  const dialog = useStore(chat.store, (state) => state.dialog)
  const below = useStore(chat.store, (state) => state.dialogBelow)
  return [below, dialog].map((one) => {
    const Dialog = one && (DIALOGS[one.kind] as ComponentType<ChatDialogProps> | undefined)
    return Dialog ? (
      <DialogFailure key={nameOf(one)} opened onClose={chat.closeDialog}>
        <Suspense>
          <Dialog dialog={one} onClose={chat.closeDialog} />
        </Suspense>
      </DialogFailure>
    ) : null
  })
}

/** What tells a dialog from another: a topic's conversation is the same one with and without a dialog over it. */
function nameOf(dialog: ChatDialog): string {
  const thread = 'thread' in dialog ? dialog.thread : ''
  const id = 'id' in dialog ? dialog.id : 'messageID' in dialog ? dialog.messageID : ''
  return `${dialog.kind}/${thread}/${id}`
}
